import { describe, expect, it } from 'vitest'
import { payWardBill } from '../../examples/pay-in-parts/ward-bill.js'
import { runProgram } from './program.js'

describe('examples/pay-in-parts: a bill that a deposit, an insurer, a scheme and cash pay', () => {
  it('is pending until nothing is missing, and receipts count no money twice', async () => {
    const { parts, proposal, before, after, agrees } = await payWardBill()
    expect(parts.map(({ from, bill }) => [from, bill.status, bill.amountReconciled, bill.amountWaived])).toEqual([
      ['deposit', 'pending', 50_000, 0],
      ['insurer', 'pending', 160_000, 0],
      ['waiver', 'pending', 160_000, 25_000],
      ['cash', 'succeeded', 175_000, 25_000],
    ])
    expect(proposal.problems).toMatchObject([{ row: 2, code: 'payment_not_found' }])
    expect(proposal.difference).toBe(10_000)
    expect(before).toEqual([{ currency: 'ETB', asked: '200000', open: '200000', deposit: '50000' }])
    expect(after).toEqual([])
    expect(agrees).toBe(true)
  })

  it('prints each part', async () => {
    const { status, stdout, stderr } = await runProgram('examples/pay-in-parts/main.ts')
    expect([status, stderr]).toEqual([0, ''])
    const lines = stdout.split('\n')
    expect(lines[0]).toMatch(/^deposit +came +500\.00 ETB +waived +0\.00 ETB +missing +1500\.00 ETB +pending$/)
    expect(lines.slice(3)).toEqual([
      expect.stringMatching(/^cash +came +1750\.00 ETB +waived +250\.00 ETB +missing +0\.00 ETB +succeeded$/),
      'row 2 of the remittance: payment_not_found',
      'The parts add up to the bill.',
      '',
    ])
  })
})
