/** Every function of the service over a storage with many rows: what is measured of each in `bench/`, and bounded in a test. */
import type { AccountLine, HospitalPayments, StatementLine } from 'hospital-payments'
import type { FakeProvider } from 'hospital-payments/testing'

/** One call, or many of the same function. */
export interface Call {
  /** The name by which it is reached from the service, such as `lines.list`. */
  readonly name: string
  readonly what?: string
  run(): Promise<unknown>
}

/** State that the calls share; the rows are those of payments, and of lines. */
export interface Scene {
  readonly payments: HospitalPayments
  /** The provider of the service, of which people at their phones are played. */
  readonly fake: FakeProvider
  readonly rows: number
  /** Moves the service's clock, which begins at `begin`. */
  readonly advance: (ms: number) => void
}

export const begin = Date.parse('2026-10-25T09:00:00Z')
const dayMs = 86_400_000
const days = 20
const maxBills = 5000
const maxDue = 500
const day = 86_400_000
const account = 'cbe-1000'
const actor = 'amina'

const mapping = {
  columns: { valueDate: 'Date', amount: 'Amount' },
  dates: ['dd/MM/yyyy'],
  timeZone: 'Africa/Addis_Ababa',
  currency: 'ETB',
}

const dayOf = (n: number) => `2026-10-${String(n + 1).padStart(2, '0')}`

async function readAll(iterable: AsyncIterable<unknown>): Promise<void> {
  const items = iterable[Symbol.asyncIterator]()
  while (!(await items.next()).done);
}

/** Makes a credit for each bill; a fourth of them name none. */
export function statementOf(rows: number): StatementLine[] {
  return Array.from({ length: rows }, (_, n) => ({
    row: n + 2,
    direction: 'credit',
    amount: 100_000 + n,
    currency: 'ETB',
    valueDate: dayOf(Math.floor((n * days) / rows)),
    lineId: `line-${n}`,
    narration: `TRANSFER FROM ABEBE ${n} KEBEDE SURGERY WARD`,
    ...(n % 4 !== 0 && { reference: `INV-${n}` }),
  }))
}

function requestOf(n: number) {
  return {
    request: {
      amount: 100_000 + n,
      currency: 'ETB',
      reference: `INV-${n}`,
      channel: 'cash',
      description: `Surgery ${n}`,
      customer: { name: `Abebe ${n} Kebede`, phone: `+2519${10_000_000 + n}` },
      metadata: { ward: 'surgery', bed: `${n}` },
    },
    idempotencyKey: `key-${n}`,
  }
}

/** Lists the calls in their order: later ones need what the earlier ones store. */
export function everyCall({ payments, fake, rows, advance }: Scene): Call[] {
  const lines = statementOf(rows)
  const requests = Array.from({ length: rows }, (_, n) => requestOf(n))
  const run = { account, period: { from: dayOf(0), to: '2026-10-25' } }
  const aFifth = Math.floor(rows / 5)
  const quarter = { from: '2026-10-01', to: '2026-12-31' }
  let open: AccountLine[] = []
  let paid: string[] = []
  const refunds: string[] = []
  /** Keys of lines that are set aside already. */
  const setAside = new Set<string>()
  const monthOfLines = () => payments.days.month({ account, month: dayOf(0).slice(0, 7) })
  const balanceOfLines = () => payments.accounts.balance({ account, currency: 'ETB', through: dayOf(days - 2) })
  let receipt: string | undefined
  let shared: AccountLine | undefined

  const pages = async <Item>(
    page: (cursor?: string) => Promise<{ items: readonly Item[]; nextCursor: string | null }>,
  ) => {
    const all: Item[] = []
    for (let cursor: string | null | undefined; cursor !== null && all.length < rows;) {
      const { items, nextCursor } = await page(cursor)
      all.push(...items)
      cursor = nextCursor
    }
    return all
  }
  const bill = async (reference: string) =>
    (await payments.createPayment({ amount: 5000, currency: 'ETB', reference, channel: 'cash' })).id
  /** Makes as many bills as one write may pay. */
  const manyBills = async (prefix: string) => {
    const references = Array.from({ length: maxBills }, (_, n) => `${prefix}-${n}`)
    const made = await payments.createPayments(
      references.map((reference, n) => ({ request: { ...requestOf(n).request, amount: 100, reference } })),
    )
    return { references, ids: made.map(({ payment }) => payment!.id) }
  }
  const transfer = {
    row: 2,
    direction: 'credit',
    amount: 100 * maxBills,
    currency: 'ETB',
    valueDate: '2026-10-24',
  } as const
  const line = async (key: string) => (await payments.lines.get(key))!
  const last = () => open.at(-1)!.key
  const marked = async () => ({ expectedVersion: (await line(last())).version, actor })

  const point = { point: 'window-1', currency: 'ETB', float: 1000 } as const
  const safe = 'cash.safe'
  const supervised = { actor, supervisor: true } as const
  const guard = { actor: 'sara', supervisor: true } as const
  let attemptIds: string[] = []
  /** Starts as many attempts as one call may check. */
  const started = async () => {
    const ids: string[] = []
    for (let n = 0; n < Math.min(rows, maxDue); n++)
      ids.push((await payments.attempts.start({ paymentId: await bill(`A-${n}`), provider: fake.name })).id)
    return ids
  }
  let waiverIds: string[] = []
  /** Asks for a waiver of as many bills as are given back. */
  const waived = async () => {
    const ids: string[] = []
    for (let n = 0; n < Math.min(rows, 2000); n++) {
      const call = { paymentId: await bill(`W-${n}`), amount: 5000, scheme: 'poor', reason: 'no_income' }
      ids.push((await payments.waivers.request(call, { actor })).id)
    }
    return ids
  }
  const rule = { text: 'kebede surgery', direction: 'credit', category: 'donation' } as const
  let ruleId = ''
  let [sessionId, takeKey, sendKey] = ['', '', '']
  const take = async (reference: string) =>
    payments.cash.take({ sessionId, paymentId: await bill(reference), amount: 5000, actor })
  const send = () => payments.cash.send({ sessionId, amount: 100, to: safe, actor })

  return [
    {
      name: 'createPayments',
      what: '5,000 at a time',
      async run() {
        for (let first = 0; first < rows; first += 5000) {
          await payments.createPayments(requests.slice(first, first + 5000))
        }
      },
    },
    { name: 'reconcile', what: 'a preview', run: () => readAll(payments.reconcile(lines, run)) },
    { name: 'statements.import', run: () => payments.statements.import(lines, { account, actor }) },
    {
      name: 'statements.import',
      what: 'the same file again',
      run: () => payments.statements.import(lines, { account }),
    },
    {
      name: 'statements.list',
      async run() {
        const [first] = (await payments.statements.list()).items
        await payments.statements.get(first!.id)
      },
    },
    { name: 'statements.get', run: () => payments.statements.get('imp_01JD0000000000000000000000') },
    { name: 'attention', run: () => payments.attention() },
    {
      name: 'reportPayments',
      what: 'pages of 500',
      async run() {
        const all = await pages((cursor) => payments.reportPayments({ status: 'succeeded', limit: 500, cursor }))
        paid = all.map(({ paymentId }) => paymentId)
      },
    },
    { name: 'findByReference', run: () => payments.findByReference('INV-1') },
    { name: 'getPayment', run: () => payments.getPayment(paid[0]!) },
    { name: 'history', run: () => payments.history(paid[0]!) },
    { name: 'totals', run: () => payments.totals() },
    {
      name: 'exportCsv',
      run: () => readAll(payments.exportCsv({ columns: ['customerName', 'customerPhone', 'description'] })),
    },
    { name: 'search', what: 'three words', run: () => payments.search({ text: 'abebe kebede 19999', limit: 500 }) },
    { name: 'search', what: 'three words of no payment', run: () => payments.search({ text: 'abebe kebede almaz' }) },
    { name: 'search', what: 'one letter', run: () => payments.search({ text: 'a', limit: 500 }) },
    { name: 'search', what: 'a part of a phone number', run: () => payments.search({ phone: '9999' }) },
    {
      name: 'lines.list',
      what: 'pages of 500',
      async run() {
        open = await pages((cursor) => payments.lines.list({ status: 'open', limit: 500, cursor }))
      },
    },
    { name: 'lines.list', what: 'a text of no line', run: () => payments.lines.list({ text: 'no line has it' }) },
    { name: 'lines.exportCsv', run: () => readAll(payments.lines.exportCsv()) },
    {
      name: 'lines.exportCsv',
      what: 'a text of no line',
      run: () => readAll(payments.lines.exportCsv({ text: 'no line' })),
    },
    { name: 'lines.get', run: () => payments.lines.get(open[0]!.key) },
    { name: 'lines.history', run: () => payments.lines.history(open[0]!.key) },
    {
      name: 'lines.histories',
      what: 'of 1,000 lines',
      run: () => payments.lines.histories(open.slice(0, 1000).map(({ key }) => key)),
    },
    {
      name: 'lines.suggest',
      what: 'of 20 lines',
      async run() {
        for (const { key } of open.slice(0, 20)) await payments.lines.suggest(key)
      },
    },
    {
      name: 'lines.suggestMany',
      what: 'of 50 lines',
      run: () => payments.lines.suggestMany(open.slice(0, 50).map(({ key }) => key)),
    },
    { name: 'lines.totals', run: () => payments.lines.totals() },
    { name: 'lines.totals', what: 'a text of no line', run: () => payments.lines.totals({ text: 'no line has it' }) },
    { name: 'lines.hold', run: async () => payments.lines.hold(last(), await marked()) },
    { name: 'lines.release', run: async () => payments.lines.release(last(), await marked()) },
    {
      name: 'lines.markDuplicate',
      run: async () => {
        await payments.lines.markDuplicate(last(), { ...(await marked()), reason: 'twice' })
        await payments.lines.release(last(), await marked())
      },
    },
    { name: 'lines.assign', run: async () => payments.lines.assign(last(), { ...(await marked()), assignee: actor }) },
    {
      name: 'lines.setPayer',
      run: async () => payments.lines.setPayer(last(), { ...(await marked()), payerId: 'MRN-1042' }),
    },
    {
      name: 'lines.propose',
      what: 'by 5,000 rows',
      run: () =>
        payments.lines.propose(
          last(),
          Array.from({ length: maxBills }, (_, n) => ({ reference: `INV-${n}`, amount: 100 })),
        ),
    },
    { name: 'lines.note', run: () => payments.lines.note(last(), { text: 'Called the bank.', actor }) },
    { name: 'lines.notes', run: () => payments.lines.notes(last()) },
    { name: 'days.report', run: () => payments.days.report({ day: dayOf(0) }) },
    { name: 'days.preview', run: () => payments.days.preview({ account, day: dayOf(0) }) },
    { name: 'days.unclosed', run: () => payments.days.unclosed() },
    {
      name: 'days.close',
      what: '20 days',
      async run() {
        for (let n = 0; n < days; n++) await payments.days.close({ account, day: dayOf(n), actor })
      },
    },
    { name: 'days.list', what: 'nothing has changed', run: () => payments.days.list({ limit: 100 }) },
    { name: 'days.records', run: () => payments.days.records({ limit: 100 }) },
    { name: 'days.get', run: () => payments.days.get({ account, day: dayOf(0) }) },
    { name: 'days.verify', what: 'nothing has changed', run: () => payments.days.verify({ account }) },
    { name: 'days.month', what: 'nothing has changed', run: monthOfLines },
    { name: 'accounts.balance', what: 'nothing has changed', run: balanceOfLines },
    { name: 'days.exportCsv', run: () => readAll(payments.days.exportCsv({ account })) },
    {
      name: 'lines.allocate',
      what: 'a line of each day set aside',
      async run() {
        for (let n = 0; n < days; n++) {
          const { key, version, amount } = open.find((one) => one.valueDate === dayOf(n) && one.key !== last())!
          const allocations = [{ to: 'category', category: 'donation', amount }] as const
          await payments.lines.allocate(key, { expectedVersion: version, allocations, actor })
          setAside.add(key)
        }
      },
    },
    { name: 'days.list', what: 'a line of each day has changed', run: () => payments.days.list({ limit: 100 }) },
    { name: 'days.month', what: 'a line of each day has changed', run: monthOfLines },
    { name: 'accounts.balance', what: 'a line of each day has changed', run: balanceOfLines },
    {
      name: 'lines.allocate',
      what: 'a fifth of the lines set aside, each by a call',
      async run() {
        for (const { key, version, amount } of open.slice(0, aFifth)) {
          const allocations = [{ to: 'category', category: 'donation', amount }] as const
          if (key !== last() && !setAside.has(key))
            await payments.lines.allocate(key, { expectedVersion: version, allocations, actor })
        }
      },
    },
    { name: 'days.list', what: 'a fifth has changed', run: () => payments.days.list({ limit: 100 }) },
    { name: 'days.month', what: 'a fifth has changed', run: monthOfLines },
    { name: 'days.verify', what: 'a fifth has changed', run: () => payments.days.verify({ account }) },
    { name: 'days.report', what: 'of a closed day', run: () => payments.days.report({ day: dayOf(0) }) },
    { name: 'days.reopen', run: () => payments.days.reopen({ account, day: dayOf(0), actor, reason: 'a mistake' }) },
    {
      name: 'lines.unallocate',
      run: async () => {
        const undone = open.find(({ valueDate }) => valueDate === dayOf(0))!
        const { version } = await line(undone.key)
        await payments.lines.unallocate(undone.key, { expectedVersion: version, reason: 'a mistake', actor })
      },
    },
    { name: 'days.closeThrough', run: () => payments.days.closeThrough({ account, day: dayOf(0), actor }) },
    {
      name: 'deliverEvents',
      what: '5,000',
      run: () => payments.deliverEvents(async () => undefined, { limit: 5000 }),
    },
    { name: 'deadEvents', run: () => payments.deadEvents() },
    { name: 'redeliverEvents', run: () => payments.redeliverEvents() },
    {
      name: 'refunds.create',
      what: '1,000',
      async run() {
        for (const paymentId of paid.slice(0, 1000)) {
          const request = { paymentId, amount: 100, reason: 'overpayment' } as const
          refunds.push((await payments.refunds.create(request, { actor })).id)
        }
      },
    },
    { name: 'refunds.exportCsv', run: () => readAll(payments.refunds.exportCsv()) },
    { name: 'refunds.totals', run: () => payments.refunds.totals() },
    { name: 'refunds.list', run: () => payments.refunds.list({ limit: 500 }) },
    { name: 'refunds.get', run: () => payments.refunds.get(refunds[0]!) },
    { name: 'refunds.history', run: () => payments.refunds.history(refunds[0]!) },
    { name: 'refunds.confirm', run: () => payments.refunds.confirm(refunds[0]!, { actor }) },
    { name: 'refunds.fail', run: () => payments.refunds.fail(refunds[1]!, { reason: 'no such account' }) },
    { name: 'refunds.cancel', run: () => payments.refunds.cancel(refunds[2]!, { reason: 'a mistake' }) },
    {
      name: 'refunds.approve',
      run: () => payments.refunds.approve(refunds[3]!, { actor: 'sara' }).catch(() => undefined),
    },
    {
      name: 'refunds.reject',
      run: () => payments.refunds.reject(refunds[4]!, { reason: 'no', actor: 'sara' }).catch(() => undefined),
    },
    {
      name: 'receipts.issue',
      what: '1,000',
      async run() {
        for (const id of paid.slice(0, 1000)) await payments.receipts.issue(id, { actor })
        receipt = paid[0]
      },
    },
    { name: 'receipts.get', run: () => payments.receipts.get(receipt!) },
    { name: 'receipts.list', run: () => payments.receipts.list({ year: 2026, limit: 500 }) },
    { name: 'receipts.print', run: () => payments.receipts.print(1, 2026, { actor }) },
    { name: 'receipts.exportCsv', run: () => readAll(payments.receipts.exportCsv()) },
    { name: 'reports.journal', run: () => readAll(payments.reports.journal(quarter)) },
    {
      name: 'reports.journal',
      what: 'one account',
      run: () => readAll(payments.reports.journal({ ...quarter, accounts: ['x'] })),
    },
    { name: 'reports.byActor', run: () => payments.reports.byActor(quarter) },
    { name: 'reports.audit', run: () => payments.reports.audit({ ...quarter, limit: 500 }) },
    { name: 'reports.audit', what: 'one person', run: () => payments.reports.audit({ ...quarter, actor: 'nadia' }) },
    { name: 'reports.exportAudit', run: () => readAll(payments.reports.exportAudit(quarter)) },
    { name: 'cash.open', run: async () => (sessionId = (await payments.cash.open({ ...point, actor })).id) },
    { name: 'cash.take', run: async () => (takeKey = (await take('C-1')).line.key) },
    { name: 'cash.payOut', run: () => payments.cash.payOut({ sessionId, category: 'tea', amount: 10, ...supervised }) },
    { name: 'cash.send', run: async () => (sendKey = (await send()).line.key) },
    { name: 'cash.transits', run: () => payments.cash.transits({ to: safe }) },
    { name: 'cash.receive', run: () => payments.cash.receive({ lineKey: sendKey, counted: 100, ...guard }) },
    {
      name: 'cash.recall',
      run: async () => payments.cash.recall({ lineKey: (await send()).line.key, reason: 'a mistake', ...guard }),
    },
    { name: 'cash.void', run: () => payments.cash.void({ lineKey: takeKey, reason: 'a mistake', ...guard }) },
    { name: 'cash.report', run: () => payments.cash.report(sessionId) },
    { name: 'cash.close', run: () => payments.cash.close({ sessionId, counted: 900, actor }) },
    { name: 'cash.explain', run: () => payments.cash.explain(sessionId, { reason: 'a torn note', ...guard }) },
    { name: 'cash.get', run: () => payments.cash.get(sessionId) },
    { name: 'cash.history', run: () => payments.cash.history(sessionId) },
    { name: 'cash.list', run: () => payments.cash.list() },
    {
      name: 'payers.apply',
      run: async () => payments.payers.apply({ payerId: 'MRN-1042', paymentId: await bill('D-1'), amount: 10, actor }),
    },
    { name: 'payers.get', run: () => payments.payers.get('MRN-1042') },
    { name: 'payers.statement', run: () => payments.payers.statement({ payerId: 'MRN-1042' }) },
    { name: 'attempts.start', run: async () => (attemptIds = await started()) },
    {
      name: 'attempts.checkDue',
      async run() {
        for (const id of attemptIds.slice(2)) fake.accept(id)
        advance(60_000)
        await payments.attempts.checkDue({ limit: maxDue })
      },
    },
    { name: 'attempts.check', run: () => payments.attempts.check(attemptIds[0]!) },
    {
      name: 'attempts.abandon',
      run: () => payments.attempts.abandon(attemptIds[0]!, { reason: 'the phone is off', force: true, actor }),
    },
    { name: 'attempts.receive', run: () => payments.attempts.receive(fake.name, fake.callback(attemptIds[1]!)) },
    { name: 'attempts.get', run: () => payments.attempts.get(attemptIds[0]!) },
    { name: 'attempts.list', run: () => payments.attempts.list({ limit: 500 }) },
    { name: 'attempts.history', run: () => payments.attempts.history(attemptIds[2]!) },
    {
      name: 'attempts.pull',
      run: () =>
        payments.attempts.pull(fake.name, {
          from: new Date(begin).toISOString(),
          to: new Date(begin + 400 * day).toISOString(),
        }),
    },
    { name: 'waivers.request', run: async () => (waiverIds = await waived()) },
    { name: 'waivers.approve', run: () => payments.waivers.approve(waiverIds[0]!, { actor: 'sara' }) },
    { name: 'waivers.reject', run: () => payments.waivers.reject(waiverIds[1]!, { reason: 'insured', actor: 'sara' }) },
    { name: 'waivers.cancel', run: () => payments.waivers.cancel(waiverIds[2]!, { reason: 'insured', actor }) },
    {
      name: 'waivers.revoke',
      run: () => payments.waivers.revoke(waiverIds[0]!, { reason: 'insured', actor: 'lily', payments: 'reverse' }),
    },
    { name: 'waivers.get', run: () => payments.waivers.get(waiverIds[0]!) },
    { name: 'waivers.history', run: () => payments.waivers.history(waiverIds[0]!) },
    { name: 'waivers.list', run: () => payments.waivers.list({ limit: 500 }) },
    { name: 'waivers.exportCsv', run: () => readAll(payments.waivers.exportCsv()) },
    { name: 'rules.create', run: async () => (ruleId = (await payments.rules.create(rule, { actor })).id) },
    { name: 'rules.get', run: () => payments.rules.get(ruleId) },
    { name: 'rules.list', run: () => payments.rules.list({ limit: 500 }) },
    { name: 'rules.try', run: () => payments.rules.try({ ...rule, text: 'surgery ward' }) },
    { name: 'rules.apply', run: () => payments.rules.apply(ruleId, { actor }) },
    { name: 'rules.delete', run: () => payments.rules.delete(ruleId, { actor }) },
    {
      name: 'eraseCustomer',
      run: () => payments.eraseCustomer({ paymentId: paid[1]! }, { reason: 'letter-118', actor }),
    },
    {
      name: 'importHistory',
      run: () =>
        payments.importHistory(
          Array.from({ length: rows }, (_, n) => ({
            id: `old-${n}`,
            reference: `OLD-${n}`,
            ...({ amount: 100_000 + n, currency: 'ETB', channel: 'cash', status: 'succeeded' } as const),
            ...{ createdAt: '2011-05-02T08:00:00Z', paidAt: '2011-05-02T08:20:00Z' },
            customer: { name: `Abebe ${n} Kebede` },
          })),
          { actor },
        ),
    },
    { name: 'layouts.create', run: () => payments.layouts.create({ name: 'bank', mapping }, { actor }) },
    { name: 'layouts.replace', run: () => payments.layouts.replace('bank', { mapping }, { actor }) },
    { name: 'layouts.get', run: () => payments.layouts.get('bank') },
    { name: 'layouts.list', run: () => payments.layouts.list({ limit: 500 }) },
    { name: 'layouts.history', run: () => payments.layouts.history('bank') },
    { name: 'layouts.byDigest', run: () => payments.layouts.byDigest('0'.repeat(64)) },
    { name: 'accounts.list', run: () => payments.accounts.list() },
    { name: 'accounts.balance', run: () => payments.accounts.balance({ account, currency: 'ETB' }) },
    {
      name: 'accounts.balance',
      what: 'of a day before all others',
      run: () => payments.accounts.balance({ account, currency: 'ETB', through: '2026-09-30' }),
    },
    { name: 'createPayment', run: () => bill('X-1') },
    { name: 'confirmPayment', run: async () => payments.confirmPayment(await bill('X-2')) },
    { name: 'failPayment', run: async () => payments.failPayment(await bill('X-3'), { reason: 'no' }) },
    { name: 'expirePayment', run: async () => payments.expirePayment(await bill('X-4')).catch(() => undefined) },
    { name: 'cancelPayment', run: async () => payments.cancelPayment(await bill('X-5'), { reason: 'no' }) },
    { name: 'reversePayment', run: () => payments.reversePayment(paid.at(-1)!, { reason: 'charged twice' }) },
    {
      name: 'statements.import',
      what: 'a line that pays 5,000 bills',
      async run() {
        const { references } = await manyBills('SUM')
        const lines = [{ ...transfer, lineId: 'sum' }]
        await payments.statements.import(lines, { account, actor, referencesOf: () => references })
      },
    },
    {
      name: 'lines.allocate',
      what: 'a line to 5,000 bills',
      async run() {
        const { ids } = await manyBills('HAND')
        await payments.statements.import([{ ...transfer, lineId: 'hand' }], { account, actor })
        shared = (await payments.lines.list({ amount: transfer.amount, status: 'open' })).items[0]!
        const allocations = ids.map((paymentId) => ({ to: 'payment', paymentId, amount: 100 }) as const)
        shared = await payments.lines.allocate(shared.key, { expectedVersion: shared.version, allocations, actor })
      },
    },
    {
      name: 'lines.unallocate',
      what: 'of 5,000 bills',
      async run() {
        const undo = { expectedVersion: shared!.version, payments: 'reverse', reason: 'a mistake', actor } as const
        await payments.lines.unallocate(shared!.key, undo)
      },
    },
    {
      name: 'lines.acceptSuggestion',
      async run() {
        const paymentId = await bill('ACCEPTED')
        await payments.statements.import([{ ...transfer, amount: 5000, lineId: 'accepted' }], { account, actor })
        const { items } = await payments.lines.list({ amount: 5000, from: transfer.valueDate, to: transfer.valueDate })
        const { key, version } = items.find(({ status, allocated }) => status === 'open' && allocated === 0)!
        await payments.lines.acceptSuggestion(key, { expectedVersion: version, paymentId, actor })
      },
    },
    {
      name: 'expireDue',
      what: 'a fourth of the payments',
      run() {
        advance(3 * dayMs)
        return payments.expireDue({ limit: 100_000 })
      },
    },
    { name: 'lines.eraseText', run: () => payments.lines.eraseText({ before: '2026-11-01' }) },
  ]
}
