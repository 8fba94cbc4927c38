import { failsExactly } from './broken/fails-exactly.js'
import { brokenStores } from './broken/index.js'

failsExactly(brokenStores)
