import { declareConformance } from './conformance.js'

declareConformance('slow')
