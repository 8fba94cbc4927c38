/** A hospital's day and its bank's statement: each group of bills has one of every trouble, and lines that build on others. */
import type { HospitalPayments, LineOutcome, ReconciliationItem, StatementRecord } from 'hospital-payments'
import { at, collect, hour, minute, request, type TestService } from '../../support/service.js'

type Record = Extract<StatementRecord, { amount: number }>
type LineAndOutcome = readonly [line: Partial<Record> | { rejected: string }, outcome: LineOutcome]

interface Desk extends Pick<TestService, 'payments' | 'clock'> {
  /** Makes a payment, a minute before the next one, and returns its id. */
  bill(reference: string, amount: number, more?: object): Promise<string>
}

interface Trouble {
  issue(desk: Desk, reference: string): Promise<unknown>
  lines(reference: string): readonly LineAndOutcome[]
}

const bookedAt = at(2 * hour)
const nothing = async () => {}

const troubles: readonly Trouble[] = [
  {
    // Instalments, of which two are alike.
    issue: ({ bill }, reference) => bill(reference, 300),
    lines: (reference) => [
      [{ reference, amount: 100 }, 'under_paid'],
      [{ reference, amount: 100 }, 'under_paid'],
      [{ reference, amount: 100, bookedAt }, 'confirmed'],
    ],
  },
  {
    // A transfer for two bills, of which one has been paid in part: it fits only what is left.
    async issue({ bill }, reference) {
      await bill(`${reference}-A`, 200)
      await bill(`${reference}-B`, 300)
    },
    lines: (reference) => [
      [{ reference: `${reference}-A`, amount: 50 }, 'under_paid'],
      [{ narration: `family ${reference}-A, ${reference}-B`, amount: 450 }, 'confirmed'],
    ],
  },
  {
    // One reference twice: the second line means the other payment only after the first line has settled the one.
    async issue({ bill, payments }, reference) {
      await payments.expirePayment(await bill(reference, 300))
      await payments.confirmPayment(await bill(reference, 150))
    },
    lines: (reference) => [
      [{ reference, amount: 150 }, 'matched'],
      [{ reference, amount: 300 }, 'confirmed'],
    ],
  },
  {
    // The same money twice, alike in every word.
    issue: ({ bill }, reference) => bill(reference, 150),
    lines: (reference) => [
      [{ narration: `Transfer (${reference})`, amount: 150 }, 'confirmed'],
      [{ narration: `Transfer (${reference})`, amount: 150 }, 'duplicate_credit'],
    ],
  },
  {
    // A receipt: confirmed at the desk; on the statement; and once more, by the receipt alone.
    async issue({ bill, payments }, reference) {
      const desk = await bill(`${reference}-A`, 150)
      await payments.confirmPayment(desk, { providerTransactionId: `TX-${reference}-A` })
      await bill(`${reference}-B`, 150)
    },
    lines: (reference) => [
      [{ providerTransactionId: `TX-${reference}-A`, amount: 150 }, 'matched'],
      [{ reference: `${reference}-B`, providerTransactionId: `TX-${reference}-B`, amount: 150 }, 'confirmed'],
      [{ providerTransactionId: `TX-${reference}-B`, amount: 151 }, 'duplicate_credit'],
    ],
  },
  {
    issue: ({ bill }, reference) => bill(reference, 150, { expiresAt: at(hour) }),
    lines: (reference) => [[{ reference, amount: 150, bookedAt }, 'confirmed']],
  },
  {
    issue: async ({ bill, payments }, reference) =>
      payments.failPayment(await bill(reference, 150), { reason: 'declined' }),
    lines: (reference) => [[{ reference, amount: 150 }, 'confirmed']],
  },
  {
    // Asked for again in another currency, and then paid in the first: the newer one is superseded under `one-live`.
    async issue({ bill, payments }, reference) {
      await payments.expirePayment(await bill(reference, 150))
      await bill(reference, 15, { currency: 'USD' })
    },
    lines: (reference) => [[{ reference, amount: 150 }, 'confirmed']],
  },
  {
    issue: ({ bill }, reference) => bill(reference, 150),
    lines: (reference) => [
      [{ reference, amount: 151 }, 'over_paid'],
      [{ reference, amount: 150, currency: 'USD' }, 'currency_mismatch'],
      [{ reference, amount: 150, direction: 'debit' }, 'reversal_candidate'],
    ],
  },
  {
    async issue({ bill, payments }, reference) {
      const id = await bill(reference, 150)
      await payments.confirmPayment(id)
      await payments.reversePayment(id, { reason: 'refund' })
    },
    lines: (reference) => [[{ reference, amount: 150 }, 'status_mismatch']],
  },
  {
    async issue({ bill }, reference) {
      await bill(`${reference}-A`, 150)
      await bill(`${reference}-B`, 150)
    },
    lines: (reference) => [[{ narration: `${reference}-A ${reference}-B`, amount: 299 }, 'ambiguous']],
  },
  {
    // One name of two movements.
    issue: ({ bill }, reference) => bill(reference, 150),
    lines: (reference) => [
      [{ lineId: reference, reference, amount: 100 }, 'under_paid'],
      [{ lineId: reference, reference, amount: 50 }, 'confirmed'],
    ],
  },
  { issue: nothing, lines: (reference) => [[{ narration: `NONE-${reference}`, amount: 7 }, 'unmatched_line']] },
  { issue: nothing, lines: () => [[{ rejected: 'amount cannot be read' }, 'rejected_line']] },
  {
    issue: ({ bill, payments }, reference) => bill(reference, 150).then((id) => payments.confirmPayment(id)),
    lines: () => [],
  },
]

/** Names the bills of a group, always alike. */
const referenceOf = (group: number, trouble: number) => `G${group}-T${String(trouble).padStart(4, '0')}`

export const account = 'cbe-1000'
export const options = { account, period: { from: '2026-11-20', to: '2026-11-20' }, actor: 'finance' } as const

export async function issueBills({ payments, clock }: Pick<TestService, 'payments' | 'clock'>, groups: number) {
  const bill: Desk['bill'] = async (reference, amount, more) => {
    const { id } = await payments.createPayment(request({ reference, amount, ...more }))
    clock.advance(minute / 10)
    return id
  }
  for (let group = 0; group < groups; group++)
    for (const [number, { issue }] of troubles.entries())
      await issue({ payments, clock, bill }, referenceOf(group, number))
  clock.set(at(5 * hour))
  await payments.expireDue()
}

/** A line that stands in a file, with what a run that is alone says of it. */
export interface Line {
  record: StatementRecord
  group: number
  outcome: LineOutcome
}

export function statementOf(groups: number): Line[] {
  const planned = Array.from({ length: groups }, (_, group) =>
    troubles.flatMap(({ lines }, number) => lines(referenceOf(group, number)).map((line) => ({ group, line }))),
  ).flat()
  return planned.map(({ group, line: [line, outcome] }, index) => {
    const row = index + 1
    if ('rejected' in line) return { record: { row, ...line }, group, outcome }
    const usual = { row, direction: 'credit', amount: 150, currency: 'ETB', valueDate: '2026-11-20' } as const
    return { record: { ...usual, ...line }, group, outcome }
  })
}

const writing: ReadonlySet<LineOutcome> = new Set(['matched', 'confirmed', 'under_paid'])

export const writes = ({ outcome }: Pick<Line, 'outcome'>) => writing.has(outcome)

export const recordsOf = (lines: readonly Line[]) => lines.map(({ record }) => record)

export function apply(payments: HospitalPayments, lines: readonly Line[]): Promise<ReconciliationItem[]> {
  return collect(payments.reconcile(recordsOf(lines), { ...options, apply: true }))
}

export const lineItems = (items: readonly ReconciliationItem[]) => items.filter((item) => item.kind === 'line')
