import { text } from '../sql/core/values.js'
import type { SqlDatabase } from '../sql/core/database.js'
import { type Demand, demandOf } from '../internal/demand.js'
import { isOnCitus, ofDatabase, readTenantOptions, type TenantOptions, tenantOptionNames } from './options.js'
import { tenantSearch, tenantSearchOnCitus } from './tenant-statements.js'
import { listWaiting } from './waiting.js'

const demand: Demand = demandOf('tenants')

/**
 * Lists the tenants that have payments or statement lines, in the order of their bytes. Each statement finds up to 500 of them,
 * and reads an entry of an index for each, however many payments there are. A tenant that is new while the list is read is
 * there where its place has not come yet.
 *
 * @throws TypeError for a wrong option, at once
 * @throws PaymentError `storage_unavailable`, while it is iterated
 * @example
 * import Database from 'libsql'
 *
 * const database = fromSqlite(new Database(':memory:'))
 * await migrate(database)
 * const hospital = createHospitalPayments({
 *   repository: sqlRepository(database, { tenant: 'ward-4' }),
 *   channels: { cash: textChannel('Pay at the cashier with reference {reference}.') },
 * })
 * await hospital.createPayment({ amount: 150000, currency: 'ETB', reference: 'INV-1', channel: 'cash' })
 * const names: string[] = []
 * for await (const tenant of tenants(database)) names.push(tenant)
 * names // => ['ward-4']
 */
export function tenants(database: SqlDatabase, options: TenantOptions = {}): AsyncIterable<string> {
  const { tables } = readTenantOptions(demand, database, options, tenantOptionNames)
  const read = ofDatabase(database)
  async function* list(): AsyncGenerator<string, undefined> {
    const onCitus = await isOnCitus(database, tables)
    const search = onCitus ? tenantSearchOnCitus(tables) : tenantSearch(database.dialect, tables)
    let after = ''
    for (;;) {
      const names = (await read(search.after(after))).map(([tenant]) => text(tenant))
      yield* names
      if (names.length < search.atOnce) return
      after = names.at(-1)!
    }
  }
  return { [Symbol.asyncIterator]: list }
}

tenants.waiting = listWaiting
