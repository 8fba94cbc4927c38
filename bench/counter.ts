/** P25: a take at the counter, against the confirmation of a payment. */
import { createHospitalPayments, memoryRepository, type PaymentRepository, textChannel } from 'hospital-payments'
import { fromMysql2, fromPg, fromSqlite, migrate, sqlRepository } from 'hospital-payments/sql'
import { interleave, ratios, spread, timeOnTheWall } from './support/measure.js'
import { withMariadb, withPostgres, withSqlite } from './support/own-databases.js'
import { atMost, type Figure, record, times } from './support/results.js'

const count = Number(process.env['HP_BENCH_ROWS'] ?? 200)
const rounds = 7
const goal = 2

async function figureOn(what: string, repository: PaymentRepository): Promise<Figure> {
  const payments = createHospitalPayments({
    repository,
    channels: { cash: textChannel('Pay {amount} {currency} for {reference}.') },
  })
  const session = await payments.cash.open({ point: 'window-1', currency: 'ETB', float: 0, actor: 'sara' })
  let serial = 0
  const bills = async () => {
    const requests = Array.from({ length: count }, () => ({
      request: { amount: 150_000, currency: 'ETB', reference: `INV-${++serial}`, channel: 'cash' },
    }))
    const created = await payments.createPayments(requests)
    return created.map(({ payment }) => payment?.id ?? '')
  }
  let ids: string[] = []
  const measured = { take: [] as number[], confirm: [] as number[] }
  const contenders = {
    take: async () => {
      for (const paymentId of ids.splice(0, count))
        await payments.cash.take({ sessionId: session.id, paymentId, amount: 150_000, actor: 'sara' })
    },
    confirm: async () => {
      for (const id of ids.splice(0, count)) await payments.confirmPayment(id, { actor: 'sara' })
    },
  }
  for (let round = 0; round <= rounds; round++) {
    ids = [...(await bills()), ...(await bills())]
    const timings = await interleave(1, contenders, timeOnTheWall)
    // The first round warms up.
    if (round === 0) continue
    measured.take.push(...timings.take)
    measured.confirm.push(...timings.confirm)
  }
  const rate = (milliseconds: readonly number[]) => `${Math.round((count * 1000) / spread(milliseconds).median)}/s`
  return atMost(goal, times, {
    what,
    measured: `${rate(measured.take)} (${rate(measured.confirm)})`,
    figure: ratios(measured.take, measured.confirm),
  })
}

const figures = [
  await figureOn('Memory', memoryRepository()),
  await withPostgres(4, async (pool) => {
    await migrate(fromPg(pool))
    return figureOn('PostgreSQL, one client', sqlRepository(fromPg(pool)))
  }),
  await withMariadb(4, async (pool) => {
    await migrate(fromMysql2(pool))
    return figureOn('MariaDB, one client', sqlRepository(fromMysql2(pool)))
  }),
  await withSqlite(async (db) => {
    await migrate(fromSqlite(db))
    return figureOn('SQLite (libsql)', sqlRepository(fromSqlite(db)))
  }),
]

await record({
  name: 'counter',
  about: `A take at the counter (line, payment, receipt, session and balance in one write, with a numbered receipt) against the
confirmation of a payment, ${count} calls in turn, one client. ${rounds} rounds, time on the wall. Above 2× remains what a take is: it writes twelve rows where a
confirmation writes three, and reads four times where that reads once. On 2026-11-26 the medians were 16.41× (memory), 6.41×
(PostgreSQL, nine round trips a write where there are two now), 3.12× (MariaDB) and 2.95× (SQLite).`,
  figures,
})
