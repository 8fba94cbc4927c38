/** A naive ledger of a provider's money: each payment that the provider took is one line, and pays what it can, once. */
import type { AccountLine, AttemptEvent, Payment } from 'hospital-payments'
import { expect } from 'vitest'
import { isUncounted } from '../../../src/domain/reconciliation/account-line.js'
import { classOf } from '../../../src/domain/reconciliation/matching.js'
import { openAmount } from '../../../src/domain/payments/open-amount.js'
import type { StoredAttempt } from '../../../src/domain/attempts/attempt.js'
import { attempts } from '../../../src/repository/aggregates/attempts.js'
import { messages } from '../../../src/repository/aggregates/messages.js'
import { checkMonthsOfLines } from '../../operations/days/support/months.js'
import { checkBooks } from '../../operations/lines/support/counter.js'
import { collect } from '../../support/service.js'
import { providerName, type World } from './attempt-world.js'
import { demand } from './invariants.js'

/** Written out here once more, so that a wrong table in the library is found. */
const steps = [
  ...['null starting', 'starting pending', 'starting paid', 'starting failed', 'starting unknown'],
  ...['pending paid', 'pending failed', 'pending unknown', 'unknown pending', 'unknown paid', 'unknown failed'],
  ...['failed paid'],
]
const living = ['starting', 'pending', 'unknown']
const leaseMs = 60_000
const promptMs = 600_000

interface Stored {
  readonly attempts: readonly StoredAttempt[]
  readonly lines: readonly AccountLine[]
  readonly payments: ReadonlyMap<string, Payment>
}

export async function storedNow({ original, reader }: World): Promise<Stored> {
  const rows = await original.pageRows(attempts, { list: 'created', direction: 'asc', limit: 10_000 })
  const lines = (await collect(original.scanLines({ account: providerName }))).flat()
  const { items } = await reader.reportPayments({ limit: 500 })
  const payments = await Promise.all(items.map(async ({ paymentId }) => (await reader.getPayment(paymentId))!))
  return { attempts: rows, lines, payments: new Map(payments.map((payment) => [payment.id, payment])) }
}

const nameOf = ({ amount, currency }: { readonly amount: number; readonly currency: string }) => `${amount} ${currency}`

function countsOf(monies: readonly { readonly amount: number; readonly currency: string }[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const money of monies) counts.set(nameOf(money), (counts.get(nameOf(money)) ?? 0) + 1)
  return counts
}

/** Lists the credits of the provider's account that count as money. */
function moneyOf({ lines }: Stored): readonly AccountLine[] {
  return lines.filter((line) => line.direction === 'credit' && !isUncounted(line))
}

/** Checks what must hold at any moment: nothing is pushed twice, no money counts twice, one attempt of a payment lives. */
export function checkMoment({ fake, nature, starts, broken }: World, stored: Stored): void {
  demand(broken.length === 0, broken.join(' | '))
  demand(new Set(fake.pushes).size === fake.pushes.length, 'an attempt that was pushed twice')
  if (!nature.startIsIdempotent)
    for (const [id, count] of starts) demand(count === 1, `a start of ${id} that was sent ${count} times`)
  const truth = countsOf(fake.payments)
  for (const [money, count] of countsOf(moneyOf(stored)))
    demand(
      count <= (truth.get(money) ?? 0),
      `${count} lines of ${money} where the provider took ${truth.get(money) ?? 0}`,
    )
  const livingOf = new Map<string, string>()
  for (const { id, paymentId, status } of stored.attempts) {
    if (!living.includes(status)) continue
    demand(!livingOf.has(paymentId), 'two living attempts of one payment')
    livingOf.set(paymentId, id)
  }
  for (const { id, attemptId } of stored.payments.values())
    demand(attemptId === (livingOf.get(id) ?? null), `a payment with the attempt ${attemptId}, not ${livingOf.get(id)}`)
}

/** Checks the history of an attempt against the table of steps, and what a person may give up. */
function checkHistory({ nature }: World, attempt: StoredAttempt, events: readonly AttemptEvent[]): void {
  let last: string | null = null
  for (const [at, { type, data, createdAt, reason }] of events.entries()) {
    demand(data.version === at + 1, 'a gap in the history of an attempt')
    demand(data.previousStatus === last, `an event ${type} behind ${data.previousStatus}, not ${last}`)
    demand(steps.includes(`${last} ${data.status}`), `an attempt that went from ${last} to ${data.status}`)
    const age = Date.parse(createdAt) - Date.parse(attempt.createdAt)
    if (type === 'attempt.abandoned') {
      demand(last !== 'starting' || age >= leaseMs, 'an attempt that was given up while its start had a lease')
      demand(nature.canCancel || reason === 'forced' || age >= promptMs, 'an attempt that was given up too early')
    }
    last = data.status
  }
  demand(last === attempt.status, 'a state that is not the end of the history')
}

/** Returns true where the money of an attempt is of another attempt's line: it is left to people. */
function isDoubtful({ accepted }: World, { attempts }: Stored, { id }: StoredAttempt): boolean {
  const receipt = accepted.get(id)?.receipt.toLowerCase()
  return attempts.some((other) => other.id !== id && other.receiptKey === receipt)
}

/** Checks the ends of all attempts, after every poll: each is what the provider says, and the money of paid ones is where it belongs. */
export async function checkEnds(world: World, stored: Stored): Promise<string[]> {
  const { fake, nature, accepted, signed, reader, original } = world
  const lines = new Map(stored.lines.map((line) => [line.key, line]))
  const ends: string[] = []
  for (const attempt of stored.attempts) {
    const { id, status, nextCheckAt, phone } = attempt
    const events = await reader.attempts.history(id)
    checkHistory(world, attempt, events)
    demand(nextCheckAt === null, `an attempt that is ${status} and waits for ${nextCheckAt}`)
    demand(status !== 'starting', 'an attempt that is still starting')
    demand(living.includes(status) || phone === null, 'an attempt that ended and has the phone')
    const isPaid = accepted.has(id)
    const isKnown = isPaid && (!nature.isMute || signed.has(id))
    if (isKnown && status !== 'paid') {
      demand(status === 'unknown' && isDoubtful(world, stored, attempt), `paid money of an attempt that is ${status}`)
      ends.push('unknown for people')
    }
    if (status === 'paid') {
      demand(
        fake.payments.some(({ attemptId }) => attemptId === id),
        'an attempt that is paid without money',
      )
      const line = lines.get(attempt.lineKey ?? '')
      demand(line?.direction === 'credit' && !isUncounted(line), 'a paid attempt without a line that counts')
      const { feeKey } = attempt
      demand(feeKey === null || lines.get(feeKey)?.direction === 'debit', 'a fee without a line')
      const payment = stored.payments.get(attempt.paymentId)!
      const isTakable = classOf(payment) >= 0 && openAmount(payment) > 0 && payment.currency === line!.currency
      const open = line!.amount - line!.allocated - line!.givenBack
      demand(line!.held || open === 0 || !isTakable, `a paid attempt whose line has ${open} for a bill that is open`)
    }
    ends.push(`end ${status}${status === 'failed' ? ` ${attempt.failure?.code}` : ''}`)
  }
  const left = await original.pageRows(messages, {
    list: 'status',
    where: { status: 'new' },
    direction: 'asc',
    limit: 9,
  })
  demand(left.length === 0, 'a message that is not worked off')
  demand(!world.hasLoggedPhone(), 'a log line with the phone of a payer')
  return ends
}

/** Checks, after the whole statement was imported, that the account has each money of the provider once, and each fee. */
export async function checkAccount(world: World, stored: Stored): Promise<void> {
  const { fake, original, nature } = world
  expect(Object.fromEntries(countsOf(moneyOf(stored))), 'credits').toEqual(Object.fromEntries(countsOf(fake.payments)))
  const receipts = moneyOf(stored).map((line) => line.providerTransactionId?.toLowerCase())
  expect(receipts.sort(), 'receipts').toEqual(fake.payments.map(({ receipt }) => receipt.toLowerCase()).sort())
  const debits = stored.lines.filter((line) => line.direction === 'debit' && !isUncounted(line))
  expect(debits.length, 'fees').toBe(nature.fee > 0 ? fake.payments.length : 0)
  await checkBooks(original)
  await checkMonthsOfLines(world.reader, (await collect(original.scanLines({}))).flat())
}
