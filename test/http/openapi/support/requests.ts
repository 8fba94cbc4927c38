import { fromSchema } from './from-schema.js'
import { keys, type OpenApi, type OperationObject, origin } from './handlers.js'
import type { Wish } from './generated-requests.js'

export interface Place {
  readonly path: string
  readonly method: string
  readonly operation: OperationObject
}

export interface Earlier {
  readonly ids: string[]
  readonly cursors: { readonly path: string; readonly query: string; readonly cursor: string }[]
}

export interface Made {
  readonly request: Request
  readonly url: string
}

// Not String(): a generated object may have a `toString` that is no function.
const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
const encode = (value: unknown) => encodeURIComponent(textOf(value).toWellFormed())

function pickOf(numbers: readonly number[]): () => number {
  let at = 0
  return () => (numbers[at++ % numbers.length]! >>> (at % 7)) + at
}

function queryOf(document: OpenApi, { path, operation }: Place, wish: Wish, earlier: Earlier): string {
  const pick = pickOf(wish.valid)
  const pages = earlier.cursors.filter((one) => one.path === path)
  const page = pages[wish.earlier % Math.max(pages.length, 1)]
  if (wish.useEarlier && page) {
    const others = page.query.split('&').filter((pair) => pair !== '' && !pair.startsWith('cursor='))
    return [...others, `cursor=${encode(page.cursor)}`].join('&')
  }
  const asked = (operation.parameters ?? []).filter((one) => one.in === 'query')
  const given = asked.filter(({ name, required }) => required || (name !== 'cursor' && pick() % 5 === 0))
  const pairs = given.map(({ name, schema }) => [name, fromSchema(document, schema, pick, name)] as [string, unknown])
  const { kind, at, value } = wish.odd
  const one = pairs[at % Math.max(pairs.length, 1)]
  const any = asked[at % Math.max(asked.length, 1)]
  if (kind === 'change' && any)
    return [...pairs.filter(([name]) => name !== any.name), [any.name, value] as const]
      .map(([name, text]) => `${name}=${encode(text)}`)
      .join('&')
  const text = pairs.map(([name, given]) => `${name}=${encode(given)}`).join('&')
  if (kind === 'drop')
    return pairs
      .filter((pair) => pair !== one)
      .map(([name, given]) => `${name}=${encode(given)}`)
      .join('&')
  if (kind === 'unknown') return `${text}&${encode(value)}=1`
  if (kind === 'repeat' && one) return `${text}&${one[0]}=${encode(value)}`
  if (kind === 'malformed-escape') return `${text}&${any?.name ?? 'a'}=%ff%`
  if (kind === 'raw-query') return `${text}&&=&${encode(value).slice(1)}=%e2%82`
  return text
}

/** Each a deliberate fault of the body's text or value. */
function bodyOf(document: OpenApi, schema: Record<string, unknown>, { odd, valid }: Wish): string | Uint8Array {
  const value = fromSchema(document, schema, pickOf(valid)) as Record<string, unknown>
  const names = Object.keys(value)
  const name = names[odd.at % Math.max(names.length, 1)] ?? 'amount'
  const text = JSON.stringify(value)
  switch (odd.kind) {
    case 'change':
      return JSON.stringify({ ...value, [name]: odd.value })
    case 'drop':
      return JSON.stringify({ ...value, [name]: undefined })
    case 'unknown':
      return JSON.stringify({ ...value, [odd.at % 3 ? textOf(odd.value) : 'actor']: 'x' })
    case 'repeat':
      return text.replace(/\}$/, `,${JSON.stringify(name)}:${JSON.stringify(odd.value) ?? 'null'}}`)
    case 'truncate':
      return text.slice(0, odd.at % (text.length + 1))
    case 'not-utf8':
      return Uint8Array.from([...new TextEncoder().encode(text), 0xff])
    case 'not-object':
      return JSON.stringify(odd.value) ?? 'null'
    case 'huge':
      return JSON.stringify({ ...value, description: 'x'.repeat(65_000 + odd.at) })
    case 'deep':
      return '['.repeat(20_000) + ']'.repeat(odd.at % 2 ? 20_000 : 0)
    case 'bom':
      return `\ufeff${text}`
    default:
      return text
  }
}

export function requestOf(document: OpenApi, place: Place, wish: Wish, earlier: Earlier): Made {
  const { kind, at, value } = wish.odd
  const known = earlier.ids[wish.earlier % Math.max(earlier.ids.length, 1)]
  const odd = kind === 'path' ? (at % 3 ? encode(value).replaceAll('.', '%2E') || '%00' : '%ff') : null
  const id = odd ?? (wish.valid[0]! % 8 && known ? known : 'pay_00000000000000000000000000')
  const base = document.servers[0]!.url.replace(/\/$/, '')
  const query = queryOf(document, place, wish, earlier)
  const url = `${origin}${base}${place.path.replace('{paymentId}', id)}${query === '' ? '' : `?${query}`}`
  const method = wish.method ?? place.method.toUpperCase()
  const headers = new Headers()
  if (wish.key !== 'none') headers.set('Authorization', `Bearer ${keys[wish.key]}`)
  if (wish.idempotencyKey !== null) headers.set('Idempotency-Key', wish.idempotencyKey)
  if (at % 4 === 0) headers.set('X-Request-Id', at % 8 ? 'r-1' : 'not usable')
  if (kind === 'encoding') headers.set('Content-Encoding', 'gzip')
  const schema = place.operation.requestBody?.content['application/json']?.schema as Record<string, unknown> | undefined
  const mayHaveBody = schema && method !== 'GET' && method !== 'HEAD'
  const body = mayHaveBody ? bodyOf(document, schema, wish) : null
  if (mayHaveBody && wish.type !== null) headers.set('Content-Type', wish.type)
  const sent = typeof body === 'string' && wish.type === null ? new TextEncoder().encode(body) : body
  return { request: new Request(url, { method, headers, body: sent as string | Uint8Array<ArrayBuffer> | null }), url }
}
