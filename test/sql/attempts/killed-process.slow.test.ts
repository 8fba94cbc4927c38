import type { FinanceRepository } from 'hospital-payments/repository'
import { expect, it } from 'vitest'
import { attempts } from '../../../src/repository/aggregates/attempts.js'
import { checkBooks } from '../../operations/lines/support/counter.js'
import { freshTenant, libsql, mariadb, onEach, postgres } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { killAt, statementsOf } from '../../support/kills/killed.js'
import { momentsOf, someMoments } from '../../support/kills/moment.js'
import { rounds } from '../../support/rounds.js'
import { at } from '../../support/service.js'
import { ignored, openLoopback, polls, providerName } from './support/loopback.js'
import { amountOfBill, callNames, type MobileOrder, mobileService, start, work } from './support/mobile-day.js'

const module = new URL('support/mobile-day.ts', import.meta.url)
const fee = 3
const silent = () => undefined
/** Time after which no lease of a process that died runs any more. */
const laterMs = 120_000

onEach([postgres, mariadb, libsql], 'payments.attempts: a process that is killed (R23)', (entry) => {
  const database = migrated(entry as typeof postgres | typeof libsql)

  /** Opens a provider, and stores the bills of a day in a tenant of its own. */
  async function begun(startIsIdempotent: boolean) {
    const tenant = freshTenant()
    const repository = repositoryOn(database(), { tenant })
    const clock = () => Date.parse(at(start))
    const provider = await openLoopback({ startIsIdempotent, fee, clock })
    const ofProvider = { url: provider.url, startIsIdempotent, laterMs: 0 }
    const { payments } = mobileService(repository, ofProvider)
    const bills: string[] = []
    for (let n = 1; n <= 4; n++) {
      const bill = { amount: amountOfBill, currency: 'KES', reference: `INV-${n}`, channel: 'mobile' }
      bills.push((await payments.createPayment(bill)).id)
    }
    const order: MobileOrder = { ...ofProvider, bills }
    return {
      repository,
      provider,
      payments,
      order,
      job: { database: database(), tenant, module, args: [JSON.stringify(order)] },
    }
  }

  type Day = Awaited<ReturnType<typeof begun>>

  const rowsOf = (repository: FinanceRepository) =>
    repository.pageRows(attempts, { list: 'created', direction: 'asc', limit: 100 })

  /** Checks what holds whenever the process died: the attempt, its payment and its money agree, and nothing is pushed twice. */
  async function checkWhole({ repository, provider: { fake }, payments, order }: Day): Promise<void> {
    expect(new Set(fake.pushes).size).toBe(fake.pushes.length)
    const rows = await rowsOf(repository)
    for (const id of order.bills) {
      const payment = (await payments.getPayment(id))!
      const ofBill = rows.filter(({ paymentId }) => paymentId === id)
      const living = ofBill.find(({ status }) => ['starting', 'pending', 'unknown'].includes(status))
      const paid = ofBill.find(({ status }) => status === 'paid')
      expect(ofBill.length).toBeLessThanOrEqual(1)
      expect(payment.attemptId).toBe(living?.id ?? null)
      expect(payment.amountReconciled).toBe(paid ? amountOfBill : 0)
      expect(payment.status).toBe(paid ? 'succeeded' : 'pending')
    }
    const paid = rows.filter(({ status }) => status === 'paid')
    expect(await payments.accounts.balance({ account: providerName, currency: 'KES' })).toBe(
      String(paid.length * (amountOfBill - fee)),
    )
    expect((await payments.lines.list({ account: providerName })).items).toHaveLength(2 * paid.length)
    await checkBooks(repository)
  }

  it(
    'loses nothing and pushes nothing twice: the same calls again, and every attempt ends',
    { timeout: 3_600_000 },
    async () => {
      const counted = await begun(true)
      const counts = await statementsOf(counted.job)
      await checkWhole(counted)
      await counted.provider.close()
      expect(counts).toHaveLength(callNames.length)
      const all = momentsOf(counts)
      const moments = someMoments(all, rounds(20, 200))
      const ends: Record<string, number> = {}
      for (const [turn, moment] of moments.entries()) {
        const day = await begun(turn % 2 === 0)
        const { repository, provider, order, job } = day
        const name = `${callNames[moment.call]}, ${moment.when} ${moment.statement}`
        const answered = (await killAt(job, moment)).filter((line) => line.startsWith('done '))
        expect(answered, name).toHaveLength(moment.call)
        await checkWhole(day)
        // What was answered stays: a start is stored, and a signed message has paid.
        const known = await rowsOf(repository)
        expect(known.length, name).toBeGreaterThanOrEqual(answered.filter((line) => line.includes('start')).length)
        if (answered.length > 1) expect(known[0], name).toMatchObject({ status: 'paid' })

        for (const call of work(repository, [JSON.stringify({ ...order, laterMs })], silent)) await call()
        await checkWhole(day)
        const { payments, time } = mobileService(repository, order)
        for (const seconds of polls) {
          time.now = start + 2 * laterMs + seconds * 1000
          await payments.attempts.checkDue()
        }
        await checkWhole(day)
        for (const { id, status, reference, nextCheckAt } of await rowsOf(repository)) {
          const isPushed = provider.fake.pushes.includes(id)
          expect(nextCheckAt, name).toBeNull()
          expect(status, name).toBe(reference === ignored ? 'failed' : isPushed ? 'paid' : 'unknown')
          // Where a start may be sent again, it is.
          if (order.startIsIdempotent && reference !== ignored) expect(isPushed, name).toBe(true)
          ends[status] = (ends[status] ?? 0) + 1
        }
        expect(await rowsOf(repository)).toHaveLength(4)
        await provider.close()
      }
      console.info(`R23, ${entry.name}: ${moments.length} kills at ${all.length} moments`, ends)
      expect(ends['paid']).toBeGreaterThan(0)
    },
  )
})
