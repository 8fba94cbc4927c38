import { declareConformance } from './conformance.js'

declareConformance('quick')
