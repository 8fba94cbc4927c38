import { readCamt } from 'hospital-payments/statements'
import { describe, expect, it } from 'vitest'
import { hospital } from '../../reconciliation/support/hospital.js'
import { details, entry, statement } from './support.js'

const reference = 'INV-2026-0001'
/** A till that the bank names by one reference, whatever is paid there. */
const payment = entry({
  bankReference: '<AcctSvcrRef>TILL-7</AcctSvcrRef>',
  details: details(`<Refs><EndToEndId>${reference}</EndToEndId></Refs>`),
})
const others = Array.from({ length: 10_001 }, (_, at) =>
  entry({ bankReference: `<AcctSvcrRef>OTHER-${at}</AcctSvcrRef>` }),
)

describe('two payments that the bank books alike, with 10,000 entries between', () => {
  const file = statement(payment + others.join('') + payment)
  const named = (items: { row: number; outcome: string }[]) =>
    items.filter(({ row }) => row === 1 || row === others.length + 2).map(({ outcome }) => outcome)

  it('both count, and once each when the statement is read again', async () => {
    const { bill, apply, preview, now } = hospital()
    const one = await bill({ reference, amount: 20_000 })
    expect(named((await preview(readCamt(file))).lines)).toEqual(['under_paid', 'confirmed'])
    expect(named((await apply(readCamt(file))).lines)).toEqual(['under_paid', 'confirmed'])
    expect(await now(one)).toMatchObject({ status: 'succeeded', amountReconciled: 20_000 })
    expect(named((await apply(readCamt(file))).lines)).toEqual(['already_reconciled', 'already_reconciled'])
    expect(await now(one)).toMatchObject({ amountReconciled: 20_000 })
  })
})
