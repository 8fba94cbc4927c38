// What every consumer does with the library, whichever way it was loaded. Throws when something is wrong.
const assert = require('node:assert/strict')

exports.scenario = async ({ createHospitalPayments, textChannel, isPaymentError }, memoryRepository) => {
  const payments = createHospitalPayments({
    repository: memoryRepository(),
    channels: { counter: textChannel('Pay {amount} {currency} at the counter, reference {reference}.') },
  })
  const request = { amount: 150000, currency: 'ETB', reference: 'INV-2026-0001', channel: 'counter' }
  const created = await payments.createPayment(request, { idempotencyKey: 'key-1' })
  assert.equal((await payments.createPayment(request, { idempotencyKey: 'key-1' })).id, created.id)
  assert.equal((await payments.confirmPayment(created.id)).status, 'succeeded')

  const conflict = await payments.createPayment({ ...request, amount: 1 }, { idempotencyKey: 'key-1' }).catch((e) => e)
  assert.equal(isPaymentError(conflict, 'idempotency_conflict'), true)

  let csv = ''
  for await (const text of payments.exportCsv({})) csv += text
  assert.match(
    csv,
    /^paymentId,reference,amount,currency,status,paidAt\r\n.*,INV-2026-0001,150000,ETB,succeeded,.*\r\n$/,
  )
  return conflict
}

exports.contract = async ({ repositoryContract }, memoryRepository) => {
  const cases = repositoryContract(async () => ({ repository: memoryRepository() }))
  assert.ok(cases.length > 0)
  await cases[0].run()
}
