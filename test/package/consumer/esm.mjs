import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import * as library from 'hospital-payments'
import * as http from 'hospital-payments/http'
import * as providers from 'hospital-payments/providers'
import 'hospital-payments/repository'
import * as sql from 'hospital-payments/sql'
import * as statements from 'hospital-payments/statements'
import * as testing from 'hospital-payments/testing'
import * as webhooks from 'hospital-payments/webhooks'
import {
  answered,
  begunAgain,
  contract,
  entries,
  reconciled,
  scenario,
  stored,
  delivered,
  requested,
} from './scenario.cjs'

await scenario(library, library.memoryRepository)
await contract(testing, library.memoryRepository)
await entries(library, sql)
await stored(library, sql)
await begunAgain(library, sql)
await answered(library, http)
await reconciled(library, statements)
await delivered(library, webhooks)
await requested(providers)

const { version } = createRequire(import.meta.url)('hospital-payments/package.json')
assert.match(version, /^\d+\.\d+\.\d+/)
await assert.rejects(import('hospital-payments/dist/index.js'), { code: 'ERR_PACKAGE_PATH_NOT_EXPORTED' })
