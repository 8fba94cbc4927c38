import fc from 'fast-check'
import type { StatementLine, StatementRecord } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { examples } from '../support/rounds.js'
import { at, contents, day } from '../support/service.js'
import { credit, hospital, rejected } from './support/hospital.js'

const reference = 'INV-0001'

const names = [
  'row',
  'direction',
  'amount',
  'currency',
  'valueDate',
  'bookedAt',
  'lineId',
  'reference',
  'narration',
  'providerTransactionId',
] as const satisfies readonly (keyof StatementLine)[]

describe('reconcile: a line that is stored', () => {
  it('is rejected where a bill is found for it that cannot have been paid at its time, and stays as it is', async () => {
    const { bill, outcomes, apply, payments, now } = hospital()
    const line = credit({ reference, bookedAt: '2019-11-20T09:00:00.000Z' })
    expect(await outcomes([line])).toEqual(['unmatched_line'])
    const stored = await payments.lines.list()
    const open = await bill({ reference })
    const reason = 'bookedAt is more than 366 days before the payment was created'
    expect((await apply([line])).lines).toStrictEqual([rejected(reason, line.row)])
    expect(await payments.lines.list()).toStrictEqual(stored)
    expect(await now(open)).toStrictEqual(open)
  })
})

describe('reconcile: a line that cannot be read', () => {
  it.each([
    ['no amount', { amount: undefined }],
    ['an amount of nothing', { amount: 0 }],
    ['an amount of minus nothing', { amount: -0 }],
    ['an amount below nothing', { amount: -150_000 }],
    ['a fraction of a cent', { amount: 150_000.5 }],
    ['an amount too large to be exact', { amount: 2 ** 53 }],
    ['an amount that is no number', { amount: Number.NaN }],
    ['an amount without end', { amount: Infinity }],
    ['an amount as text', { amount: '150000' }],
    ['an amount as bigint', { amount: 150_000n }],
    ['a day that the calendar does not have', { valueDate: '2026-02-30' }],
    ['a day in another form', { valueDate: '20/11/2026' }],
    ['a day with its time', { valueDate: '2026-11-20T00:00:00Z' }],
    ['no day', { valueDate: undefined }],
    ['a day before 1970', { valueDate: '1969-12-31' }],
    ['a day after 9998', { valueDate: '9999-01-01' }],
    ['a currency that never was', { currency: 'XXQ' }],
    ['a currency in small letters', { currency: 'etb' }],
    ['gold', { currency: 'XAU' }],
    ['no direction', { direction: undefined }],
    ['a direction of its own', { direction: 'CR' }],
    ['a time without a zone', { bookedAt: '2026-11-20T09:00:00' }],
    ['a time that the calendar does not have', { bookedAt: '2026-02-30T09:00:00Z' }],
    ['a reference that is no text', { reference: 42 }],
    ['a reference of null', { reference: null }],
    ['a narration that is no text', { narration: ['INV-0001'] }],
    ['a receipt that is no text', { providerTransactionId: 7 }],
    ['a name that is no text', { lineId: 7 }],
  ])('with %s is rejected with its row and a reason, never 0 or a guess', async (_, wrong) => {
    const { bill, apply, repository, outcomes } = hospital()
    await bill({ reference })
    const before = await contents(repository)
    const bad = { ...credit({ reference, row: 17 }), ...wrong } as StatementRecord
    const { lines, summary } = await apply([bad])
    const reason = expect.stringMatching(new RegExp(`\\b${Object.keys(wrong)[0]}\\b`)) as string
    expect(lines).toStrictEqual([rejected(reason, 17)])
    expect(summary.lines).toStrictEqual([
      { outcome: 'rejected_line', direction: null, currency: null, count: 1, amount: '0' },
    ])
    expect(await contents(repository)).toStrictEqual(before)
    expect(await outcomes([bad, credit({ reference })])).toEqual(['rejected_line', 'confirmed'])
  })

  it('keeps the reader’s own reason and row', async () => {
    const { apply } = hospital()
    expect((await apply([{ row: 9, rejected: 'amount has too many digits' }])).lines[0]).toMatchObject({
      row: 9,
      outcome: 'rejected_line',
      reason: 'amount has too many digits',
      line: null,
    })
  })

  it('is kept as its reader rejected it, however much of it could be read', async () => {
    const { bill, outcomes } = hospital()
    await bill({ reference })
    const half = { ...credit({ reference }), rejected: 'surplus digits' } as StatementRecord
    expect(await outcomes([half])).toEqual(['rejected_line'])
  })

  it('may be anything at all, and never throws', async () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withTypedArray: true,
      withSparseArray: true,
      withObjectString: true,
    })
    const lineLike = fc.record(
      {
        row: anything,
        direction: anything,
        amount: anything,
        currency: anything,
        valueDate: anything,
        bookedAt: anything,
        lineId: anything,
        rejected: anything,
      },
      { requiredKeys: [] },
    )
    const nearly = fc
      .tuple(fc.constantFrom(...names, 'rejected', '__proto__'), anything)
      .map(([name, value]) => ({ ...credit({ reference }), [name]: value }))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(anything, lineLike, nearly), { maxLength: 8 }), async (records) => {
        const { bill, apply } = hospital()
        await bill({ reference })
        const { lines } = await apply([...records, credit({ reference, narration: 'last' })] as StatementRecord[])
        expect(lines).toHaveLength(records.length + 1)
        expect(lines.at(-1)!.outcome).toMatch(/confirmed|duplicate_credit|already_reconciled/)
        for (const { outcome, row, reason } of lines) {
          expect(Number.isSafeInteger(row) && row >= 0).toBe(true)
          if (outcome === 'rejected_line') expect(typeof reason).toBe('string')
        }
      }),
      { numRuns: examples(150) },
    )
  })

  it('may fail when it is looked at', async () => {
    const { outcomes } = hospital()
    const hostile = {
      get row(): number {
        throw new Error('no')
      },
    }
    expect(await outcomes([hostile as StatementRecord, credit()])).toEqual(['rejected_line', 'unmatched_line'])
  })

  it('is reported without anything of what it holds', async () => {
    const secret = 'Abebe Bikila 0911'
    const { apply } = hospital()
    const records = [
      secret,
      [secret],
      { [secret]: secret },
      Symbol(secret),
      { row: secret, rejected: 7 },
      ...names.flatMap((name) =>
        [secret, [secret], { [secret]: secret }, Symbol(secret)].map((value) => ({ ...credit(), [name]: value })),
      ),
    ]
    const { lines } = await apply(records as StatementRecord[])
    for (const { outcome, reason } of lines) {
      if (outcome === 'rejected_line') expect(reason).not.toMatch(/Abebe|Bikila|0911/)
    }
    expect(lines.filter(({ outcome }) => outcome === 'rejected_line').length).toBeGreaterThan(35)
  })

  it('leaves out what a line holds beyond what is asked for', async () => {
    const { apply } = hospital()
    const line = credit({ reference })
    expect(
      (await apply([{ ...line, branch: 7, patient: 'Abebe', bookedAt: undefined } as never])).lines[0]!.line,
    ).toStrictEqual(line)
  })
})

describe('reconcile: a time that cannot be true', () => {
  it.each([
    ['of the Ethiopian calendar', { bookedAt: '2019-03-11T06:00:00.000Z' }, 'bookedAt'],
    ['more than 366 days before the bill', { bookedAt: at(-366 * day - 1) }, 'bookedAt'],
    ['more than 24 hours ahead', { bookedAt: at(day + 60_001) }, 'bookedAt'],
    ['of a value date that is still to come', { valueDate: '2026-11-22' }, 'valueDate'],
    ['of a value date in a far year', { valueDate: '2033-03-11' }, 'valueDate'],
  ])('%s rejects the line that would confirm by it, in a preview too', async (_, time, field) => {
    const { bill, preview, apply, now } = hospital()
    const open = await bill({ reference })
    for (const run of [preview, apply]) {
      const { lines, summary } = await run([credit({ reference, ...time })])
      expect(lines[0]).toMatchObject({
        row: 2,
        outcome: 'rejected_line',
        line: null,
        rule: null,
        allocations: [],
        applied: false,
      })
      expect(lines[0]!.reason).toMatch(new RegExp(`^${field} is more than`))
      expect(summary.lines).toEqual([
        { outcome: 'rejected_line', direction: null, currency: null, count: 1, amount: '0' },
      ])
    }
    expect(await now(open)).toStrictEqual(open)
  })

  it.each([[{ bookedAt: at(-366 * day) }], [{ bookedAt: at(day + 60_000) }], [{ valueDate: '2026-11-21' }]])(
    'is none at the very edge (%j)',
    async (time) => {
      const { bill, outcomes } = hospital()
      await bill({ reference })
      expect(await outcomes([credit({ reference, ...time })])).toEqual(['confirmed'])
    },
  )

  it('does not matter where the money confirms nothing', async () => {
    const { bill, payments, outcomes } = hospital()
    const one = await bill({ reference, amount: 1_000 })
    const bookedAt = '2019-03-11T06:00:00.000Z'
    expect(await outcomes([credit({ reference, amount: 400, bookedAt })])).toEqual(['under_paid'])
    await payments.confirmPayment(one.id)
    expect(await outcomes([credit({ reference, amount: 600, bookedAt })])).toEqual(['matched'])
  })
})
