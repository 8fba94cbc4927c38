/** A seed of imports and people's calls over few lines and bills, with faults of the storage: the books agree after every step. */
import { isPaymentError, memoryRepository, PaymentError } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { seededRandom } from 'hospital-payments/testing'
import { wrappedFinance } from '../../support/finance-repositories.js'
import { testService } from '../../support/service.js'
import { dice } from '../../support/turns.js'
import { cashSupervisors } from './cash-calls.js'
import { SecondBooks } from './finance-books.js'
import { drawCall } from './finance-calls.js'
import { demand } from './invariants.js'

const steps = 40
const writes: ReadonlySet<string> = new Set([...['insert', 'replace', 'saveImport', 'eraseLineTexts', 'addClosing']])
const faults = ['storage_unavailable', 'outcome_unknown']
/** Calls whose repeat, where they were stored, is answered as they were and writes nothing more. */
const isRepeatable = (name: string) => !['import', 'create', 'forget'].includes(name)

/** Returns true where a call of the storage has stored a change that a caller asks for. */
function isStored(name: string, answer: unknown): boolean {
  const { outcome } = (answer ?? {}) as { outcome?: string }
  return (name === 'replace' && outcome === 'replaced') || (name === 'addClosing' && outcome === 'added')
}

export async function playFinance(seed: number, original: FinanceRepository = memoryRepository()): Promise<string[]> {
  const roll = dice(seed)
  let countdown = 0
  let isAfter = false
  let written = 0
  const faulty = wrappedFinance(original, async (name, proceed) => {
    const isNow = --countdown === 0
    if (isNow && !isAfter) throw new PaymentError('storage_unavailable', 'A fault of the simulation.')
    const answer = await proceed()
    if (isStored(name, answer)) written++
    if (isNow) throw new PaymentError(writes.has(name) ? 'outcome_unknown' : 'storage_unavailable', 'A fault.')
    return answer
  })
  const settings = {
    referencePolicy: roll(2) === 0 ? 'allow' : 'one-live',
    timeZone: 'Africa/Addis_Ababa',
    cashSupervisors,
    refundApproval: roll(2) === 0 ? ({ amount }: { amount: number }) => amount >= 250 : () => false,
  } as const
  const { payments, clock } = testService({ ...settings, repository: faulty, random: seededRandom(seed) })
  // What is read for the books meets no faults.
  const reader = payments.using(original)
  const books = new SecondBooks(original, reader)
  let known = await books.check()

  const outcomeOf = (call: () => Promise<unknown>) =>
    call().then(
      () => 'done',
      (error: unknown) => {
        if (isPaymentError(error)) return error.code
        throw error
      },
    )

  const trace: string[] = []
  for (let step = 0; step < steps; step++) {
    clock.advance([1, 1, roll(100_000)][roll(3)]!)
    // Days pass, and once in a while a year ends.
    if (roll(12) === 0) clock.advance([1, 1, 45][roll(3)]! * 86_400_000)
    const [name, call] = drawCall(roll, payments, known)
    countdown = roll(4) === 0 ? 1 + roll(6) : 0
    isAfter = roll(2) === 0
    written = 0
    let outcome = await outcomeOf(call)
    countdown = 0
    known = await books.check()
    trace.push(`${name} → ${outcome}`)
    if (outcome === 'storage_unavailable' && name !== 'import')
      demand(written === 0, `a write that is reported as none: ${trace.slice(-4).join(' | ')}`)
    if (faults.includes(outcome)) {
      // Whoever was not answered asks again, and changes nothing twice.
      const wrote = written > 0
      written = 0
      outcome = await outcomeOf(call)
      if (isRepeatable(name) && wrote) {
        // What is open is not reopened: the repeat of a reopening says so.
        const answer = name === 'reopen' ? 'invalid_transition' : 'done'
        demand(outcome === answer, `a repeated call of ${name} that was stored and is answered with ${outcome}`)
        demand(written === 0, 'a call that changes something twice')
      }
      known = await books.check()
      trace.push(`${name} again → ${outcome}`)
    }
  }
  return [...trace, ...(await books.checkAll(clock()))]
}
