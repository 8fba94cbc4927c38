import type { StatementRecord } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { testService } from '../support/service.js'
import { credit, filler, hospital, account } from './support/hospital.js'
import { touched } from './support/touched.js'

describe('reconcile: the lines', () => {
  const reference = 'INV-0001'

  it('are neither opened nor read before iteration', () => {
    const { lines, log } = touched()
    testService().payments.reconcile(lines, { account })
    expect(log).toEqual([])
  })

  it('may come from an array, a generator, or an asynchronous one', async () => {
    const all = [credit({ reference }), credit({ reference, row: 3 })]
    function* one() {
      yield* all
    }
    async function* other() {
      yield* all
    }
    const results = await Promise.all([all, one(), other(), new Set(all)].map((lines) => hospital().preview(lines)))
    for (const { items } of results) expect(items).toStrictEqual(results[0]!.items)
    expect((await hospital().preview([])).items).toStrictEqual([{ kind: 'summary', lines: [], payments: [] }])
  })

  it.each(['synchronous', 'asynchronous'])('are closed when the reader of a %s account stops early', async (kind) => {
    const log: string[] = []
    function* endless(): Generator<StatementRecord> {
      try {
        for (let row = 0; ; row++) yield credit({ row, lineId: `A-${row}` })
      } finally {
        log.push('closed')
      }
    }
    async function* slowly() {
      yield* endless()
    }
    const { payments } = testService()
    for await (const item of payments.reconcile(kind === 'synchronous' ? endless() : slowly(), { account })) {
      expect(item.kind).toBe('line')
      break
    }
    expect(log).toEqual(['closed'])
  })

  it('end the reconciliation with their own error where they break off; what was reported before is stored', async () => {
    const { bill, payments, now, outcomes } = hospital()
    const bills = [await bill({ reference }), await bill({ reference: 'INV-0002' })]
    const wrong = new Error('the connection to the bank was lost')
    const first = [credit({ reference }), ...filler()]
    async function* lines() {
      yield* first
      yield credit({ reference: 'INV-0002' })
      throw wrong
    }
    const seen: string[] = []
    const run = (async () => {
      for await (const item of payments.reconcile(lines(), { account, apply: true })) {
        if (item.kind === 'line' && item.outcome !== 'rejected_line') seen.push(item.outcome)
      }
    })()
    await expect(run).rejects.toBe(wrong)
    expect(seen).toEqual(['confirmed'])
    expect((await now(bills[0]!)).status).toBe('succeeded')
    const again = await outcomes([...first, credit({ reference: 'INV-0002' })])
    expect(again.filter((outcome) => outcome !== 'rejected_line')).toEqual(['already_reconciled', 'confirmed'])
  })

  it.each([false, true])(
    'are reported up to the batch in which they break off (apply: %s), and their error only to a reader that comes so far',
    async (apply) => {
      const wrong = new Error('lost')
      async function* lines() {
        yield* filler()
        yield* filler()
        yield credit()
        throw wrong
      }
      const { payments } = testService()
      let reported = 0
      const run = (async () => {
        for await (const { kind } of payments.reconcile(lines(), { account, apply })) if (kind === 'line') reported++
      })()
      await expect(run).rejects.toBe(wrong)
      expect(reported).toBe(2 * filler().length)
      for await (const { kind } of payments.reconcile(lines(), { account, apply })) if (kind === 'line') break
    },
  )

  it.each([false, true])(
    'may be left alone at any time, though the bank is slow with the rest (apply: %s)',
    async (apply) => {
      let release = () => {}
      const gate = new Promise<void>((resolve) => (release = resolve))
      async function* lines() {
        yield* filler()
        await gate
      }
      let isLeft = false
      const run = (async () => {
        for await (const { kind } of testService().payments.reconcile(lines(), { account, apply }))
          if (kind === 'line') break
        isLeft = true
      })()
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve))
      expect(isLeft).toBe(true)
      release()
      await run
    },
  )

  it('are not changed, and what is returned may be', async () => {
    const { bill, payments, now } = hospital()
    const one = await bill({ reference, amount: 300 })
    const line = Object.freeze(credit({ reference, amount: 100 }))
    const lines = Object.freeze([line, line, line])
    const outcomes: string[] = []
    for await (const item of payments.reconcile(lines, { account, apply: true })) {
      if (item.kind !== 'line') continue
      outcomes.push(item.outcome)
      Object.assign(item.line!, { amount: 7 })
      for (const allocation of item.allocations) Object.assign(allocation, { amount: 7 })
    }
    expect(outcomes).toEqual(['under_paid', 'under_paid', 'confirmed'])
    expect((await now(one)).amountReconciled).toBe(300)
  })

  it('come out as plain JSON data', async () => {
    const { bill, preview } = hospital()
    await bill({ reference })
    const { items } = await preview([credit({ reference }), { row: 1, rejected: 'x' }, credit()], {
      period: { from: '2026-11-20', to: '2026-11-20' },
    })
    expect(JSON.parse(JSON.stringify(items))).toStrictEqual(items)
  })
})
