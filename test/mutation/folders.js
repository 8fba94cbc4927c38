const sqlTexts = 'test/golden/sql.integration.test.ts'

/**
 * The files that `HP_FOLDER=NAME npm run mutation` mutates, the tests that decide, and the goal in percent (R14). Together they
 * are the whole of `src/`, each file once. Tests that need a database or another program are left out, but where `integration` is set;
 * so are those whose name fits `without`. `keepsOpen`: what suites opened stays open from mutant to mutant. `first`: the file
 * that decides first about what runs on import, which else is left to the files that are nearest.
 */
export const folders = {
  // Its tests go through the zones of the world, which takes longer than all others of the domain.
  calendar: {
    goal: 90,
    mutate: ['src/domain/calendar.ts'],
    tests: ['test/domain/calendar/*.test.ts'],
  },
  domain: {
    goal: 90,
    mutate: ['src/errors.ts', 'src/domain/**/*.ts', '!src/domain/{calendar,currencies}.ts'],
    tests: [
      'test/errors.test.ts',
      'test/domain/*.test.ts',
      'test/domain/{csv,days,payments,reconciliation,refunds}/*.test.ts',
      'test/golden/*.test.ts',
      'test/operations/**/*.test.ts',
      'test/reconciliation/*.test.ts',
    ],
  },
  operations: {
    goal: 90,
    mutate: ['src/operations/**/*.ts', 'src/service/**/*.ts', 'src/{index,options,service}.ts'],
    tests: [
      'test/{options,service}.test.ts',
      'test/golden/*.test.ts',
      'test/service/**/*.test.ts',
      'test/operations/**/*.test.ts',
      'test/reconciliation/*.test.ts',
      'test/reconciliation/properties/groups.test.ts',
      'test/reconciliation-storage/*.test.ts',
    ],
  },
  repository: {
    goal: 80,
    mutate: ['src/repository/**/*.ts'],
    tests: ['test/repository/**/*.test.ts', 'test/testing/memory*.test.ts', 'test/operations/lines/*.test.ts'],
  },
  internal: {
    goal: 80,
    mutate: ['src/internal/**/*.ts'],
    tests: ['test/internal/**/*.test.ts', 'test/webhooks/*.test.ts'],
  },
  statements: {
    goal: 80,
    mutate: ['src/statements/**/*.ts'],
    tests: ['test/statements/**/*.test.ts'],
  },
  http: {
    goal: 80,
    integration: true,
    mutate: ['src/http/**/*.ts', '!src/http/openapi/**'],
    // Routes and parameters are tables, and nearly all of them is in the document.
    first: 'test/http/openapi/document.test.ts',
    tests: ['test/http/**/*.test.ts'],
  },
  // Nearly all of it is computed on import, so that each mutant imports its tests anew: this one looks at every part.
  openapi: {
    goal: 80,
    mutate: ['src/http/openapi/**/*.ts'],
    tests: ['test/http/openapi/document.test.ts'],
  },
  desk: {
    goal: 80,
    integration: true,
    mutate: ['src/desk/**/*.ts'],
    tests: ['test/desk/**/*.test.ts'],
  },
  providers: {
    goal: 80,
    integration: true,
    mutate: ['src/providers/**/*.ts'],
    tests: ['test/providers/**/*.test.ts'],
  },
  webhooks: {
    goal: 80,
    integration: true,
    mutate: ['src/webhooks/**/*.ts'],
    tests: ['test/webhooks/**/*.test.ts'],
  },
  cli: {
    goal: 80,
    integration: true,
    mutate: ['src/cli/**/*.ts'],
    tests: ['test/cli/**/*.test.ts'],
  },
  // What a weaker kit lets pass shows in the faulty storages that it must refuse.
  testing: {
    goal: 80,
    slow: true,
    mutate: ['src/testing/**/*.ts'],
    tests: ['test/testing/*.test.ts'],
  },
  // What all databases share is decided on SQLite, which is the quickest, and what is of one database on that one.
  sql: {
    goal: 80,
    integration: true,
    keepsOpen: true,
    without: / on (postgres|mariadb|pglite|sqlite \(node:sqlite\))/,
    mutate: ['src/sql/core/**/*.ts', 'src/sql/{dialects,index,retry-transaction,sql-repository}.ts'],
    // Texts of SQL are made on import, and nearly all of them are in its files.
    first: sqlTexts,
    tests: [
      'test/sql/*.test.ts',
      'test/sql/{core,connections,export,faults,finance,host-transaction,schema,sqlite}/*.test.ts',
      'test/golden/*.test.ts',
    ],
  },
  // Pools, and transactions of a host's own library: on PostgreSQL, MariaDB and SQLite.
  connections: {
    goal: 80,
    integration: true,
    keepsOpen: true,
    slow: true,
    without: / on (postgres \(system\)|pglite|sqlite \(node:sqlite\))/,
    mutate: ['src/sql/{connections,hosts}/**/*.ts'],
    tests: [
      'test/sql/*.integration.test.ts',
      'test/sql/{connections,host-transaction}/*.test.ts',
      'test/sql/export/*.integration.test.ts',
      'test/sql/{mysql,postgres,sqlite}/*.test.ts',
    ],
  },
  schema: {
    goal: 80,
    integration: true,
    keepsOpen: true,
    slow: true,
    without: / on (postgres \(system\)|pglite|sqlite \(node:sqlite\))/,
    mutate: ['src/sql/schema/**/*.ts', 'src/sql/{migrate,schema-sql,schema-state}.ts'],
    first: sqlTexts,
    tests: [
      'test/sql/options.integration.test.ts',
      'test/sql/schema/*.test.ts',
      'test/sql/mysql/migrate*.test.ts',
      'test/golden/*.test.ts',
    ],
  },
  // On Node 24, which alone has both drivers: `npx -p node@24 -- node node_modules/@stryker-mutator/core/bin/stryker.js run`.
  sqlite: {
    goal: 80,
    integration: true,
    keepsOpen: true,
    slow: true,
    without: / on (postgres|mariadb|pglite)/,
    mutate: ['src/sql/sqlite/**/*.ts'],
    tests: [
      'test/sql/*.integration.test.ts',
      'test/sql/{connections,faults,finance,host-transaction,sqlite}/*.test.ts',
    ],
  },
  postgres: {
    goal: 80,
    integration: true,
    keepsOpen: true,
    without: / on (postgres \(system\)|mariadb|pglite|sqlite \(.*?\))/,
    mutate: ['src/sql/postgres/**/*.ts'],
    tests: ['test/sql/*.test.ts', 'test/sql/{connections,export,finance,postgres}/*.test.ts', 'test/golden/*.test.ts'],
  },
  mysql: {
    goal: 80,
    integration: true,
    keepsOpen: true,
    without: / on (postgres|pglite|sqlite \(.*?\))/,
    mutate: ['src/sql/mysql/**/*.ts'],
    tests: [
      'test/sql/*.test.ts',
      'test/sql/{connections,export,finance,mysql,schema}/*.test.ts',
      'test/golden/*.test.ts',
    ],
  },
}
