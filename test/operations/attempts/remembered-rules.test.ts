import type { StatementRecord } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { receiveContent } from './support/content.js'
import { credit, tillWithStatements } from './support/records.js'

const amina = { actor: 'amina' }
const range = { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' }
const charge = (fields: object = {}): StatementRecord =>
  credit({
    direction: 'debit',
    amount: 35,
    narration: 'Pay Utility charge',
    providerTransactionId: 'CHARGE001',
    ...fields,
  })

/** Makes a till with a rule for charges, whose provider lists some records. */
async function withRule(...records: readonly StatementRecord[]) {
  const on = tillWithStatements()
  async function* list() {
    yield* records
  }
  Object.assign(on.fake, { list })
  const rule = await on.payments.rules.create({ text: 'pay utility', category: 'provider_charge' }, amina)
  const message = (proof: 'signed' | 'hint', messageId: string) =>
    receiveContent(on, [{ proof, messageId, about: { record: charge() } }])
  const settled = {
    ...{ status: 'settled', outcome: 'set_aside' },
    allocations: [{ to: 'category', category: 'provider_charge', amount: 35, by: 'rule', ruleId: rule.id }],
  }
  return { ...on, rule, message, settled }
}

describe('attempts.pull: a remembered rule', () => {
  it('sets aside what no payment explains, once, and leaves money of a bill', async () => {
    const on = await withRule(
      charge(),
      credit({ reference: 'INV-1', narration: 'Pay Utility INV-1', providerTransactionId: 'MONEY0001' }),
    )
    for (let time = 0; time < 2; time++) await on.payments.attempts.pull(on.fake.name, range)
    const lines = await on.lines()
    expect(lines.map(({ direction, outcome, status }) => [direction, outcome, status]).sort()).toEqual([
      ['credit', 'unmatched_line', 'open'],
      ['debit', 'set_aside', 'settled'],
    ])
    expect(lines.find(({ direction }) => direction === 'debit')).toMatchObject(on.settled)
    await on.check()
  })
})

describe('attempts.receive: a remembered rule', () => {
  it('sets a record aside that its provider signed', async () => {
    const on = await withRule()
    await on.message('signed', 'm1')
    expect(await on.lines()).toMatchObject([on.settled])
    await on.check()
  })

  it('leaves a record that only a hint reported, until a statement proves it', async () => {
    const on = await withRule()
    await on.message('hint', 'm1')
    expect(await on.lines()).toMatchObject([{ status: 'open', outcome: 'unproved', held: true, allocations: [] }])
    expect((await on.payments.rules.apply(on.rule.id, amina)).settled).toBe(0)
    expect(await on.importOf(charge())).toEqual(['set_aside'])
    expect(await on.lines()).toMatchObject([on.settled])
    await on.check()
  })

  it('leaves a record where the rule was deleted', async () => {
    const on = await withRule()
    await on.payments.rules.delete(on.rule.id, amina)
    await on.message('signed', 'm1')
    expect(await on.lines()).toMatchObject([{ status: 'open', outcome: 'reversal_candidate', allocations: [] }])
  })
})
