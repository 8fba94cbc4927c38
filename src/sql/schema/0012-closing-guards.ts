import type { DialectName } from '../core/database.js'
import type { Tables } from '../core/tables.js'

// Released migrations are never edited: databases exist that were made by them. What is to change is another migration.

type Guards = Readonly<Record<DialectName, (table: string, names: Tables) => string[]>>

const guardsOf: Guards = {
  // By the function of the guards of payments, which are there wherever these are.
  postgres: (table, { prefix }) => [
    `CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table} ` +
      `FOR EACH STATEMENT EXECUTE FUNCTION ${prefix}refuse_change()`,
  ],
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

/** As `0002-guards.ts` does for payments: closings, their lines and receipts are neither changed nor deleted. */
export function closingGuards(dialect: DialectName, names: Tables): string[] {
  return [names.closings, names.closingLines, names.receipts].flatMap((table) => guardsOf[dialect](table, names))
}
