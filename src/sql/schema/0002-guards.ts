import type { DialectName } from '../core/database.js'
import type { Tables } from '../core/tables.js'

// Released migrations are never edited: databases exist that were made by them. What is to change is another migration.

/**
 * Triggers that refuse to change or delete events, whoever sends the statement. Bodies are on one line: no `;` within one ends a
 * line, so that tools which split scripts there need no other delimiter.
 */
export const guards: Readonly<Record<DialectName, (names: Tables) => string[]>> = {
  // Once a statement, not once a row: one trigger can then guard against TRUNCATE as well.
  postgres: ({ events, prefix }) => [
    `CREATE OR REPLACE FUNCTION ${prefix}refuse_change() RETURNS trigger LANGUAGE plpgsql AS ` +
      `'BEGIN RAISE EXCEPTION ''% is append-only: % is refused'', TG_TABLE_NAME, TG_OP; END'`,
    `CREATE TRIGGER ${events}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${events} ` +
      `FOR EACH STATEMENT EXECUTE FUNCTION ${prefix}refuse_change()`,
  ],
  // MySQL below 8.0.29 has no CREATE TRIGGER IF NOT EXISTS.
  mysql: ({ events }) =>
    ['UPDATE', 'DELETE'].flatMap((change) => {
      const trigger = `${events}_no_${change.toLowerCase()}`
      const refusal = `SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${events} is append-only: ${change} is refused'`
      return [
        `DROP TRIGGER IF EXISTS ${trigger}`,
        `CREATE TRIGGER ${trigger} BEFORE ${change} ON ${events} FOR EACH ROW ${refusal}`,
      ]
    }),
  sqlite: ({ events }) =>
    ['UPDATE', 'DELETE'].map(
      (change) =>
        `CREATE TRIGGER ${events}_no_${change.toLowerCase()} BEFORE ${change} ON ${events} ` +
        `BEGIN SELECT RAISE(ABORT, '${events} is append-only: ${change} is refused'); END`,
    ),
}
