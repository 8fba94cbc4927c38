import { declareEveryCase } from './every-case.js'
import { byLibrary } from './places.js'

declareEveryCase(byLibrary)
