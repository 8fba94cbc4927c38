/** A seed of days at a hospital: banks, counter, waivers, a provider and people; after each day the journal is compared with the lines. */
import { isPaymentError, memoryRepository } from 'hospital-payments'
import type { AccountLine, HospitalPayments, StatementRecord } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { fakeProvider, type FakeProvider, seededRandom } from 'hospital-payments/testing'
import { testService } from '../../support/service.js'
import { dice } from '../../support/turns.js'
import { cashSupervisors } from './cash-calls.js'
import type { FinanceRows } from './finance-books.js'
import { drawCall, type DrawnCall } from './finance-calls.js'
import { demand } from './invariants.js'
import {
  checkPairs,
  counts,
  demandSame,
  difference,
  type JournalRow,
  type Ledger,
  ledgerOf,
  ledgerOfClosing,
  ledgerOfJournal,
  rowsOfJournal,
} from './journal-books.js'
import { drawOnPayer } from './payer-calls.js'

/** Days of a seed. */
export const daysOfSeed = 10
const callsOfDay = 9
const hour = 3_600_000
const zoneHours = 3
const [firstDay, lastDay] = ['2026-11-01', '2027-12-31']

type Roll = (n: number) => number

interface Hospital {
  readonly payments: HospitalPayments
  readonly fake: FakeProvider
  readonly roll: Roll
  /** Returns the local day of the clock. */
  today(): string
}

/** Draws what a bank's file has of one movement, of which some come twice. */
function doubtfulRecord(roll: Roll): StatementRecord {
  const direction = roll(3) === 0 ? 'debit' : 'credit'
  return {
    ...{ row: 1, lineId: `D${roll(200)}`, direction, amount: [100, 250][roll(2)]!, currency: 'ETB' },
    ...{ valueDate: '2026-11-19', providerTransactionId: `TWICE-${roll(6)}`, reference: `INV-${roll(4)}` },
  }
}

/** Draws a call about money that may be none: lines that come twice, and money that only a hint reports. */
function drawDoubtful({ payments, fake, roll }: Hospital, { lines }: FinanceRows): DrawnCall {
  const { attempts, statements } = payments
  const waiting = lines.filter((line) => !counts(line))
  const line = waiting[roll(waiting.length || 1)] ?? lines[roll(lines.length || 1)]
  const other = lines[roll(lines.length || 1)]
  const kind = roll(8)
  if (kind <= 1 || !line || !other) {
    const account = ['cbe', 'cbe', 'abay'][roll(3)]!
    const records = Array.from({ length: 1 + roll(3) }, () => doubtfulRecord(roll))
    return ['import doubtful lines', () => statements.import(records, { account, actor: 'run' })]
  }
  const seen = { expectedVersion: line.version, reason: 'r', actor: 'amina' }
  const { key, amount } = line
  const duplicate = [{ to: 'category', category: 'duplicate', amount }] as const
  if (kind === 2) return ['release a duplicate', () => payments.lines.release(key, seen)]
  if (kind === 3)
    return ['set a duplicate aside', () => payments.lines.allocate(key, { ...seen, allocations: duplicate })]
  if (kind === 4) return ['take back of a duplicate', () => payments.lines.unallocate(key, seen)]
  if (kind <= 6) {
    const ofOther = { ...seen, expectedVersion: other.version }
    return ['mark a duplicate', () => payments.lines.markDuplicate(other.key, ofOther)]
  }
  const paid = fake.payments[roll(fake.payments.length || 1)]
  const proof = roll(3) === 0 ? 'signed' : 'hint'
  return ['report money', async () => paid && attempts.receive('fake', fake.recordCallback(paid, { proof }))]
}

/** Draws a call about a provider. */
function drawOnProvider({ payments, fake, roll, today }: Hospital, known: FinanceRows): DrawnCall {
  const bill = known.payments[roll(known.payments.length || 1)]
  const pushed = fake.pushes[roll(fake.pushes.length || 1)]
  const kind = roll(6)
  if (kind <= 1 && bill) {
    const call = { paymentId: bill.id, provider: 'fake', phone: '+251911000000', actor: 'amina' }
    return ['start an attempt', () => payments.attempts.start(call)]
  }
  if (kind <= 3 && pushed !== undefined) {
    const amount = [undefined, undefined, 120][roll(3)]
    return ['pay', async () => fake.accept(pushed, { amount })]
  }
  if (kind === 4) return ['ask the provider', () => payments.attempts.checkDue()]
  const records = fake.payments.map(({ receipt, reference, currency, amount, bookedAt }, row): StatementRecord => ({
    ...{ row: row + 1, direction: 'credit', amount, currency, valueDate: today(), bookedAt },
    ...{ providerTransactionId: receipt, reference },
  }))
  return ['import of the provider', () => payments.statements.import(records, { account: 'fake', actor: 'run' })]
}

/** Draws the undoing of some allocations of a line. */
function drawPart({ payments, roll }: Hospital, { lines }: FinanceRows): DrawnCall | null {
  const shared = lines.filter(({ allocations }) => allocations.length > 1)
  const line = shared[roll(shared.length || 1)]
  if (!line) return null
  const options = { expectedVersion: line.version, reason: 'r', payments: 'keep', allocations: [roll(2)] } as const
  return ['take one allocation back', () => payments.lines.unallocate(line.key, options)]
}

/** Draws a call of the day. */
function drawOfDay(hospital: Hospital, known: FinanceRows & { readonly waivers: readonly never[] }): DrawnCall {
  const { payments, roll } = hospital
  const kind = known.payments.length < 3 ? 9 : roll(10)
  if (kind === 0) return drawOnProvider(hospital, known)
  if (kind <= 2) return drawDoubtful(hospital, known)
  if (kind === 3) return drawOnPayer(roll, payments, known)
  return (kind === 4 && drawPart(hospital, known)) || drawCall(roll, payments, known)
}

async function rowsNow(repository: FinanceRepository, payments: HospitalPayments) {
  const lines: AccountLine[] = []
  for await (const batch of repository.scanLines({})) lines.push(...batch)
  return {
    lines,
    payments: await repository.page({ by: 'createdAt', direction: 'asc', limit: 500 }),
    refunds: (await payments.refunds.list({ limit: 500 })).items,
    sessions: (await payments.cash.list({ limit: 500 })).items,
    waivers: (await payments.waivers.list({ limit: 500 })).items as readonly never[],
  }
}

async function journalOf(payments: HospitalPayments, from: string, to: string): Promise<JournalRow[]> {
  let csv = ''
  for await (const text of payments.reports.journal({ from, to }, { mode: 'exact' })) csv += text
  return rowsOfJournal(csv)
}

/** Returns what a posted row never changes: all but the present words and value date of its line. */
function postedText({ valueDate: _, reference: _words, memo: _text, ...row }: JournalRow): string {
  return JSON.stringify(row)
}

/** Groups rows or lines by the account and value date of their line. */
function byValueDate<Item>(items: readonly Item[], lineOf: (item: Item) => AccountLine): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const { account, valueDate } = lineOf(item)
    const name = `${valueDate} ${account}`
    groups.set(name, [...(groups.get(name) ?? []), item])
  }
  return groups
}

/** Compares the journal so far with the lines, by value date, and with the closings of days that are as they were. */
async function checkValueDates(payments: HospitalPayments, rows: readonly JournalRow[], lines: readonly AccountLine[]) {
  const ofKey = new Map(lines.map((line) => [line.key, line]))
  const posted = byValueDate(rows, ({ line }) => ofKey.get(line)!)
  for (const row of rows)
    demand(row.valueDate === ofKey.get(row.line)!.valueDate, 'a value date that is not the line’s')
  for (const [name, ofDay] of byValueDate(lines, (line) => line))
    demandSame(ledgerOfJournal(posted.get(name) ?? []), ledgerOf(ofDay), `the journal of ${name}`)
  const { items: closings } = await payments.days.list({ limit: 500 })
  const seen = new Set<string>()
  let compared = 0
  for (const closing of closings) {
    const name = `${closing.day} ${closing.account}`
    const isLast = !seen.has(name)
    seen.add(name)
    if (!isLast || closing.kind !== 'closing' || closing.changedSince.length > 0) continue
    demandSame(ledgerOfJournal(posted.get(name) ?? []), ledgerOfClosing(closing), `the closing of ${name}`)
    compared++
  }
  return compared
}

/** Plays a seed, and returns the outcome of each call, and what was compared. */
export async function playJournal(seed: number, original: FinanceRepository = memoryRepository()): Promise<string[]> {
  const roll = dice(seed)
  const { payments, clock, fake } = hospitalOf(seed, original)
  const today = () => new Date(clock() + zoneHours * hour).toISOString().slice(0, 10)
  const hospital: Hospital = { payments, fake, roll, today }
  const trace: string[] = []
  const exported: string[] = []
  let before: Ledger = new Map()
  let known = await rowsNow(original, payments)

  for (let day = 0; day < daysOfSeed; day++) {
    for (let call = 0; call < callsOfDay; call++) {
      clock.advance(roll(3) * 600_000)
      const [name, run] = drawOfDay(hospital, known)
      const outcome = await run().then(
        () => 'done',
        (error: unknown) => {
          if (isPaymentError(error) && error.code !== 'internal_error') return error.code
          throw error
        },
      )
      trace.push(`${name} → ${outcome}`)
      known = await rowsNow(original, payments)
    }
    const rows = await journalOf(payments, today(), today())
    checkPairs(rows)
    demand(
      rows.every(({ date }) => date === today()),
      'a row of another day',
    )
    const now = ledgerOf(known.lines)
    demandSame(
      ledgerOfJournal(rows),
      difference(now, before),
      `day ${day + 1}, after ${trace.slice(-callsOfDay).join(' | ')}`,
    )
    before = now
    exported.push(...rows.map(postedText))
    const all = await journalOf(payments, firstDay, lastDay)
    demand(all.map(postedText).join('\n') === exported.join('\n'), 'a day that changed after it was exported')
    checkPairs(all)
    demandSame(ledgerOfJournal(all), now, 'the journal so far')
    const compared = await checkValueDates(payments, all, known.lines)
    for (let n = 0; n < compared; n++) trace.push('closing compared')
    // The first minute of the next day, or of one some days later.
    const midnight = Date.parse(`${today()}T00:00:00.000Z`) + (24 - zoneHours) * hour
    clock.advance(midnight - clock() + [0, 0, 0, 2][roll(4)]! * 24 * hour)
  }
  return trace
}

function hospitalOf(seed: number, repository: FinanceRepository) {
  const service: { clock?: () => number } = {}
  const fake = fakeProvider({
    clock: () => service.clock!(),
    hasReceipts: seed % 3 !== 0,
    fee: seed % 2 === 0 ? 3 : 0,
    receiptPrefix: `F${seed}X`,
  })
  const { payments, clock } = testService({
    repository,
    timeZone: 'Africa/Addis_Ababa',
    cashSupervisors,
    providers: { fake },
    random: seededRandom(seed),
    refundApproval: () => false,
    waiverApproval: ({ amount }) => amount > 40,
  })
  service.clock = clock
  return { payments, clock, fake }
}
