import type { AnyAggregate } from '../../repository/aggregates/aggregate.js'
import { aggregates } from '../../repository/aggregates/index.js'
import { columnName } from '../core/columns.js'
import type { DialectName } from '../core/database.js'
import { maintenanceIs } from '../core/maintenance.js'
import type { Tables } from '../core/tables.js'
import { columnTypes } from './column-types.js'
import { type Distribution, isMadeInSteps, partitionsOf } from './distribution.js'

/** A guarded table, and the columns of it that may not change; `null` where no row may. */
interface GuardedTable {
  readonly table: string
  readonly fixed: readonly string[] | null
}

type Guards = (guarded: GuardedTable, names: Tables, distribution: Distribution | null) => string[]

function refusalOf({ table, fixed }: GuardedTable, change: 'UPDATE' | 'DELETE'): string {
  if (fixed === null) return `${table} is append-only: ${change} is refused`
  return change === 'DELETE'
    ? `${table} is kept: DELETE is refused`
    : `${table} is fixed: UPDATE of its money is refused`
}

/** Returns the condition that one of the columns changes, written with the comparison that knows missing values. */
function changesOneOf(columns: readonly string[], differ: (before: string, after: string) => string): string {
  return columns.map((column) => differ(`OLD.${column}`, `NEW.${column}`)).join(' OR ')
}

const guardsOf: Readonly<Record<DialectName, Guards>> = {
  postgres: ({ table, fixed }, { prefix }, distribution) => {
    const refusal = `EXECUTE FUNCTION ${prefix}refuse_change()`
    const ofValues =
      fixed === null
        ? []
        : [
            `${creation(distribution)} ${table}_fixed BEFORE UPDATE ON ${table} FOR EACH ROW ` +
              `WHEN (${changesOneOf(fixed, (before, after) => `${before} IS DISTINCT FROM ${after}`)}) ${refusal}`,
          ]
    const changes = fixed === null ? 'UPDATE OR DELETE' : 'DELETE'
    const name = fixed === null ? 'append_only' : 'kept'
    if (distribution) return [...ofValues, ...guardsOfParts({ table, name, changes }, refusal, distribution)]
    // Once a statement, not once a row: one trigger can then guard against TRUNCATE as well.
    return [
      ...ofValues,
      `CREATE TRIGGER ${table}_${name} BEFORE ${changes} OR TRUNCATE ON ${table} FOR EACH STATEMENT ${refusal}`,
    ]
  },
  // MySQL below 8.0.29 has no CREATE TRIGGER IF NOT EXISTS.
  mysql: (guarded, names) =>
    (['UPDATE', 'DELETE'] as const).flatMap((change) => {
      const { table, fixed } = guarded
      const trigger = `${table}_no_${change.toLowerCase()}`
      const condition =
        change === 'DELETE'
          ? `NOT ${maintenanceIs('mysql', names, 'OLD.tenant')}`
          : fixed && changesOneOf(fixed, (before, after) => `NOT (${before} <=> ${after})`)
      const refusal = refusalOf(guarded, change)
      const body =
        condition === null
          ? `SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${refusal}'`
          : `INSERT INTO ${refusalsOf(names)} (refusal) SELECT @hp_refusal := '${refusal}' FROM DUAL WHERE ${condition}`
      return [
        `DROP TRIGGER IF EXISTS ${trigger}`,
        `CREATE TRIGGER ${trigger} BEFORE ${change} ON ${table} FOR EACH ROW ${body}`,
      ]
    }),
  sqlite: (guarded, names) =>
    (['UPDATE', 'DELETE'] as const).map((change) => {
      const { table, fixed } = guarded
      const condition =
        change === 'DELETE'
          ? `NOT ${maintenanceIs('sqlite', names, 'OLD.tenant')}`
          : fixed && changesOneOf(fixed, (before, after) => `${before} IS NOT ${after}`)
      return (
        `CREATE TRIGGER ${table}_no_${change.toLowerCase()} BEFORE ${change} ON ${table} ` +
        `${condition === null ? '' : `WHEN ${condition} `}BEGIN SELECT RAISE(ABORT, '${refusalOf(guarded, change)}'); END`
      )
    }),
}

/** Returns the beginning of a statement that makes a trigger; one that is made in steps can be made again. */
function creation(distribution: Distribution | null): string {
  return isMadeInSteps(distribution) ? 'CREATE OR REPLACE TRIGGER' : 'CREATE TRIGGER'
}

/**
 * Returns the triggers of a table of which each partition or shard can be named by itself: those of rows are made for each by
 * the database, that of TRUNCATE only for the table that it names.
 */
function guardsOfParts(
  { table, name, changes }: { readonly table: string; readonly name: string; readonly changes: string },
  refusal: string,
  distribution: Distribution,
): string[] {
  const create = creation(distribution)
  return [
    `${create} ${table}_${name} BEFORE ${changes} ON ${table} FOR EACH ROW ${refusal}`,
    ...[table, ...partitionsOf(distribution, table)].map(
      (part) => `${create} ${table}_no_truncate BEFORE TRUNCATE ON ${part} FOR EACH STATEMENT ${refusal}`,
    ),
  ]
}

/**
 * Returns the function that refuses a change on PostgreSQL. A DELETE passes while a row of this transaction says so; not on
 * Citus, where a trigger may not read a table that is distributed.
 */
function refuseChange(names: Tables, distribution: Distribution | null): string {
  const isMaintained = maintenanceIs('postgres', names, null)
  const passes =
    distribution?.kind === 'citus' ? '' : `IF TG_OP = ''DELETE'' AND ${isMaintained} THEN RETURN OLD; END IF; `
  const refusals = [
    "TG_NAME LIKE ''%\\_fixed'' THEN RAISE EXCEPTION ''% is fixed: UPDATE of its money is refused'', TG_TABLE_NAME",
    "TG_NAME LIKE ''%\\_kept'' THEN RAISE EXCEPTION ''% is kept: % is refused'', TG_TABLE_NAME, TG_OP",
  ]
  return (
    `CREATE OR REPLACE FUNCTION ${names.prefix}refuse_change() RETURNS trigger LANGUAGE plpgsql AS ` +
    `'BEGIN ${passes}IF ${refusals.join('; ELSIF ')}; END IF; ` +
    `RAISE EXCEPTION ''% is append-only: % is refused'', TG_TABLE_NAME, TG_OP; END'`
  )
}

function refusalsOf({ prefix }: Tables): string {
  return `${prefix}refusals`
}

/**
 * Returns the statements for a table in which no row can be stored. A trigger of MySQL refuses under a condition by writing to it:
 * an IF would need a `;` within the trigger, at which the client of MySQL cuts a script.
 */
function refusals(names: Tables): string[] {
  const table = refusalsOf(names)
  return [
    `CREATE TABLE IF NOT EXISTS ${table} (refusal VARCHAR(128) NOT NULL PRIMARY KEY)${columnTypes.mysql.shortRowOptions}`,
    `DROP TRIGGER IF EXISTS ${table}_refuse`,
    `CREATE TRIGGER ${table}_refuse BEFORE INSERT ON ${table} FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = @hp_refusal`,
  ]
}

/** Returns the columns of a guarded aggregate's rows that never change. */
function fixedColumnsOf({ columns, key }: AnyAggregate): string[] {
  const fields = Array.from(columns).flatMap(([field, { isFixed }]) => (isFixed || key.includes(field) ? [field] : []))
  return ['tenant', ...fields.map((field) => columnName(columns, field))]
}

/**
 * Returns the triggers that refuse to change or delete histories, closings and rows of aggregates that are
 * appended only, and to change the money of receipts, whoever sends the statement. A DELETE passes in a transaction whose row of
 * the table of maintenance says so. Bodies are on one line: no `;` within one ends a line, so that tools which split scripts there
 * need no other delimiter.
 */
export function guards(dialect: DialectName, names: Tables, distribution: Distribution | null): string[] {
  const { events, lineEvents, rowEvents, closings, closingLines, prefix } = names
  const guarded: GuardedTable[] = [
    ...[events, lineEvents, rowEvents, closings, closingLines].map((table) => ({ table, fixed: null })),
    ...aggregates
      .filter(({ changes }) => changes.length === 0)
      .map(({ name }) => ({ table: prefix + name, fixed: null })),
    ...aggregates
      .filter(({ isGuarded }) => isGuarded)
      .map((of) => ({ table: prefix + of.name, fixed: fixedColumnsOf(of) })),
  ]
  const triggers = guarded.flatMap((one) => guardsOf[dialect](one, names, distribution))
  if (dialect === 'postgres') return [refuseChange(names, distribution), ...triggers]
  // Behind the triggers: the first of them shows a user who may make none, before anything is made.
  return dialect === 'mysql' ? [...triggers, ...refusals(names)] : triggers
}
