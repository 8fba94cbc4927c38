/** The few values that the calls of one sequence are made of: few, so that conflicts and ties are many. */
import type { CreatePaymentRequest, Instructions } from 'hospital-payments'
import fc from 'fast-check'
import { lookalikes } from '../../../src/testing/hostile.js'
import { freeText, hostileText, validRequest } from '../../support/arbitraries.js'
import { record } from './draw.js'

export interface Cast {
  readonly ids: readonly string[]
  readonly references: readonly string[]
  readonly transactions: readonly string[]
  readonly lineKeys: readonly string[]
  readonly owners: readonly string[]
  readonly keys: readonly string[]
  readonly channels: readonly string[]
  /** Some of them a millisecond apart, in no order. */
  readonly instants: readonly string[]
  readonly texts: readonly string[]
  readonly requests: readonly CreatePaymentRequest[]
  readonly instructions: readonly Instructions[]
}

/** Names that storages were seen to take for one another, or that mean something to a layer below. */
const names = fc.oneof(
  fc.shuffledSubarray([...lookalikes], { minLength: 3, maxLength: 3 }),
  fc.uniqueArray(
    hostileText(60).filter((text) => text !== ''),
    { minLength: 3, maxLength: 3 },
  ),
)

/** Byte for byte, capitals come before the underscore, and that before small letters. */
const ids = fc.shuffledSubarray(
  ['0', '9', 'A', 'B', 'Z', '_', 'a', 'b', 'z', 'AA', 'aA', 'Aa', '-'].map((end) => `pay_${end}`),
  { minLength: 9 },
)

const first = Date.parse('0000-01-01T00:00:00.000Z')
const last = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Times of every year that can be written; most storages have a place or two where another calendar or epoch begins.
 */
const moment = fc.oneof(
  fc.integer({ min: first, max: last - 1 }),
  fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) }),
  fc.constantFrom(first, -62_135_596_800_001, -1, 2 ** 31 * 1000, Date.UTC(2026, 10, 20), last - 1),
)

const instants = fc
  .tuple(moment, moment)
  .map(([one, other]) => [one, one + 1, other, other + 1].map((ms) => new Date(ms).toISOString()))

const instructions = (text: string, message: string): Instructions[] => [
  { type: 'text', message },
  { type: 'redirect', url: text, message },
  { type: 'ussd', code: text, message },
  { type: 'qr', payload: text, message },
]

/** Few currencies, and amounts whose sums no floating point number holds. */
const money = fc.record({
  currency: fc.constantFrom('ETB', 'ETB', 'KES'),
  amount: fc.constantFrom(1, 2, Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER),
})
const requests = fc.tuple(validRequest(['-']), money).map(([request, values]) => ({ ...request, ...values }))

const alike = ['cash', 'Cash', 'CASH', 'cash.', 'cash-1', '_']

export const casts: fc.Arbitrary<Cast> = record({
  ids,
  references: names,
  transactions: fc.oneof(names, fc.constant(['tx-1\u00c4', 'TX-1\u00c4', 'tx-1\u00e4'])),
  lineKeys: names,
  owners: names,
  keys: fc.oneof(
    fc.constant(['key', 'KEY', 'key.']),
    fc.uniqueArray(fc.stringMatching(/^[!-~]{1,255}$/), { minLength: 3, maxLength: 3 }),
  ),
  channels: fc.shuffledSubarray(alike, { minLength: 3, maxLength: 3 }),
  instants,
  texts: fc.array(freeText(255), { minLength: 3, maxLength: 3 }),
  requests: fc.array(requests, { minLength: 3, maxLength: 3 }),
  instructions: fc.tuple(freeText(500), freeText(500)).map(([text, message]) => instructions(text, message)),
})
