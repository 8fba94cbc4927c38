import { describe, expect, it } from 'vitest'
import { deskOf, formsOf, lineForm, openLine, reader } from './support/desk.js'
import { linksOf, tablesOf, textOf } from './support/outline.js'

const path = '/months?month=2026-11'

/** Makes a desk with lines of three days, the first of them in the month before; the clock shows noon of 21 November. */
async function withMonth() {
  const desk = deskOf()
  const { payments } = desk
  await openLine(payments, { row: 2, amount: 700, valueDate: '2026-10-30', narration: 'before' })
  const line = await openLine(payments, { row: 3, amount: 148_500, valueDate: '2026-11-19' })
  await payments.lines.allocate(line.key, {
    expectedVersion: 1,
    allocations: [{ to: 'category', category: 'donation', amount: 100_000 }],
  })
  await openLine(payments, { row: 4, amount: 500, direction: 'debit', narration: 'fee' })
  desk.clock.set('2026-11-21T09:00:00.000Z')
  return { ...desk, line }
}

/** Returns the text of each day of the first calendar of a page that is more than a day without lines. */
function daysOf(page: string): string[] {
  const [, list] = /<ol class="calendar"[^>]*>([\s\S]*?)<\/ol>/.exec(page)!
  return [...list!.matchAll(/<li[^>]*>([\s\S]*?)<\/li>/g)]
    .map(([, day]) => textOf(day!.replaceAll('</a>', '</a> ')))
    .filter((text) => !/No lines|Not over/.test(text))
}

describe('desk/months: a month', () => {
  it('has a calendar with the state, the open lines and the page of each day', async () => {
    const { page, payments, line } = await withMonth()
    const text = await page(path)
    expect(text.match(/<li[^>]*><a href="\/finance\/days\/2026-11-\d\d\?account=cbe-1000">/g)).toHaveLength(30)
    // 1 November 2026 is a Sunday.
    expect(text).toContain('<li class="from-7"><a href="/finance/days/2026-11-01?account=cbe-1000">')
    expect(text).toContain('<li class="now"><a href="/finance/days/2026-11-21?account=cbe-1000">')
    expect(daysOf(text)).toEqual([
      'Thu 19 Nov 2026 Not closed open: 1 · 485.00 ETB',
      'Fri 20 Nov 2026 Not closed open: 1 · −5.00 ETB',
    ])
    await payments.days.close({ account: 'cbe-1000', day: '2026-11-19', actor: 'hana' })
    await payments.lines.note(line.key, { text: 'later' })
    await openLine(payments, { row: 5, amount: 300, valueDate: '2026-11-19', narration: 'late' })
    const late = await page(path)
    expect(daysOf(late)[0]).toMatch(/^Thu 19 Nov 2026 Closed changed since: [12] open: 2 · 488\.00 ETB$/)
    await payments.days.reopen({ account: 'cbe-1000', day: '2026-11-19', actor: 'hana', reason: 'wrong' })
    expect(daysOf(await page(path))[0]).toBe('Thu 19 Nov 2026 Reopened open: 2 · 488.00 ETB')
  })

  it('ties out in equations that end in 0.00', async () => {
    const { page } = await withMonth()
    const tables = tablesOf(await page(path))
    expect(tables).toMatchObject({
      'Balance by the lines': [
        ['Balance by the lines', 'Amount'],
        ['Balance before the month', '7.00 ETB'],
        ['+ Money in', '1,485.00 ETB'],
        ['− Money out', '5.00 ETB'],
        ['= Balance after the month', '1,487.00 ETB'],
      ],
      'Where the money went': [
        ['Where the money went', 'Amount'],
        ['+ Money in', '1,485.00 ETB'],
        ['− Money out', '5.00 ETB'],
        ['− Money in, Category donation', '1,000.00 ETB'],
        ['− Open lines: 2', '480.00 ETB'],
        ['= Nothing is left over', '0.00 ETB'],
      ],
    })
    expect(await page(path)).toContain('No statement gives the balances at both ends of this month')
  })

  it('adds tie-outs up on request where an account has more than 500 lines since its first open day', async () => {
    const { page, payments } = await withMonth()
    const long = 'An account has more than 500 lines since its first day that is not closed'
    const importMany = async (count: number) => {
      const records = Array.from({ length: count }, (_, at) => ({
        ...({ row: at + 2, direction: 'credit', amount: 100, currency: 'ETB', valueDate: '2026-11-20' } as const),
        narration: `one of many ${at}`,
      }))
      await payments.statements.import(records, { account: 'cbe-1000', fileName: 'many.csv', actor: 'almaz' })
    }
    await importMany(498)
    expect(await page(path)).not.toContain(long)
    await importMany(499)
    const unsummed = await page(`${path}&account=cbe-1000`)
    expect(unsummed).toContain(long)
    expect(Object.keys(tablesOf(unsummed))).toEqual([])
    expect(daysOf(unsummed).map((day) => day.slice(0, 26))).toEqual([
      'Thu 19 Nov 2026 Not closed',
      'Fri 20 Nov 2026 Not closed',
    ])
    const link = linksOf(unsummed)['Add them up']!
    expect(link).toBe('/finance/months?month=2026-11&account=cbe-1000&sums=1')
    expect(tablesOf(await page(link.replace('/finance', '')))['Where the money went']).toContainEqual([
      '+ Money in',
      '1,984.00 ETB',
    ])
    expect(await page(`${path}&account=none`)).not.toContain(long)
    // A closed day has its sums.
    for (const day of ['2026-11-19', '2026-11-20'])
      await payments.days.close({ account: 'cbe-1000', day, actor: 'hana' })
    const closed = await page(path)
    expect(closed).not.toContain(long)
    expect(tablesOf(closed)['Where the money went']!.at(-1)).toEqual(['= Nothing is left over', '0.00 ETB'])
  })

  it('names what statements leave unexplained, and the day before which one is missing', async () => {
    const { page, payments, desk, clock } = deskOf()
    const upload = async (day: string, opening: string, amount: string, closing: string) => {
      const body = new FormData()
      body.append('account', 'cbe-1000')
      const text = `:20:X\r\n:25:1\r\n:28C:1\r\n:60F:C26${day}ETB${opening},\r\n:61:26${day}${day}C${amount},00NTRF${day}\r\n:62F:C26${day}ETB${closing},\r\n-`
      body.append('file', new Blob([text]), `${day}.sta`)
      const headers = { 'sec-fetch-site': 'same-origin' }
      const request = new Request('http://desk.test/finance/imports', { method: 'POST', headers, body })
      expect((await desk(request)).status).toBe(303)
    }
    clock.set('2026-12-02T09:00:00.000Z')
    await upload('1031', '100', '50', '150')
    await upload('1110', '180', '20', '200')
    await upload('1201', '200', '10', '210')
    const [month] = (await payments.days.month({ month: '2026-11' })).items
    expect([month?.unexplained, month?.gaps]).toEqual(['3000', ['2026-11-10']])
    const text = await page(path)
    expect(tablesOf(text)['Balance by the statements']).toEqual([
      ['Balance by the statements', 'Amount'],
      ['Balance after the month, by a statement', '200.00 ETB'],
      ['− Balance before the month, by a statement', '150.00 ETB'],
      ['− Money in', '20.00 ETB'],
      ['+ Money out', '0.00 ETB'],
      ['= Unexplained', '30.00 ETB'],
    ])
    expect(textOf(text)).toContain('a statement is missing, or lines are stored twice')
    expect(linksOf(text)['10 Nov 2026']).toBe('/finance/days/2026-11-10?account=cbe-1000')
  })

  it('leads to the months beside it, and to its closings as a file', async () => {
    const { page, payments, get } = await withMonth()
    await payments.days.close({ account: 'cbe-1000', day: '2026-11-19', actor: 'hana' })
    const links = linksOf(await page(`${path}&account=cbe-1000`))
    expect(links).toMatchObject({
      'Month before': '/finance/months?month=2026-10&account=cbe-1000',
      'Next month': '/finance/months?month=2026-12&account=cbe-1000',
    })
    const file = await get(links['Closings of this month as CSV']!.slice('/finance'.length))
    expect(file.headers.get('content-type')).toContain('text/csv')
    expect((await file.text()).split('\r\n')[1]).toMatch(/^cbe-1000,2026-11-19,1,closing,ETB,/)
    expect(linksOf(await page('/days'))['Months: calendar and tie-out of each account']).toBe(
      '/finance/months?month=2026-10',
    )
    expect(linksOf(await page('/days/2026-11-19?account=cbe-1000'))['Month']).toBe(
      '/finance/months?month=2026-11&account=cbe-1000',
    )
    expect(linksOf(await page('/months?month=1970-01'))).not.toHaveProperty('Month before')
    expect(textOf(await page('/months?month=2026-11&account=none'))).toContain('No account has lines')
    for (const month of ['2026-13', 'x', '1969-12']) expect((await get(`/months?month=${month}`)).status).toBe(400)
  })
})

describe('desk/months: all days up to one', () => {
  it('are closed by one press, and a second one closes nothing more', async () => {
    const { page, submit, payments, follow } = await withMonth()
    const before = await page(path)
    expect(textOf(before)).toContain('Days that wait up to the end of this month: 3, from 30 Oct 2026 on.')
    const form = lineForm(before, 'close')
    expect(form.fields.get('day')).toBe('2026-11-20')
    const first = await submit(form)
    expect(first.status).toBe(303)
    expect(textOf(await follow(first))).toContain('Closed just now, days: 3.')
    expect((await payments.days.records()).items.map(({ day, actor }) => [day, actor])).toEqual(
      ['2026-11-20', '2026-11-19', '2026-10-30'].map((day) => [day, 'almaz']),
    )
    expect(textOf(await follow(await submit(form)))).toContain('Closed just now, days: 0.')
    expect(formsOf(await page(path)).filter(({ method }) => method === 'post')).toEqual([])
  })

  it('are closed as far as they are over; the answer names them, the day at which it stopped, and why', async () => {
    const { page, submit, payments } = await withMonth()
    await openLine(payments, { row: 6, amount: 900, valueDate: '2026-11-21', narration: 'today' })
    const answer = await submit(lineForm(await page(path), 'close'), { day: '2026-11-30' })
    expect(answer.status).toBe(409)
    const alert = textOf(/role="alert"[^>]*>([\s\S]*?)<\/div/.exec(await answer.text())![1]!)
    expect(alert).toBe(
      'Closed just now, days: 3. 30 Oct 2026 19 Nov 2026 20 Nov 2026 It stopped at 21 Nov 2026 and closed no later day: The day is not over, so it cannot be closed yet.',
    )
    expect((await payments.days.records()).items).toHaveLength(3)
  })

  it('are closed for no account that does not exist, no day that is none, and no person without the scope', async () => {
    const { page, post, payments, who } = await withMonth()
    const fields = { account: 'cbe-1000', month: '2026-11', day: '2026-11-20' }
    expect((await post('/months/close', { ...fields, account: 'cbe-1001' })).status).toBe(404)
    expect((await post('/months/close', { ...fields, day: '2026-11-31' })).status).toBe(400)
    who.scopes = [...reader]
    expect(formsOf(await page(path)).filter(({ method }) => method === 'post')).toEqual([])
    expect((await post('/months/close', fields)).status).toBe(403)
    expect((await payments.days.records()).items).toEqual([])
  })
})

describe('desk/days: a hash', () => {
  it('stands short in lists and on the page of its day, whole without scripts, and has a button that copies it', async () => {
    const { page, payments } = await withMonth()
    const { hash } = await payments.days.close({ account: 'cbe-1000', day: '2026-11-19', actor: 'hana' })
    for (const text of [await page('/days'), await page('/days/2026-11-19?account=cbe-1000')]) {
      expect(text).toContain(`<summary><code>${hash.slice(0, 12)}…</code></summary><code>${hash}</code>`)
      expect(text).toMatch(
        new RegExp(`<button type="button" class="small" data-copy="${hash}" [^>]*hidden>Copy</button>`),
      )
    }
  })
})
