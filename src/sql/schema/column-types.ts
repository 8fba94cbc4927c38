/** The words of each database for what the schema needs; this and the guards are all that differs between the three. */
import type { DialectName } from '../core/database.js'
import type { DistributedTable } from './distribution.js'

export interface ColumnTypes {
  /** The name by which people call the database. */
  readonly title: string
  /** Names the type of text that is compared, byte for byte whatever the server's collation; of at most so many bytes of UTF-8. */
  key(bytes: number): string
  /** Names the type of text that is only stored; of at most so many characters. */
  text(characters: number): string
  /** A JSON document: text, so that it comes back as it went in. */
  readonly json: string
  readonly int64: string
  readonly int32: string
  /** 0 or 1. */
  readonly flag: string
  /** The time at which a migration was applied, by the server's own clock. */
  readonly appliedAt: string
  /** Behind the columns of a table. */
  readonly tableOptions: string
  /** The same where rows are short: kept within the index of their key, so that there is one less to write to. */
  readonly shortRowOptions: string
  /**
   * True where a change of the schema commits by itself. A migration can be cut off in the middle there: each of its
   * statements can be repeated, and a table's indexes are made with it.
   */
  readonly commitsByItself: boolean
  /** True where an index can leave rows out. */
  readonly hasPartialIndexes: boolean
  /** Returns the SQL that distributes a table by tenant; without this function none is distributed. */
  distribute?(table: string): DistributedTable
}

const byteOrder = 'text COLLATE "C"'
// Other row formats have no room for the indexes, wherever they are a server's default.
const innodb = ' ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin'

export const columnTypes: Readonly<Record<DialectName, ColumnTypes>> = {
  postgres: {
    title: 'PostgreSQL',
    key: () => byteOrder,
    text: () => byteOrder,
    json: byteOrder,
    int64: 'bigint',
    int32: 'integer',
    flag: 'smallint',
    appliedAt: 'timestamptz NOT NULL DEFAULT now()',
    tableOptions: '',
    shortRowOptions: '',
    commitsByItself: false,
    hasPartialIndexes: true,
  },
  mysql: {
    title: 'MySQL and MariaDB',
    // Every collation, utf8mb4_bin too, ignores trailing spaces in comparisons.
    key: (bytes) => `VARBINARY(${bytes})`,
    text: (characters) => `VARCHAR(${characters})`,
    json: 'MEDIUMTEXT',
    int64: 'BIGINT',
    int32: 'INT',
    flag: 'SMALLINT',
    // In UTC: a CURRENT_TIMESTAMP would be in whatever zone the session has, a TIMESTAMP ends in 2038.
    appliedAt: 'DATETIME(3) NOT NULL DEFAULT (UTC_TIMESTAMP(3))',
    tableOptions: innodb,
    shortRowOptions: innodb,
    commitsByItself: true,
    hasPartialIndexes: false,
  },
  sqlite: {
    title: 'SQLite',
    key: () => 'TEXT',
    text: () => 'TEXT',
    json: 'TEXT',
    int64: 'INTEGER',
    int32: 'INTEGER',
    flag: 'INTEGER',
    appliedAt: "TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))",
    tableOptions: ' STRICT',
    shortRowOptions: ' STRICT, WITHOUT ROWID',
    commitsByItself: false,
    hasPartialIndexes: true,
  },
}
