import { declareFinanceConformance } from './conformance.js'

declareFinanceConformance('quick')
