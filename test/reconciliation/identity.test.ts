import { describe, expect, it } from 'vitest'
import { credit, file, filler, hospital } from './support/hospital.js'

const reference = 'INV-0001'

describe('reconcile: a line counts once', () => {
  it('when the same file is applied again, which its outcome says', async () => {
    const { bill, apply, now } = hospital()
    const one = await bill({ reference, amount: 1_000 })
    const lines = file(
      credit({ reference, amount: 300 }),
      credit({ reference, amount: 700 }),
      credit({ reference, amount: 1_000 }),
    )
    await apply(lines)
    const paid = await now(one)
    const again = await apply(lines)
    expect(again.lines.map(({ outcome }) => outcome)).toEqual([
      'already_reconciled',
      'already_reconciled',
      'duplicate_credit',
    ])
    expect(again.lines[0]).toStrictEqual({
      kind: 'line',
      row: 2,
      outcome: 'already_reconciled',
      applied: false,
      rule: null,
      line: lines[0],
      reason: null,
      allocations: [],
    })
    expect(again.summary.lines).toEqual([
      { outcome: 'already_reconciled', direction: 'credit', currency: 'ETB', count: 2, amount: '1000' },
      { outcome: 'duplicate_credit', direction: 'credit', currency: 'ETB', count: 1, amount: '1000' },
    ])
    expect(await now(one)).toStrictEqual(paid)
  })

  it('unless it stands twice in one file: two genuine lines that are equal in all count both', async () => {
    const { bill, outcomes, now } = hospital()
    const one = await bill({ reference, amount: 1_000 })
    const half = credit({ reference, amount: 500 })
    expect(await outcomes(file(half, half))).toEqual(['under_paid', 'confirmed'])
    expect(await outcomes(file(half, half))).toEqual(['already_reconciled', 'already_reconciled'])
    expect((await now(one)).amountReconciled).toBe(1_000)
    expect(await outcomes(file(half, half, half))).toEqual([
      'already_reconciled',
      'already_reconciled',
      'duplicate_credit',
    ])
  })

  it('though thousands of lines stand between two equal ones, which are distinguished', async () => {
    const { bill, outcomes } = hospital()
    await bill({ reference, amount: 1_000 })
    const half = credit({ reference, amount: 500 })
    const lines = [half, ...filler(), half]
    const readOutcomes = async () => (await outcomes(lines)).filter((outcome) => outcome !== 'rejected_line')
    expect(await readOutcomes()).toEqual(['under_paid', 'confirmed'])
    expect(await readOutcomes()).toEqual(['already_reconciled', 'already_reconciled'])
  })

  it('when the bank exports it again with other row numbers, newest first', async () => {
    const { bill, outcomes } = hospital()
    await bill({ reference, amount: 1_000 })
    const lines = [credit({ reference, amount: 300 }), credit({ reference, amount: 700, valueDate: '2026-11-19' })]
    expect(await outcomes(file(...lines))).toEqual(['under_paid', 'confirmed'])
    const again = file(...lines).reverse()
    expect(await outcomes(again.map((line) => ({ ...line, row: line.row + 40 })))).toEqual([
      'already_reconciled',
      'already_reconciled',
    ])
  })

  it('when files overlap by whole days', async () => {
    const { bill, outcomes } = hospital()
    for (const n of [1, 2, 3]) await bill({ reference: `INV-000${n}`, amount: n * 100 })
    const paid = (n: number) => credit({ reference: `INV-000${n}`, amount: n * 100, valueDate: `2026-11-1${n}` })
    expect(await outcomes(file(paid(1), paid(2)))).toEqual(['confirmed', 'confirmed'])
    expect(await outcomes(file(paid(2), paid(3)))).toEqual(['already_reconciled', 'confirmed'])
    expect(await outcomes(file(paid(1), paid(2), paid(3)))).toEqual(Array(3).fill('already_reconciled'))
  })

  it('by its lineId or receipt, whatever its narration, and a receipt in letters of either case', async () => {
    const { bill, outcomes } = hospital()
    await bill({ reference })
    await bill({ reference: 'INV-0002' })
    const named = credit({ reference, lineId: 'A-1' })
    expect(await outcomes([named])).toEqual(['confirmed'])
    expect(await outcomes([{ ...named, narration: 'corrected' }])).toEqual(['already_reconciled'])
    const received = credit({ reference: 'INV-0002', providerTransactionId: 'TX-1' })
    expect(await outcomes([received])).toEqual(['confirmed'])
    expect(await outcomes([{ ...received, providerTransactionId: 'tx-1', narration: 'x' }])).toEqual([
      'already_reconciled',
    ])
  })

  it.each([
    ['amount', { amount: 7 }],
    ['direction', { direction: 'debit' }],
    ['currency', { currency: 'USD' }],
  ] as const)('while another %s under one lineId or receipt is a line of its own', async (_, other) => {
    for (const name of [{ lineId: 'A-1' }, { providerTransactionId: 'TX-1' }]) {
      const { outcomes, payments } = hospital()
      const line = credit(name)
      await outcomes([line])
      await outcomes([{ ...line, ...other } as typeof line])
      expect((await payments.lines.list()).items.map(({ held, outcome }) => [held, outcome])).toEqual(
        Array(2).fill([false, expect.stringMatching(/^(unmatched_line|reversal_candidate)$/)]),
      )
    }
  })

  it.each([
    ['value date', { valueDate: '2026-11-21' }],
    ['reference', { reference: 'INV-0002' }],
  ] as const)('while another %s under one lineId or receipt is a line of its own, which is held', async (_, other) => {
    for (const isPaid of [false, true]) {
      for (const name of [{ lineId: 'A-1' }, { providerTransactionId: 'TX-1' }]) {
        const { bill, outcomes, payments, preview } = hospital()
        const one = credit({ reference, ...name })
        const two = { ...one, ...other }
        if (isPaid) await bill({ reference })
        const first = isPaid ? 'confirmed' : 'unmatched_line'
        expect(await outcomes([one])).toEqual([first])
        const before = (await payments.lines.list()).items
        expect((await preview([two])).lines).toMatchObject([{ outcome: 'possible_duplicate', applied: false }])
        expect(await outcomes([two])).toEqual(['possible_duplicate'])
        expect((await payments.lines.list({ outcome: 'possible_duplicate' })).items).toMatchObject([
          { ...other, status: 'open', held: true, allocated: 0, allocations: [] },
        ])
        expect((await payments.lines.list({ outcome: first })).items).toEqual(before)
        expect(await outcomes([two])).toEqual(['on_hold'])
        expect((await payments.lines.list()).items).toHaveLength(2)
      }
    }
  })

  it('in any order of files, where lines have one lineId and other facts', async () => {
    const { outcomes, payments } = hospital()
    const days = ['2026-11-18', '2026-11-19', '2026-11-20'].map((valueDate) => credit({ lineId: '1', valueDate }))
    await outcomes(file(...days))
    for (const again of [days.toReversed(), days.slice(1), [...days, days[0]!]]) await outcomes(file(...again))
    // The last file has the first of them once more.
    expect((await payments.lines.list()).items.map(({ held }) => held).sort()).toEqual([false, true, true, true])
  })

  it.each(['preview', 'apply'] as const)('when its lineId is repeated within one file (%s)', async (run) => {
    const service = hospital()
    await service.bill({ reference, amount: 1_000 })
    const line = credit({ reference, amount: 500, lineId: 'A-1' })
    const { lines } = await service[run]([line, { ...line, row: 3 }, ...filler(), { ...line, row: 4 }])
    const readOutcomes = lines.filter(({ outcome }) => outcome !== 'rejected_line').map(({ outcome }) => outcome)
    expect(readOutcomes).toEqual(['under_paid', 'possible_duplicate', 'possible_duplicate'])
  })

  it('when its lineId is that of a charge, of another bill, or of every row', async () => {
    const { bill, outcomes } = hospital()
    await bill({ reference })
    await bill({ reference: 'INV-0002', amount: 300 })
    const line = credit({ reference, lineId: 'A-1' })
    expect(
      await outcomes(
        file(line, { ...line, direction: 'debit', amount: 5 }, { ...line, reference: 'INV-0002', amount: 300 }),
      ),
    ).toEqual(['confirmed', 'reversal_candidate', 'confirmed'])
  })

  it.each(['', ' ', '\t\u00a0'])('by its content where its lineId is blank (%j)', async (lineId) => {
    const { bill, outcomes, preview } = hospital()
    await bill({ reference, amount: 1_000 })
    const half = credit({ reference, amount: 500, lineId })
    expect((await preview([half])).lines[0]!.line).not.toHaveProperty('lineId')
    expect(await outcomes(file(half, half))).toEqual(['under_paid', 'confirmed'])
    expect(await outcomes(file(credit({ reference, amount: 500 })))).toEqual(['already_reconciled'])
  })

  it('within its own account: another account may have an equal line', async () => {
    const { bill, outcomes } = hospital()
    await bill({ reference, amount: 1_000 })
    for (const [account, outcome] of [
      ['cbe-1000', 'under_paid'],
      ['cbe-2000', 'confirmed'],
      ['cbe-1000', 'already_reconciled'],
      ['cbe-2000', 'already_reconciled'],
    ] as const) {
      expect(await outcomes([credit({ reference, amount: 500, lineId: 'A-1' })], { account })).toEqual([outcome])
    }
  })
})
