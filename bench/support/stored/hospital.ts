/** A hospital whose payments lie in PostgreSQL. */
import { createHospitalPayments, textChannel } from 'hospital-payments'
import { fromPg, migrate, sqlRepository } from 'hospital-payments/sql'
import pg from 'pg'
import { fillPostgres } from './postgres.js'

export interface StoredHospital {
  readonly payments: ReturnType<typeof createHospitalPayments>
  create(index: number): Promise<unknown>
  /** Returns the cursor of that page (1 is the first, which needs none). */
  cursorOf(page: number, limit: number): Promise<string | undefined>
  close(): Promise<void>
}

/** Opens a hospital in an empty database, and fills it with so many payments. */
export async function openStoredHospital(
  connectionString: string,
  { rows, connections }: { readonly rows: number; readonly connections: number },
): Promise<StoredHospital> {
  const pool = new pg.Pool({ connectionString, max: connections })
  await migrate(fromPg(pool), { dialect: 'postgres' })
  await fillPostgres(pool, rows)
  const payments = createHospitalPayments({
    repository: sqlRepository(fromPg(pool), { dialect: 'postgres' }),
    channels: { cash: textChannel('Pay {amount} {currency} for {reference}.') },
    timeZone: 'Africa/Addis_Ababa',
  })

  return {
    payments,
    create: (index) =>
      payments.createPayment({
        amount: 1000 + index,
        currency: 'ETB',
        reference: `INV-2026-${index}`,
        channel: 'cash',
      }),
    async cursorOf(page, limit) {
      let cursor: string | undefined
      for (let at = 1; at < page; at++)
        cursor = (await payments.reportPayments({ limit, cursor })).nextCursor ?? undefined
      return cursor
    },
    close: () => pool.end(),
  }
}
