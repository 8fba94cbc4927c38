const library = require('hospital-payments')
const testing = require('hospital-payments/testing')
const { contract, scenario } = require('./scenario.cjs')

scenario(library, library.memoryRepository)
  .then(() => contract(testing, library.memoryRepository))
  .catch((error) => {
    console.error(error)
    process.exitCode = 1
  })
