import { describe, expect, it } from 'vitest'
import { deskOf, formsOf, openLine } from './support/desk.js'
import { linksOf, tablesOf } from './support/outline.js'
import { workedOn } from './support/scene.js'

async function withLines(count: number) {
  const desk = deskOf()
  const lines = []
  for (let row = 1; row <= count; row++)
    lines.push(await openLine(desk.payments, { row, amount: row * 100, narration: `text ${row}` }))
  return { ...desk, lines }
}

const setAside = (page: string) => formsOf(page).find(({ action }) => action.endsWith('/set-aside'))!

describe('desk/lines: the list', () => {
  it('has of each line the text of the bank, the open money, and who works on it', async () => {
    const { page, linePath, who } = await workedOn()
    const query = 'status=open&assignee=selam'
    const text = await page(`/lines?${query}`)
    expect(tablesOf(text)['Statement lines']).toEqual([
      ['Choose', 'Value date', 'What the bank wrote', 'What it is for', 'Amount', 'Open', 'Status'],
      [
        ...[
          'Choose the line of 2026-11-20, 1,000.00 ETB, OTHER, row 2',
          '20 Nov 2026',
          'OTHER Abebe INV 1 cbe-1000',
          'No payment found',
        ],
        ...['1,000.00 ETB', '100.00 ETB', 'Open Assigned to selam'],
      ],
    ])
    expect(linksOf(text)).toMatchObject({
      '20 Nov 2026': `/finance${linePath}`,
      'Open lines only': '/finance/lines?status=open',
      'Download these lines as CSV': `/finance/lines.csv?${query}`,
    })
    expect(formsOf(text).map(({ action }) => action)).toEqual(['/finance/lines', '/finance/lines/set-aside'])
    who.scopes = ['reports:read', 'lines:read']
    expect(tablesOf(await page('/lines'))['Statement lines']![0]![0]).toBe('Value date')
  })

  it('accepts each filter, and shows it as it was typed', async () => {
    const { page, payments, line } = await workedOn()
    await openLine(payments, { row: 7, direction: 'debit', amount: 700, narration: 'fee' })
    const importId = line.importId!
    const names = ['text', 'status', 'outcome', 'account', 'direction', 'held', 'from', 'to', 'amount', 'currency']
    const both = ['from=2026-11-20', 'to=2026-11-20', 'account=cbe-1000', 'currency=etb', 'held=false', 'status=all']
    const first = ['text=other', 'direction=credit', 'amount=1%2C000.00&currency=ETB', 'assignee=selam']
    const cases: readonly (readonly [string, readonly string[]])[] = [
      ...both.map((query) => [query, ['\u22127.00 ETB', '1,000.00 ETB']] as const),
      ...[...first, `importId=${importId}`].map((query) => [query, ['1,000.00 ETB']] as const),
      ...['direction=debit', 'unassigned=1'].map((query) => [query, ['\u22127.00 ETB']] as const),
      ...['held=true', 'from=2026-11-21', 'account=other', 'status=settled', 'outcome=ambiguous'].map(
        (query) => [query, []] as const,
      ),
    ]
    for (const [query, amounts] of cases) {
      const text = await page(`/lines?${query}`)
      const openCells = (tablesOf(text)['Statement lines'] ?? []).slice(1).map((row) => row.at(-3)!)
      expect(openCells.map((amount) => amount.replace('Money out ', '')).sort(), query).toEqual([...amounts].sort())
      const fields = formsOf(text)[0]!.fields
      for (const [name, value] of new URLSearchParams(query))
        if (value !== 'all') expect(fields.get(name), query).toBe(value)
      for (const name of names) expect(fields.has(name), name).toBe(true)
      // What only the further filters hold is shown opened.
      expect(/<details\s+open/.test(text), query).toBe(!/^(text|status|outcome)=/.test(query))
    }
  })

  it('names the filter that cannot be used', async () => {
    const { get } = await withLines(1)
    for (const [query, words] of [
      ['amount=5', 'currency'],
      ['amount=1.2.3&currency=ETB', 'amount'],
      ['held=perhaps', 'held'],
      ['from=2026-13-01', 'calendar'],
    ] as const) {
      const answer = await get(`/lines?${query}`)
      expect(answer.status, query).toBe(400)
      const [, alert] = /role="alert"[^>]*>([\s\S]*?)<\/div/.exec(await answer.text())!
      expect(alert, query).toContain(words)
    }
  })

  it('sets nothing aside of a line that another desk changed since, nor does its page', async () => {
    const { page, submit, payments } = deskOf()
    const record = { row: 1, lineId: 'L-1', direction: 'credit', amount: 1000, currency: 'ETB' } as const
    const stated = { ...record, valueDate: '2026-11-19' }
    await payments.statements.import([stated], { account: 'cbe-1000' })
    const { key } = (await payments.lines.list()).items[0]!
    const several = setAside(await page('/lines?status=open'))
    const one = setAside(await page(`/lines/${encodeURIComponent(key)}`))
    await payments.lines.assign(key, { expectedVersion: 1, assignee: 'selam' })
    expect((await submit(several, { key, category: 'rounding' })).status).toBe(409)
    const late = await submit(one, { category: 'rounding' })
    expect(late.status).toBe(409)
    expect(await late.text()).toContain('selam')
    expect(await payments.lines.get(key)).toMatchObject({ version: 2, allocations: [] })
  })

  it('shows the lines of the filters in its URL', async () => {
    const { page, payments, lines } = await withLines(3)
    await payments.lines.hold(lines[1]!.key, { expectedVersion: 1 })
    const held = await page('/lines?status=open&held=true')
    expect(held).toContain('text 2')
    expect(held).not.toContain('text 1')
    expect(await page('/lines?text=TEXT+3&from=&to=')).toContain('text 3')
    expect(await page('/lines?amount=2.00&currency=etb')).toContain('text 2')
    expect(await page('/lines?assignee=unknown')).toContain('No line matches')
  })

  it('answers a filter that cannot be used with a page, and never with a failure of the server', async () => {
    const { get } = await withLines(1)
    const queries = [
      ...[
        'from=2026-13-01',
        'from=2026-11-02&to=2026-11-01',
        'amount=1.2.3&currency=ETB',
        'amount=5',
        'currency=%00%ff',
      ],
      ...['cursor=x', 'status=gone', 'outcome=nothing', 'held=perhaps', 'direction=up', `text=${'x'.repeat(5000)}`],
      ...[
        'text=%ff',
        'amount=1&currency=XXX',
        'amount=1&currency=%F0%9F%98%80',
        'account=',
        'importId=%00',
        'status=open,',
        '&&&==',
      ],
    ]
    for (const query of queries) {
      const { status } = await get(`/lines?${query}`)
      expect([query, status < 500]).toEqual([query, true])
      expect((await get(`/lines.csv?${query}`)).status, query).toBeLessThan(500)
      expect((await get(`/payments?${query}`)).status, query).toBeLessThan(500)
      expect((await get(`/reports?${query}`)).status, query).toBeLessThan(500)
      expect((await get(`/audit?${query}`)).status, query).toBeLessThan(500)
      expect((await get(`/imports?${query}`)).status, query).toBeLessThan(500)
    }
  })

  it('has a next page with the same filters', async () => {
    const { page } = await withLines(51)
    const first = await page('/lines?status=open')
    const next = /<a rel="next" href="\/finance([^"]+)"/.exec(first)![1]!.replaceAll('&amp;', '&')
    expect(next).toContain('status=open')
    const second = await page(next)
    expect(second.match(/class="open"/g)).toHaveLength(1)
    expect(second).toContain('First page')
  })

  it('sets several lines aside by one post', async () => {
    const { page, post, payments, lines, follow } = await withLines(3)
    const { action, fields } = setAside(await page('/lines'))
    const chosen = new URLSearchParams(fields)
    chosen.set('category', 'bank_fee')
    for (const { key } of lines.slice(0, 2)) chosen.append('key', key)
    const answer = await post(action, chosen)
    expect(answer.status).toBe(303)
    expect(await follow(answer)).toContain('Lines set aside: 2.')
    expect(await page('/lines?done=set_aside&count=2')).not.toContain('Lines set aside')
    const { items } = await payments.lines.list({ status: 'open' })
    expect(items.map(({ key }) => key)).toEqual([lines[2]!.key])
  })

  it('refuses more than 500 lines whole, says so, and keeps what was typed', async () => {
    const { page, post, payments, lines } = await withLines(2)
    const fields = new URLSearchParams(setAside(await page('/lines')).fields)
    fields.set('category', 'bank_fee')
    fields.set('reason', 'monthly fees')
    for (const { key } of lines) fields.append('key', key)
    for (let at = lines.length; at < 501; at++) fields.append('key', `line-${at}`)
    const answer = await post('/lines/set-aside', fields)
    expect(answer.status).toBe(400)
    const text = await answer.text()
    expect(text).toContain('You chose 501 lines, but at most 500 can be set aside at once. Nothing was stored.')
    expect(setAside(text).fields.getAll('key').sort()).toEqual(lines.map(({ key }) => key).sort())
    expect(setAside(text).fields.get('reason')).toBe('monthly fees')
    expect((await payments.lines.list({ status: 'settled' })).items).toEqual([])
  })

  it('shows which chosen lines changed since, and sets the others aside', async () => {
    const { page, post, payments, lines } = await withLines(2)
    const { action, fields } = setAside(await page('/lines'))
    await payments.lines.hold(lines[0]!.key, { expectedVersion: 1, actor: 'hana' })
    const chosen = new URLSearchParams(fields)
    chosen.set('category', 'bank_fee')
    for (const { key } of lines) chosen.append('key', key)
    const answer = await post(action, chosen)
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain('Another person changed this line')
    const { items } = await payments.lines.list({ status: 'open' })
    expect(items.map(({ key }) => key)).toEqual([lines[0]!.key])
  })

  it('asks for a choice and a category', async () => {
    const { page, submit, post, lines } = await withLines(1)
    const form = setAside(await page('/lines'))
    expect((await submit(form, { category: 'bank_fee' })).status).toBe(400)
    const fields = new URLSearchParams(form.fields)
    fields.append('key', lines[0]!.key)
    fields.set('category', 'Bank Fee!')
    expect((await post(form.action, fields)).status).toBe(400)
  })

  it('is a file as well', async () => {
    const { get } = await withLines(2)
    const answer = await get('/lines.csv?status=open')
    expect(answer.headers.get('content-type')).toContain('text/csv')
    expect((await answer.text()).trimEnd().split('\r\n')).toHaveLength(3)
  })
})

describe('desk/lines: a text that is searched for', () => {
  /** Returns the form of a button that continues a search. */
  const searchForm = (text: string, path: string, field: string) =>
    formsOf(text).find(({ action, fields }) => action === `/finance${path}` && fields.has(field) && fields.size < 4)!

  async function oldAndNew() {
    const desk = deskOf()
    const days = ['2025-03-01', '2026-10-19', '2026-10-20', '2026-11-20']
    for (const [at, valueDate] of days.entries())
      await openLine(desk.payments, { row: at + 1, amount: 100 * (at + 1), valueDate, narration: 'rent of the shop' })
    const amounts = (page: string) => (tablesOf(page)['Statement lines'] ?? []).slice(1).map((row) => row.at(-3))
    return { ...desk, amounts }
  }

  it('is looked for in the last 31 days, and in all by another click', async () => {
    const { page, submit, amounts } = await oldAndNew()
    const recent = await page('/lines?text=rent')
    expect(amounts(recent)).toEqual(['3.00 ETB', '4.00 ETB'])
    expect(recent).toContain('Only lines from')
    const all = searchForm(recent, '/lines', 'all')
    expect(String(all.fields)).toBe('text=rent&all=1')
    expect(String(searchForm(recent, '/lines.csv', 'text').fields)).toBe('text=rent&from=2026-10-20')
    const whole = await (await submit(all)).text()
    expect(amounts(whole)).toEqual(['1.00 ETB', '2.00 ETB', '3.00 ETB', '4.00 ETB'])
    expect(whole).not.toContain('Only lines from')
    const csv = searchForm(whole, '/lines.csv', 'text')
    expect(String(csv.fields)).toBe('text=rent')
    const file = await submit(csv)
    expect(file.headers.get('content-disposition')).toContain('attachment')
    expect((await file.text()).trimEnd().split('\r\n')).toHaveLength(5)
  })

  it('is looked for in the days of the filter where it has a first day, or is of open lines or one import', async () => {
    const { page, amounts, payments } = await oldAndNew()
    const { items } = await payments.statements.list()
    const oldest = items.at(-1)!.id
    for (const [query, count] of [
      ['status=open', 4],
      ['from=2025-01-01', 4],
      [`importId=${oldest}`, 1],
      ['to=2026-10-19', 1],
      ['to=2025-03-02', 1],
    ] as const) {
      const text = await page(`/lines?text=rent&${query}`)
      expect(amounts(text), query).toHaveLength(count)
      expect(text.includes('Only lines from'), query).toBe(query.startsWith('to='))
    }
    expect(await page('/lines?text=nothing')).toContain('Search all lines')
  })

  it('stays with its first day on the next page', async () => {
    const { page, payments, submit } = deskOf()
    for (let row = 1; row <= 51; row++) await openLine(payments, { row, amount: row, narration: 'rent' })
    const next = searchForm(await page('/lines?text=rent'), '/lines', 'cursor')
    expect(String(next.fields)).toMatch(/^text=rent&from=2026-10-20&cursor=/)
    const second = await (await submit(next)).text()
    expect(tablesOf(second)['Statement lines']).toHaveLength(2)
    const first = formsOf(second).filter(({ action }) => action === '/finance/lines')
    expect(first.map(({ fields }) => String(fields))).toContain('text=rent&from=2026-10-20')
  })

  it('is posted by its form: no address of the answer names the patient', async () => {
    const desk = deskOf({ readOnly: true })
    for (let row = 1; row <= 51; row++) await openLine(desk.payments, { row, amount: row, narration: 'Hana Girma' })
    const [form] = formsOf(await desk.page('/lines'))
    expect(form).toMatchObject({ method: 'post', action: '/finance/lines' })
    const answer = await desk.submit(form!, { text: 'hana' })
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null])
    const text = await answer.text()
    expect(tablesOf(text)['Statement lines']).toHaveLength(51)
    expect(text.match(/(?:href|action)="[^"]*hana/gi)).toBeNull()
    const filters = await desk.submit(form!, { status: 'open', direction: 'credit' })
    expect([filters.status, filters.headers.get('location')]).toEqual([
      303,
      '/finance/lines?status=open&direction=credit',
    ])
    const elsewhere = await desk.post('/lines', { text: 'hana' }, { 'sec-fetch-site': 'cross-site' })
    expect(elsewhere.status).toBe(403)
  })

  it('is kept, in no address, where its results are set aside', async () => {
    const { post, submit, page, payments } = deskOf()
    for (let row = 1; row <= 2; row++) await openLine(payments, { row, amount: row, narration: 'Hana Girma' })
    const searched = await (await submit(formsOf(await page('/lines'))[0]!, { text: 'hana', status: 'open' })).text()
    const form = setAside(searched)
    const fields = new URLSearchParams(form.fields)
    fields.append('key', (await payments.lines.list()).items[0]!.key)
    fields.set('category', 'rounding')
    const answer = await post(form.action, fields)
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null])
    const text = await answer.text()
    expect(text).toContain('Lines set aside: 1.')
    expect(tablesOf(text)['Statement lines']).toHaveLength(2)
    expect(text.match(/(?:href|action)="[^"]*hana/gi)).toBeNull()
  })
})
