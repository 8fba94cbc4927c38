/** The pages of `docs/` by groups, in the order in which they are read; each page is named once. */
export const groups: Readonly<Record<string, readonly string[]>> = {
  'Getting started': ['getting-started', 'curl', 'databases', 'testing'],
  Concepts: ['concepts', 'glossary', 'guarantees', 'events', 'design-decisions', 'what-is-tested'],
  Guides: [
    ...['your-transaction', 'transaction-bridge', 'http', 'mounting', 'provider-callbacks', 'mpesa', 'providers'],
    ...['statement-files', 'import', 'reconcile', 'lines', 'rules', 'reconcile-a-month', 'refunds', 'close-days'],
    ...['counter', 'parts', 'deposits', 'insurers', 'waivers', 'attempts', 'write-a-provider', 'history'],
    ...['desk', 'your-own-storage'],
  ],
  Reference: ['functions', 'options', 'errors', 'reports', 'command-line', 'tables', 'versions'],
  Operations: [
    'database-requirements',
    'failures',
    'more-than-one-server',
    'many-hospitals',
    'growing',
    'logging',
    'privacy',
  ],
}
