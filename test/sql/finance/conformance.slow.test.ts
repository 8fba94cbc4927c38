import { databases } from '../../support/databases/index.js'
import { isLong } from '../../support/rounds.js'
import { seconds } from '../case-speed.js'
import { declareFinanceConformance } from './conformance.js'

declareFinanceConformance(
  'slow',
  databases.filter((entry) => isLong || !seconds.includes(entry)),
)
