/** Hospitals and statements of few references, amounts and receipts, so that lines meet bills, and each other, often. */
import fc from 'fast-check'
import { isPaymentError, type Payment, type StatementLine, type StatementRecord } from 'hospital-payments'
import { examples } from '../../support/rounds.js'
import { at, contents, day, hour } from '../../support/service.js'
import { filler, hospital, type Hospital } from './hospital.js'

const { HP_PATH } = process.env

/** Returns the settings of a property; HP_SEED and HP_PATH, as a failure prints them, play one again. */
export const runs = (count: number) => ({
  numRuns: examples(count),
  ...(HP_PATH !== undefined && { path: HP_PATH }),
})

const references = ['INV-0001', 'INV-0002', 'INV-0003']
const reference = fc.constantFrom(...references)
const receipt = fc.constantFrom('TX-1', 'tx-1', 'TX-2', 'Tx-2', 'TX-3', 'TX-4')
const currency = fc.constantFrom('ETB', 'ETB', 'ETB', 'USD')

export interface Bill {
  reference: string
  amount: number
  currency: string
  channel: string
  expiresAt?: string
  status: Payment['status']
  receipt: string | null
}

const bill: fc.Arbitrary<Bill> = fc.record(
  {
    reference,
    amount: fc.constantFrom(100, 200, 300),
    currency,
    channel: fc.constantFrom('mobile-banking', 'cash'),
    expiresAt: fc.constant(at(hour)),
    status: fc.constantFrom('pending', 'pending', 'succeeded', 'succeeded', 'failed', 'expired', 'reversed'),
    receipt: fc.option(receipt),
  },
  { requiredKeys: ['reference', 'amount', 'currency', 'channel', 'status', 'receipt'], noNullPrototype: true },
)

const narration = fc
  .tuple(
    fc.subarray(references, { minLength: 0 }),
    fc.constantFrom(' ', ', ', ' / '),
    fc.constantFrom('', 'PAID 1500 ETB '),
  )
  .map(([named, between, words]) => words + named.join(between))

const optional = {
  bookedAt: fc.constantFrom(at(-day), at(2 * hour), at(hour), '2019-03-11T06:00:00.000Z'),
  reference: fc.oneof(
    { weight: 4, arbitrary: reference },
    { weight: 1, arbitrary: fc.constantFrom('X-9', 'inv-0001') },
  ),
  narration,
  providerTransactionId: receipt,
} as const

const required = {
  row: fc.nat(99),
  direction: fc.constantFrom(
    'credit' as const,
    'credit' as const,
    'credit' as const,
    'credit' as const,
    'debit' as const,
  ),
  amount: fc.constantFrom(50, 100, 150, 200, 300, 300, 400, 500, 600),
  currency,
  valueDate: fc.constantFrom('2026-11-19', '2026-11-20', '2026-11-21', '2026-11-25'),
}

const names = Object.keys(required) as (keyof typeof required)[]

function lineWith(lineId: fc.Arbitrary<string>, often: boolean): fc.Arbitrary<StatementLine> {
  return fc.record(
    { ...required, ...optional, lineId },
    { requiredKeys: often ? [...names, 'lineId'] : names, noNullPrototype: true },
  ) as fc.Arbitrary<StatementLine>
}

/** Lines with and without names; some names are repeated, and so are some contents. */
export const line = lineWith(fc.constantFrom('A-1', 'A-2', 'A-3', 'A-4', 'A-5', ' '), false)

/** A statement as banks with names for their lines send it: each is unique. */
export const namedLines = fc
  .array(lineWith(fc.constant('?'), true), { maxLength: 10 })
  .map((lines) => lines.map((one, index): StatementLine => ({ ...one, lineId: `L-${index}` })))

export interface Setting {
  policy: 'allow' | 'one-live'
  bills: Bill[]
  /** A statement of another account that was applied before. */
  before: StatementLine[]
}

export const setting: fc.Arbitrary<Setting> = fc.record(
  {
    policy: fc.constantFrom('allow' as const, 'one-live' as const),
    bills: fc.array(bill, { minLength: 1, maxLength: 8 }),
    before: fc.array(line, { maxLength: 4 }),
  },
  { noNullPrototype: true },
)

async function settle({ payments }: Hospital, { id }: Payment, { status, receipt: receipt }: Bill): Promise<void> {
  const withReceipt = receipt === null ? {} : { providerTransactionId: receipt }
  if (status === 'succeeded' || status === 'reversed') await payments.confirmPayment(id, withReceipt)
  if (status === 'reversed') await payments.reversePayment(id, { reason: 'refund' })
  if (status === 'failed') await payments.failPayment(id, { reason: 'declined' })
}

/** Builds the hospital of a setting, always the same one, ids included. */
export async function built(
  { policy, bills, before }: Setting,
  around: Parameters<typeof hospital>[0] = {},
): Promise<Hospital> {
  const service = hospital({ referencePolicy: policy, ...around })
  const toExpire: string[] = []
  for (const one of bills) {
    const { status, receipt: _, ...createRequest } = one
    try {
      const payment = await service.bill(createRequest)
      if (status === 'expired' && createRequest.expiresAt === undefined)
        await service.payments.expirePayment(payment.id)
      else if (status === 'expired') toExpire.push(payment.id)
      else await settle(service, payment, one)
    } catch (error) {
      // What the policy of references or receipts refuses is not asked for.
      if (!isPaymentError(error, 'reference_conflict') && !isPaymentError(error, 'duplicate_payment')) throw error
    }
  }
  service.clock.set(at(3 * hour))
  for (const id of toExpire) await service.payments.expirePayment(id)
  await service.apply(before, { account: 'another-account' })
  return service
}

/** Puts each line in a batch of its own: it is looked up after the one before was written. */
export function apart(lines: readonly StatementLine[]): StatementRecord[] {
  return lines.flatMap((one) => [one, ...filler()])
}

export const period = { from: '2026-11-18', to: '2026-11-26' }

/** Reads what must be the same however the statement was cut: per payment, its status and what was proved of it. */
export async function storedState({ repository }: Hospital): Promise<unknown[]> {
  return (await contents(repository)).map(({ payment: { id, status, amountReconciled } }) => [
    id,
    status,
    amountReconciled,
  ])
}
