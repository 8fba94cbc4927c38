import { failsExactly } from './broken-finance/fails-exactly.js'
import { brokenFinance } from './broken-finance/index.js'

failsExactly(brokenFinance)
