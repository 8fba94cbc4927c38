/** A statement whose debits prove refunds, against one whose credits confirm as many payments. */
import { createHospitalPayments, type StatementLine } from 'hospital-payments'
import { fromMysql2, fromPg, fromSqlite, migrate, type SqlDatabase, sqlRepository } from 'hospital-payments/sql'
import { insertFixture, manualClock, paymentFixture } from 'hospital-payments/testing'
import { refundEntryFixture, refundFixture, refundsOfGroup } from '../test/support/finance-contract/index.js'
import { interleave, ratios, spread, timeOnTheWall } from './support/measure.js'
import { withMariadb, withPostgres, withSqlite } from './support/own-databases.js'
import { atMost, type Figure, record, times } from './support/results.js'

const count = Number(process.env['HP_BENCH_ROWS'] ?? 2000)
const rounds = Number(process.env['HP_BENCH_ROUNDS'] ?? 5)
const groupSize = 1000
const timeoutMs = 60_000
const [amount, refunded] = [15_000, 5_000]
const createdAt = '2026-11-20T09:00:00.000Z'

/** The lines of a statement: credits of payments, or debits that pay refunds out. */
interface Side {
  readonly direction: StatementLine['direction']
  readonly outcome: string
  readonly references: readonly string[]
}

/** Stores payments of a new tenant: pending ones, or succeeded ones with a refund each that is not paid out yet. */
async function fill(database: SqlDatabase, tenant: string, hasRefunds: boolean): Promise<Side> {
  const repository = sqlRepository(database, { tenant, timeoutMs })
  const references: string[] = []
  for (let start = 0; start < count; start += groupSize) {
    const made = Array.from({ length: Math.min(groupSize, count - start) }, (_, i) =>
      paymentFixture({
        reference: `INV-${start + i}`,
        amount,
        createdAt,
        updatedAt: createdAt,
        ...(hasRefunds && { status: 'succeeded' as const, paidAt: createdAt }),
      }),
    )
    await repository.insert(made.map((payment) => insertFixture(payment)))
    if (!hasRefunds) references.push(...made.map(({ reference }) => reference))
    else {
      const writes = made.map((payment) =>
        refundEntryFixture(refundFixture({ paymentId: payment.id, amount: refunded }), { payment }),
      )
      const { outcome } = await repository.replace({
        changes: writes.flatMap(({ changes }) => changes),
        lines: [],
        ...refundsOfGroup(writes.map(({ entry }) => entry)),
      })
      if (outcome !== 'replaced') throw new Error(`refunds were not stored: ${outcome}`)
      references.push(...writes.map(({ entry }) => entry.refund.reference))
    }
  }
  return hasRefunds
    ? { direction: 'debit', outcome: 'refund_paid', references }
    : { direction: 'credit', outcome: 'confirmed', references }
}

async function apply(database: SqlDatabase, tenant: string, { direction, outcome, references }: Side): Promise<void> {
  const { reconcile } = createHospitalPayments({
    repository: sqlRepository(database, { tenant, timeoutMs }),
    channels: {},
    clock: manualClock('2026-11-21T09:00:00.000Z'),
    timeZone: 'Africa/Addis_Ababa',
  })
  const lines = references.map((reference, i): StatementLine => ({
    row: i + 2,
    direction,
    amount: direction === 'debit' ? refunded : amount,
    currency: 'ETB',
    valueDate: '2026-11-21',
    reference,
  }))
  let applied = 0
  for await (const item of reconcile(lines, { account: 'bank', apply: true }))
    if ('outcome' in item && item.outcome === outcome) applied++
  if (applied !== count) throw new Error(`${applied} of ${count} lines were ${outcome}`)
}

async function figureOf(name: string, database: SqlDatabase): Promise<Figure> {
  await migrate(database)
  const sides: { refunds: Side; payments: Side }[] = []
  // One more, which warms up.
  for (let round = 0; round <= rounds; round++)
    sides.push({
      refunds: await fill(database, `refunds-${round}`, true),
      payments: await fill(database, `payments-${round}`, false),
    })
  const turns = { refunds: 0, payments: 0 }
  const turn = (kind: keyof typeof turns) => () => {
    const round = turns[kind]++
    return apply(database, `${kind}-${round}`, sides[round]![kind])
  }
  const contenders = { refunds: turn('refunds'), payments: turn('payments') }
  await interleave(1, contenders)
  const milliseconds = await interleave(rounds, contenders, timeOnTheWall)
  const perSecond = (ms: readonly number[]) => `${Math.round(count / (spread(ms).median / 1000))}/s`
  return atMost(2, times, {
    what: `${name}, ${count.toLocaleString('en')} debits that prove as many refunds`,
    measured: `${perSecond(milliseconds.refunds)} (${perSecond(milliseconds.payments)})`,
    figure: ratios(milliseconds.refunds, milliseconds.payments),
  })
}

await record({
  name: 'refunds',
  about: `\`reconcile\` with \`apply\` over a statement of ${count.toLocaleString('en')} debits, each of which proves a refund of another payment,
against one of as many credits that confirm pending payments. Each turn has a tenant of its own; ${rounds} rounds, time on the wall.`,
  figures: [
    await withPostgres(1, (pool) => figureOf('PostgreSQL', fromPg(pool))),
    await withMariadb(1, (pool) => figureOf('MariaDB', fromMysql2(pool))),
    await withSqlite((db) => figureOf('SQLite (libsql)', fromSqlite(db))),
  ],
  notes: [
    'A debit changes the refund, its payment and the line; a credit changes the payment and the line. PostgreSQL changes all refunds of a ' +
      'group by one statement, MariaDB and SQLite by one each.',
  ],
})
