/** A month of a hospital with payments, lines, refunds, waivers, receipts and cash of every kind, and all that its functions read. */
import { createHospitalPayments, type HospitalPayments, type Payment, textChannel } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { manualClock, seededRandom } from 'hospital-payments/testing'
import { collect } from '../../support/service.js'

export const timeZone = 'Africa/Addis_Ababa'

/** Makes the service of the hospital over a repository. */
export function hospitalOver(repository: FinanceRepository, at = '2023-11-06T06:00:00.000Z', seed = 1) {
  const clock = manualClock(at)
  const payments = createHospitalPayments({
    repository,
    channels: { till: textChannel('Pay {amount} with {reference}.'), cash: textChannel('Pay with {reference}.') },
    timeZone,
    clock,
    random: seededRandom(seed),
    cashSupervisors: (actor) => actor === 'lily',
    currencies: ['ETB'],
  })
  return { payments, clock }
}

const amina = { actor: 'amina' }
const dawit = { actor: 'dawit' }

interface BankLine {
  readonly amount: number
  readonly valueDate?: string
  readonly reference?: string
  readonly direction?: 'credit' | 'debit'
  readonly receipt?: string
  readonly lineId?: string
  readonly narration?: string
}

/** Makes the records of a statement of the bank. */
export function records(lines: readonly BankLine[]) {
  return lines.map(({ direction = 'credit', valueDate = '2023-11-06', receipt, ...line }, i) => ({
    row: i + 2,
    direction,
    valueDate,
    currency: 'ETB',
    ...line,
    ...(receipt !== undefined && { providerTransactionId: receipt }),
  }))
}

/** The payments of the month by what happens to their groups. */
export interface November {
  readonly moved: readonly string[]
  readonly kept: readonly string[]
  /** The lines of the bank's statement of 6 November. */
  readonly statement: readonly BankLine[]
}

/** Fills a repository with the month, and closes its days; December has begun. */
export async function fillNovember(repository: FinanceRepository): Promise<November> {
  const { payments, clock } = hospitalOver(repository)
  let bills = 0
  const bill = (amount: number, more: object = {}) =>
    payments.createPayment(
      { amount, currency: 'ETB', reference: `INV-${++bills}`, channel: 'till', ...more },
      { idempotencyKey: `bill-${bills}`, actor: 'amina' },
    )
  const abebe = { customer: { id: 'MRN-1', name: 'Abebe Bekele', phone: '+251911223344' } }
  const importLines = (lines: readonly BankLine[], account = 'bank') =>
    collect(payments.reconcile(records(lines), { account, apply: true, categoryOf }))
  const categoryOf = ({ narration }: { narration?: string | undefined }) =>
    narration === 'monthly fee' ? 'bank_fee' : undefined
  const moved: string[] = []
  const kept: string[] = []
  const put = (list: string[], payment: Payment) => {
    list.push(payment.id)
    return payment
  }

  const whole = put(moved, await bill(1000, abebe))
  const refunded = put(moved, await bill(700, abebe))
  const failed = put(moved, await bill(10))
  const canceled = put(moved, await bill(20))
  const insured = [put(kept, await bill(300)), put(kept, await bill(400))]
  const insuredToo = [put(moved, await bill(310)), put(moved, await bill(410))]
  const pending = put(kept, await bill(500))
  const refunding = put(kept, await bill(600))
  const again = put(moved, await bill(250))
  const parts = put(moved, await bill(900, abebe))
  const reversed = put(moved, await bill(150))
  const unproved = put(kept, await bill(120))
  const statement: BankLine[] = [
    { amount: 1000, reference: whole.reference, receipt: 'RCP1', lineId: 'L-1', narration: 'Abebe Bekele' },
    { amount: 700, reference: refunded.reference, receipt: 'RCP2', lineId: 'L-2' },
    { amount: 700, reference: 'REMITTANCE-1', lineId: 'L-3', narration: 'insurance' },
    { amount: 720, reference: 'REMITTANCE-2', lineId: 'L-4', narration: 'insurance' },
    { amount: 200, reference: pending.reference, receipt: 'RCP5' },
    { amount: 600, reference: refunding.reference, receipt: 'RCP6', lineId: 'L-6' },
    { amount: 250, reference: 'mistyped', lineId: 'L-7', narration: 'from M. Alemu' },
    { amount: 300, reference: parts.reference, lineId: 'L-8' },
    { amount: 45, direction: 'debit', narration: 'monthly fee', lineId: 'L-9' },
    { amount: 77, reference: 'unknown', lineId: 'L-10', narration: 'who is it' },
    { amount: 88, reference: 'unknown too', lineId: 'L-11' },
    { amount: 150, reference: reversed.reference, lineId: 'L-12' },
  ]
  await importLines(statement)
  const lineOf = async (lineId: number) => {
    const amount = statement[lineId]!.amount
    const { items } = await payments.lines.list({ account: 'bank', limit: 500 })
    return items.find((line) => line.reference === statement[lineId]!.reference && line.amount === amount)!
  }
  const allocate = async (place: number, to: readonly { id: string; amount: number }[]) => {
    const { key, version } = await lineOf(place)
    return payments.lines.allocate(key, {
      expectedVersion: version,
      allocations: to.map(({ id, amount }) => ({ to: 'payment', paymentId: id, amount })),
      ...amina,
    })
  }
  await allocate(2, insured)
  await allocate(3, insuredToo)
  const misplaced = await allocate(6, [again])
  const undone = await payments.lines.unallocate(misplaced.key, {
    expectedVersion: misplaced.version,
    payments: 'reverse',
    reason: 'another bill',
    ...amina,
  })
  const released = await payments.lines.release(undone.key, { expectedVersion: undone.version, ...amina })
  const meant = put(moved, await bill(250))
  await payments.lines.allocate(released.key, {
    expectedVersion: released.version,
    allocations: [{ to: 'payment', paymentId: meant.id, amount: 250 }],
    ...amina,
  })
  await payments.lines.note(released.key, { text: 'M. Alemu came to the desk', ...dawit })
  const heldLine = await lineOf(10)
  await payments.lines.hold(heldLine.key, { expectedVersion: heldLine.version, ...dawit })

  await payments.failPayment(failed.id, { reason: 'declined', ...amina })
  await payments.cancelPayment(canceled.id, { reason: 'went home', ...amina })
  await payments.confirmPayment(unproved.id, { providerTransactionId: 'SLIP-1', ...amina })
  await payments.reversePayment(reversed.id, { reason: 'refund', ...amina })
  const receipt = await payments.receipts.issue(whole.id, amina)
  await payments.receipts.print(receipt.number, receipt.year, dawit)
  await payments.receipts.issue(insured[0]!.id, amina)
  const paidBack = await payments.refunds.create(
    { paymentId: refunded.id, amount: 70, reason: 'duplicate', note: 'by phone' },
    { ...amina, idempotencyKey: 'refund-1' },
  )
  await payments.refunds.create({ paymentId: refunding.id, amount: 60, reason: 'duplicate' }, amina)
  await payments.refunds.create({ paymentId: insured[1]!.id, amount: 40, reason: 'duplicate' }, amina)

  const session = await payments.cash.open({ point: 'window-1', currency: 'ETB', float: 50_000, actor: 'sara' })
  const cash = { sessionId: session.id, actor: 'sara' } as const
  await payments.cash.take({ ...cash, paymentId: parts.id, amount: 600, tendered: 1000 }, { idempotencyKey: 'take-1' })
  const wrong = put(moved, await bill(35))
  const takeResult = await payments.cash.take({ ...cash, paymentId: wrong.id, amount: 35 })
  await payments.cash.void({ lineKey: takeResult.line.key, reason: 'wrong bill', actor: 'lily' })
  await payments.cash.close({ sessionId: session.id, counted: 50_600, actor: 'sara' })
  const second = await payments.cash.open({ point: 'window-1', currency: 'ETB', float: 50_600, actor: 'sara' })
  const part = put(kept, await bill(80))
  await payments.cash.take({ sessionId: second.id, actor: 'sara', paymentId: part.id, amount: 30 })
  await payments.cash.close({ sessionId: second.id, counted: 50_630, actor: 'sara' })

  const poor = put(moved, await bill(230, abebe))
  const waiver = await payments.waivers.request(
    { paymentId: poor.id, amount: 230, scheme: 'poor', reason: 'no_income', note: 'widow' },
    amina,
  )
  await payments.waivers.approve(waiver.id, dawit)
  const toDecide = put(kept, await bill(240))
  await payments.waivers.request({ paymentId: toDecide.id, amount: 40, scheme: 'poor', reason: 'no_income' }, amina)

  clock.set('2023-11-20T06:00:00.000Z')
  await importLines([
    {
      amount: 70,
      direction: 'debit',
      reference: paidBack.reference,
      valueDate: '2023-11-20',
      lineId: 'L-20',
      receipt: 'OUT1',
    },
  ])
  if ((await payments.refunds.get(paidBack.id))!.status !== 'succeeded') throw new Error('the refund is not proved')
  const late = put(kept, await bill(60))
  await importLines([{ amount: 60, reference: late.reference, valueDate: '2023-12-01', lineId: 'L-21' }])
  clock.set('2023-12-05T06:00:00.000Z')
  put(kept, await bill(65))
  for (const account of ['bank', 'cash.window-1', 'waiver.poor']) {
    const { stopped } = await payments.days.closeThrough({ account, day: '2023-11-30', ...amina })
    if (stopped) throw new Error(`${account} was not closed: ${stopped.day} ${stopped.code}`)
  }
  await payments.deliverEvents(async () => undefined, { limit: 1000 })
  const undelivered = put(kept, await bill(5))
  await payments.failPayment(undelivered.id, { reason: 'declined' })
  return { moved, kept, statement }
}

async function allItems<Item>(
  page: (cursor: string | undefined) => Promise<{ items: readonly Item[]; nextCursor: string | null }>,
): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor: string | undefined; ;) {
    const read = await page(cursor)
    items.push(...read.items)
    if (read.nextCursor === null) return items
    cursor = read.nextCursor
  }
}

const period = { from: '2023-11-01', to: '2023-12-31' }

/** Reads what is in one set of tables or the other: each list by its name, its items as text. */
export async function rowsOf(payments: HospitalPayments): Promise<Record<string, string[]>> {
  const reported = await allItems((cursor) => payments.reportPayments({ limit: 7, cursor }))
  const all: Payment[] = []
  for (const { paymentId } of reported) all.push((await payments.getPayment(paymentId))!)
  const lines = await allItems((cursor) => payments.lines.list({ limit: 7, cursor }))
  const refunds = await allItems((cursor) => payments.refunds.list({ limit: 7, cursor }))
  const waivers = await allItems((cursor) => payments.waivers.list({ limit: 7, cursor }))
  const sessions = await allItems((cursor) => payments.cash.list({ limit: 7, cursor }))
  const flat = async <Of>(list: readonly Of[], read: (of: Of) => Promise<readonly unknown[]>) => {
    const results: unknown[] = []
    for (const of of list) results.push(...(await read(of)))
    return results
  }
  const lists: Record<string, readonly unknown[]> = {
    payments: all,
    histories: await flat(all, ({ id }) => payments.history(id)),
    found: await flat(all, async ({ id, reference }) =>
      (await payments.search({ text: reference, limit: 100 })).items.filter((payment) => payment.id === id),
    ),
    lines,
    lineHistories: await flat(lines, ({ key }) => payments.lines.history(key)),
    notes: await flat(lines, ({ key }) => payments.lines.notes(key)),
    receipts: await allItems((cursor) => payments.receipts.list({ limit: 7, cursor })),
    ofPayments: (await flat(all, async ({ id }) => [await payments.receipts.get(id)])).filter((one) => one !== null),
    refunds,
    refundHistories: await flat(refunds, ({ id }) => payments.refunds.history(id)),
    waivers,
    waiverHistories: await flat(waivers, ({ id }) => payments.waivers.history(id)),
    sessions,
    sessionHistories: await flat(sessions, ({ id }) => payments.cash.history(id)),
    payer: await allItems((cursor) => payments.payers.statement({ payerId: 'MRN-1', limit: 7, cursor })),
    named: await allItems((cursor) => payments.search({ text: 'Abebe Bekele', limit: 7, cursor })),
    phoned: await allItems((cursor) => payments.search({ phone: '11223344', limit: 7, cursor })),
    audit: (await allItems((cursor) => payments.reports.audit({ ...period, limit: 100, cursor }))).filter(
      ({ kind }) => kind !== 'closing',
    ),
    journal: (await collect(payments.reports.journal(period)))
      .join('')
      .split('\r\n')
      .slice(1)
      .filter((row) => row !== ''),
    sms: await flat(all, async ({ id, providerTransactionId }) =>
      providerTransactionId === undefined
        ? []
        : (await payments.search({ text: providerTransactionId })).items.filter((payment) => payment.id === id),
    ),
  }
  return Object.fromEntries(
    Object.entries(lists).map(([name, items]) => [name, items.map((item) => JSON.stringify(item)).sort()]),
  )
}

/** Reads what must be the same in the first tables, whatever was moved: balances, closings, months and what waits. */
export async function booksOf(payments: HospitalPayments) {
  const accounts = await allItems((cursor) => payments.accounts.list({ cursor }))
  const balances: Record<string, string> = {}
  for (const { account } of accounts)
    for (const through of ['2023-11-05', '2023-11-06', '2023-11-19', '2023-11-30', '2023-12-31'])
      balances[`${account} ${through}`] = await payments.accounts.balance({ account, currency: 'ETB', through })
  return {
    accounts,
    balances,
    closings: (await allItems((cursor) => payments.days.list({ cursor }))).map(
      ({ archived: _, ...closing }) => closing,
    ),
    months: [await payments.days.month({ month: '2023-11' }), await payments.days.month({ month: '2023-12' })],
    attention: await payments.attention(),
    unclosed: await payments.days.unclosed(),
    payer: await payments.payers.get('MRN-1'),
  }
}
