import { declareEveryCase } from './every-case.js'
import { byDriver } from './places.js'

declareEveryCase(byDriver)
