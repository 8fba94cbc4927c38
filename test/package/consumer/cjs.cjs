const library = require('hospital-payments')
const http = require('hospital-payments/http')
const sql = require('hospital-payments/sql')
const statements = require('hospital-payments/statements')
const testing = require('hospital-payments/testing')
const webhooks = require('hospital-payments/webhooks')
const { answered, contract, entries, reconciled, scenario, stored, told } = require('./scenario.cjs')

scenario(library, library.memoryRepository)
  .then(() => contract(testing, library.memoryRepository))
  .then(() => entries(library, sql))
  .then(() => stored(library, sql))
  .then(() => answered(library, http))
  .then(() => reconciled(library, statements))
  .then(() => told(library, webhooks))
  .catch((error) => {
    console.error(error)
    process.exitCode = 1
  })
