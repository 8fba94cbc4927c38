import { databases } from '../../support/databases/index.js'
import { declareFinanceConformance } from './conformance.js'

declareFinanceConformance('slow', databases)
