import { databases } from '../../support/databases/index.js'
import { seconds } from '../case-speed.js'
import { declareFinanceConformance } from './conformance.js'

declareFinanceConformance(
  'quick',
  databases.filter((entry) => !seconds.includes(entry)),
)
