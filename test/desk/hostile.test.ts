import { freeTextProblem } from '../../src/domain/text.js'
import { hostileTexts, lookalikes } from '../../src/testing/hostile.js'
import { describe, expect, it } from 'vitest'
import { sampled } from '../support/rounds.js'
import { request } from '../support/service.js'
import { deskWithProvider, furnishAttempts } from './support/attempt-scene.js'
import { furnishCounter } from './support/counter-scene.js'
import { furnishPayer } from './support/payer-scene.js'
import { deskOf, formsOf, host, lineForm, openLine } from './support/desk.js'

/** Texts that browsers and servers were seen to take for something else than text. */
const naughty: readonly string[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</title><script>alert(2)</script>',
  '</textarea><svg/onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '&lt;b&gt; &amp; &#x3c;i&#x3e;',
  '<!-- --> ]]> <![CDATA[',
  '`${alert(1)}` {{7*7}} <%= 7 %>',
  '\u202egnp.exe\u202c',
  '\u05d0\u05d1\u05d2 (1) \u0627\u0644\u0641',
  'ሰላም ለዓለም',
  '\ud83d\udc69\u200d\ud83d\udcbb\ufe0f',
  '..%2f..%2f%00',
  // Those that are alike to a storage are so many plain texts to a page.
  ...hostileTexts.filter((text) => !lookalikes.includes(text)),
  ...lookalikes.slice(-2),
]

const usable = (text: string, max = 200) =>
  text.trim() !== '' && [...text].length <= max && freeTextProblem(text, max) === null

/** Returns the tags of a page: every `<` that does not begin a tag, comment or doctype of the templates is a hole. */
function tagsOf(page: string): Set<string> {
  return new Set([...page.matchAll(/<\/?([^\s>/]*)/g)].map(([, name]) => name!.toLowerCase()))
}

const known = new Set(
  `!doctype html head meta title link script body a header nav ul li p bdi main h1 h2 h3 div span time small abbr dl dt dd
   section form label input select option button details summary table thead tbody tr th td fieldset legend datalist textarea
   output ol strong br code dialog figure figcaption svg g rect line text article tfoot`.split(/\s+/),
)

/** Checks that a page holds nothing of a text but text. */
function expectOnlyText(html: string, text: string): void {
  expect(
    [...tagsOf(html)].filter((name) => !known.has(name)),
    text,
  ).toEqual([])
  expect(html, text).not.toMatch(/href="javascript/i)
  expect(html.replace(/"[^"]*"/g, '""'), text).not.toMatch(/<[a-z][^>]*\son[a-z]+\s*=/i)
}

/** Sends a form with a text in one of its fields, and expects a refusal whose page has the text as text alone. */
async function expectRefused(
  post: ReturnType<typeof deskOf>['post'],
  { action, filled, name, text }: { action: string; filled: URLSearchParams; name: string; text: string },
) {
  const answer = await post(action, filled)
  expect([action, name, text, answer.status >= 400 && answer.status < 500]).toEqual([action, name, text, true])
  expectOnlyText(await answer.text(), text)
}

describe('createDesk: text of people and of banks', () => {
  it('is shown as text, in every field of a line and a payment, and in every field of a form', async () => {
    const { page, get, post, submit, payments } = deskOf()
    for (const [at, text] of naughty.filter((one) => usable(one)).entries()) {
      const line = await openLine(payments, { row: at + 1, amount: 1000 + at, narration: text, reference: text })
      const path = `/lines/${encodeURIComponent(line.key)}`
      await submit(lineForm(await page(path), 'notes'), { text })
      await submit(lineForm(await page(path), 'assign'), { assignee: text, reason: text })
      await submit(lineForm(await page(path), 'hold'), { reason: text })
      const allocationAnswer = await post(`${path}/allocate`, {
        expectedVersion: '1',
        q: text,
        reason: text,
        'category.0': text,
      })
      expect(allocationAnswer.status).toBe(200)
      const urls = [path, `/lines?text=${encodeURIComponent(text)}&account=${encodeURIComponent(text)}`]
      urls.push(
        `/payments?text=${encodeURIComponent(text)}`,
        `/audit?person=${encodeURIComponent(text)}&from=2026-11-20`,
        `/audit?from=2026-11-20`,
        `/months?month=${encodeURIComponent(text)}`,
        `/months?month=2026-11&account=${encodeURIComponent(text)}`,
        `/reports/actors?from=2026-11-20&accounts=${encodeURIComponent(text)}`,
      )
      const answers = await Promise.all(urls.map(async (url) => [url, await get(url)] as const))
      for (const [url, answer] of [...answers, ['search', allocationAnswer] as const]) {
        expect(answer.status, url).toBeLessThan(500)
        expectOnlyText(await answer.text(), text)
      }
    }
  })

  it('is kept to the letter', async () => {
    const { page, payments } = deskOf()
    const narration = `<b>"A" & 'B'</b>`
    const { key } = await openLine(payments, { narration })
    const text = await page(`/lines/${encodeURIComponent(key)}`)
    expect(text).toContain('&lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt;')
    expect(text).not.toContain(narration)
  })

  it('is shown as text where it is of a payment', async () => {
    const { page, payments } = deskOf()
    for (const text of naughty.filter((one) => usable(one))) {
      const created = await payments
        .createPayment({
          ...{ amount: 100, currency: 'ETB', reference: 'INV-9', channel: 'cash', description: text },
          ...{ customer: { name: text }, metadata: { ward: text } },
        })
        .catch(() => null)
      if (!created) continue
      // An actor has no character that cannot be seen.
      const failed = await payments
        .failPayment(created.id, { reason: text, actor: text })
        .catch(() => payments.failPayment(created.id, { reason: text }))
      expectOnlyText(await page(`/payments/${failed.id}`), text)
    }
  })

  it('is shown as text where it is of the host: who is signed in, and the title', async () => {
    const { page } = deskOf({
      title: '</title><script>x</script>',
      authenticate: () => ({ actor: '<i>almaz</i>', scopes: ['reports:read'] }),
    })
    const text = await page('/')
    expect(text).not.toContain('<i>')
    expect(text.match(/<script/g)).toHaveLength(1)
  })
})

describe('createDesk: text at the counter', () => {
  /** Stores one text wherever a call at the counter takes text; returns the pages that show it. */
  async function furnishWith(payments: ReturnType<typeof deskOf>['payments'], text: string): Promise<string[]> {
    const { cash } = payments
    const stored = async <Result>(call: Promise<Result>): Promise<Result | null> => call.catch(() => null)
    const session = await cash.open({ point: 'window-1', currency: 'ETB', float: 50_000, actor: 'almaz', reason: text })
    const at = { sessionId: session.id, actor: 'almaz' } as const
    const bill = await stored(
      payments.createPayment(request({ reference: text, channel: 'cash', amount: 2000, customer: { name: text } })),
    )
    const take = bill && (await stored(cash.take({ ...at, paymentId: bill.id, amount: 1000, note: text })))
    const deposit = await cash.take({ ...at, payerId: 'P-1', amount: 3000 })
    const payout = await stored(cash.payOut({ ...at, category: text, amount: 10, reason: text, supervisor: true }))
    const sent = await stored(cash.send({ ...at, amount: 20, to: 'cash.safe', reference: text }))
    const back = await stored(cash.send({ ...at, amount: 30, to: 'cash.safe', reference: text }))
    const guard = { actor: 'hana', supervisor: true, reason: text } as const
    if (back) await cash.recall({ lineKey: back.line.key, ...guard })
    const undone = await cash.void({ lineKey: deposit.line.key, ...guard })
    await cash.close({ ...at, counted: 100, reason: text })
    const lines = [deposit.line, undone.line, take?.line, payout?.line, sent?.line].flatMap((line) => line ?? [])
    const path = (folder: string) => (key: string) => `${folder}/${encodeURIComponent(key)}`
    return [
      ...['/', '/counter', '/counter/session', '/cash', '/cash/sessions'],
      ...(bill ? [path('/counter/bills')(bill.id), path('/receipts')(bill.id)] : []),
      ...[path('/counter/closed')(session.id), path('/cash/sessions')(session.id)],
      ...lines.flatMap(({ key }) =>
        ['/lines', '/counter/takes', '/cash/movements', '/cash/transfers'].map((folder) => path(folder)(key)),
      ),
    ]
  }

  it('is shown as text on every page that has it', async () => {
    for (const text of sampled(naughty.filter((one) => usable(one)))) {
      const { payments, get } = deskOf()
      const paths = await furnishWith(payments, text)
      let pages = 0
      for (const path of paths) {
        const answer = await get(path)
        expect(answer.status, `${path}: ${text}`).toBeLessThan(500)
        expectOnlyText(await answer.text(), text)
        if (answer.status === 200) pages++
      }
      expect(pages, text).toBeGreaterThan(8)
    }
  })

  it('is shown as text in every field of every form, and moves no cash in place of an amount', async () => {
    const { payments, desk, page, post } = deskOf()
    const { paths } = await furnishCounter(payments)
    const texts = sampled(naughty.filter((text) => !/^[\d\s.,]*$/.test(text)))
    let withAmounts = 0
    for (const path of paths) {
      for (const { action, fields, method } of formsOf(await page(path))) {
        if (method !== 'post') continue
        const names = [...fields.keys()].filter((name) => !/key|version|session/i.test(name))
        const isOfAmount = names.some((name) => /amount|counted|tendered|float/.test(name))
        const before = await payments.accounts.list()
        for (const text of texts) {
          const filled = new URLSearchParams(fields)
          for (const name of names) filled.set(name, text)
          const answer = await post(action, filled)
          expect(answer.status, `${action}: ${text}`).toBeLessThan(500)
          const next = answer.headers.get('location')
          const nextPage = next === null ? answer : await desk(new Request(new URL(next, host)))
          expectOnlyText(await nextPage.text(), text)
        }
        if (!isOfAmount) continue
        expect(await payments.accounts.list(), action).toEqual(before)
        withAmounts++
      }
    }
    expect(withAmounts).toBeGreaterThan(5)
  })

  it('finds nothing and breaks nothing in addresses', async () => {
    const { payments, get } = deskOf()
    await furnishCounter(payments)
    for (const text of sampled(naughty)) {
      const part = encodeURIComponent(text)
      const urls = [
        ...['bills', 'takes', 'refunds', 'closed'].map((folder) => `/counter/${folder}/${part}`),
        ...['sessions', 'transfers', 'movements'].map((folder) => `/cash/${folder}/${part}`),
        ...[`/cash/sessions?point=${part}&status=${part}&openedBy=${part}`, `/cash/sessions?cursor=${part}`],
      ]
      for (const url of urls) {
        const answer = await get(url)
        expect(answer.status, url).toBeLessThan(500)
        expectOnlyText(await answer.text(), text)
      }
    }
  })
})

describe('createDesk: text of payers', () => {
  it('is shown as text on every page that has it', async () => {
    for (const text of sampled(naughty.filter((one) => usable(one)))) {
      const { payments, page } = deskOf()
      const { paths, ward, line, waiver } = await furnishPayer(payments, text)
      await payments.waivers.reject(waiver.id, { reason: text, actor: 'hana' }).catch(() => null)
      for (const path of [...paths, `/payments/${ward.id}`, `/lines/${encodeURIComponent(line.key)}`, '/payments'])
        expectOnlyText(await page(path), text)
    }
  })

  it('is shown as text where it is of a remittance: the file, its name, its header, its rows and the form', async () => {
    const { payments, desk } = deskOf()
    const { remittancePath } = await furnishPayer(payments)
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
    for (const text of sampled(naughty)) {
      const send = async (fields: Record<string, string>, content: string) => {
        const body = new FormData()
        for (const [name, value] of Object.entries(fields)) body.append(name, value)
        body.append('file', new Blob([content]), text)
        const headers = { 'sec-fetch-site': 'same-origin' }
        const answer = await desk(new Request(`${host}/finance${remittancePath}`, { method: 'POST', headers, body }))
        expect(answer.status, text).toBeLessThan(500)
        expectOnlyText(await answer.text(), text)
      }
      const cell = quoted(text)
      const rows = `WARD-3,1.00,${cell}\n${cell},2.00,x\nDRUGS-9,${cell},${cell}\n`
      await send({ cut: text }, `Reference,Amount,Category\n${rows}`)
      await send({ reference: text, amount: '2' }, `${cell},Amount,Category\n${rows}`)
      await send({ reference: text, amount: text, category: text, decimal: text }, rows)
    }
  })

  it('is shown as text in every field of every form, and moves no money in place of an amount', async () => {
    const { payments, page, post } = deskOf()
    const { paths, payerId } = await furnishPayer(payments)
    const before = await payments.payers.get(payerId)
    const texts = sampled(naughty.filter((text) => !/^[\d\s.,]*$/.test(text)))
    let forms = 0
    for (const path of paths) {
      for (const { action, fields, method } of formsOf(await page(path))) {
        if (method !== 'post') continue
        forms++
        for (const text of texts) {
          for (const name of fields.keys()) {
            // A reason may be any text, and changes a waiver.
            if (name === 'reason' && action.includes('/waivers/')) continue
            const filled = new URLSearchParams(fields)
            filled.set(name, text)
            await expectRefused(post, { action, filled, name, text })
          }
        }
      }
    }
    expect(forms).toBeGreaterThan(0)
    expect(await payments.payers.get(payerId)).toEqual(before)
  })

  it('finds nothing and breaks nothing in addresses', async () => {
    const { payments, get } = deskOf()
    await furnishPayer(payments)
    for (const text of sampled(naughty)) {
      const part = encodeURIComponent(text)
      for (const url of [
        `/waivers/${part}`,
        `/waivers?scheme=${part}&status=${part}`,
        `/payers/${part}`,
        `/payers/${part}/statement`,
        `/payers/MRN-7/statement?cursor=${part}`,
      ]) {
        const answer = await get(url)
        expect(answer.status, url).toBeLessThan(500)
        expectOnlyText(await answer.text(), text)
      }
    }
  })
})

describe('createDesk: text of rules', () => {
  it('is shown as text where it is of a rule, of the lines that are alike, and of the form', async () => {
    const { payments, page, get, post } = deskOf()
    const { action, fields } = lineForm(await page('/rules/new'), 'new')
    for (const [at, text] of sampled(naughty).entries()) {
      const usual = { text: 'ledger fee', category: 'fee' }
      for (const name of fields.keys()) {
        const filled = new URLSearchParams({ ...Object.fromEntries(fields), ...usual, [name]: text })
        for (const to of [action, ...(name === 'text' ? ['/rules/once', '/rules'] : [])]) {
          const answer = await post(to, filled)
          expect([to, name, text, answer.status < 500]).toEqual([to, name, text, true])
          expectOnlyText(await answer.text(), text)
        }
      }
      const part = encodeURIComponent(text)
      for (const url of [`/rules/${part}`, `/rules/new?line=${part}`, `/rules?cursor=${part}`]) {
        const answer = await get(url)
        expect(answer.status, url).toBeLessThan(500)
        expectOnlyText(await answer.text(), text)
      }
      if (!usable(text)) continue
      const line = await openLine(payments, { row: at + 1, amount: 1000 + at, narration: text })
      expectOnlyText(await page(`/rules/new?line=${encodeURIComponent(line.key)}`), text)
      await payments.rules.create({ text: `${text} fee`, category: 'fee' }, { actor: 'hana' }).catch(() => null)
    }
    const { items } = await payments.rules.list()
    expect(items.length).toBeGreaterThan(0)
    for (const path of ['/rules', ...items.map(({ id }) => `/rules/${id}`)]) expectOnlyText(await page(path), path)
  })
})

describe('createDesk: text of attempts', () => {
  it('is shown as text on every page that has it', async () => {
    for (const text of sampled(naughty.filter((one) => usable(one)))) {
      const { payments, page, clock, fake } = deskWithProvider()
      const { paths } = await furnishAttempts(payments, clock, fake, text)
      for (const path of paths) expectOnlyText(await page(path), text)
    }
  })

  it('is shown as text in every field of every form, and starts and ends nothing', async () => {
    const { payments, page, post, clock, fake } = deskWithProvider()
    const { living, openId } = await furnishAttempts(payments, clock, fake)
    const pushes = [...fake.pushes]
    const texts = sampled(naughty.filter((text) => !/^[\d\s.,]*$/.test(text)))
    for (const path of [`/payments/${openId}`, `/attempts/${living.id}`]) {
      for (const { action, fields } of formsOf(await page(path)).filter((form) =>
        /\/(attempts|abandon)$/.test(form.action),
      ))
        for (const text of texts) {
          for (const name of fields.keys()) {
            // A reason may be any text, and gives the attempt up.
            if (name === 'reason') continue
            const filled = new URLSearchParams(fields)
            if (filled.has('reason')) filled.set('reason', 'went home')
            filled.set(name, text)
            await expectRefused(post, { action, filled, name, text })
          }
        }
    }
    expect(fake.pushes).toEqual(pushes)
    expect(await payments.attempts.get(living.id)).toEqual(living)
  })

  it('finds nothing and breaks nothing in addresses', async () => {
    const { payments, get, clock, fake } = deskWithProvider()
    await furnishAttempts(payments, clock, fake)
    for (const text of sampled(naughty)) {
      const part = encodeURIComponent(text)
      for (const url of [
        `/attempts/${part}`,
        `/attempts?status=${part}`,
        `/attempts?provider=${part}`,
        `/attempts?cursor=${part}`,
      ]) {
        const answer = await get(url)
        expect(answer.status, url).toBeLessThan(500)
        expectOnlyText(await answer.text(), text)
      }
    }
  })
})
