/** `npm start`: the finance desk; with arguments, of which `--print` is the shortest, the example of collected payments. */
if (process.argv.length > 2) {
  process.argv = process.argv.filter((argument) => argument !== '--print')
  await import('./collect-payments/main.js')
} else await import('./finance-desk/main.js')
