import type { OpenApi } from './handlers.js'

type Schema = Readonly<Record<string, unknown>>
export type Pick = () => number

/** The texts that a pattern of the document may stand for; and a few texts that references and times may be. */
const byPattern: readonly [RegExp, readonly string[]][] = [
  [/^\^\[A-Z\]\{3\}/, ['ETB', 'ETB', 'USD', 'KWD', 'XXX', 'XAU']],
  [/^\^\[a-z0-9_\.-\]/, ['gift', 'bank_fee', 'gift']],
  [/^\^\[A-Za-z0-9_\.-\]\{1,64\}/, ['INV-1', 'INV-2', 'INV-1']],
  [/^\^\\\+/, ['+251911000000', '+12', '+2519110000001']],
]

const mapping = {
  columns: { valueDate: 'Date', amount: 'Amount' },
  dates: ['dd/MM/yyyy'],
  timeZone: 'Africa/Addis_Ababa',
  currency: 'ETB',
}

const texts = ['INV-1', 'INV-2', 'INV-3', 'visit', 'à l’accueil', '薬', '=cmd', 'a,b"c']
const times = ['2026-11-20T12:00:00+03:00', '2026-11-21T00:00:00Z', '2026-11-19T09:00:00.000Z', '2020-01-01T00:00:00Z']
const dates = ['2026-11-19', '2026-11-19', '2026-11-20', '2026-11-21', '2026-12-01', '2026-02-30', '1969-12-31']

/** Makes a value that a schema of the document allows, chosen by `pick`; `name` helps where the schema says less. */
export function fromSchema(document: OpenApi, schema: Schema, pick: Pick, name = ''): unknown {
  const choose = <T>(values: readonly T[]): T => values[pick() % values.length]!
  const ref = schema['$ref']
  if (typeof ref === 'string') {
    return fromSchema(document, document.components.schemas[ref.split('/').at(-1)!]!, pick, name)
  }
  const branches = schema['oneOf'] ?? schema['anyOf']
  if (Array.isArray(branches)) return fromSchema(document, choose(branches as Schema[]), pick, name)
  if ('const' in schema) return schema['const']
  if (schema['type'] === 'null') return null
  if (Array.isArray(schema['enum'])) return choose(schema['enum'] as unknown[])
  switch (schema['type']) {
    case 'object': {
      const required = (schema['required'] ?? []) as string[]
      const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
      if (name === 'mapping' && pick() % 2) return { ...mapping, decimal: choose(['.', ',']) }
      if (name === 'metadata') return pick() % 2 ? {} : { ward: 'B', visit: '12' }
      const chosen = properties.filter(([key]) => required.includes(key) || pick() % 3 === 0)
      return Object.fromEntries(chosen.map(([key, value]) => [key, fromSchema(document, value, pick, key)]))
    }
    case 'array':
      return Array.from({ length: 1 + (pick() % 2) }, () => fromSchema(document, schema['items'] as Schema, pick, name))
    case 'integer': {
      const { minimum = 0, maximum = 2 ** 53 - 1 } = schema as { minimum?: number; maximum?: number }
      // Of a category, which may be below 0.
      if ('not' in schema) return choose([100, 100, -100])
      return name === 'limit' ? choose([1, 1, 2, 3, 500]) : choose([150_000, 150_000, minimum, maximum])
    }
    case 'boolean':
      return pick() % 2 === 0
    default: {
      const pattern = schema['pattern']
      const known = typeof pattern === 'string' && byPattern.find(([shape]) => shape.test(pattern))
      if (known) return choose(known[1])
      if (name === 'channel') return choose(['mobile-banking', 'mobile-banking', 'cash', 'unheard-of'])
      if (name === 'account') return choose(['cbe-1000', 'cbe-1000', 'till'])
      if (/At$/.test(name)) return choose(times)
      if (schema['format'] === 'date') return choose(dates)
      return choose(texts)
    }
  }
}
