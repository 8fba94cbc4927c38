/** What the package exports: the names below `dist/` and their sources. */
export const entry = {
  index: 'src/index.ts',
  'desk/index': 'src/desk/index.ts',
  'http/index': 'src/http/index.ts',
  'providers/index': 'src/providers/index.ts',
  'repository/index': 'src/repository/index.ts',
  'sql/index': 'src/sql/index.ts',
  'statements/index': 'src/statements/index.ts',
  'testing/index': 'src/testing/index.ts',
  'webhooks/index': 'src/webhooks/index.ts',
}
