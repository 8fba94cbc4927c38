/**
 * What `HP_FOLDER=NAME npm run mutation` mutates, the tests that decide, and the goal in percent (R14). Tests that need a
 * database or another program are left out, but where `integration` is set.
 */
export const folders = {
  domain: {
    goal: 90,
    mutate: ['src/errors.ts', 'src/domain/**/*.ts', '!src/domain/currencies.ts'],
    tests: [
      'test/errors.test.ts',
      'test/domain/**/*.test.ts',
      'test/golden/**/*.test.ts',
      'test/operations/**/*.test.ts',
      'test/reconciliation/*.test.ts',
    ],
  },
  operations: {
    goal: 90,
    mutate: ['src/operations/**/*.ts', 'src/service/**/*.ts', 'src/options.ts', 'src/service.ts'],
    tests: [
      'test/options.test.ts',
      'test/service.test.ts',
      'test/operations/**/*.test.ts',
      'test/reconciliation/*.test.ts',
    ],
  },
  repository: {
    goal: 80,
    mutate: ['src/repository/**/*.ts'],
    tests: [
      'test/repository/**/*.test.ts',
      'test/testing/memory.test.ts',
      'test/operations/**/*.test.ts',
      'test/reconciliation/*.test.ts',
    ],
  },
  internal: {
    goal: 80,
    mutate: ['src/internal/**/*.ts'],
    tests: [
      'test/internal/**/*.test.ts',
      'test/golden/**/*.test.ts',
      'test/operations/**/*.test.ts',
      'test/webhooks/*.test.ts',
    ],
  },
  statements: {
    goal: 80,
    mutate: ['src/statements/**/*.ts'],
    tests: ['test/statements/**/*.test.ts'],
  },
  http: {
    goal: 80,
    mutate: ['src/http/**/*.ts'],
    tests: ['test/http/**/*.test.ts'],
  },
  webhooks: {
    goal: 80,
    integration: true,
    mutate: ['src/webhooks/**/*.ts', '!src/webhooks/node/**'],
    tests: ['test/webhooks/*.test.ts'],
  },
  sql: {
    goal: 80,
    integration: true,
    mutate: ['src/sql/**/*.ts', '!src/sql/postgres/**', '!src/sql/mysql/**'],
    tests: [
      'test/sql/core/**/*.test.ts',
      'test/sql/connections/**/*.test.ts',
      'test/sql/sqlite/**/*.test.ts',
      'test/sql/schema/**/*.test.ts',
      'test/golden/**/*.test.ts',
    ],
  },
}
