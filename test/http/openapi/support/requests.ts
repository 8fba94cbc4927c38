import { tillFile } from '../../support/finance.js'
import { fromSchema } from './from-schema.js'
import { keys, type OpenApi, type OperationObject, origin } from './handlers.js'
import type { Draft } from './generated-requests.js'

export interface Place {
  readonly path: string
  readonly method: string
  readonly operation: OperationObject
}

export interface Earlier {
  /** By the name that a path calls them. */
  readonly ids: Readonly<
    Record<'paymentId' | 'importId' | 'refundId' | 'sessionId' | 'waiverId' | 'attemptId' | 'ruleId', string[]>
  >
  /** The version of each line, by its key. */
  readonly lines: Map<string, number>
  /** The keys of movements of another person: cash on its way, and takes. */
  readonly movements: Readonly<Record<'transits' | 'takes', readonly string[]>>
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

function queryOf(document: OpenApi, { path, operation }: Place, draft: Draft, earlier: Earlier): string {
  const pick = pickOf(draft.valid)
  const pages = earlier.cursors.filter((one) => one.path === path)
  const page = pages[draft.earlier % Math.max(pages.length, 1)]
  if (draft.useEarlier && page) {
    const others = page.query.split('&').filter((pair) => pair !== '' && !pair.startsWith('cursor='))
    return [...others, `cursor=${encode(page.cursor)}`].join('&')
  }
  const allowed = (operation.parameters ?? []).filter((one) => one.in === 'query')
  const isFile = operation.operationId === 'importStatement' && pick() % 4 > 0
  const chosen = allowed.filter(({ name, required }) => required || (name !== 'cursor' && pick() % 5 === 0))
  const drawn = chosen.map(({ name, schema }) => [name, fromSchema(document, schema, pick, name)] as [string, unknown])
  const usual = { account: 'cbe-1000', format: 'csv', layout: 'till' }
  const pairs = isFile
    ? [...Object.entries(usual), ...drawn.filter(([name]) => name === 'dryRun' || name === 'fileName')]
    : drawn
  const { kind, at, value } = draft.odd
  const one = pairs[at % Math.max(pairs.length, 1)]
  const any = allowed[at % Math.max(allowed.length, 1)]
  if (kind === 'change' && any)
    return [...pairs.filter(([name]) => name !== any.name), [any.name, value] as const]
      .map(([name, text]) => `${name}=${encode(text)}`)
      .join('&')
  const text = pairs.map(([name, raw]) => `${name}=${encode(raw)}`).join('&')
  if (kind === 'drop')
    return pairs
      .filter((pair) => pair !== one)
      .map(([name, raw]) => `${name}=${encode(raw)}`)
      .join('&')
  if (kind === 'unknown') return `${text}&${encode(value)}=1`
  if (kind === 'repeat' && one) return `${text}&${one[0]}=${encode(value)}`
  if (kind === 'malformed-escape') return `${text}&${any?.name ?? 'a'}=%ff%`
  if (kind === 'raw-query') return `${text}&&=&${encode(value).slice(1)}=%e2%82`
  return text
}

/** Writes a body, with a deliberate fault of its text or value. */
function bodyOf(
  document: OpenApi,
  schema: Record<string, unknown>,
  { odd, valid }: Draft,
  aimed: (value: Record<string, unknown>) => Record<string, unknown>,
): string | Uint8Array {
  const value = aimed(fromSchema(document, schema, pickOf(valid)) as Record<string, unknown>)
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

/** Writes a file of the layout `till`, and faults of it. */
function fileOf({ odd, valid }: Draft): string | Uint8Array {
  const choose = <T>(values: readonly T[], at: number): T => values[at % values.length]!
  const rows = valid.slice(0, 1 + (valid[3]! % 6)).map((number, i) => {
    const day = choose(['2026-11-19', '2026-11-20', '2026-11-20', '2026-02-30'], number)
    const amount = choose(['1500.00', '1500.00', '20.00', '-1500.00', '0', 'x'], number >>> 3)
    const text = odd.kind === 'change' && i === 0 ? JSON.stringify(textOf(odd.value)) : choose(['', 'visit'], number)
    return [day, amount, choose(['INV-1', 'INV-2', 'inv 3', ''], number >>> 5), text].join()
  })
  const text = tillFile(...rows)
  if (odd.kind === 'truncate') return text.slice(0, odd.at % (text.length + 1))
  if (odd.kind === 'not-utf8') return Uint8Array.from([...new TextEncoder().encode(text), 0xff])
  if (odd.kind === 'huge') return text + `2026-11-20,1.00,,${'x'.repeat(300_000)}\n`
  return odd.kind === 'bom' ? `\ufeff${text}` : text
}

/** Puts the version of a line into a body, and existing ids of payments and keys of lines. */
function aimedAt({ ids, lines }: Earlier, version: number | undefined, at: number) {
  return (value: Record<string, unknown>): Record<string, unknown> => {
    const aimed = { ...value }
    if ('expectedVersion' in aimed && version !== undefined && at % 8 > 0) aimed['expectedVersion'] = version
    const [someSession, someRefund] = [ids.sessionId[at % 5], ids.refundId[at % Math.max(ids.refundId.length, 1)]]
    if ('sessionId' in aimed && someSession !== undefined && at % 5 > 0) aimed['sessionId'] = someSession
    if ('refundId' in aimed && someRefund !== undefined && at % 5 > 0) aimed['refundId'] = someRefund
    const [somePayment, someLine] = [ids.paymentId[at % Math.max(ids.paymentId.length, 1)], [...lines.keys()][at % 7]]
    if ('provider' in aimed && at % 5 > 0) aimed['provider'] = 'fake'
    if ('paymentId' in aimed && somePayment !== undefined && at % 5 > 0) aimed['paymentId'] = somePayment
    if ('lineKey' in aimed && someLine !== undefined && at % 5 > 0) aimed['lineKey'] = someLine
    if (Array.isArray(aimed['allocations']) && at % 3 > 0) {
      const [paymentId, key] = [somePayment, someLine]
      aimed['allocations'] = (aimed['allocations'] as { to: string }[]).map((allocation) => ({
        ...allocation,
        ...(allocation.to === 'payment' && paymentId !== undefined && { paymentId }),
        ...(allocation.to === 'line' && key !== undefined && { lineKey: key }),
      }))
    }
    return aimed
  }
}

const fixedNames: Readonly<Record<string, readonly string[]>> = {
  account: ['cbe-1000', 'cash.window-1'],
  layout: ['INV-1', 'INV-2'],
  day: ['2026-11-19', '2026-11-20', '2026-02-30'],
  month: ['2026-11', '2026-10', '2026-13'],
  // An odd number: of an even one, each payer would meet every second payment alone.
  payerId: ['MRN-1', 'MRN-1', 'MRN-2'],
}

function idOf(name: string, path: string, { ids, lines, movements }: Earlier, at: number): string | undefined {
  if (name in firstReceipt) return firstReceipt[name]
  const ofLines = path.startsWith('/v1/cash')
    ? movements.transits
    : path.endsWith('/void')
      ? movements.takes
      : [...lines.keys()]
  const known = name === 'lineKey' ? ofLines : (fixedNames[name] ?? ids[name as keyof typeof ids])
  return known[at % Math.max(known.length, 1)]
}

const unknownIds: Readonly<Record<string, string>> = {
  paymentId: 'pay_00000000000000000000000000',
  importId: 'imp_00000000000000000000000000',
  refundId: 'ref_00000000000000000000000000',
  attemptId: 'att_00000000000000000000000000',
  waiverId: 'wvr_00000000000000000000000000',
  ruleId: 'rul_00000000000000000000000000',
  lineKey: 'content:AAAA:1',
  year: '2025',
  number: '0',
  sessionId: 'csh_00000000000000000000000000',
  account: 'unheard-of',
  layout: 'unheard-of',
  day: 'today',
  month: 'november',
  payerId: '-',
}

/** A receipt that there is once a receipt was issued. */
const firstReceipt: Readonly<Record<string, string>> = { year: '2026', number: '1' }

export function requestOf(document: OpenApi, place: Place, draft: Draft, earlier: Earlier): Made {
  const { kind, at, value } = draft.odd
  const [parameter = '', ...others] = Array.from(place.path.matchAll(/\{(\w+)\}/g), ([, name]) => name!)
  const known = parameter === '' ? undefined : idOf(parameter, place.path, earlier, draft.earlier)
  const odd = kind === 'path' ? (at % 3 ? encode(value).replaceAll('.', '%2E') || '%00' : '%ff') : null
  const id = odd ?? (draft.valid[0]! % 8 && known !== undefined ? known : unknownIds[parameter]!)
  const base = document.servers[0]!.url.replace(/\/$/, '')
  const query = queryOf(document, place, draft, earlier)
  const ofFirst = place.path.replace(`{${parameter}}`, id)
  const path = others.reduce((text, name) => text.replace(`{${name}}`, idOf(name, place.path, earlier, 0)!), ofFirst)
  const url = `${origin}${base}${path}${query === '' ? '' : `?${query}`}`
  const method = draft.method ?? place.method.toUpperCase()
  const headers = new Headers()
  if (draft.key !== 'none') headers.set('Authorization', `Bearer ${keys[draft.key]}`)
  if (draft.idempotencyKey !== null) headers.set('Idempotency-Key', draft.idempotencyKey)
  if (at % 4 === 0) headers.set('X-Request-Id', at % 8 ? 'r-1' : 'not usable')
  if (kind === 'encoding') headers.set('Content-Encoding', 'gzip')
  const content = place.operation.requestBody?.content
  const schema = content?.['application/json']?.schema as Record<string, unknown> | undefined
  const mayHaveBody = content && method !== 'GET' && method !== 'HEAD'
  const aimed = aimedAt(earlier, parameter === 'lineKey' ? earlier.lines.get(id) : undefined, draft.earlier)
  const made = () => (schema ? bodyOf(document, schema, draft, aimed) : fileOf(draft))
  const body = mayHaveBody ? made() : null
  // Sent as the route takes it, unless another type is tried.
  const type =
    draft.type === 'application/json' && content ? Object.keys(content)[at % Object.keys(content).length]! : draft.type
  if (mayHaveBody && type !== null) headers.set('Content-Type', type)
  const sent = typeof body === 'string' && draft.type === null ? new TextEncoder().encode(body) : body
  return { request: new Request(url, { method, headers, body: sent as string | Uint8Array<ArrayBuffer> | null }), url }
}
