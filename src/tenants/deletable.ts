import { PaymentError } from '../errors.js'
import type { SqlDatabase } from '../sql/core/database.js'
import type { SchemaOptions } from '../sql/schema/options.js'
import { distributionOf, schemaState } from '../sql/schema-state.js'
import type { TenantOptions } from './options.js'

/**
 * Checks that guarded rows can be deleted, as they are moved or erased: on Citus triggers refuse that always. Returns the options by
 * which `migrate` makes tables like these: with the same guards, and spread by tenant as they are.
 *
 * @throws PaymentError `storage_unavailable` where the tables are not up to date, or cannot be deleted from
 */
export async function checkDeletable(
  database: SqlDatabase,
  { tablePrefix }: TenantOptions,
): Promise<Pick<SchemaOptions, 'guards' | 'distribute' | 'partitions'>> {
  const { missing, missingGuards } = await schemaState(database, { tablePrefix })
  if (missing.length > 0) {
    const message = 'The tables are not up to date: run migrate() first. Nothing was changed.'
    throw new PaymentError('storage_unavailable', message, { retryable: false })
  }
  const [guards, spread] = [missingGuards.length === 0, await distributionOf(database, { tablePrefix })]
  if (spread.distribute === 'citus' && guards) {
    throw new PaymentError(
      'storage_unavailable',
      'On Citus the triggers of histories refuse every DELETE: drop them first, or migrate with guards: false. Nothing was changed.',
      { retryable: false },
    )
  }
  return { guards, ...spread }
}
