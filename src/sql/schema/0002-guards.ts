import { aggregates } from '../../repository/aggregates/index.js'
import type { DialectName } from '../core/database.js'
import type { Tables } from '../core/tables.js'
import { type Distribution, isMadeInSteps, partitionsOf } from './distribution.js'

type Guards = (table: string, names: Tables, distribution: Distribution | null) => string[]

const guardsOf: Readonly<Record<DialectName, Guards>> = {
  // Once a statement, not once a row: one trigger can then guard against TRUNCATE as well.
  postgres: (table, { prefix }, distribution) =>
    distribution
      ? guardsOfParts(table, `${prefix}refuse_change()`, distribution)
      : [
          `CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table} ` +
            `FOR EACH STATEMENT EXECUTE FUNCTION ${prefix}refuse_change()`,
        ],
  // MySQL below 8.0.29 has no CREATE TRIGGER IF NOT EXISTS.
  mysql: (table) =>
    ['UPDATE', 'DELETE'].flatMap((change) => {
      const trigger = `${table}_no_${change.toLowerCase()}`
      const refusal = `SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${table} is append-only: ${change} is refused'`
      return [
        `DROP TRIGGER IF EXISTS ${trigger}`,
        `CREATE TRIGGER ${trigger} BEFORE ${change} ON ${table} FOR EACH ROW ${refusal}`,
      ]
    }),
  sqlite: (table) =>
    ['UPDATE', 'DELETE'].map(
      (change) =>
        `CREATE TRIGGER ${table}_no_${change.toLowerCase()} BEFORE ${change} ON ${table} ` +
        `BEGIN SELECT RAISE(ABORT, '${table} is append-only: ${change} is refused'); END`,
    ),
}

/**
 * Returns the triggers of a table of which each partition or shard can be named by itself: those of rows are made for each by
 * the database, that of TRUNCATE only for the table that it names.
 */
function guardsOfParts(table: string, refusal: string, distribution: Distribution): string[] {
  const create = isMadeInSteps(distribution) ? 'CREATE OR REPLACE TRIGGER' : 'CREATE TRIGGER'
  return [
    `${create} ${table}_append_only BEFORE UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION ${refusal}`,
    ...[table, ...partitionsOf(distribution, table)].map(
      (part) =>
        `${create} ${table}_no_truncate BEFORE TRUNCATE ON ${part} FOR EACH STATEMENT EXECUTE FUNCTION ${refusal}`,
    ),
  ]
}

/**
 * Returns the triggers that refuse to change or delete histories, closings and rows of aggregates that are
 * appended only, whoever sends the statement. Bodies are on one
 * line: no `;` within one ends a line, so that tools which split scripts there need no other delimiter.
 */
export function guards(dialect: DialectName, names: Tables, distribution: Distribution | null): string[] {
  const { events, lineEvents, rowEvents, closings, closingLines, prefix } = names
  const described = aggregates.filter(({ changes }) => changes.length === 0).map(({ name }) => prefix + name)
  const refuseChange =
    `CREATE OR REPLACE FUNCTION ${prefix}refuse_change() RETURNS trigger LANGUAGE plpgsql AS ` +
    `'BEGIN RAISE EXCEPTION ''% is append-only: % is refused'', TG_TABLE_NAME, TG_OP; END'`
  const triggers = [events, lineEvents, rowEvents, closings, closingLines, ...described].flatMap((table) =>
    guardsOf[dialect](table, names, distribution),
  )
  return dialect === 'postgres' ? [refuseChange, ...triggers] : triggers
}
