/** November of `settle-statement`, closed day by day in a database of its own. */
import Database from 'libsql'
import { fromSqlite, migrate, sqlRepository } from 'hospital-payments/sql'
import { settleNovember } from '../settle-statement/november.js'
import { postJournal } from './books.js'
import { changeAByte } from './change-a-byte.js'
import { closeAccount, correctDay, type Mistake } from './close-month.js'
import type { ClosedMonth } from './print.js'

/** Interest that was a refund of bank fees. */
export const mistake: Mistake = { account: 'bank-1100', day: '2026-11-30', category: 'interest', right: 'bank_fee' }

/** All days on which anything can have been recorded. */
const recorded = { from: '1970-01-01', to: '9998-12-31' }

export async function closeNovember(): Promise<ClosedMonth> {
  const handle = new Database(':memory:')
  try {
    const database = fromSqlite(handle)
    await migrate(database)
    const { payments, accounts } = await settleNovember(sqlRepository(database))
    const closed = []
    for (const { account } of accounts) closed.push(await closeAccount(payments, account.account))
    const { account, day } = mistake
    const reopened = await correctDay(payments, mistake)
    const books = await postJournal(payments, recorded)
    const byte = changeAByte(handle, account, day)
    return { accounts: closed, reopened, books, byte, found: await payments.days.verify({ account }) }
  } finally {
    handle.close()
  }
}
