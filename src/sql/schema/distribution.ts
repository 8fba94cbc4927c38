/** Tables that are spread by tenant: over the servers of Citus, or over partitions of one server. */
import type { Tables } from '../core/tables.js'

/** The ways in which tables can be spread by tenant. */
export const distributions = ['citus', 'partitions'] as const

/** A kind of distribution, and its number of partitions; 0 for Citus, which has shards of its own. */
export interface Distribution {
  readonly kind: (typeof distributions)[number]
  readonly partitions: number
}

/**
 * Returns true where each statement of a migration can be repeated. A server has a limited number of locks, and a transaction takes
 * one for each new partition and each of its indexes, so a migration with partitions is made in several transactions.
 */
export function isMadeInSteps(distribution: Distribution | null): boolean {
  return distribution?.kind === 'partitions'
}

/** Returns true where two distributions, either of which may be none, are the same. */
export function isSameDistribution(one: Distribution | null, other: Distribution | null): boolean {
  return one?.kind === other?.kind && one?.partitions === other?.partitions
}

/** Returns the names of a table's partitions; none where it has none. */
export function partitionsOf(distribution: Distribution | null, table: string): string[] {
  return Array.from({ length: distribution?.partitions ?? 0 }, (_, i) => `${table}_p${i}`)
}

/** The SQL that makes one table a distributed one. */
export interface DistributedTable {
  /** Behind its columns. */
  readonly end: string
  /** Statements behind those of the table and its indexes. */
  readonly placement: readonly string[]
  /** True where its statements can be repeated. */
  readonly isRepeatable: boolean
}

/**
 * Returns the SQL that distributes a table by tenant. All tables have the rows of a tenant in the same place, as the payments,
 * which are made first.
 */
export function distributedTable(
  distribution: Distribution | null,
  table: string,
  { payments }: Pick<Tables, 'payments'>,
): DistributedTable {
  const isRepeatable = isMadeInSteps(distribution)
  if (distribution === null) return { end: '', placement: [], isRepeatable }
  const { kind, partitions } = distribution
  if (kind === 'citus') {
    const beside = table === payments ? 'none' : payments
    const place = `SELECT create_distributed_table('${table}', 'tenant', colocate_with => '${beside}')`
    return { end: '', placement: [place], isRepeatable }
  }
  return {
    end: ' PARTITION BY HASH (tenant)',
    // Behind the indexes, each of which would otherwise lock all partitions.
    placement: partitionsOf(distribution, table).map(
      (name, i) =>
        `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF ${table} ` +
        `FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${i})`,
    ),
    isRepeatable,
  }
}

/**
 * Settings of Citus under which one transaction may make many distributed tables and their guards: one table after another, and
 * triggers, which it allows only so. They are set back in the same transaction.
 */
const citusSettings = [
  ['citus.multi_shard_modify_mode', "'sequential'"],
  ['citus.enable_unsafe_triggers', 'on'],
] as const

/** Returns the statements of a migration between those that it needs around it. */
export function withSettings(distribution: Distribution | null, statements: readonly string[]): string[] {
  if (distribution?.kind !== 'citus') return [...statements]
  return [
    ...citusSettings.map(([name, value]) => `SET ${name} TO ${value}`),
    ...statements,
    ...citusSettings.map(([name]) => `RESET ${name}`),
  ]
}

/** Returns the statements by which every server of a cluster has a table without tenants. */
export function referenceTable(distribution: Distribution | null, table: string): string[] {
  return distribution?.kind === 'citus' ? [`SELECT create_reference_table('${table}')`] : []
}
