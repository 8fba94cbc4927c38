/** The hospital's own tables, and the payments beside them. */
import { createHospitalPayments, type HospitalPayments, textChannel } from 'hospital-payments'
import { migrate, sqlRepository, type SqlDatabase } from 'hospital-payments/sql'
import type { Rows, Storage } from './storage.js'

/** One open transaction: the hospital's rows and its payments are kept together, or not at all. */
export interface Transaction {
  readonly rows: Rows
  readonly payments: HospitalPayments
}

export interface Hospital extends Transaction {
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
}

const tables = [
  // `closings` is there to be counted: it is 1 for a paid invoice, however many prove it.
  `CREATE TABLE invoices (
    number text PRIMARY KEY,
    payment_id text NOT NULL UNIQUE,
    closed_at timestamptz,
    closings int NOT NULL DEFAULT 0
  )`,
  // Rows older than the provider's last try, some days, may be deleted.
  `CREATE TABLE callbacks (
    provider text NOT NULL,
    message_id text NOT NULL,
    body_sha256 text NOT NULL,
    taken_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (provider, message_id)
  )`,
  // The worklist of finance. It names the invoice and never the patient.
  `CREATE TABLE callbacks_to_look_at (
    provider text NOT NULL,
    message_id text NOT NULL,
    body_sha256 text NOT NULL,
    reason text NOT NULL,
    event text NOT NULL,
    invoice text NOT NULL,
    amount bigint,
    currency text,
    transaction_id text,
    noted_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (provider, message_id, body_sha256)
  )`,
]

export async function openHospital(storage: Storage): Promise<Hospital> {
  await migrate(storage.sql)
  for (const table of tables) await storage.rows(table)
  const repositoryOf = (sql: SqlDatabase) => sqlRepository(sql)
  const payments = createHospitalPayments({
    repository: repositoryOf(storage.sql),
    channels: { wegagen: textChannel('Pay {amount} {currency} in Wegagen mobile banking; reference {reference}.') },
    referencePolicy: 'one-live',
  })
  return {
    rows: storage.rows,
    payments,
    transaction: (work) =>
      storage.transaction((rows, sql) => work({ rows, payments: payments.using(repositoryOf(sql)) })),
  }
}

/** Writes the invoice and asks for its money. */
export function bill(hospital: Hospital, number: string, amount: number): Promise<void> {
  return hospital.transaction(async ({ rows, payments }) => {
    const { id } = await payments.createPayment({ amount, currency: 'ETB', reference: number, channel: 'wegagen' })
    await rows('INSERT INTO invoices (number, payment_id) VALUES ($1, $2)', [number, id])
  })
}
