/** P25: `importHistory` into PostgreSQL against COPY of the very rows that it stores, into the same tables. */
import { createHospitalPayments, type HistoryRow } from 'hospital-payments'
import { fromPg, migrate, sqlRepository } from 'hospital-payments/sql'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { ratios, spread, timeOnTheWall } from './support/measure.js'
import { withPostgres } from './support/own-databases.js'
import { atLeast, type Figure, record, times } from './support/results.js'

const count = Number(process.env['HP_BENCH_ROWS'] ?? 1_000_000)
const rounds = Number(process.env['HP_BENCH_ROUNDS'] ?? 5)
const perRound = Math.ceil(count / rounds)
const begin = Date.parse('2016-01-01T00:00:00Z')
const hourMs = 3_600_000

/** Makes payments of ten years, of which each was paid an hour after it was made. */
function* rowsOf(round: number): Generator<HistoryRow> {
  for (let n = 0; n < perRound; n++) {
    const at = begin + Math.floor((n / perRound) * 10 * 365 * 24) * hourMs
    yield {
      reference: `OLD-${round}-${n}`,
      amount: 10_000 + n,
      currency: 'ETB',
      channel: n % 3 === 0 ? 'cash' : 'telebirr',
      createdAt: new Date(at).toISOString(),
      paidAt: new Date(at + hourMs).toISOString(),
      ...(n % 100 === 0
        ? ({ status: 'reversed', reversedAt: new Date(at + 2 * hourMs).toISOString() } as const)
        : ({ status: 'succeeded' } as const)),
      ...(n % 3 !== 0 && { providerTransactionId: `TX-${round}-${n}` }),
      customer: { id: `MRN-${n % 50_000}`, name: `Abebe ${n} Kebede`, phone: `+2519${10_000_000 + (n % 1_000_000)}` },
    }
  }
}

/** Makes the statement that reads the rows of one tenant of a table as those of another, and the one that stores them. */
async function copiesOf(client: pg.PoolClient, table: string, tenant: string) {
  const { rows } = await client.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_name = $1 AND is_generated = 'NEVER' AND column_name <> 'tenant' ORDER BY ordinal_position`,
    [table],
  )
  const columns = rows.map(({ name }) => name).join(', ')
  return {
    out: `COPY (SELECT 'bare ' || tenant, ${columns} FROM ${table} WHERE tenant = '${tenant}') TO STDOUT`,
    in: `COPY ${table} (tenant, ${columns}) FROM STDIN`,
  }
}

const figures: Figure[] = []
await withPostgres(2, async (pool) => {
  await migrate(fromPg(pool))
  const timings: { ours: number[]; copy: number[] } = { ours: [], copy: [] }
  for (let round = 0; round < rounds; round++) {
    const tenant = `hospital-${round}`
    const payments = createHospitalPayments({ repository: sqlRepository(fromPg(pool), { tenant, timeoutMs: 120_000 }) })
    const started = timeOnTheWall()
    const { imported } = await payments.importHistory(rowsOf(round), { actor: 'migration' })
    timings.ours.push(timeOnTheWall() - started)
    if (imported !== perRound) throw new Error(`${imported} of ${perRound} were imported`)
    const client = await pool.connect()
    const tables = ['hp_payments', 'hp_payment_events', 'hp_payment_terms']
    const copies = []
    for (const table of tables) {
      const copy = await copiesOf(client, table, tenant)
      copies.push({ text: await buffer(client.query(copyTo(copy.out))), into: copy.in })
    }
    const begun = timeOnTheWall()
    await client.query('BEGIN')
    for (const { text, into } of copies) await pipeline(Readable.from([text]), client.query(copyFrom(into)))
    await client.query('COMMIT')
    timings.copy.push(timeOnTheWall() - begun)
    client.release()
    console.log(round, timings.ours.at(-1), timings.copy.at(-1))
  }
  const rate = (milliseconds: readonly number[]) => `${Math.round((perRound * 1000) / spread(milliseconds).median)}/s`
  figures.push(
    atLeast(0.4, times, {
      what: 'importHistory, against COPY of the same rows',
      measured: `${rate(timings.ours)} (${rate(timings.copy)})`,
      figure: ratios(timings.copy, timings.ours),
    }),
  )
})

await record({
  name: 'history',
  about: `${count.toLocaleString('en')} payments of ten years with name, phone and payer, in ${rounds} imports of as many hospitals, into PostgreSQL
with its own settings. The peer stores the very rows of the import (payments, events, search terms) in one transaction with COPY, as
text that was made before, into the same tables with their indexes. Time on the wall.`,
  figures,
})
