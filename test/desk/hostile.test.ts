import { freeTextProblem } from '../../src/domain/text.js'
import { hostileTexts } from '../../src/testing/hostile.js'
import { describe, expect, it } from 'vitest'
import { deskOf, lineForm, openLine } from './support/desk.js'

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
  ...hostileTexts,
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
   output ol strong br code figure figcaption svg g rect line text`.split(/\s+/),
)

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
      )
      const answers = await Promise.all(urls.map(async (url) => [url, await get(url)] as const))
      for (const [url, answer] of [...answers, ['search', allocationAnswer] as const]) {
        expect(answer.status, url).toBeLessThan(500)
        const html = await answer.text()
        expect(
          [...tagsOf(html)].filter((name) => !known.has(name)),
          text,
        ).toEqual([])
        expect(html, text).not.toMatch(/href="javascript/i)
        expect(html.replace(/"[^"]*"/g, '""'), text).not.toMatch(/<[a-z][^>]*\son[a-z]+\s*=/i)
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
      const html = await page(`/payments/${failed.id}`)
      expect(
        [...tagsOf(html)].filter((name) => !known.has(name)),
        text,
      ).toEqual([])
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
