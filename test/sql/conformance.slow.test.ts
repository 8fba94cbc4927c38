import { isLarge } from '../support/kit-sizes.js'
import { declareConformance } from './conformance.js'

declareConformance(isLarge)
