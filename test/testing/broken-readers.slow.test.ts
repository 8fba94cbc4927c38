import { repositoryContract } from 'hospital-payments/testing'
import { brokenReaders } from './broken/index.js'
import { failsExactly } from './fails-exactly.js'

failsExactly(repositoryContract, brokenReaders)
