import { databases, pglite } from '../support/databases/index.js'
import { declareConformance } from './conformance.js'

declareConformance(
  'slow',
  databases.filter((entry) => entry !== pglite),
)
