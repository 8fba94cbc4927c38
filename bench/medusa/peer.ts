/** The calls of Medusa that are measured. */
import { startPaymentModule } from './module.js'

export interface MedusaPeer {
  /** Creates a payment collection and its payment session, in the two calls that it takes. */
  create(index: number): Promise<void>
  /** Lists a page (0 is the first) of the sessions by time, with their count; returns the number of rows. */
  listPage(page: number): Promise<number>
  /** Lists the columns of a report alone, and no count. */
  listColumns(page: number): Promise<number>
  /** Fills an empty database once, as if `create` had been called so many times in 180 days. */
  fill(rows: number): Promise<void>
  close(): Promise<void>
}

export const pageSize = 100
const provider = 'pp_system_default'
const reportColumns = ['id', 'metadata', 'amount', 'currency_code', 'status', 'created_at']

/** 30 % of the times are another payment's as well. */
const filling = `
  SELECT lpad(n::text, 26, '0') AS number, 'etb' AS currency_code, 1000 + n AS amount,
    jsonb_build_object('value', (1000 + n)::text, 'precision', 20) AS raw_amount,
    jsonb_build_object('reference', 'INV-2026-' || n) AS metadata,
    timestamptz '2026-01-01' + floor(n * 0.7) / (rows * 0.7) * interval '180 days' AS at
  FROM (SELECT ?::int AS rows) AS total, generate_series(1, rows) AS n`
const columns = 'currency_code, amount, raw_amount, metadata'

const fillStatements = [
  `INSERT INTO payment_collection (id, ${columns}, created_at, updated_at)
    SELECT 'pay_col_' || number, ${columns}, at, at FROM (${filling}) AS payments`,
  `INSERT INTO payment_session (id, payment_collection_id, provider_id, ${columns}, created_at, updated_at)
    SELECT 'payses_' || number, 'pay_col_' || number, '${provider}', ${columns}, at, at FROM (${filling}) AS payments`,
]

export async function openMedusa(connectionString: string): Promise<MedusaPeer> {
  const { payment, connection, close } = await startPaymentModule(connectionString)
  const listing = (page: number) => ({
    skip: page * pageSize,
    take: pageSize,
    order: { created_at: 'ASC' } as const,
  })

  return {
    async create(index) {
      const collection = { amount: 1000 + index, currency_code: 'etb', metadata: { reference: `INV-2026-${index}` } }
      const { id } = await payment.createPaymentCollections(collection)
      await payment.createPaymentSession(id, { ...collection, provider_id: provider, data: {} })
    },
    async listPage(page) {
      const [sessions] = await payment.listAndCountPaymentSessions({}, listing(page))
      return sessions.length
    },
    async listColumns(page) {
      return (await payment.listPaymentSessions({}, { ...listing(page), select: reportColumns })).length
    },
    async fill(rows) {
      for (const statement of fillStatements) await connection.raw(statement, [rows])
      await connection.raw('VACUUM ANALYZE')
      await connection.raw('CHECKPOINT')
    },
    close,
  }
}
