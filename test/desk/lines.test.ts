import { describe, expect, it } from 'vitest'
import { request } from '../support/service.js'
import { deskOf, formsOf, openLine } from './support/desk.js'
import { linksOf, tablesOf, textOf } from './support/outline.js'
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
      ['Choose', 'Value date', 'What the bank wrote', 'What it is for', 'Amount', 'Open', 'Status', 'Suggestion'],
      [
        ...[
          'Choose the line of 2026-11-20, 1,000.00 ETB, OTHER, row 2',
          '20 Nov 2026',
          'OTHER Abebe INV 1 cbe-1000',
          'No payment found',
        ],
        ...['1,000.00 ETB', '100.00 ETB', 'Open Assigned to selam'],
        '600.00 ETB · same reference, name of the payer Match to INV-1 (line of 2026-11-20, 1,000.00 ETB, OTHER, row 2) Undo',
      ],
    ])
    expect(linksOf(text)).toMatchObject({
      '20 Nov 2026': `/finance${linePath}`,
      'Open lines only': '/finance/lines?status=open',
      'Download these lines as CSV': `/finance/lines.csv?${query}`,
    })
    const actions = ['/finance/lines', '/finance/lines/set-aside', '/finance/lines/filters']
    expect(formsOf(text).map(({ action }) => action)).toEqual(actions)
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
      const openCells = (tablesOf(text)['Statement lines'] ?? []).slice(1).map((row) => row.at(-4)!)
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
      expect((await get(`/audit.csv?${query}`)).status, query).toBeLessThan(500)
      expect((await get(`/reports/actors?${query}`)).status, query).toBeLessThan(500)
      expect((await get(`/reports/journal.csv?${query}`)).status, query).toBeLessThan(500)
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
    const amounts = (page: string) => (tablesOf(page)['Statement lines'] ?? []).slice(1).map((row) => row.at(-4))
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

/** Returns the button that takes the suggestion of a row: its words, where it posts, and its name and value. */
function acceptButtons(page: string) {
  const buttons = page.matchAll(
    /<button\b[^>]*formaction="([^"]*\/accept[^"]*)"[^>]*name="(\w+)"\s+value="([^"]*)"[^>]*>([\s\S]*?)<\/button/g,
  )
  return [...buttons].map(([, action, name, value, words]) => ({
    ...{ action: action!.replaceAll('&amp;', '&'), name: name!, value: value! },
    words: textOf(words!),
  }))
}

describe('desk/lines: the suggestion of a line', () => {
  async function withBills() {
    const desk = deskOf()
    const { payments } = desk
    const bill = await payments.createPayment(request({ reference: 'OPD-5594', amount: 80_000 }))
    await openLine(payments, { row: 1, amount: 70_000, narration: 'nothing' })
    const line = await openLine(payments, { row: 2, amount: 80_000, narration: 'for OPD 5594' })
    const accept = (text: string, more: Record<string, string> = {}) => {
      const [button] = acceptButtons(text)
      const fields = new URLSearchParams(setAside(text).fields)
      fields.append(button!.name, button!.value)
      for (const [name, value] of Object.entries(more)) fields.append(name, value)
      return desk.post(button!.action, fields)
    }
    return { ...desk, bill, line, accept }
  }

  it('is taken whole by one press, and the next line is under the cursor', async () => {
    const { page, accept, payments, bill, line, follow } = await withBills()
    const text = await page('/lines?status=open')
    expect(tablesOf(text)['Statement lines']!.map((row) => row.at(-1))).toEqual([
      ...[
        'Suggestion',
        '',
        'same reference, same amount Match to OPD-5594 (line of 2026-11-20, 800.00 ETB, for OPD 5594, row 2)',
      ],
    ])
    expect(acceptButtons(text)).toEqual([
      {
        action: `/finance/lines/${encodeURIComponent(line.key)}/accept?at=1`,
        ...{
          name: 'paymentId',
          value: bill.id,
          words: 'Match to OPD-5594 (line of 2026-11-20, 800.00 ETB, for OPD 5594, row 2)',
        },
      },
    ])
    const answer = await accept(text)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/finance/lines?status=open#l1'])
    expect(await follow(answer)).toContain('The line was matched. All its open money is allocated.')
    expect(await payments.lines.get(line.key)).toMatchObject({ status: 'settled', allocated: 80_000 })
    expect(await payments.getPayment(bill.id)).toMatchObject({ status: 'succeeded', amountReconciled: 80_000 })
    const [last] = (await payments.lines.history(line.key)).slice(-1)
    expect(last).toMatchObject({ type: 'line.allocated', actor: 'almaz', version: 2 })
    // The same press again is the same answer, and stores nothing.
    expect((await accept(text)).status).toBe(303)
    expect((await payments.lines.get(line.key))!.version).toBe(2)
  })

  it('is taken without another request where a script asks for the list, which has the way to its undo', async () => {
    const { page, accept, line } = await withBills()
    const answer = await accept(await page('/lines?status=open'), { swap: '1' })
    expect(answer.status).toBe(200)
    const text = await answer.text()
    expect(tablesOf(text)['Statement lines']).toHaveLength(2)
    expect(linksOf(text)['Undo']).toBe(`/finance/lines/${encodeURIComponent(line.key)}?undo=1`)
    const undo = await page(`/lines/${encodeURIComponent(line.key)}?undo=1`)
    expect(undo).toMatch(/<details class="card" open>\s*<summary autofocus>/)
  })

  it('is refused with the list where the line, or what is open of the bill, has changed since', async () => {
    const { page, accept, payments, bill, line } = await withBills()
    const text = await page('/lines?status=open')
    await payments.confirmPayment(bill.id)
    await payments.reversePayment(bill.id, { reason: 'wrong patient' })
    const reversed = await accept(text)
    expect(reversed.status).toBe(400)
    expect(tablesOf(await reversed.text())['Statement lines']).toHaveLength(3)
    await payments.lines.hold(line.key, { expectedVersion: 1 })
    const late = await accept(text, { swap: '1' })
    expect([late.status, (await late.text()).includes('Another person changed this line')]).toEqual([409, true])
    expect((await payments.lines.get(line.key))!.allocations).toEqual([])
  })

  it('has no button where the line has more than the bill, and is not for those who may not write', async () => {
    const { page, payments, who } = await withBills()
    await openLine(payments, { row: 3, amount: 90_000, narration: 'OPD-5594' })
    const rows = tablesOf(await page('/lines?status=open'))['Statement lines']!
    expect(rows.map((row) => row.at(-1))).toContain('800.00 ETB · OPD-5594 same reference')
    who.scopes = ['reports:read', 'lines:read']
    expect(await page('/lines?status=open')).not.toContain('OPD-5594</bdi></a>')
  })

  it('is the other side of a transfer, with which the line cancels out by one press', async () => {
    const { payments, page, post } = deskOf()
    const record = { currency: 'ETB', amount: 5000, valueDate: '2026-11-20', narration: 'sweep' } as const
    await payments.statements.import([{ ...record, row: 1, direction: 'credit' }], { account: 'cbe-1000' })
    await payments.statements.import([{ ...record, row: 1, direction: 'debit' }], { account: 'till-2' })
    const text = await page('/lines?status=open&account=cbe-1000')
    const [button] = acceptButtons(text)
    expect(button!.words).toBe('Match to line of 2026-11-20, till-2 (line of 2026-11-20, 50.00 ETB, sweep, row 1)')
    const fields = new URLSearchParams(setAside(text).fields)
    fields.append(button!.name, button!.value)
    expect((await post(button!.action, fields)).status).toBe(303)
    expect((await payments.lines.list({ status: 'open' })).items).toEqual([])
  })

  it('is left alone by a forged line, payment or place', async () => {
    const { post, payments, bill, line } = await withBills()
    const path = `/lines/${encodeURIComponent(line.key)}/accept`
    const good = { [`version.${line.key}`]: '1', paymentId: bill.id }
    const unknown = { 'version.nothing': '1', paymentId: bill.id }
    expect((await post('/lines/nothing/accept?at=1', unknown)).status).toBe(404)
    expect((await post(path, { paymentId: bill.id })).status).toBe(400)
    expect((await post(path, { ...good, paymentId: 'pay_nothing' })).status).toBe(400)
    expect((await post(path, { ...good, paymentId: '', lineKey: line.key })).status).toBe(400)
    expect((await payments.lines.get(line.key))!.version).toBe(1)
    const answer = await post(`${path}?at="><script>`, { ...good, back: 'status=open&x="><b>' })
    expect(answer.headers.get('location')).toBe('/finance/lines?status=open&x=%22%3E%3Cb%3E')
  })
})

describe('desk/lines: the sums of a filter', () => {
  const sums = (text: string) => textOf(/<ul class="totals">([\s\S]*?)<\/ul/.exec(text)?.[1] ?? '')

  it('are those of all its pages, by currency and direction, with what is open of them', async () => {
    const { page, payments } = await withLines(51)
    await openLine(payments, { row: 60, direction: 'debit', amount: 700, narration: 'fee' })
    const [line] = (await payments.lines.list({ limit: 1 })).items
    const allocations = [{ to: 'category', category: 'donation', amount: 50 }] as const
    await payments.lines.allocate(line!.key, { expectedVersion: 1, allocations })
    const whole = 'Money in: 1,326.00 ETB, of which 1,325.50 ETB are open, lines: 51 Money out: 7.00 ETB, lines: 1'
    const first = await page('/lines?status=open')
    expect(sums(first)).toBe(whole)
    const next = /<a rel="next" href="\/finance([^"]+)"/.exec(first)![1]!.replaceAll('&amp;', '&')
    expect(sums(await page(next))).toBe(whole)
    expect(sums(await page('/lines?from=2026-11-01&to=2026-11-30'))).toBe(whole)
    expect(sums(await page(`/lines?importId=${line!.importId}`))).toMatch(/^Money in: .* lines: 1$/)
  })

  it('are read on request alone for more than a month, unless the page has all lines', async () => {
    const { page, get, payments } = await withLines(51)
    const text = await page('/lines')
    expect(sums(text)).toBe('')
    const link = linksOf(text)['Add these lines up']!
    expect(link).toBe('/finance/lines?sum=1')
    expect(sums(await (await get(link.slice('/finance'.length))).text())).toBe('Money in: 1,326.00 ETB, lines: 51')
    await payments.lines.hold((await payments.lines.list({ limit: 1 })).items[0]!.key, { expectedVersion: 1 })
    expect(sums(await page('/lines?held=true'))).toMatch(/^Money in: .* lines: 1$/)
    expect(sums(await page('/lines?held=true&text=nothing'))).toBe('')
  })
})

describe('desk/lines: all lines of a filter', () => {
  async function allOf(count: number) {
    const desk = deskOf()
    const records = Array.from({ length: count }, (_, at) => ({
      ...({ row: at + 1, direction: 'credit', amount: at + 1, currency: 'ETB', valueDate: '2026-11-20' } as const),
      narration: `text ${at}`,
    }))
    await desk.payments.statements.import(records, { account: 'cbe-1000' })
    const fieldsOf = async (category: string) => {
      const text = await desk.page('/lines?status=open')
      const fields = new URLSearchParams(setAside(text).fields)
      fields.set('all', /name="all"\s+value="([^"]*)"/.exec(text)![1]!)
      fields.set('category', category)
      return { text, fields }
    }
    const open = async () => (await desk.payments.lines.list({ status: 'open', limit: 500 })).items.length
    return { ...desk, fieldsOf, open }
  }

  it('are set aside by one tick, also those of further pages', async () => {
    const { fieldsOf, post, follow, open, payments } = await allOf(60)
    const { text, fields } = await fieldsOf('bank_fee')
    expect(textOf(text)).toContain('All 60 lines that the filter shows')
    const answer = await post('/lines/set-aside', fields)
    expect(await follow(answer)).toContain('Lines set aside: 60.')
    expect(await open()).toBe(0)
    // The same post again finds other lines, and stores nothing.
    expect((await post('/lines/set-aside', fields)).status).toBe(409)
    const { items } = await payments.lines.list({ limit: 500 })
    expect(items.every(({ version }) => version === 2)).toBe(true)
  })

  it('are refused whole where the filter shows other lines now, or cannot be used', async () => {
    const { fieldsOf, post, open, payments } = await allOf(3)
    const { fields } = await fieldsOf('bank_fee')
    await openLine(payments, { row: 9, amount: 1, narration: 'came since' })
    const late = await post('/lines/set-aside', fields)
    expect(late.status).toBe(409)
    expect(textOf(await late.text())).toContain('The filter shows other lines now. Nothing was stored.')
    for (const back of ['held=perhaps', 'amount=5', 'status=settled']) {
      fields.set('back', back)
      expect((await post('/lines/set-aside', fields)).status, back).toBeGreaterThanOrEqual(400)
    }
    expect(await open()).toBe(4)
  })

  it('are the first 500 where there are more, with their progress, and the tick says so', async () => {
    const { fieldsOf, post, open } = await allOf(503)
    const { text, fields } = await fieldsOf('bank_fee')
    expect(textOf(text)).toContain('The first 500 of the 503 lines that the filter shows')
    expect(text).toContain('data-first="Set the first 500 lines aside"')
    const steps = textOf(await (await post('/lines/set-aside', fields)).text())
    expect(steps).toContain('Lines so far: 250 (50 %)')
    expect(steps).toContain('Lines set aside: 500.')
    expect(await open()).toBe(3)
  })
})

describe('desk/lines: categories', () => {
  const options = (text: string) =>
    [...setAsideText(text).matchAll(/<option value="([^"]*)"[^>]*>([^<]*)</g)].map(([, , words]) => words!.trim())
  const setAsideText = (text: string) => /<select name="category"[\s\S]*?<\/select/.exec(text)![0]

  it('are listed with the lines that had them, those used most first, and a new one is said to be new', async () => {
    const { page, submit, post, follow, lines } = await withLines(4)
    const usual = ['bank_fee', 'interest', 'own_transfer', 'donation', 'to_give_back', 'rounding']
    expect(options(await page('/lines'))).toEqual(['Choose', ...usual])
    const aside = async (at: number, more: Record<string, string>) => {
      const fields = new URLSearchParams(setAside(await page('/lines')).fields)
      fields.append('key', lines[at]!.key)
      for (const [name, value] of Object.entries(more)) fields.set(name, value)
      return follow(await post('/lines/set-aside', fields))
    }
    expect(await aside(0, { newCategory: 'parking' })).toContain(
      'Lines set aside: 1. No line had this category in the last 31 days.',
    )
    expect(await aside(1, { newCategory: 'parking', category: 'interest' })).toContain('Lines set aside: 1.</p>')
    expect(await aside(2, { category: 'rounding' })).toContain('Lines set aside: 1.</p>')
    const text = await page('/lines?status=open')
    expect(options(text)).toEqual([
      ...['Choose', 'parking (2)', 'rounding (1)'],
      ...usual.filter((name) => name !== 'rounding'),
    ])
    const none = await submit(setAside(text), { key: lines[3]!.key })
    expect([none.status, textOf(await none.text()).includes('Choose a category, or write a new one.')]).toEqual([
      400,
      true,
    ])
  })
})

describe('desk/lines: shortcuts', () => {
  it('are the open lines, and those of the reader', async () => {
    const { page, who } = await withLines(1)
    expect(linksOf(await page('/lines'))).toMatchObject({
      'Open lines only': '/finance/lines?status=open',
      Mine: '/finance/lines?status=open&assignee=almaz',
    })
    Object.assign(who, { actor: null })
    expect(linksOf(await page('/lines'))).not.toHaveProperty('Mine')
  })
})

describe('desk/lines: saved filters', () => {
  const forms = (text: string) => formsOf(text).filter(({ action }) => action === '/finance/lines/filters')

  it('are saved by name, listed for their person alone, and deleted', async () => {
    const { page, submit, follow, who } = await withLines(1)
    const [save] = forms(await page('/lines?status=open&account=cbe-1000'))
    const text = await follow(await submit(save!, { name: 'Bank "A" <b>' }))
    expect(text).toContain('The filter was saved. It is listed for you alone.')
    expect(linksOf(text)['Bank "A" <b>']).toBe('/finance/lines?status=open&account=cbe-1000')
    who.actor = 'hana'
    expect(linksOf(await page('/lines'))).not.toHaveProperty('Bank "A" <b>')
    const [remove] = forms(text)
    expect((await submit(remove!)).status).toBe(303)
    who.actor = 'almaz'
    expect(linksOf(await page('/lines'))).toHaveProperty('Bank "A" <b>')
    expect(await follow(await submit(remove!))).toContain('The filter was deleted.')
    expect(linksOf(await page('/lines'))).not.toHaveProperty('Bank "A" <b>')
  })

  it('are none of a search that may name a person, nor without a name or a filter', async () => {
    const { page, submit, post } = await withLines(1)
    const searched = await (await submit(formsOf(await page('/lines'))[0]!, { text: 'hana' })).text()
    expect(forms(searched)).toEqual([])
    const [save] = forms(await page('/lines?status=open'))
    await submit(save!, { name: 'open' })
    const again = await (await submit(formsOf(await page('/lines'))[0]!, { text: 'hana' })).text()
    const removed = await submit(forms(again)[0]!)
    expect([removed.status, removed.headers.get('location')]).toEqual([200, null])
    for (const fields of [
      { back: 'text=hana', name: 'x' },
      { back: 'status=open', name: '' },
      { back: '', name: 'x' },
      { back: 'status=open', name: 'x'.repeat(61) },
    ])
      expect((await post('/lines/filters', fields)).status, JSON.stringify(fields)).toBe(400)
    expect([forms(await page('/lines')), forms(await page('/lines?status=open')).length]).toEqual([[], 1])
  })
})
