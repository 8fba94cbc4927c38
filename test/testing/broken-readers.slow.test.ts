import { repositoryContract } from 'hospital-payments/testing'
import { brokenReaders } from './broken/index.js'
import { failsExactly } from './fails-exactly.js'

failsExactly(repositoryContract, brokenReaders, new URL('broken-readers.golden.txt', import.meta.url))
