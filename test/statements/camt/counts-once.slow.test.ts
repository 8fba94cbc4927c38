import { readCamt } from 'hospital-payments/statements'
import { describe, expect, it } from 'vitest'
import { hospital } from '../../reconciliation/support/hospital.js'
import { details, entry, statement } from './support.js'

const reference = 'INV-2026-0001'
const paying = (bankReference: string) =>
  entry({ bankReference, details: details(`<Refs><EndToEndId>${reference}</EndToEndId></Refs>`) })
/** A till that the bank names by one reference, whatever is paid there. */
const named = paying('<AcctSvcrRef>TILL-7</AcctSvcrRef>')
const nameless = paying('')
const others = Array.from({ length: 10_001 }, (_, at) =>
  entry({ bankReference: `<AcctSvcrRef>OTHER-${at}</AcctSvcrRef>` }),
)

describe('readCamt: two payments that the bank books alike, with 10,000 entries between', () => {
  const outcomes = (items: { row: number; outcome: string }[]) =>
    items.filter(({ row }) => row === 1 || row === others.length + 2).map(({ outcome }) => outcome)

  it.each([
    ['without a number: both count', nameless, 'confirmed', 'already_reconciled', 20_000],
    ['under one number: the second is held', named, 'possible_duplicate', 'on_hold', 10_000],
  ])('%s, and once each when the statement is read again', async (_, payment, second, again, amountReconciled) => {
    const file = statement(payment + others.join('') + payment)
    const { bill, apply, preview, now } = hospital()
    const one = await bill({ reference, amount: 20_000 })
    expect(outcomes((await preview(readCamt(file))).lines)).toEqual(['under_paid', second])
    expect(outcomes((await apply(readCamt(file))).lines)).toEqual(['under_paid', second])
    expect(await now(one)).toMatchObject({ amountReconciled })
    expect(outcomes((await apply(readCamt(file))).lines)).toEqual(['already_reconciled', again])
    expect(await now(one)).toMatchObject({ amountReconciled })
  })
})
