import { builtinModules } from 'node:module'
import tseslint from 'typescript-eslint'

const nodeModules = builtinModules.filter((name) => !name.startsWith('_'))
const webStandard = 'src runs on any web-standard runtime: no Node modules or globals.'
const injected = 'Time and randomness are injected: use the clock and the random source of the options.'

const nodeGlobals = [
  'Buffer',
  'process',
  'global',
  'require',
  '__dirname',
  '__filename',
  'setImmediate',
  'clearImmediate',
]

export default tseslint.config(
  { ignores: ['dist/', 'coverage/', 'reports/', '.stryker-tmp/', 'site/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts'],
    // One program for all files: the service of an editor opens each by itself, which takes half as long again.
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'no-console': 'error',
      'no-restricted-imports': [
        'error',
        {
          paths: nodeModules.map((name) => ({ name, message: webStandard })),
          patterns: [{ group: ['node:*'], message: webStandard }],
        },
      ],
      'no-restricted-globals': ['error', ...nodeGlobals.map((name) => ({ name, message: webStandard }))],
    },
  },
  {
    files: ['src/**/*.ts'],
    // The defaults of clock and random live in the first two; the third has the stopwatch and the dice of waits, and the
    // last the ids of requests: neither is ever stored.
    ignores: ['src/internal/clock.ts', 'src/options.ts', 'src/sql/core/deadline.ts', 'src/http/request/request-id.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: injected },
        { object: 'Math', property: 'random', message: injected },
        { object: 'performance', property: 'now', message: injected },
        { object: 'crypto', property: 'getRandomValues', message: injected },
        { object: 'crypto', property: 'randomUUID', message: injected },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: injected },
        { selector: "CallExpression[callee.name='Date']", message: injected },
      ],
    },
  },
  // Names are looked up and connections opened there, which only Node can do; it is loaded by the first webhook sent.
  { files: ['src/webhooks/node/*.ts'], rules: { 'no-restricted-imports': 'off' } },
  // The command line is a program of Node.
  { files: ['src/cli/**/*.ts'], rules: { 'no-restricted-imports': 'off', 'no-restricted-globals': 'off' } },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  {
    // Tests hand wrong values to the public functions on purpose.
    files: ['test/**/*.ts', 'src/testing/**/*.ts'],
    rules: { '@typescript-eslint/no-explicit-any': 'off' },
  },
)
