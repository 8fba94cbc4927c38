import { financeContract } from 'hospital-payments/testing'
import { databases } from '../../support/databases/index.js'
import { seconds } from '../case-speed.js'
import { declareCoreOnPostgres } from '../conformance.js'
import { declareFinanceConformance } from './conformance.js'

declareFinanceConformance(
  'quick',
  databases.filter((entry) => !seconds.includes(entry)),
)

declareCoreOnPostgres(financeContract)
