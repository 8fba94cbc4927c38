import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import * as esm from 'hospital-payments'
import * as esmHttp from 'hospital-payments/http'
import * as esmSql from 'hospital-payments/sql'
import * as esmTesting from 'hospital-payments/testing'
import { answered, begunAgain, contract, scenario, stored, unreadable } from './scenario.cjs'

const require = createRequire(import.meta.url)
const cjs = require('hospital-payments')
const cjsHttp = require('hospital-payments/http')
const cjsSql = require('hospital-payments/sql')
const cjsTesting = require('hospital-payments/testing')
assert.notEqual(cjs.PaymentError, esm.PaymentError, 'these are meant to be two copies')

// Each half of the service from the other copy, and each copy recognises the other's errors.
const fromCjs = await scenario(cjs, esm.memoryRepository)
const fromEsm = await scenario(esm, cjs.memoryRepository)
for (const { isPaymentError } of [esm, cjs]) {
  for (const error of [fromCjs, fromEsm]) {
    assert.equal(isPaymentError(error), true)
    assert.equal(isPaymentError(error, 'idempotency_conflict'), true)
    assert.equal(isPaymentError(error, 'internal_error'), false)
  }
  assert.equal(isPaymentError(new Error('idempotency_conflict')), false)
}

// An error of the storage is known to the other copy too.
for (const { isPaymentError } of [esm, cjs]) {
  for (const sql of [esmSql, cjsSql]) assert.equal(isPaymentError(await unreadable(sql), 'storage_unavailable'), true)
}
await stored(cjs, esmSql)
await stored(esm, cjsSql)
await begunAgain(cjs, esmSql)
await begunAgain(esm, cjsSql)
await answered(esm, cjsHttp)
await answered(cjs, esmHttp)

await contract(cjsTesting, esm.memoryRepository)
await contract(esmTesting, cjs.memoryRepository)
