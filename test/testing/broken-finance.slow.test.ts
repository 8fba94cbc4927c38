import { financeContract } from '../support/finance-contract/index.js'
import { brokenFinance } from './broken-finance/index.js'
import { failsExactly } from './fails-exactly.js'

failsExactly(financeContract, brokenFinance, new URL('broken-finance.golden.txt', import.meta.url))
