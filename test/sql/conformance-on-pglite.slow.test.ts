/** By itself: PGlite computes in the process of the tests. */
import { pglite } from '../support/databases/index.js'
import { declareConformance } from './conformance.js'

declareConformance('slow', [pglite])
