/** Many cashiers at once: every balance is exact, whoever comes first. */
import { expect, it } from 'vitest'
import { isPaymentError } from 'hospital-payments'
import { cashWindow } from '../../operations/cash/support/window.js'
import { databases, onEach, pglite } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { refusal } from '../../support/service.js'
import { isLong } from '../model/runs.js'

const cashiers = isLong ? 20 : 8
const movements = isLong ? 200 : 20
const supervisor = { actor: 'lily', supervisor: true } as const

/** Returns the codes with which calls end; `null` for those that succeed. */
async function codesOf(calls: readonly Promise<unknown>[]): Promise<(string | null)[]> {
  return Promise.all(
    calls.map((call) =>
      call.then(
        () => null,
        (error: unknown) => {
          if (isPaymentError(error)) return error.code
          throw error
        },
      ),
    ),
  )
}

onEach(
  databases.filter((entry) => entry !== pglite),
  'payments.cash: many cashiers at once',
  (entry) => {
    const database = migrated(entry)
    const windowOf = () => cashWindow({ repository: repositoryOn(database(), { timeoutMs: 120_000 }) })

    it(`take, send and receive ${cashiers} x ${movements} movements, and every balance is exact`, async () => {
      const { cash, balance, payments } = windowOf()
      const points = Array.from({ length: cashiers }, (_, i) => `window-${i}`)
      let sentToSafe = 0
      await Promise.all(
        points.map(async (point, i) => {
          const actor = `cashier-${i}`
          const { id } = await cash.open({ point, currency: 'ETB', float: 1000, actor })
          let expected = 1000
          for (let n = 0; n < movements; n++) {
            await cash.take({ sessionId: id, payerId: `MRN-${i}`, amount: 10 + n, actor })
            expected += 10 + n
            if (n % 10 !== 9) continue
            const { line } = await cash.send({ sessionId: id, amount: 50, to: 'cash.safe', actor })
            await cash.receive({ lineKey: line.key, counted: 50, ...supervisor })
            expected -= 50
            sentToSafe += 50
          }
          expect(await balance(`cash.${point}`)).toBe(String(expected))
          const closed = await cash.close({ sessionId: id, counted: expected, actor })
          expect(closed).toMatchObject({ expected, difference: 0 })
        }),
      )
      expect(await balance('cash.safe')).toBe(String(sentToSafe))
      const { items } = await payments.receipts.list({ limit: 500 })
      expect(items.map(({ number }) => number)).toEqual(items.map((_, i) => i + 1))
    }, 1_800_000)

    it('give one bill to one of two cashiers, and refuse the other at once', async () => {
      const { cash, bill } = windowOf()
      const [a, b] = [
        await cash.open({ point: 'a', currency: 'ETB', float: 0, actor: 'sara' }),
        await cash.open({ point: 'b', currency: 'ETB', float: 0, actor: 'bekele' }),
      ]
      for (let round = 0; round < 10; round++) {
        const { id: paymentId } = await bill(100)
        const codes = await codesOf([
          cash.take({ sessionId: a.id, paymentId, amount: 100, actor: 'sara' }),
          cash.take({ sessionId: b.id, paymentId, amount: 100, actor: 'bekele' }),
        ])
        expect(codes.sort()).toEqual(['allocation_exceeds', null])
      }
      expect((await cash.get(a.id))!.received + (await cash.get(b.id))!.received).toBe(1000)
    })

    it('never take more out of a drawer than it holds, and open one session a point', async () => {
      const { cash, balance } = windowOf()
      const open = (actor: string) => cash.open({ point: 'c', currency: 'ETB', float: 100, actor })
      const opened = await codesOf(['sara', 'bekele', 'omar'].map(open))
      expect(opened.sort()).toEqual([null, 'session_conflict', 'session_conflict'].sort())
      const [session] = (await cash.list({ point: 'c', status: 'open' })).items
      const sends = Array.from({ length: 8 }, () =>
        cash.send({ sessionId: session!.id, amount: 30, to: 'cash.safe', ...supervisor }),
      )
      expect((await codesOf(sends)).filter((code) => code === null)).toHaveLength(3)
      expect(await balance('cash.c')).toBe('10')
    })

    it('take once for one idempotency key, however often it comes at once', async () => {
      const { cash, bill, balance } = windowOf()
      const { id } = await cash.open({ point: 'd', currency: 'ETB', float: 0, actor: 'sara' })
      const payment = await bill(70)
      const call = { sessionId: id, paymentId: payment.id, amount: 70, actor: 'sara' }
      const takeResult = await Promise.all(Array.from({ length: 10 }, () => cash.take(call, { idempotencyKey: 'k-d' })))
      expect(new Set(takeResult.map(({ line, receipt }) => `${line.key} ${receipt.number}`)).size).toBe(1)
      expect(await balance('cash.d')).toBe('70')
      await refusal(cash.take({ ...call, amount: 69 }, { idempotencyKey: 'k-d' }), 'idempotency_conflict')
    })
  },
)
