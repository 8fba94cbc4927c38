/** Statement lines of every kind, and every condition on them. */
import type { AccountLine } from '../../../src/domain/reconciliation/account-line.js'
import type { LineRowFilter } from '../../../src/repository/finance-port.js'
import { categoryAllocation } from './line-steps.js'
import { seededRandom } from '../../../src/testing/random.js'

const outcomes = ['matched', 'unmatched_line', 'over_paid', 'ambiguous'] as const
const texts = ['Abebe INV-1', 'rent 100%', 'INV_1', 'back\\slash', 'STRASSE', 'ክፍያ'] as const

export const imports = ['imp_00000000000000000000000001', 'imp_00000000000000000000000002'] as const

/** Lines of four days, many of each; conditions that no line meets together are few. */
export const lineMixture: readonly Partial<AccountLine>[] = Array.from({ length: 60 }, (_, i) => {
  const amount = [1000, 2500, 9007199254740991][i % 3]!
  const text = texts[i % texts.length]!
  return {
    account: i % 4 === 0 ? 'cash-desk' : 'cbe-1000123',
    importId: i % 5 === 0 ? null : imports[i % 2]!,
    direction: i % 7 < 5 ? 'credit' : 'debit',
    currency: i % 6 === 5 ? 'USD' : 'ETB',
    valueDate: `2026-11-${17 + ((i * 7) % 4)}`,
    amount,
    outcome: outcomes[i % 4]!,
    held: i % 8 < 3,
    assignee: [null, 'sara', 'Sara'][i % 3]!,
    sessionId: [null, 'csh_1', null, 'csh_2', 'csh_1'][i % 5]!,
    payerId: [null, 'pyr_1', 'pyr_2', null][i % 4]!,
    transferTo: [null, null, 'cash.safe', 'Cash.Safe', null, null, 'cash.safe'][i % 7]!,
    ...(i % 5 < 2 && { reference: text }),
    ...(i % 5 === 2 && { providerTransactionId: `tx-${text}` }),
    ...(i % 5 > 1 && { narration: `Paid by ${text}` }),
    ...(i % 9 < 4 && { allocations: [categoryAllocation('fee', i % 9 < 2 ? amount : amount - 1)] }),
  }
})

/** Values of each condition, of which a combination takes one. */
const conditions: readonly (readonly LineRowFilter[])[] = [
  [{ statuses: ['open'] }, { statuses: ['settled'] }, { statuses: ['settled', 'open'] }],
  [{ held: true }, { held: false }],
  [{ outcomes: ['matched'] }, { outcomes: ['ambiguous', 'over_paid'] }],
  [{ account: 'cbe-1000123' }, { account: 'cash-desk' }, { account: 'Cash-Desk' }],
  [{ direction: 'credit' }, { direction: 'debit' }],
  [{ currency: 'ETB' }, { currency: 'USD' }],
  [{ from: '2026-11-18' }, { from: '2026-11-21' }],
  [{ to: '2026-11-19' }, { to: '2026-11-17' }],
  [{ amount: 2500 }, { amount: 9007199254740991 }],
  [{ text: 'inv-1' }, { text: 'paid by' }],
  [{ assignee: null }, { assignee: 'sara' }],
  [{ importId: imports[0] }, { importId: imports[1] }],
  [{ sessionId: 'csh_1' }, { sessionId: 'CSH_1' }],
  [{ payerId: 'pyr_1' }, { payerId: 'pyr_2' }],
  [{ transferTo: 'cash.safe' }, { transferTo: 'Cash.Safe' }],
]

/** Lists each condition alone with each value, every pair, and a hundred of several more. */
export function lineFilters(): LineRowFilter[] {
  const alone = conditions.flat()
  const pairs = conditions.flatMap(([a], i) => conditions.slice(i + 1).map(([b]) => ({ ...a, ...b })))
  const random = seededRandom(20)
  const several = Array.from({ length: 100 }, () => {
    const bytes = random(conditions.length)
    return Object.assign(
      {},
      ...conditions.map((values, i) => (bytes[i]! % 4 === 0 ? values[(bytes[i]! >> 2) % values.length] : {})),
    ) as LineRowFilter
  })
  return [{}, ...alone, ...pairs, ...several]
}

/** Returns true where a line meets a filter: the rule of the port, by the letter. */
export function meetsFilter(line: AccountLine, filter: LineRowFilter): boolean {
  const {
    statuses,
    held,
    outcomes: filterOutcomes,
    account,
    direction,
    currency,
    from,
    to,
    amount,
    text,
    assignee,
    importId,
    sessionId,
    payerId,
    transferTo,
  } = filter
  const words = [line.reference, line.providerTransactionId, line.narration].filter((part) => part !== undefined)
  return [
    statuses?.includes(line.status),
    held === undefined ? undefined : line.held === held,
    filterOutcomes?.includes(line.outcome),
    account === undefined ? undefined : line.account === account,
    direction === undefined ? undefined : line.direction === direction,
    currency === undefined ? undefined : line.currency === currency,
    from === undefined ? undefined : line.valueDate >= from,
    to === undefined ? undefined : line.valueDate <= to,
    amount === undefined ? undefined : line.amount === amount,
    text === undefined ? undefined : words.some((part) => part.toLowerCase().includes(text)),
    assignee === undefined ? undefined : line.assignee === assignee,
    importId === undefined ? undefined : line.importId === importId,
    sessionId === undefined ? undefined : line.sessionId === sessionId,
    payerId === undefined ? undefined : line.payerId === payerId,
    transferTo === undefined ? undefined : line.transferTo === transferTo,
  ].every((condition) => condition !== false)
}
