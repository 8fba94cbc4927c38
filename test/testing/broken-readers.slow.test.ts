import { failsExactly } from './broken/fails-exactly.js'
import { brokenReaders } from './broken/index.js'

failsExactly(brokenReaders)
