import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { markup } from '../../src/desk/parts/html.js'
import { typedAmount, typedSignedAmount } from '../../src/desk/parts/amounts.js'
import { request } from '../support/service.js'
import { base, deskOf, host, lineForm, openLine } from './support/desk.js'

describe('today', () => {
  it('shows what waits, the money of the last days, and where to go on', async () => {
    const { page, payments } = deskOf()
    expect(await page('/')).toContain('Import a statement')
    await openLine(payments)
    await payments.confirmPayment((await payments.createPayment(request())).id)
    const text = await page('/')
    expect(text).toContain('status=open&amp;source=cbe-1000')
    expect(text).toContain('<svg class="chart"')
    expect(text).toContain('1,500.00')
    expect(await page('')).toBe(text)
  })

  it('says of many payments without a line that they are many', async () => {
    const { page, payments, clock } = deskOf()
    const requests = Array.from({ length: 1001 }, (_, i) => ({ request: request({ reference: `INV-${i}` }) }))
    const made = await payments.createPayments(requests)
    for (const { payment } of made) await payments.confirmPayment(payment!.id)
    clock.set('2026-12-20T09:00:00.000Z')
    expect(await page('/')).toContain('more than 1000')
    expect((await payments.attention()).missingLines).toEqual([{ currency: 'ETB', count: 1001, amount: '150150000' }])
  })
})

describe('reports', () => {
  it('sum up a week at once, and a longer time where that is asked for', async () => {
    const { page, payments } = deskOf()
    const requests = Array.from({ length: 51 }, (_, at) => ({ request: request({ reference: `INV-${at}` }) }))
    const made = await payments.createPayments(requests)
    for (const { payment } of made) await payments.confirmPayment(payment!.id)
    const sum = '<td class="n">51</td>'
    expect(await page('/reports')).toContain(sum)
    expect(await page('/reports?from=2026-11-14&to=2026-11-20')).toContain(sum)
    for (const long of ['from=2026-11-13&to=2026-11-20', 'to=2026-11-20', 'from=2026-11-20']) {
      const text = await page(`/reports?${long}`)
      expect(text, long).not.toContain(sum)
      expect(text, long).toContain('INV-1')
      expect(text, long).toContain('sums=1')
      expect(await page(`/reports?${long}&sums=1`), long).toContain(sum)
    }
    expect(await page('/reports')).toContain('name="sums" value="1"')
  })

  it('sum up a longer time, too, where one page holds all of its payments', async () => {
    const { page, payments } = deskOf()
    await payments.confirmPayment((await payments.createPayment(request())).id)
    expect(await page('/reports?from=2026-01-01&to=2026-11-20')).toContain('<td class="n">1</td>')
  })

  it('list what waits for people of all days', async () => {
    const { page, payments, clock } = deskOf()
    const { id } = await payments.createPayment(request())
    const line = await openLine(payments)
    await payments.lines.allocate(line.key, {
      expectedVersion: 1,
      shares: [{ to: 'payment', paymentId: id, amount: 100_000 }],
    })
    clock.set('2027-11-20T09:00:00.000Z')
    const text = await page('/reports?flag=under_paid')
    expect(text).toContain('<td class="n">1</td>')
    expect(text).toContain('INV-1')
  })
})

describe('the page of a payment', () => {
  it('shows what was asked, proved and open, its lines and its history', async () => {
    const { page, payments } = deskOf()
    const { id } = await payments.createPayment(request())
    const line = await openLine(payments)
    await payments.lines.allocate(line.key, {
      expectedVersion: 1,
      shares: [{ to: 'payment', paymentId: id, amount: 100_000 }],
    })
    const text = await page(`/payments/${id}`)
    for (const words of ['1,000.00', '500.00', encodeURIComponent(line.key), 'Asked for', 'Proved by a statement'])
      expect(text).toContain(words)
  })

  it('asks again once, however often the form is sent', async () => {
    const { page, payments, submit } = deskOf()
    const { id } = await payments.createPayment(request())
    await payments.failPayment(id, { reason: 'wrong PIN' })
    const form = lineForm(await page(`/payments/${id}`), 'ask-again')
    const answers = await Promise.all([submit(form), submit(form)])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect((await payments.findByReference('INV-1')).items).toHaveLength(2)
    expect((await submit(form, { expectedVersion: '1' })).status).toBe(409)
    expect((await submit(form, { amount: 'much' })).status).toBe(400)
  })

  it('is 404 for an unknown id', async () => {
    expect((await deskOf().get('/payments/pay_nothing')).status).toBe(404)
  })
})

describe('the assets', () => {
  it('are served under names of their content, for ever, to anybody', async () => {
    const { page, desk } = deskOf({ authenticate: () => null })
    const paths = [...(await page('/')).matchAll(/(?:href|src)="(\/finance\/assets\/[^"]+)"/g)].map(([, path]) => path!)
    expect(paths).toHaveLength(2)
    for (const path of paths) {
      const answer = await desk(new Request(host + path))
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(path).toMatch(/-[0-9a-f]{16}\.(css|js)$/)
    }
    expect((await desk(new Request(`${host}${base}/assets/desk-0000.css`))).status).toBe(404)
  })

  it('come to at most 16 KB together, compressed', async () => {
    const { page, desk } = deskOf()
    const paths = [...(await page('/')).matchAll(/(?:href|src)="(\/finance\/assets\/[^"]+)"/g)].map(([, path]) => path!)
    const bytes = await Promise.all(
      paths.map(async (path) => gzipSync(await (await desk(new Request(host + path))).text())),
    )
    expect(bytes.reduce((all, { length }) => all + length, 0)).toBeLessThanOrEqual(16 * 1024)
  })

  it('ask for nothing from elsewhere', async () => {
    const { page, desk } = deskOf()
    const text = await page('/')
    const paths = [...text.matchAll(/(?:href|src)="(\/finance\/assets\/[^"]+)"/g)].map(([, path]) => path!)
    for (const path of paths)
      expect(await (await desk(new Request(host + path))).text()).not.toMatch(/https?:|@import|url\(/)
    expect(
      [...text.matchAll(/(?:href|src|action)="([^"]*)"/g)].filter(([, url]) => !/^(\/finance|data:|#)/.test(url!)),
    ).toEqual([])
  })
})

describe('the template', () => {
  it('escapes for text and attributes alike, and drops nothing but null, undefined and false', () => {
    expect(markup`${`<>&"'`}`.text).toBe('&lt;&gt;&amp;&quot;&#39;')
    expect(markup`${[1, 'a', null, undefined, false, [markup`<b>${'<'}</b>`], 0, '']}`.text).toBe('1a<b>&lt;</b>0')
    expect(markup`${'a\u0000b\u001bc\td\n'}`.text).toBe('a\ufffdb\ufffdc\td\n')
  })
})

describe('an amount as people type it', () => {
  it.each([
    ['1500', 150_000],
    ['1500.5', 150_050],
    ['1,500.00', 150_000],
    ['1,234,567.89', 123_456_789],
    ['1 500.00', 150_000],
    ['1,50', null],
    ['1.500,00', null],
    ['15,00.00', null],
    ['-5', null],
    ['', null],
    ['1e3', null],
    ['0', null],
    ['٥', null],
  ])('%s is %s', (text, amount) => {
    expect(typedAmount(text, 'ETB')).toBe(amount)
  })

  it('may be below 0 where it is money that was withheld', () => {
    expect(typedSignedAmount('-10.50', 'ETB')).toBe(-1050)
    expect(typedSignedAmount('\u221210', 'ETB')).toBe(-1000)
    expect(typedSignedAmount('10', 'ETB')).toBe(1000)
    expect(typedSignedAmount('--10', 'ETB')).toBeNull()
    expect(typedAmount('1', 'XXX')).toBeNull()
  })
})
