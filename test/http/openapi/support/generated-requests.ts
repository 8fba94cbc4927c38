import * as fc from 'fast-check'

/** The parts of one request; the places `earlier` stand for ids, cursors and keys of answers before it. */
export interface Draft {
  readonly operation: number
  readonly key: 'all' | 'few' | 'wrong' | 'none'
  readonly earlier: number
  readonly useEarlier: boolean
  readonly method: string | null
  readonly type: string | null
  readonly idempotencyKey: string | null
  readonly valid: readonly number[]
  readonly odd: { readonly kind: string; readonly at: number; readonly value: unknown }
  readonly advance: number
}

const strange = [
  '',
  ' ',
  '\u0000',
  '\u007f',
  '\u0085',
  '\u202e',
  '\ufffd',
  '\ufeff',
  '\ud800',
  'e\u0301',
  '＝1',
  '=1+1',
  '💊',
  "'; --",
  'a'.repeat(256),
  '__proto__',
  'constructor',
  '../..',
  '\r\n',
  '%',
  '\u2028',
  'pay_',
  '-0',
  '1e400',
] as const

const numbers = [0, -0, -1, 0.5, 1e308, 2 ** 53, Number.MAX_SAFE_INTEGER, 1] as const

export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...strange) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...numbers) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, [], {}, [1], { a: 1 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

/** The ways in which a request departs from its schema; `none` most often, so that sequences get somewhere. */
export const kinds = [
  'change',
  'drop',
  'unknown',
  'repeat',
  'malformed-escape',
  'raw-query',
  'truncate',
  'not-utf8',
  'not-object',
  'huge',
  'deep',
  'bom',
  'encoding',
  'path',
] as const

export const draft: fc.Arbitrary<Draft> = fc.record({
  operation: fc.nat(1000),
  key: fc.constantFrom(...(['all', 'all', 'all', 'all', 'all', 'all', 'all', 'few', 'wrong', 'none'] as const)),
  earlier: fc.nat(1000),
  useEarlier: fc.boolean(),
  method: fc.oneof(
    { weight: 30, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom('PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'POST', 'GET', 'QUERY') },
  ),
  type: fc.oneof(
    { weight: 20, arbitrary: fc.constant('application/json') },
    {
      weight: 2,
      arbitrary: fc.constantFrom(null, '', 'text/plain', 'application/json; charset=latin1', 'application/JSON;;', 'x'),
    },
  ),
  idempotencyKey: fc.oneof(
    { weight: 6, arbitrary: fc.constant(null) },
    { weight: 4, arbitrary: fc.nat(20).map((n) => `key-${n}`) },
    { weight: 1, arbitrary: fc.constantFrom('"a"', '"a', '""', '', 'a b', 'k'.repeat(256), '"\\x"', 'é') },
  ),
  valid: fc.array(fc.nat(2 ** 31 - 1), { minLength: 24, maxLength: 24 }),
  odd: fc.record({
    kind: fc.oneof(
      { weight: 3, arbitrary: fc.constant('none') },
      { weight: 2, arbitrary: fc.constantFrom<string>(...kinds) },
    ),
    at: fc.nat(1000),
    value: oddValue,
  }),
  advance: fc.constantFrom(0, 1, 1000, 86_400_000),
})
