import { repositoryContract } from 'hospital-payments/testing'
import { brokenStores } from './broken/index.js'
import { failsExactly } from './fails-exactly.js'

failsExactly(repositoryContract, brokenStores, new URL('broken-stores.golden.txt', import.meta.url))
