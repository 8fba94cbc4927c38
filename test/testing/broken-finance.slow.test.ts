import { financeContract } from 'hospital-payments/testing'
import { brokenFinance } from './broken-finance/index.js'
import { failsExactly } from './fails-exactly.js'

failsExactly(financeContract, brokenFinance)
