import type { HospitalPayments, StatementLine } from 'hospital-payments'
import { fromMysql2, migrate, schemaSql } from 'hospital-payments/sql'
import { createPool, type RowDataPacket } from 'mysql2/promise'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { mysql } from '../../../src/sql/mysql/dialect.js'
import { statements } from '../../../src/sql/core/statements.js'
import { tablesOf } from '../../../src/sql/core/tables.js'
import { credit, source } from '../../reconciliation/support/hospital.js'
import { mariadb, onEach, opened } from '../../support/databases/index.js'
import { repositoryOn, sqlOn } from '../../support/databases/repository.js'
import { fillsAlone } from '../../support/migration-names.js'
import { literal, paymentRow, run, statementsOf } from '../../support/schema-rows.js'
import { collect, contents, refusal, request, testService } from '../../support/service.js'

const tenant = 'clinic'
const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))

/** Columns in which payments of one tenant differ. */
const perRow: Readonly<Record<string, string>> = {
  tenant: `'${tenant}'`,
  id: "CONCAT('pay_', seq)",
  live_reference: "CONCAT('INV-', seq + 5)",
  provider_transaction_id: "CONCAT('TX-', seq + 5)",
  idempotency_key: "CONCAT('key-', seq + 5)",
  fingerprint: "'f'",
}

/** The script without the migration of that name, which is one statement and its record. */
function scriptWithout(name: string, tablePrefix: string): string[] {
  const parts = schemaSql('mysql', { tablePrefix }).split(/^(?=-- \d{4}_)/m)
  return parts.filter((part) => !part.startsWith(`-- ${name}\n`)).flatMap(statementsOf)
}

/** What became of each line. */
async function applied(payments: HospitalPayments, ...lines: StatementLine[]): Promise<string[]> {
  const items = await collect(payments.reconcile(lines, { source, apply: true }))
  return items.flatMap((item) => (item.kind === 'line' ? [item.outcome] : []))
}

const received = credit({ lineId: 'L-2', reference: 'INV-2', providerTransactionId: 'TX-2' })

onEach([mariadb], 'a database of the release before unique keys', (entry) => {
  const database = opened(entry)
  const service = (tablePrefix: string) => {
    const repository = repositoryOn(database(), { tenant, tablePrefix })
    return testService({ repository, random, referencePolicy: 'one-live' })
  }

  async function filled(tablePrefix: string): Promise<void> {
    for (const statement of scriptWithout('0003_unique_keys', tablePrefix)) await run(database(), statement)
    const { payments } = service(tablePrefix)
    await payments.createPayment(request({ reference: 'INV-1' }), { idempotencyKey: 'key-1' })
    await payments.createPayment(request({ reference: 'INV-2' }))
    const { id } = await payments.createPayment(request({ reference: 'INV-3' }))
    await payments.confirmPayment(id, { providerTransactionId: 'TX-3' })
    await applied(payments, received)
  }

  it('keeps every payment, key, receipt, line and event, and behaves as a new one', async () => {
    const tablePrefix = 'kept_'
    await filled(tablePrefix)
    const { payments, repository } = service(tablePrefix)
    const before = await contents(repository)
    expect(await migrate(sqlOn(database()), { tablePrefix })).toEqual({
      applied: ['0003_unique_keys', ...fillsAlone(database())],
    })
    expect(await contents(repository)).toEqual(before)
    expect(before).toHaveLength(3)

    const [first] = before
    const again = await payments.createPayment(request({ reference: 'INV-1' }), { idempotencyKey: 'key-1' })
    expect(again).toEqual(first!.payment)
    const other = payments.createPayment(request({ reference: 'INV-9' }), { idempotencyKey: 'key-1' })
    await refusal(other, 'idempotency_conflict')
    await refusal(payments.createPayment(request({ reference: 'INV-2' })), 'reference_conflict')
    await refusal(payments.confirmPayment(again.id, { providerTransactionId: 'TX-3' }), 'duplicate_payment')
    expect(await applied(payments, received)).toEqual(['already_reconciled'])
    expect(
      await applied(payments, credit({ lineId: 'L-3', reference: 'INV-other', providerTransactionId: 'TX-3' })),
    ).toEqual(['matched'])
  })

  it('that was changed, but not recorded, is recorded by the next migration', async () => {
    const tablePrefix = 'cut_'
    await filled(tablePrefix)
    const script = statementsOf(schemaSql('mysql', { tablePrefix }))
    // Refunds have such a column too.
    const change = script.filter((statement) => statement.includes('GENERATED ALWAYS')).slice(0, 1)
    expect(change).toHaveLength(1)
    await run(database(), change[0]!)
    await expect(run(database(), change[0]!)).rejects.toThrow()
    const options = { dialect: 'mysql', tablePrefix } as const
    expect(await migrate(sqlOn(database()), options)).toEqual({
      applied: ['0003_unique_keys', ...fillsAlone(database())],
    })
    expect(await migrate(sqlOn(database()), options)).toEqual({ applied: [] })
  })

  it('is changed while payments are made, which are not held up by a long export that the change waits for', async () => {
    const tablePrefix = 'busy_'
    await filled(tablePrefix)
    const reader = createPool({ uri: database().url, connectionLimit: 1 })
    const export_ = await reader.getConnection()
    await export_.query('START TRANSACTION WITH CONSISTENT SNAPSHOT')
    await export_.query(`SELECT COUNT(*) FROM ${tablePrefix}payments`)
    const pool = createPool({ uri: database().url, connectionLimit: 1 })
    const migrating = migrate(fromMysql2(pool), { tablePrefix })
    try {
      const { payments } = service(tablePrefix)
      const begun = `SELECT 1 FROM information_schema.processlist WHERE info LIKE 'ALTER TABLE ${tablePrefix}%'`
      while ((await database().rows(begun)).length === 0) await sleep(20)
      await payments.createPayment(request({ reference: 'INV-made-meanwhile' }))
    } finally {
      await export_.query('COMMIT')
      export_.release()
      await reader.end()
    }
    expect(await migrating).toEqual({ applied: ['0003_unique_keys', ...fillsAlone(database())] })
    const [rows] = await pool.query('SELECT @@SESSION.lock_wait_timeout = @@GLOBAL.lock_wait_timeout AS same')
    expect(rows).toEqual([{ same: 1 }])
    await pool.end()
  })

  it('finds holders, references and lists of receipts by an index as before', async () => {
    const tablePrefix = 'plan_'
    await filled(tablePrefix)
    const tables = tablesOf(tablePrefix)
    await run(
      database(),
      `INSERT INTO ${tables.payments} (${Object.keys(paymentRow).join(', ')}) SELECT ${Object.entries(paymentRow)
        .map(([column, value]) => perRow[column] ?? literal(database(), value))
        .join(', ')} FROM seq_1_to_3000`,
    )
    await migrate(sqlOn(database()), { tablePrefix })
    await run(database(), `ANALYZE TABLE ${tables.payments}`)
    const known = statements({ dialect: mysql, tables, tenant })
    const keys = Array.from({ length: 50 }, (_, i) => `TX-${i * 7}`)
    const [receipts] = known.holdersOfTransactions(keys)
    const [live] = known.holdersOfReferences(Array.from({ length: 50 }, (_, i) => `INV-${i * 7}`))
    const plans = {
      'the holder of a key': known.holdersOfKeys(['key-7'])[0]!,
      'the holder of a reference': known.holdersOfReferences(['INV-7'])[0]!,
      'the holders of references': live!,
      'the holders of receipts': receipts!,
    }
    const read: Record<string, unknown> = {}
    for (const [what, { text, values }] of Object.entries(plans)) {
      const [rows] = await database().handle.execute<RowDataPacket[]>(`EXPLAIN ${text}`, [...values])
      read[what] = rows.map(({ type, key }) => `${type} by ${key}`).join(', ')
      expect((await database().handle.execute<RowDataPacket[]>(text, [...values]))[0].length, what).toBeGreaterThan(0)
    }
    expect(read).toEqual({
      'the holder of a key': 'const by plan_payments_unique_key',
      'the holder of a reference': 'const by plan_payments_unique_live',
      'the holders of references': 'range by plan_payments_unique_live',
      'the holders of receipts': 'range by plan_payments_by_transaction',
    })
  })
})
