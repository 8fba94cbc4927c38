import { closingHash } from '../../../src/domain/days/chain.js'
import type { ClosingRecord } from '../../../src/domain/days/closing.js'
import { lineMark, lineMarks, marksHash } from '../../../src/domain/days/line-mark.js'
import type { AccountLine } from '../../../src/domain/reconciliation/account-line.js'
import type { StoredClosing } from '../../../src/repository/day-port.js'
import type { StoredReceipt } from '../../../src/repository/receipt-port.js'
import { nextId } from '../../../src/testing/fixtures.js'

/**
 * Makes the next link of a chain, as the core would: the closing of a day without lines, unless overridden. It follows on
 * the link `after`, or is the first of its account.
 */
export function closingFixture(
  overrides: Partial<Omit<ClosingRecord, 'hash'>> = {},
  { after, lines = [] }: { after?: ClosingRecord; lines?: readonly AccountLine[] } = {},
): StoredClosing {
  const marks = lineMarks(lines.map(lineMark))
  const record: Omit<ClosingRecord, 'hash'> = {
    account: after?.account ?? 'cbe-1000123',
    day: '2026-11-20',
    sequence: (after?.sequence ?? 0) + 1,
    kind: 'closing',
    actor: 'amina',
    reason: null,
    createdAt: '2026-11-21T09:00:00.000Z',
    currencies: [],
    payments: [],
    refunds: [],
    timeZone: 'Africa/Addis_Ababa',
    linesHash: marksHash(marks),
    previousHash: after?.hash ?? null,
    ...overrides,
  }
  return { ...record, hash: closingHash(record), lines: marks }
}

/** Makes what `issueReceipt` takes, of a payment that is new with each call. */
export function receiptFixture(overrides: Partial<Omit<StoredReceipt, 'number'>> = {}): Omit<StoredReceipt, 'number'> {
  const paymentId = overrides.paymentId ?? nextId('pay')
  return { year: 2026, issuedAt: '2026-11-20T09:00:00.000Z', issuedBy: 'sara', ...overrides, paymentId }
}
