const library = require('hospital-payments')
const sql = require('hospital-payments/sql')
const testing = require('hospital-payments/testing')
const { contract, entries, scenario, stored } = require('./scenario.cjs')

scenario(library, library.memoryRepository)
  .then(() => contract(testing, library.memoryRepository))
  .then(() => entries(library, sql))
  .then(() => stored(library, sql))
  .catch((error) => {
    console.error(error)
    process.exitCode = 1
  })
