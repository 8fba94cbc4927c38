import { databases } from '../support/databases/index.js'
import { declareConformance } from './conformance.js'

declareConformance('quick', databases)
