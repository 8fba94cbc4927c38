import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import * as esm from 'hospital-payments'
import * as esmTesting from 'hospital-payments/testing'
import { contract, scenario } from './scenario.cjs'

const require = createRequire(import.meta.url)
const cjs = require('hospital-payments')
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

await contract(cjsTesting, esm.memoryRepository)
await contract(esmTesting, cjs.memoryRepository)
