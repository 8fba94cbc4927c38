// What every consumer does with the library, whichever way it was loaded. Throws when something is wrong.
const assert = require('node:assert/strict')
const { mkdtempSync, rmSync } = require('node:fs')
const { tmpdir } = require('node:os')
const { join } = require('node:path')

exports.scenario = async (library, memoryRepository) => {
  const { createHospitalPayments, textChannel, isPaymentError, PaymentError } = library
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

  // The first call of what is loaded later goes by its arguments as they were then, and its errors are of the same class.
  const refund = { paymentId: created.id, amount: 50000, reason: 'duplicate' }
  const creation = payments.refunds.create(refund)
  refund.amount = 1
  assert.equal((await creation).amount, 50000)
  const exceeds = await payments.refunds.create({ ...refund, amount: 150000 }).catch((e) => e)
  assert.ok(exceeds instanceof PaymentError)
  assert.equal(exceeds.code, 'refund_exceeds')

  let csv = ''
  for await (const text of payments.exportCsv({})) csv += text
  assert.match(
    csv,
    /^paymentId,reference,amount,currency,status,paidAt\r\n.*,INV-2026-0001,150000,ETB,succeeded,.*\r\n$/,
  )
  return conflict
}

/** Checks that a transaction of the host begins again for an error of either copy or of a driver. */
exports.begunAgain = async ({ PaymentError }, { retryTransaction }) => {
  const failures = [
    new PaymentError('concurrent_update', 'Others were in the way.'),
    Object.assign(new Error('deadlock'), { errno: 1213 }),
    Object.assign(new Error('serialization failure'), { code: '40001' }),
  ]
  const run = async () => {
    const failure = failures.shift()
    if (failure) throw failure
    return 'committed'
  }
  assert.equal(await retryTransaction(run), 'committed')
  const unknown = new PaymentError('outcome_unknown', 'Look before sending it again.')
  await assert.rejects(
    retryTransaction(async () => {
      throw unknown
    }),
    unknown,
  )
}

exports.contract = async ({ repositoryContract }, memoryRepository) => {
  const cases = repositoryContract(async () => ({ repository: memoryRepository() }))
  assert.ok(cases.length > 0)
  await cases[0].run()
}

/** Returns the error of a storage whose database lets no user read. */
exports.unreadable = ({ fromPg, sqlRepository }) => {
  const query = async () => {
    throw Object.assign(new Error('permission denied'), { code: '42501' })
  }
  return sqlRepository(fromPg({ query }), { dialect: 'postgres' })
    .get('pay_1')
    .catch((error) => error)
}

/** Checks that the entries of one format share one class of errors. */
exports.entries = async ({ PaymentError, isPaymentError }, sql) => {
  const error = await exports.unreadable(sql)
  assert.ok(error instanceof PaymentError)
  assert.equal(isPaymentError(error, 'storage_unavailable'), true)
  assert.equal(error.retryable, false)
  assert.match(sql.schemaSql('postgres'), /^CREATE TABLE hp_payments \($/m)
}

/** Runs the scenario in a file of SQLite, on the lines of Node that have it built in: 22.13 and later. */
exports.stored = async (library, { fromSqlite, migrate, sqlRepository }) => {
  const [major] = process.versions.node.split('.').map(Number)
  if (major < 22) return
  const { DatabaseSync } = require('node:sqlite')
  const folder = mkdtempSync(join(tmpdir(), 'consumer-'))
  const open = () => new DatabaseSync(join(folder, 'payments.db'))
  const handle = open()
  try {
    const database = fromSqlite(handle, { open })
    const { applied } = await migrate(database, { dialect: 'sqlite' })
    assert.deepEqual(applied.slice(0, 2), ['0001_tables', '0002_guards'])
    await exports.scenario(library, () => sqlRepository(database, { dialect: 'sqlite' }))
    const rows = handle.prepare('SELECT reference, amount, status FROM hp_payments').all()
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [{ reference: 'INV-2026-0001', amount: 150000, status: 'succeeded' }],
    )
  } finally {
    handle.close()
    rmSync(folder, { recursive: true })
  }
}

/** Sends requests over HTTP, on a free port of this machine. */
exports.answered = async ({ createHospitalPayments, memoryRepository }, { createHandler, toNodeListener }) => {
  const { createServer } = require('node:http')
  const payments = createHospitalPayments({ repository: memoryRepository() })
  const server = createServer(toNodeListener(createHandler({ payments, authenticate: 'none' })))
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${server.address().port}/v1/payments`
  try {
    const page = await fetch(`${url}?reference=INV-1`)
    assert.deepEqual(await page.json(), { items: [], nextCursor: null })
    const missing = await fetch(`${url}/pay_1`)
    assert.equal(missing.status, 404)
    assert.equal((await missing.json()).error.code, 'payment_not_found')
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const statements = {
  mt940: ':20:1\n:60F:C261119KES0,\n:61:261120C1500,NTRFINV-42\n:62F:C261120KES1500,\n-',
  csv: 'Date,Amount\n20/11/2026,1500.00\n',
  camt: `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="KES">1500</Amt>
    <CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><ValDt><Dt>2026-11-20</Dt></ValDt></Ntry></Stmt></BkToCstmrStmt></Document>`,
}
const mapping = {
  columns: { valueDate: 'Date', amount: 'Amount' },
  dates: ['dd/MM/yyyy'],
  timeZone: 'Africa/Nairobi',
  currency: 'KES',
}

/** Reads MT940 and CSV without the optional package, and checks that camt names the package that it needs. */
exports.reconciled = async ({ createHospitalPayments, memoryRepository }, readers) => {
  const payments = createHospitalPayments({ repository: memoryRepository() })
  const lines = readers.readMt940(statements.mt940)
  const outcomes = []
  for await (const item of payments.reconcile(lines, { account: 'kcb-1' })) outcomes.push(item.outcome ?? item.kind)
  assert.deepEqual(outcomes, ['unmatched_line', 'summary'])
  const read = async (reader) => reader[Symbol.asyncIterator]().next()
  assert.equal((await read(readers.readCsvStatement(statements.csv, mapping))).value.amount, 150000)
  await assert.rejects(read(readers.readCamt(statements.camt)), /npm install saxes/)
}

/** Reads CSV and camt with the optional package. */
exports.read = async ({ readCsvStatement, readCamt }) => {
  for (const reader of [readCsvStatement(statements.csv, mapping), readCamt(statements.camt)]) {
    const amounts = []
    for await (const record of reader) amounts.push(record.amount)
    assert.deepEqual(amounts, [150000])
  }
}

/** Delivers events as webhooks that their receiver verifies, through the part that the first of them loads. */
exports.delivered = async ({ createHospitalPayments, memoryRepository, textChannel }, webhooks) => {
  const payments = createHospitalPayments({
    repository: memoryRepository(),
    channels: { counter: textChannel('Pay at the counter, reference {reference}.') },
  })
  const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']
  const received = []
  const fetch = async (url, { headers, body, redirect }) => {
    assert.equal(redirect, 'manual')
    received.push([webhooks.verifyWebhook({ headers, body, secrets }), JSON.parse(body).type])
    return new Response(null, { status: 204 })
  }
  await payments.createPayment({ amount: 100, currency: 'KES', reference: 'INV-1', channel: 'counter' })
  const url = 'https://localhost/hooks'
  const refused = await payments.deliverEvents(webhooks.webhookSender({ url, secrets, fetch }))
  assert.deepEqual([refused, received], [{ delivered: 0, retrying: 1, dead: 0 }, []])
  await payments.createPayment({ amount: 100, currency: 'KES', reference: 'INV-2', channel: 'counter' })
  const send = webhooks.webhookSender({ url, secrets, fetch, allowHosts: ['localhost'] })
  assert.deepEqual(await payments.deliverEvents(send), { delivered: 1, retrying: 0, dead: 0 })
  assert.deepEqual(received, [[true, 'payment.created']])
}

/** Asks a payer for money through a provider, and reads its signed callback. */
exports.requested = async ({ chapa }) => {
  const url = 'https://checkout.chapa.co/checkout/payment/1'
  const fetch = async () => new Response(JSON.stringify({ data: { checkout_url: url } }), { status: 200 })
  const provider = chapa({ secretKey: 'key', webhookSecret: 'key', fetch })
  const attempt = {
    id: 'att_1',
    paymentId: 'pay_1',
    reference: 'INV-1',
    code: 'KQ7XR2M9PA',
    amount: 100,
    currency: 'ETB',
  }
  const request = { ...attempt, phone: null, returnUrl: null, createdAt: '2026-11-20T09:00:00.000Z' }
  const { session, instructions } = await provider.start(request, new AbortController().signal)
  assert.deepEqual([session, instructions.url], [{ txRef: 'att_1' }, url])
  const body = new TextEncoder().encode('The quick brown fox jumps over the lazy dog')
  const signature = 'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8'
  const callback = { method: 'POST', url: '/', body, headers: new Headers({ 'x-chapa-signature': signature }) }
  assert.deepEqual(await provider.receive(callback), [])
  assert.equal(await provider.receive({ ...callback, headers: new Headers() }), null)
}
