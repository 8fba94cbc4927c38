import { declareFinanceConformance } from './conformance.js'

declareFinanceConformance('slow')
