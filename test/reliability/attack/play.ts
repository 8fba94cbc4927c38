/** One attack: rounds of eight calls at once, in an order that a seed decides, with days that pass between them. */
import { type AccountLine, isPaymentError, memoryRepository, type StatementLine } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { manualClock, seededRandom } from 'hospital-payments/testing'
import { contendedFinance } from '../../support/finance-repositories.js'
import { start, testService } from '../../support/service.js'
import { dice, turns } from '../../support/turns.js'
import { demand } from '../simulation/invariants.js'
import { checkMonthsOfLines } from '../../operations/days/support/months.js'
import { checkAttention } from '../simulation/cash-books.js'
import { cashSupervisors } from '../simulation/cash-calls.js'
import { isOfScheme } from '../simulation/payer-books.js'
import { maxUnapprovedWaiver } from '../simulation/payer-calls.js'
import { type Call, drawCall, type SentFile, type Universe } from './calls.js'
import { checkLedger, checkNoneGivenBackAlone, isUncounted, type Stored } from './ledger.js'
import { Wallet, walletName } from './wallet.js'

const rounds = 7
const atOnce = 8
const day = 86_400_000

type Facts = Pick<StatementLine, 'direction' | 'amount' | 'valueDate' | 'reference' | 'providerTransactionId'>

const nameOf = (account: string, { direction, amount, valueDate, reference, providerTransactionId }: Facts) =>
  JSON.stringify([account, direction, amount, valueDate, reference ?? null, providerTransactionId ?? null])

/** The number of lines of each kind that must be stored: of each identity as many as the file that had most of it. */
class Identities {
  private readonly max = new Map<string, number>()

  add({ account, records }: SentFile): void {
    const counts = new Map<string, number>()
    for (const record of records) {
      const name = JSON.stringify([nameOf(account, record), record.lineId ?? null])
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    for (const [name, count] of counts) this.max.set(name, Math.max(this.max.get(name) ?? 0, count))
  }

  check({ lines }: Stored): void {
    const right = new Map<string, number>()
    for (const [name, count] of this.max) {
      const [facts] = JSON.parse(name) as [string]
      right.set(facts, (right.get(facts) ?? 0) + count)
    }
    const stored = new Map<string, number>()
    for (const line of lines) {
      if (line.importId === null || line.account === walletName) continue
      const name = nameOf(line.account, line)
      stored.set(name, (stored.get(name) ?? 0) + 1)
    }
    for (const name of new Set([...right.keys(), ...stored.keys()])) {
      const [is, must] = [stored.get(name) ?? 0, right.get(name) ?? 0]
      demand(is === must, `${is} lines ${name} where files had ${must}`)
    }
  }
}

/** The categories of cash that no payer gave. */
const cashOfNobody = ['float', 'cash_over']

/** Sums what of a line no payer gave: what cancels out with another line, such as cash that was sent, floats and differences. */
function givenByNobody(allocations: AccountLine['allocations']): number {
  return allocations.reduce((sum, allocation) => {
    const { to, amount } = allocation
    return to === 'line' || (to === 'category' && cashOfNobody.includes(allocation.category)) ? sum + amount : sum
  }, 0)
}

/** Checks, where statements alone say what came, that no more is promised or given back than came. */
function checkConservation({ lines, refunds }: Stored): void {
  const came = lines
    .filter((line) => line.direction === 'credit' && !isUncounted(line) && !isOfScheme(line))
    .reduce((sum, { amount, allocations }) => sum + amount - givenByNobody(allocations), 0)
  const givenBack = refunds
    .filter(
      ({ status, lineKey }) =>
        status === 'pending' || status === 'succeeded' || (status === 'requested' && lineKey === null),
    )
    .reduce((sum, { amount }) => sum + amount, 0)
  demand(givenBack <= came, `${givenBack} promised and given back of ${came} that came`)
}

/** @returns each call with its outcome */
export async function attack(seed: number, original: FinanceRepository = memoryRepository()): Promise<string[]> {
  const roll = dice(seed)
  const universe: Universe = { bills: 1 + roll(3), lines: 1 + roll(8), isHearsay: roll(2) === 0 }
  const order = turns(roll)
  const clock = manualClock(start)
  const wallet = new Wallet(roll, order, clock)
  const { payments } = testService({
    clock,
    providers: { [walletName]: wallet.provider() },
    repository: contendedFinance(original, order),
    referencePolicy: roll(2) === 0 ? 'allow' : 'one-live',
    timeZone: 'Africa/Addis_Ababa',
    cashSupervisors,
    waiverApproval: ({ amount }) => amount > maxUnapprovedWaiver,
    refundApproval: roll(2) === 0 ? ({ amount }) => amount >= 250 : () => false,
    random: seededRandom(seed),
  })
  // What is read for the books waits for no turn.
  const reader = payments.using(original)
  const identities = new Identities()
  const trace: string[] = []
  let stored = await checkLedger(reader)
  for (let round = 0; round < rounds; round++) {
    clock.advance(roll(3) === 0 ? (1 + roll(3)) * day : 1 + roll(100_000))
    const calls = Array.from({ length: atOnce }, (): Call =>
      drawCall(roll, payments, stored, universe, (file) => identities.add(file), wallet),
    )
    const outcomes = await order.race(calls.map(([, run]) => run))
    const results = outcomes.map((outcome, i) => {
      if (outcome.status === 'fulfilled') return `${calls[i]![0]} → done`
      if (!isPaymentError(outcome.reason)) throw outcome.reason
      return `${calls[i]![0]} → ${outcome.reason.code}`
    })
    trace.push(...results)
    try {
      const before = stored
      stored = await checkLedger(reader)
      checkNoneGivenBackAlone(before, stored)
      identities.check(stored)
      wallet.check(stored)
      if (!universe.isHearsay) checkConservation(stored)
    } catch (cause) {
      throw new Error(`${String(cause)}, after: ${results.join(' | ')}`, { cause })
    }
  }
  await wallet.end(
    payments,
    (ms) => clock.advance(ms),
    () => checkLedger(reader),
  )
  stored = await checkLedger(reader)
  await checkAttention(reader, { ...stored, now: clock() })
  await checkMonthsOfLines(reader, stored.lines)
  for (const account of new Set(stored.lines.map((line) => line.account))) {
    const { ok, firstDifference } = await reader.days.verify({ account })
    demand(ok, `a chain of closings that verify does not confirm: ${JSON.stringify(firstDifference)}`)
  }
  return trace
}
