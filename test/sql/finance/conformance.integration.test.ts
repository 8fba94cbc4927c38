import { databases } from '../../support/databases/index.js'
import { financeContract } from '../../support/finance-contract/index.js'
import { seconds } from '../case-speed.js'
import { declareCoreOnPostgres } from '../conformance.js'
import { declareFinanceConformance } from './conformance.js'

declareFinanceConformance(
  'quick',
  databases.filter((entry) => !seconds.includes(entry)),
)

declareCoreOnPostgres(financeContract)
