import { instantOf } from '../../domain/instant.js'
import type { StatementLine, StatementRecord } from '../../domain/reconciliation/statement-line.js'
import { systemClock } from '../../internal/clock.js'
import { readRecord } from '../../operations/input/statement-record.js'
import { equal, holds, rejectionOf } from '../assert.js'
import { type ProviderProof, proveProvider, type ProviderUnderTest } from '../provider-proof.js'
import { abortMs, callInTime, shortMs, started, type StartedAttempt, statusOf } from '../provider-steps.js'

const hourMs = 3_600_000

/** Reads the list from some hours before now to some hours after it. */
function recordsOf(
  { provider, clock = systemClock }: ProviderUnderTest,
  [fromHours, toHours]: readonly [number, number],
  signal?: AbortSignal,
): Promise<StatementRecord[]> {
  const range = { from: instantOf(clock() + fromHours * hourMs), to: instantOf(clock() + toHours * hourMs) }
  const read = async (ownSignal: AbortSignal) => {
    const records: StatementRecord[] = []
    for await (const record of provider.list!(range, signal ?? ownSignal)) records.push(record)
    return records
  }
  return callInTime('the list', read, signal ? shortMs : undefined)
}

const aroundNow = [-1, 1] as const
const earlier = [-3, -2] as const

/** Returns the credits of an attempt's money: by its receipt where the status has one, else by its reference. */
function moneyOf(
  records: readonly StatementRecord[],
  attempt: StartedAttempt,
  receipt: string | undefined,
): StatementLine[] {
  return records
    .map((record) => readRecord(record).line)
    .filter((line) => line !== null)
    .filter(({ direction, amount, currency, providerTransactionId, reference }) => {
      const isMoney = direction === 'credit' && amount === attempt.amount && currency === attempt.currency
      return isMoney && (receipt === undefined ? reference === attempt.reference : providerTransactionId === receipt)
    })
}

/** Starts an attempt that is paid, and returns its receipt where the status has one. */
async function paidAttempt(underTest: ProviderUnderTest) {
  const attempt = await started(underTest)
  await underTest.pay!(attempt)
  const outcome = await statusOf(underTest, attempt)
  return { attempt, receipt: outcome.state === 'paid' ? outcome.providerTransactionId : undefined }
}

export const listProofs: readonly ProviderProof[] = [
  proveProvider(
    'A list has the money of an attempt once, under its receipt',
    ['provider.list', 'pay'],
    async (underTest) => {
      const { attempt, receipt } = await paidAttempt(underTest)
      const records = await recordsOf(underTest, aroundNow)
      for (const record of records) {
        const { reason } = { reason: null, ...readRecord(record) }
        holds(reason === null || 'rejected' in record, `a record is a line or rejected: ${reason}`)
      }
      equal(moneyOf(records, attempt, receipt).length, 1, 'credits of the amount under the receipt, or the reference')
    },
  ),

  proveProvider('A list has no money of another range', ['provider.list', 'pay'], async (underTest) => {
    const { attempt, receipt } = await paidAttempt(underTest)
    equal(moneyOf(await recordsOf(underTest, earlier), attempt, receipt).length, 0, 'credits of money that came later')
  }),

  proveProvider('A list that is read again is the same', ['provider.list', 'pay'], async (underTest) => {
    await paidAttempt(underTest)
    const records = await recordsOf(underTest, aroundNow)
    equal(await recordsOf(underTest, aroundNow), records, 'the records of the second reading')
  }),

  proveProvider(
    'A list that fails throws, and ends with no records as if there were none',
    ['provider.list', 'faults.busy'],
    async (underTest) => {
      underTest.faults!.busy!()
      const { length } = await rejectionOf(() => recordsOf(underTest, aroundNow))
      equal(length, 1, 'errors of a list that cannot be read')
    },
  ),

  proveProvider(
    'A list ends soon after its signal is aborted',
    ['provider.list', 'faults.silent'],
    async (underTest) => {
      underTest.faults!.silent!()
      const control = new AbortController()
      setTimeout(() => control.abort(), abortMs)
      const [error] = await rejectionOf(() => recordsOf(underTest, aroundNow, control.signal))
      holds(error !== undefined, 'an aborted list throws')
      if (error instanceof Error && error.name === 'ContractViolation') throw error
    },
  ),
]
