import { type AccountLine, type LineEvent, memoryRepository } from 'hospital-payments'
import { createHandler, type Principal } from 'hospital-payments/http'
import { describe, expect, it } from 'vitest'
import { csvOf, request, testService } from '../../support/service.js'
import { financeServer, till } from '../support/finance.js'
import { requestTo, codeOf, errorOf, everyScope, expectCommonHeaders, issuesOf, server } from '../support/server.js'

const row = (amount: string, reference = '', text = '', day = '2026-11-20') => `${day},${amount},${reference},${text}`

const unknownKey = 'content:AAAA:1'
const amina = { actor: 'amina', scopes: everyScope }

/** Makes a handler over one open line: 1,485.00 that came for a bill of 1,500.00. */
async function oneLine(options: Parameters<typeof financeServer>[0] = { authenticate: () => amina }) {
  const made = financeServer(options)
  const payment = await made.payments.createPayment(request())
  await made.payments.statements.import(
    [
      {
        row: 2,
        direction: 'credit',
        amount: 148_500,
        currency: 'ETB',
        valueDate: '2026-11-20',
        narration: 'Abebe INV 1',
      },
    ],
    { account: 'cbe-1000' },
  )
  const line = await made.line()
  const path = `/v1/lines/${line.key}`
  const change = (verb: string, json: object) => made.ask(`${path}/${verb}`, { json })
  return { ...made, payment, line, path, change }
}

describe('GET /v1/lines: the routes of lines', () => {
  it('list lines as the library does, by every filter', async () => {
    const { imported, payments, read } = financeServer()
    const { id } = await imported(
      row('10.00', 'A-1', 'Pay Bill'),
      row('20.00', 'A-2'),
      row('-5.00', '', 'charge', '2026-11-21'),
    )
    const [first] = (await payments.lines.list()).items
    await payments.lines.assign(first!.key, { expectedVersion: 1, assignee: 'amina' })
    await payments.lines.hold(first!.key, { expectedVersion: 2 })
    const queries: [string, Parameters<typeof payments.lines.list>[0], number][] = [
      ['', {}, 3],
      ['status=open,settled', { status: ['open', 'settled'] }, 3],
      ['status=settled', { status: 'settled' }, 0],
      ['held=true', { held: true }, 1],
      [
        'held=false&outcome=unmatched_line,reversal_candidate',
        { held: false, outcome: ['unmatched_line', 'reversal_candidate'] },
        2,
      ],
      [
        'account=cbe-1000&direction=debit&currency=ETB',
        { account: 'cbe-1000', direction: 'debit', currency: 'ETB' },
        1,
      ],
      ['from=2026-11-21&to=2026-11-21', { from: '2026-11-21', to: '2026-11-21' }, 1],
      ['amount=1000&text=BILL', { amount: 1000, text: 'BILL' }, 1],
      ['assignee=amina', { assignee: 'amina' }, 1],
      ['assignee=', { assignee: null }, 2],
      [`importId=${id}`, { importId: id }, 3],
    ]
    for (const [query, filter, count] of queries) {
      const page = await read<{ items: AccountLine[] }>(`/v1/lines?${query}`)
      expect([query, page.items.length]).toEqual([query, count])
      expect(page).toStrictEqual(await payments.lines.list(filter))
    }
    const page = await read<{ items: AccountLine[]; nextCursor: string }>('/v1/lines?limit=2')
    const rest = await read<typeof page>(`/v1/lines?limit=2&cursor=${page.nextCursor}`)
    expect([...page.items, ...rest.items]).toStrictEqual((await payments.lines.list()).items)
  })

  it('refuse filters that cannot be used, all at once', async () => {
    const { ask } = financeServer()
    expect(await issuesOf(ask('/v1/lines?status=new&held=1&amount=1.5&direction=in&x=1'))).toEqual([
      'status must be one or more of open, settled, separated by commas',
      'held must be true or false',
      'amount must be an integer of minor units from 1 to 9007199254740991',
      'direction must be one of credit, debit',
      'x is not a known parameter',
    ])
    expect(await issuesOf(ask('/v1/lines?amount=9007199254740993'))).toHaveLength(1)
    expect(await issuesOf(ask('/v1/lines?currency=etb'))).toHaveLength(1)
    expect(await codeOf(ask('/v1/lines?from=2026-02-30'))).toEqual([400, 'invalid_date_range'])
    expect(await codeOf(ask('/v1/lines.csv?from=2026-02-30'))).toEqual([400, 'invalid_date_range'])
    expect(await codeOf(ask('/v1/lines?cursor=x'))).toEqual([400, 'invalid_cursor'])
  })

  it('export lines as the library does', async () => {
    const { ask, imported, payments } = financeServer()
    await imported(row('10.00', 'A-1', '=1+1'), row('20.00', 'A-2'))
    const answer = await ask('/v1/lines.csv?from=2026-11-20&to=2026-11-20&mode=exact&bom=true')
    expectCommonHeaders(answer)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="lines_2026-11-20.csv"')
    const days = { from: '2026-11-20', to: '2026-11-20' }
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer())
    expect(text).toBe(await csvOf(payments.lines.exportCsv({ ...days, mode: 'exact', bom: true })))
    expect(text).toContain(',=1+1,')
  })

  it.each([
    ['', 'lines.csv'],
    ['?from=2026-11-20', 'lines_2026-11-20.csv'],
    ['?to=2026-11-20', 'lines_2026-11-20.csv'],
    ['?from=2026-11-19&to=2026-11-20', 'lines_2026-11-19_2026-11-20.csv'],
  ])('name the file of an export by its days: %s', async (query, name) => {
    const answer = await financeServer().ask(`/v1/lines.csv${query}`)
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
    await answer.body?.cancel()
  })

  it('return one line, its history, notes and suggestions, by its key with or without percent escapes', async () => {
    const { ask, line, path, payments, read } = await oneLine()
    const escaped = `/v1/lines/${encodeURIComponent(line.key)}`
    expect(escaped).toContain('%3A')
    for (const here of [path, escaped]) {
      expect(await read(here)).toStrictEqual(line)
      expect(await read(`${here}/history`)).toStrictEqual(await payments.lines.history(line.key))
      expect(await read(`${here}/notes`)).toStrictEqual([])
      const suggestions = await read<unknown[]>(`${here}/suggestions`)
      expect(suggestions).toStrictEqual(await payments.lines.suggest(line.key))
      expect(suggestions).toHaveLength(1)
    }
    const head = await ask(path, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const options = await ask(`${path}/notes`, { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS'])
    const wrong = await ask(`${path}/allocate`)
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  })

  it('change a line in the name of the principal', async () => {
    const { change, line, path, payment, payments, read } = await oneLine()
    const allocation = { to: 'payment', paymentId: payment.id, amount: 150_000 }
    const fee = { to: 'category', category: 'bank_fee', amount: -1_500 }
    const steps: [string, object, object][] = [
      ['assign', { assignee: 'bekele' }, { assignee: 'bekele' }],
      ['hold', { reason: 'ask the bank' }, { held: true }],
      ['release', {}, { held: false }],
      ['allocate', { allocations: [allocation, fee], reason: 'a fee' }, { status: 'settled', allocated: 148_500 }],
      ['unallocate', { reason: 'wrong bill', payments: 'reverse' }, { status: 'open', held: true, allocated: 0 }],
      ['assign', { assignee: null }, { assignee: null }],
    ]
    let version = line.version
    for (const [verb, body, changed] of steps) {
      const answer = await change(verb, { ...body, expectedVersion: version++ })
      const text = await answer.text()
      expect([verb, answer.status, text]).toEqual([verb, 200, expect.any(String)])
      expect(JSON.parse(text)).toMatchObject({ ...changed, version })
      expect(JSON.parse(text)).toStrictEqual(await payments.lines.get(line.key))
    }
    expect(await payments.getPayment(payment.id)).toMatchObject({ status: 'reversed' })
    const events = await read<LineEvent[]>(`${path}/history`)
    expect(events.map(({ type, actor }) => `${type} ${actor}`)).toEqual([
      'line.imported null',
      ...['assigned', 'held', 'released', 'allocated', 'unallocated', 'assigned'].map((done) => `line.${done} amina`),
    ])
  })

  it('add notes', async () => {
    const { change, line, path, payments, read } = await oneLine()
    const answer = await change('notes', { text: 'His wife paid.' })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      201,
      `/v1/lines/${encodeURIComponent(line.key)}/notes`,
    ])
    const note = (await answer.json()) as object
    expect(note).toMatchObject({ text: 'His wife paid.', actor: 'amina' })
    expect(await read(`${path}/notes`)).toStrictEqual([note])
    expect(await read(answer.headers.get('location')!)).toStrictEqual(await payments.lines.notes(line.key))
  })

  it('answer a repeated call, and a stale clerk with the line as it is now, without its narration', async () => {
    const { change, line, payment, payments } = await oneLine()
    const allocations = [{ to: 'payment', paymentId: payment.id, amount: 148_500 }]
    const first = await (await change('allocate', { expectedVersion: 1, allocations })).json()
    expect(await (await change('allocate', { expectedVersion: 1, allocations })).json()).toStrictEqual(first)
    const error = await errorOf(await change('hold', { expectedVersion: 1 }))
    expect(error.code).toBe('line_changed')
    const { narration, ...withoutText } = (await payments.lines.get(line.key))!
    expect(narration).toBe('Abebe INV 1')
    expect(error.details).toStrictEqual({ line: withoutText })
  })

  it('have all the refusals of the library, everything at once', async () => {
    const { ask, change, path, payment } = await oneLine()
    const target = { to: 'payment', paymentId: payment.id }
    expect(
      await issuesOf(
        change('allocate', { allocations: [{ ...target, amount: 0 }, { to: 'unknown' }], colour: 'blue' }),
      ),
    ).toEqual([
      'expectedVersion is required',
      expect.stringMatching(/^allocations\.0\.amount must be an integer/),
      'allocations.1.to must be payment, refund, line or category',
      'colour is not a known field',
    ])
    const body = `{"expectedVersion":1,"allocations":[{"to":"payment","paymentId":"${payment.id}","amount":148500.00000000000000001}]}`
    const inexact = ask(`${path}/allocate`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    expect(await issuesOf(inexact)).toEqual([expect.stringMatching(/^allocations\.0\.amount must be an integer/)])
    const more = change('allocate', { expectedVersion: 1, allocations: [{ ...target, amount: 150_000 }] })
    expect(await codeOf(more)).toEqual([409, 'allocation_exceeds'])
    expect(await issuesOf(change('unallocate', { expectedVersion: 1 }))).toEqual(['reason is required'])
    expect(await issuesOf(change('assign', { expectedVersion: 1 }))).toEqual(['assignee is required'])
    expect(await issuesOf(change('notes', { text: ' ' }))).toEqual(['text is empty'])
  })

  it('take the actor from the principal alone, and objects only', async () => {
    const { change, line, path, ask, payments } = await oneLine()
    for (const verb of ['allocate', 'unallocate', 'hold', 'release', 'assign', 'notes']) {
      for (const actor of ['x', null, '']) {
        expect(await issuesOf(change(verb, { expectedVersion: 1, actor }))).toEqual(['actor is not a known field'])
      }
      for (const json of [[], null, 1, 'x'])
        expect(await codeOf(ask(`${path}/${verb}`, { json }))).toEqual([400, 'invalid_request'])
      const empty = ask(`${path}/${verb}`, {
        method: 'POST',
        body: '',
        headers: { 'content-type': 'application/json' },
      })
      expect(await codeOf(empty)).toEqual([400, 'invalid_request'])
      expect(await codeOf(ask(`${path}/${verb}`, { method: 'POST', body: '{}' }))).toEqual([
        415,
        'unsupported_media_type',
      ])
    }
    expect(await payments.lines.get(line.key)).toStrictEqual(line)
  })

  it('accept allocations of up to 1 MiB, and other bodies of up to 64 KiB', async () => {
    const { change, path, ask } = await oneLine()
    const allocations = Array.from({ length: 5_000 }, (_, i) => ({
      to: 'category',
      category: `a-rather-long-name-of-a-category-${i}`,
      amount: 1,
    }))
    const long = { expectedVersion: 1, allocations }
    expect(JSON.stringify(long).length).toBeGreaterThan(65_536)
    expect((await change('allocate', long)).status).toBe(200)
    const body = JSON.stringify(long).padEnd(1_048_577)
    const headers = { 'content-type': 'application/json' }
    expect(await codeOf(ask(`${path}/allocate`, { method: 'POST', body, headers }))).toEqual([413, 'payload_too_large'])
    expect(await codeOf(change('hold', { expectedVersion: 1, x: ' '.repeat(65_536) }))).toEqual([
      413,
      'payload_too_large',
    ])
  })
})

describe('GET /v1/lines/{lineKey}: keys that this hospital does not have', () => {
  it('are answered alike, byte for byte: of another hospital, or of none', async () => {
    type Clerk = Principal & { hospital: 'a' | 'b' }
    const hospitals = { a: testService().payments, b: testService({ repository: memoryRepository() }).payments }
    const handler = createHandler<Clerk>({
      payments: ({ hospital }) => hospitals[hospital],
      authenticate: (asking) => ({ ...amina, hospital: asking.headers.get('x-hospital') as 'a' | 'b' }),
      finance: true,
      layouts: { till },
    })
    const { id } = await hospitals.a.createPayment(request())
    const done = await hospitals.a.statements.import(
      [{ row: 2, direction: 'credit', amount: 1, currency: 'ETB', valueDate: '2026-11-20' }],
      { account: 'cbe-1000' },
    )
    const { key } = (await hospitals.a.lines.list()).items[0]!
    const pairs = [
      [`/v1/lines/${key}`, key, unknownKey],
      [`/v1/imports/${done.id}`, done.id, 'imp_00000000000000000000000000'],
      [`/v1/payments/${id}/history`, id, 'pay_00000000000000000000000000'],
      ...['suggestions', 'history', 'notes'].map((rest) => [`/v1/lines/${key}/${rest}`, key, unknownKey] as const),
    ] as const
    const changes = {
      allocate: { expectedVersion: 1, allocations: [{ to: 'category', category: 'x', amount: 1 }] },
      unallocate: { expectedVersion: 1, reason: 'r' },
      hold: { expectedVersion: 1 },
      release: { expectedVersion: 1 },
      assign: { expectedVersion: 1, assignee: 'x' },
      notes: { text: 'x' },
    }
    const read = async (path: string, hospital: string, json?: object) => {
      const answer = await handler(
        requestTo(path, { json, headers: { 'x-hospital': hospital, 'x-request-id': 'same' } }),
      )
      return {
        status: answer.status,
        headers: [...answer.headers].filter(([name]) => name !== 'content-length'),
        body: await answer.text(),
      }
    }
    const compare = async (path: string, ownPath: string, unknown: string, json?: object) => {
      const foreign = await read(path, 'b', json)
      expect([path, foreign.status]).toEqual([path, 404])
      expect({ ...foreign, body: foreign.body.replaceAll(ownPath, unknown) }).toStrictEqual(
        await read(path.replace(ownPath, unknown), 'b', json),
      )
    }
    for (const [path, ownPath, unknown] of pairs) {
      await compare(path, ownPath, unknown)
      expect([path, (await read(path, 'a')).status]).toEqual([path, 200])
    }
    for (const [verb, json] of Object.entries(changes)) await compare(`/v1/lines/${key}/${verb}`, key, unknownKey, json)
  })

  it('are no keys at all, and still nothing but unknown', async () => {
    const { ask } = financeServer()
    for (const key of ['x', '%20', 'a%2Fb', '%00', 'id:%E2%82%AC', 'k'.repeat(4_000)]) {
      for (const rest of ['', '/suggestions', '/history', '/notes'])
        expect([key, ...(await codeOf(ask(`/v1/lines/${key}${rest}`)))]).toEqual([key, 404, 'line_not_found'])
    }
    expect(await issuesOf(ask('/v1/lines/%ff'))).toEqual(['lineKey is not percent-encoded UTF-8'])
    expect(await issuesOf(ask('/v1/imports/%ff'))).toEqual(['importId is not percent-encoded UTF-8'])
  })
})

describe('GET /v1/lines: the scopes of its routes', () => {
  const realm = 'Bearer realm="hospital-payments", error="insufficient_scope", scope='

  it('are one for reading and one for writing; suggestions show who pays, and need to read payments too', async () => {
    const { line, payments, path } = await oneLine()
    const routes: [string, readonly string[], 'GET' | 'POST'][] = [
      ['/v1/lines', ['lines:read'], 'GET'],
      ['/v1/lines.csv', ['lines:read'], 'GET'],
      ['/v1/imports', ['lines:read'], 'GET'],
      ['/v1/imports/x', ['lines:read'], 'GET'],
      ['/v1/imports', ['lines:write'], 'POST'],
      [path, ['lines:read'], 'GET'],
      [`${path}/history`, ['lines:read'], 'GET'],
      [`${path}/notes`, ['lines:read'], 'GET'],
      [`${path}/suggestions`, ['lines:read', 'payments:read'], 'GET'],
      ...['allocate', 'unallocate', 'hold', 'release', 'assign', 'notes'].map(
        (verb) => [`${path}/${verb}`, ['lines:write'], 'POST'] as [string, string[], 'POST'],
      ),
      ['/v1/payments/search', ['payments:read'], 'GET'],
      ['/v1/payments/x/history', ['payments:read'], 'GET'],
    ]
    for (const [route, needed, method] of routes) {
      for (const missing of needed) {
        const scopes = everyScope.filter((scope) => scope !== missing)
        const { ask } = server({ finance: true, payments, authenticate: () => ({ actor: 'a', scopes }) })
        const answer = await ask(route, { method })
        expect([route, answer.status]).toEqual([route, 403])
        expect(answer.headers.get('www-authenticate')).toBe(`${realm}"${needed.join(' ')}"`)
        expect((await errorOf(answer)).message).toBe(
          `This request needs the scope ${missing}. Use credentials that have it.`,
        )
      }
      const { ask } = server({ finance: true, payments, authenticate: () => ({ actor: 'a', scopes: needed }) })
      expect([401, 403]).not.toContain((await ask(route, { method })).status)
    }
    const { ask } = server({ finance: true, payments, authenticate: () => ({ actor: 'a', scopes: [] }) })
    const neither = await errorOf(await ask(`/v1/lines/${line.key}/suggestions`))
    expect(neither.message).toBe(
      'This request needs the scopes lines:read and payments:read. Use credentials that have it.',
    )
  })
})
