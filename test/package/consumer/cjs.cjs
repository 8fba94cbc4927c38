const library = require('hospital-payments')
const http = require('hospital-payments/http')
const providers = require('hospital-payments/providers')
require('hospital-payments/repository')
const sql = require('hospital-payments/sql')
const statements = require('hospital-payments/statements')
const testing = require('hospital-payments/testing')
const webhooks = require('hospital-payments/webhooks')
const {
  answered,
  begunAgain,
  contract,
  entries,
  reconciled,
  scenario,
  stored,
  delivered,
  requested,
} = require('./scenario.cjs')

scenario(library, library.memoryRepository)
  .then(() => contract(testing, library.memoryRepository))
  .then(() => entries(library, sql))
  .then(() => stored(library, sql))
  .then(() => begunAgain(library, sql))
  .then(() => answered(library, http))
  .then(() => reconciled(library, statements))
  .then(() => delivered(library, webhooks))
  .then(() => requested(providers))
  .catch((error) => {
    console.error(error)
    process.exitCode = 1
  })
