import { memoryRepository, type StatementImport } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { ofPaymentsAlone } from '../../support/finance-repositories.js'
import { request } from '../../support/service.js'
import { csvImport, financeServer, sent, till, tillFile } from '../support/finance.js'
import { codeOf, errorOf, everyScope, expectCommonHeaders, issuesOf, server } from '../support/server.js'

const unknownImport = 'imp_00000000000000000000000000'
const row = (amount: string, reference = '', text = '') => `2026-11-20,${amount},${reference},${text}`

const mt940 = ':20:1\n:60F:C261119ETB0,\n:61:261120C1500,NTRFINV-1\n:86:OPD VISIT\n:62F:C261120ETB1500,\n-'
const camt = `<Document><BkToCstmrStmt><Stmt><Ntry>
  <Amt Ccy="ETB">1500.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><ValDt><Dt>2026-11-20</Dt></ValDt>
  <NtryDtls><TxDtls><Refs><EndToEndId>INV-1</EndToEndId></Refs></TxDtls></NtryDtls>
</Ntry></Stmt></BkToCstmrStmt></Document>`
const mpesa =
  'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance,A/C No.\r\n' +
  'SKL1,20-11-2026 09:00:00,Pay Bill,Completed,1500.00,,1500.00,INV-1\r\n'

describe('POST /v1/imports and GET /v1/imports', () => {
  it('import a file, in the name of the principal, and return it again', async () => {
    const { ask, payments, read } = financeServer({ authenticate: () => ({ actor: 'amina', scopes: everyScope }) })
    const { id } = await payments.createPayment(request())
    const path = `${csvImport}&fileName=november.csv&from=2026-11-20&to=2026-11-20&channels=mobile-banking,cash`
    const answer = await ask(path, sent(tillFile(row('1500.00', 'INV-1'), row('20.00', '', 'a stranger'), row('x'))))
    expect(answer.status).toBe(201)
    expectCommonHeaders(answer)
    const done = (await answer.json()) as StatementImport
    expect(answer.headers.get('location')).toBe(`/v1/imports/${done.id}`)
    expect(done).toStrictEqual(await payments.statements.get(done.id))
    expect(done).toMatchObject({ account: 'cbe-1000', actor: 'amina', fileName: 'november.csv', rejectedCount: 1 })
    expect(done.rejected.map((one) => one.row)).toEqual([4])
    expect(done.lines.map(({ outcome, count }) => [outcome, count])).toEqual([
      ['confirmed', 1],
      ['unmatched_line', 1],
      ['rejected_line', 1],
    ])
    expect(done.payments).toMatchObject([{ outcome: 'matched', count: 1 }])
    expect(await payments.getPayment(id)).toMatchObject({ status: 'succeeded', amountReconciled: 150_000 })
    expect(await read(`/v1/imports/${done.id}`)).toStrictEqual(done)
    expect(await read('/v1/imports')).toStrictEqual({ items: [done], nextCursor: null })
  })

  it('count each line once when the same file comes again', async () => {
    const { ask, payments } = financeServer()
    const body = tillFile(row('1500.00', 'INV-1'))
    await payments.createPayment(request())
    await ask(csvImport, sent(body))
    const again = (await (await ask(csvImport, sent(body))).json()) as StatementImport
    expect(again.lines).toMatchObject([{ outcome: 'already_reconciled', count: 1 }])
    expect((await payments.lines.list()).items).toHaveLength(1)
  })

  it.each([
    ['format=mt940', mt940],
    ['format=camt', camt],
    ['format=csv&layout=mpesaOrganisation', mpesa],
    ['format=csv&layout=till', `\ufeff${tillFile(row('1500.00', 'INV-1'))}`],
  ])('read %s, of each type that a file is sent as', async (query, body) => {
    const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    for (const type of ['text/csv', 'application/xml', 'text/xml', 'application/zip', xlsx, 'application/x-ofx'].concat(
      ['application/octet-stream', 'Text/CSV; charset=utf-8', 'text/csv ;header=present'],
    )) {
      const { ask } = financeServer()
      const path = `/v1/imports?account=cbe&${query}`
      const answer = await ask(path, sent(new TextEncoder().encode(body), { 'content-type': type }))
      const text = await answer.text()
      expect([answer.status, text]).toEqual([201, expect.stringContaining('"rejectedCount":0')])
      expect((JSON.parse(text) as StatementImport).lines).toMatchObject([{ count: 1 }])
    }
  })

  it.each([mt940, camt, mpesa, tillFile(row('1500.00', 'INV-1'))])('detect the kind of a file: %#', async (body) => {
    for (const query of ['', '&dryRun=true']) {
      const answer = await financeServer().ask(`/v1/imports?account=cbe${query}`, sent(body))
      const { lines, rejectedCount } = (await answer.json()) as StatementImport
      expect([lines.map(({ count }) => count), rejectedCount]).toEqual([[1], 0])
    }
  })

  it('refuse any other type, which a page of another site can send, before anything is read', async () => {
    const forms = ['text/plain', 'text/plain;charset=UTF-8', 'application/x-www-form-urlencoded', 'multipart/form-data']
    const others = ['application/json', 'text/csv, text/plain', 'text/plain; text/csv', 'text/csvx', 'x', '', null]
    for (const type of [...forms, ...others]) {
      const { ask, payments } = financeServer()
      const headers = type === null ? {} : { 'content-type': type }
      const body = new TextEncoder().encode(tillFile(row('1500.00', 'INV-1')))
      expect(await codeOf(ask(csvImport, { ...sent(body), headers }))).toEqual([415, 'unsupported_media_type'])
      expect((await payments.statements.list()).items).toEqual([])
    }
  })

  it('list imports of an account in pages', async () => {
    const { ask, read, clock } = financeServer()
    for (const account of ['a', 'b', 'a']) {
      await ask(`/v1/imports?account=${account}&format=csv&layout=till`, sent(tillFile(row('1.00', account))))
      clock.advance(1000)
    }
    const first = await read<{ items: StatementImport[]; nextCursor: string }>('/v1/imports?account=a&limit=1')
    const second = await read<typeof first>(`/v1/imports?account=a&limit=1&cursor=${first.nextCursor}`)
    expect([...first.items, ...second.items].map(({ account }) => account)).toEqual(['a', 'a'])
    expect(second.nextCursor).toBeNull()
    expect(await codeOf(ask('/v1/imports?cursor=x'))).toEqual([400, 'invalid_cursor'])
  })

  it('answer an unknown import, one of another hospital and text that is no id alike', async () => {
    const { ask } = financeServer()
    const other = await financeServer().imported(row('1.00'))
    for (const id of [unknownImport, other.id, 'x', '%20', 'x'.repeat(255)]) {
      const error = await errorOf(await ask(`/v1/imports/${id}`))
      expect([error.code, error.details]).toEqual(['import_not_found', { importId: decodeURIComponent(id) }])
      expect(error.message).toBe('No import has this id.')
    }
    const { details } = await errorOf(await ask(`/v1/imports/${'x'.repeat(256)}`))
    expect(details).toEqual({ importId: `${'x'.repeat(255)}…` })
  })

  it('are there only with finance: true, and name the scopes that a principal lacks', async () => {
    expect(await codeOf(server().ask('/v1/imports'))).toEqual([404, 'not_found'])
    const { ask } = financeServer({ authenticate: () => ({ actor: 'a', scopes: ['lines:read'] }) })
    expect(await codeOf(ask(csvImport, sent('')))).toEqual([403, 'forbidden'])
    expect((await ask('/v1/imports')).status).toBe(200)
    const refused = await ask('/v1/imports', { method: 'PUT' })
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS'])
  })
})

describe('POST /v1/imports: a preview', () => {
  it('shows the result of the import, and writes nothing', async () => {
    const { ask, payments } = financeServer({ authenticate: () => ({ actor: 'amina', scopes: everyScope }) })
    await payments.createPayment(request())
    const file = tillFile(row('1500.00', 'INV-1'), row('7.00'), row('x'))
    const query = '&fileName=n.csv&from=2026-11-20&to=2026-11-21'
    const answer = await ask(`${csvImport}&dryRun=true${query}`, sent(file))
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null])
    const preview = (await answer.json()) as StatementImport
    expect((await payments.lines.list()).items).toEqual([])
    expect((await payments.statements.list()).items).toEqual([])
    expect(await payments.reportPayments()).toMatchObject({ items: [{ status: 'pending' }] })
    const done = (await (await ask(`${csvImport}${query}&dryRun=false`, sent(file))).json()) as StatementImport
    expect(preview).toStrictEqual({ ...done, id: null, createdAt: null, completedAt: null })
  })

  it('returns the warnings of the file by itself', async () => {
    const { ask } = financeServer()
    const wrong = mt940.replace('ETB1500,', 'ETB1600,')
    const path = '/v1/imports?account=cbe&format=mt940&dryRun=true'
    const { warnings } = (await (await ask(path, sent(wrong))).json()) as StatementImport
    expect(warnings).toEqual([{ code: 'totals_differ' }])
  })

  it('is refused where the import would be', async () => {
    const { ask } = financeServer({}, { repository: ofPaymentsAlone(memoryRepository()) })
    expect(await codeOf(ask(`${csvImport}&dryRun=true`, sent(tillFile())))).toEqual([500, 'internal_error'])
  })
})

describe('POST /v1/imports: is refused', () => {
  it('with all the mistakes of its query, before anything of the file is read', async () => {
    const { ask } = financeServer()
    let isRead = false
    const body = new ReadableStream<Uint8Array>({ pull: () => void (isRead = true) }, { highWaterMark: 0 })
    expect(await issuesOf(ask('/v1/imports?from=2026-11-20&format=pdf&dryRun=1&fileName=&x=1', sent(body)))).toEqual([
      'format must be one of camt, mt940, ofx, csv, xlsx',
      'dryRun must be true or false',
      'fileName is empty',
      'x is not a known parameter',
      'account is required',
      'to is required with from',
    ])
    expect(isRead).toBe(false)
  })

  it.each([
    ['account=a&format=csv&layout=', 'layout must be one of mpesaOrganisation, mpesaCustomer, vodafoneCash, till'],
    [
      'account=a&format=csv&layout=toString',
      'layout must be one of mpesaOrganisation, mpesaCustomer, vodafoneCash, till',
    ],
    ['account=a&format=camt&layout=till', 'layout is for format=csv and format=xlsx only'],
    ['account=&format=camt', 'account is empty'],
    ['account=a&format=camt&to=2026-11-20', 'from is required with to'],
    [`account=a&format=camt&fileName=${'x'.repeat(256)}`, 'fileName is longer than 255 characters'],
  ])('for the query %s', async (query, issue) => {
    for (const more of ['', '&dryRun=true']) {
      const { ask, payments } = financeServer()
      const issues = await issuesOf(ask(`/v1/imports?${query}${more}`, sent(camt)))
      expect(issues).toContain(issue)
      expect((await payments.statements.list()).items).toEqual([])
    }
  })

  it.each([
    ['%PDF-1.7', /is a PDF: ask the bank/],
    [`PK\u0003\u0004\u0014${'\0'.repeat(21)}[Content_Types].xml`, /is a spreadsheet \(\.xlsx\): save it as CSV/],
    [`PK\u0003\u0004\u0014${'\0'.repeat(21)}november.csv`, /is an archive \(\.zip\)/],
    ['OFXHEADER:100\n\n<OFX>', /is an OFX file/],
    ['!Type:Bank\nD20/11/2026\n^\n', /is a QIF file/],
    ['01,1,2,261120,0200,1,65,,2/\n02,3,1,1,261120,2359,KES,2/\n', /is a BAI2 file/],
    ['a,b\n1,2\n', /is not camt, MT940, or CSV with the columns of a known layout/],
  ])('for a file that is no statement, with its kind: %#', async (body, words) => {
    const { ask, payments } = financeServer()
    const [issue] = await issuesOf(ask('/v1/imports?account=cbe', sent(new TextEncoder().encode(body))))
    expect(issue).toMatch(words)
    expect((await payments.lines.list()).items).toEqual([])
  })

  it('for days that are no dates', async () => {
    const { ask } = financeServer()
    expect(await codeOf(ask(`${csvImport}&from=2026-02-30&to=2026-03-01`, sent('')))).toEqual([
      400,
      'invalid_date_range',
    ])
  })

  it('for a compressed body, or one that is announced as too long', async () => {
    const { ask, payments } = financeServer()
    expect(await codeOf(ask(csvImport, sent('x', { 'content-encoding': 'gzip' })))).toEqual([
      415,
      'unsupported_media_type',
    ])
    const answer = ask(csvImport, sent('x', { 'content-length': '67108865' }))
    expect(await codeOf(answer)).toEqual([413, 'payload_too_large'])
    expect((await payments.statements.list()).items).toEqual([])
  })

  it.each([
    [
      'csv&layout=till',
      tillFile(row('1.00'), row('2.00')) + '2026-11-20,"3',
      'has a quote that is never closed: it is cut off, or is not a CSV file; row 3',
    ],
    [
      'csv&layout=till',
      'a,b\n1,2\n',
      'has no header row with all the columns of the mapping: "Day", "Amount", "Reference", "Text" not found; no row of it was read',
    ],
    ['csv&layout=till', '', 'is empty; no row of it was read'],
    [
      'mt940',
      mt940.slice(0, mt940.indexOf(':62F')),
      'is cut off: a statement has no closing balance (field 62); row 3',
    ],
    ['camt', camt.slice(0, -30), 'is cut off; row 1'],
    ['camt', camt.replace('</Stmt>', '<Ntry></Nope>'), 'is not well-formed XML at line 4, character'],
  ])('for a file that cannot be read: %s', async (format, body, problem) => {
    const { ask, payments } = financeServer()
    const path = `/v1/imports?account=cbe&format=${format}`
    const [issue] = await issuesOf(ask(path, sent(body)))
    expect(issue).toContain(`the statement ${problem}`)
    expect(issue).toMatch(/row \d+ is the last that was read$|no row of it was read$/)
    const { items } = await payments.statements.list()
    expect(items).toMatchObject([{ completedAt: null }])
    expect(await issuesOf(ask(`${path}&dryRun=true`, sent(body)))).toEqual([issue])
  })

  it('with 500 over a repository that stores no lines, and onError receives the reason', async () => {
    const reported: unknown[] = []
    const repository = ofPaymentsAlone(memoryRepository())
    const { ask } = financeServer({ onError: (error) => reported.push((error as Error).message) }, { repository })
    const paths = [
      '/v1/imports',
      '/v1/imports/x',
      '/v1/lines',
      '/v1/lines/id:a',
      '/v1/lines/id:a/notes',
      '/v1/lines.csv',
    ]
    for (const path of paths) expect(await codeOf(ask(path))).toEqual([500, 'internal_error'])
    expect(await codeOf(ask(csvImport, sent(tillFile())))).toEqual([500, 'internal_error'])
    expect(reported).toHaveLength(paths.length + 1)
    for (const message of reported) expect(message).toContain('this repository stores no statement lines')
  })
})

describe('POST /v1/imports: a client that leaves', () => {
  it('stops the import between groups of lines', async () => {
    const { handler, payments } = financeServer()
    const leaving = new AbortController()
    let sentRows = 0
    const encoder = new TextEncoder()
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (sentRows === 0) controller.enqueue(encoder.encode('Day,Amount,Reference,Text\n'))
          if (sentRows === 5_000) leaving.abort()
          controller.enqueue(
            encoder.encode(Array.from({ length: 500 }, () => `2026-11-20,1.00,R-${sentRows++},\n`).join('')),
          )
        },
      },
      { highWaterMark: 0 },
    )
    const init = { ...sent(body), duplex: 'half', signal: leaving.signal }
    await handler(new Request(`http://localhost${csvImport}`, init as RequestInit))
    const { items } = await payments.statements.list()
    expect(items).toMatchObject([{ completedAt: null }])
    const stored = await payments.lines.list({ limit: 1 })
    expect(stored.items).toHaveLength(1)
    expect(sentRows).toBeLessThan(8_000)
    let lines = 0
    for await (const piece of payments.lines.exportCsv()) lines += piece.split('\r\n').length - 1
    expect(lines - 1).toBeLessThanOrEqual(5_500)
    expect((lines - 1) % 1000).toBe(0)
  })

  it('before all of the file was sent has none of it imported', async () => {
    const { handler, payments } = financeServer()
    const leaving = new AbortController()
    let isWaiting = false
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          if (isWaiting) {
            leaving.abort()
            // Never any more: a server that does not end the body of a client that left.
            await new Promise(() => {})
          }
          isWaiting = true
          controller.enqueue(new TextEncoder().encode(tillFile(row('1.00'))))
        },
      },
      { highWaterMark: 0 },
    )
    const init = { ...sent(body), duplex: 'half', signal: leaving.signal }
    const answer = await handler(new Request(`http://localhost${csvImport}`, init as RequestInit))
    expect(answer.status).toBe(400)
    expect((await payments.lines.list()).items).toEqual([])
    expect((await payments.statements.list()).items).toMatchObject([{ completedAt: null }])
  })
})

describe('createHandler: the option layouts', () => {
  it('is copied, and may replace a layout that is shipped', async () => {
    const layout = { ...financeLayout(), currency: 'ETB' }
    const { ask } = server({ finance: true, layouts: { mpesaOrganisation: layout } })
    layout.currency = 'USD'
    const path = '/v1/imports?account=a&format=csv&layout=mpesaOrganisation'
    const done = (await (await ask(path, sent(tillFile(row('1.00'))))).json()) as StatementImport
    expect(done.lines).toMatchObject([{ currency: 'ETB', count: 1 }])
  })

  it('needs a service with statements and lines', async () => {
    const { statements: _, ...older } = server().payments
    const { ask } = server({ finance: true, payments: () => older as never })
    for (const path of ['/v1/imports', '/v1/payments?reference=a'])
      expect(await errorOf(await ask(path))).toMatchObject({
        code: 'internal_error',
        message: 'The option payments returned no service for this principal.',
      })
    const alone = server({ payments: () => older as never })
    expect((await alone.ask('/v1/payments?reference=a')).status).toBe(200)
  })
})

function financeLayout() {
  return {
    columns: { valueDate: 'Day', amount: 'Amount', reference: 'Reference', narration: 'Text' },
    dates: ['yyyy-MM-dd'],
    timeZone: 'Africa/Addis_Ababa',
  }
}

describe('createHandler: layouts that are a function of the principal', () => {
  it('are those of the importer: another one is refused with the existing names', async () => {
    const { ask } = financeServer({
      authenticate: (request) => ({ actor: request.headers.get('x-till') ?? 'none', scopes: ['lines:write'] }),
      layouts: ({ actor }) => (actor === 'none' ? {} : { [actor!]: till }),
    })
    const file = tillFile('2026-11-20,1500.00,INV-1,x')
    const of = (layout: string, from: string) =>
      ask(`/v1/imports?account=cbe-1000&format=csv&layout=${layout}&dryRun=true`, sent(file, { 'x-till': from }))
    expect((await of('ward', 'ward')).status).toBe(200)
    const other = await of('ward', 'lab')
    expect(other.status).toBe(400)
    expect(await other.text()).toContain('vodafoneCash, lab')
    expect((await of('vodafoneCash', 'lab')).status).not.toBe(500)
  })

  it('are text of any name in the document, and wrong ones are refused when they are read', async () => {
    const problems: unknown[] = []
    const { ask } = financeServer({ layouts: () => [] as never, onError: (error) => problems.push(error) })
    const { paths } = (await (await ask('/v1/openapi.json')).json()) as {
      paths: Record<string, { post: { parameters: { name: string; schema: object }[] } }>
    }
    const parameter = paths['/v1/imports']!.post.parameters.find(({ name }) => name === 'layout')
    expect(parameter?.schema).toEqual({ type: 'string', maxLength: 64 })
    expect((await ask(csvImport, sent(tillFile()))).status).toBe(500)
    expect(problems).toEqual([new TypeError('createHandler: layouts must be an object of CSV mappings')])
  })
})
