import type { DialectName } from '../core/database.js'
import type { Tables } from '../core/tables.js'

// Released migrations are never edited: databases exist that were made by them. What is to change is another migration.

/** As `0002-guards.ts` does for payments: the history of statement lines is neither changed nor deleted. */
export const lineGuards: Readonly<Record<DialectName, (names: Tables) => string[]>> = {
  // By the function of the guards of payments, which are there wherever these are.
  postgres: ({ lineEvents, prefix }) => [
    `CREATE TRIGGER ${lineEvents}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${lineEvents} ` +
      `FOR EACH STATEMENT EXECUTE FUNCTION ${prefix}refuse_change()`,
  ],
  mysql: ({ lineEvents }) =>
    ['UPDATE', 'DELETE'].flatMap((change) => {
      const trigger = `${lineEvents}_no_${change.toLowerCase()}`
      const refusal = `SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${lineEvents} is append-only: ${change} is refused'`
      return [
        `DROP TRIGGER IF EXISTS ${trigger}`,
        `CREATE TRIGGER ${trigger} BEFORE ${change} ON ${lineEvents} FOR EACH ROW ${refusal}`,
      ]
    }),
  sqlite: ({ lineEvents }) =>
    ['UPDATE', 'DELETE'].map(
      (change) =>
        `CREATE TRIGGER ${lineEvents}_no_${change.toLowerCase()} BEFORE ${change} ON ${lineEvents} ` +
        `BEGIN SELECT RAISE(ABORT, '${lineEvents} is append-only: ${change} is refused'); END`,
    ),
}
