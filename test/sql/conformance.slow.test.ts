import { databases, pglite } from '../support/databases/index.js'
import { isLong } from '../support/rounds.js'
import { declareConformance } from './conformance.js'

declareConformance(
  'slow',
  databases.filter((entry) => isLong || entry !== pglite),
)
