/** A large statement file: the page says how far it is while the file is read, and ends with what it came to. */
import { memoryRepository } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { till, tillFile } from '../http/support/finance.js'
import { importsOf } from '../support/finance-repositories.js'
import { base, deskOf, host } from './support/desk.js'

const row = (number: number) => `2026-11-20,${number}.00,R-${number},line ${number}`
const rows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => row(from + at))

const boundary = 'a-boundary'
const field = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const fileHead = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="till.csv"\r\nContent-Type: text/csv\r\n\r\n`
const plainOpening = field('account', 'till-1') + field('layout', 'till') + fileHead
const opening = field('progress', '1') + plainOpening
const ending = `\r\n--${boundary}--\r\n`

const linesOf = (from: number, to: number) =>
  rows(from, to)
    .map((text) => `${text}\r\n`)
    .join('')
const head = tillFile().split('\r\n')[0]! + '\r\n'

function setUp(options: Parameters<typeof deskOf>[0] = {}, service: Parameters<typeof deskOf>[1] = {}) {
  const made = deskOf({ layouts: { till }, ...options }, service)
  /** Posts a form whose parts come when they are given. */
  const post = async (path: string, length: number | null = 1_000_000) => {
    let give!: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (give = controller) })
    const headers: Record<string, string> = {
      'sec-fetch-site': 'same-origin',
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(length !== null && { 'content-length': String(length) }),
    }
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' }
    const answer = made.desk(new Request(`${host}${base}${path}`, init))
    const encoder = new TextEncoder()
    return {
      answer,
      give: (text: string) => give.enqueue(encoder.encode(text)),
      end: () => give.close(),
      breakOff: () => give.error(new Error('the network is gone')),
    }
  }
  const stored = async () => {
    const keys: string[] = []
    for (let cursor: string | undefined; ;) {
      const page = await made.payments.lines.list({ limit: 500, cursor })
      keys.push(...page.items.map(({ reference, amount, version }) => `${reference} ${amount} ${version}`))
      if (page.nextCursor === null) return keys.sort()
      cursor = page.nextCursor
    }
  }
  return { ...made, post, stored }
}

/** Reads the text of an answer, up to some words. */
function reading(answer: Response) {
  const reader = answer.body!.getReader()
  const decoder = new TextDecoder()
  let text = ''
  return {
    async until(words: string): Promise<string> {
      while (!text.includes(words)) {
        const { done, value } = await reader.read()
        if (done) throw new Error(`the page ended without ${words}: ${text}`)
        text += decoder.decode(value, { stream: true })
      }
      return text
    },
    async rest(): Promise<string> {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return text
        text += decoder.decode(value, { stream: true })
      }
    },
    leave: () => reader.cancel(),
  }
}

const announced = (text: string) =>
  [...text.matchAll(/<p>Rows so far: ([\d,]+)/g)].map(([, count]) => Number(count!.replace(',', '')))

describe('desk/imports: a large statement file', () => {
  it.each(['/imports', '/imports/preview'])(
    'sent to %s: the page shows how far it is while the file still comes',
    async (path) => {
      const { post, stored } = setUp()
      const { answer, give, end } = await post(path)
      give(opening + head + linesOf(1, 1900))
      const response = await answer
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-store, no-transform')
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      const page = reading(response)
      const begun = await page.until('Rows so far: 1,000')
      expect(begun).toContain('role="status"')
      expect(begun).toContain('Stay on this page until it says that the import is finished.')
      expect(begun).not.toContain('data-end')
      give(linesOf(1901, 2000) + ending)
      end()
      const whole = await page.rest()
      expect(whole.trimEnd().endsWith('</html>')).toBe(true)
      expect(whole).toContain('Finished.')
      expect((await stored()).length).toBe(path === '/imports' ? 2000 : 0)
      expect(whole).toContain(path === '/imports' ? 'The statement was imported.' : 'What the import would do')
    },
  )

  it('redirects to its page when it is imported, without a script', async () => {
    const { post, payments } = setUp()
    const { answer, give, end } = await post('/imports')
    give(opening + head + linesOf(1, 1200) + ending)
    end()
    const text = await (await answer).text()
    const { id } = (await payments.statements.list()).items[0]!
    const location = `${base}/imports/${id}`
    expect(text).toContain(`<meta http-equiv="refresh" content="0; url=${location}" />`)
    expect(text).toContain(`<a href="${location}">`)
    expect(text).toContain('The statement was imported.')
  })

  it('is answered by a redirect where the form did not ask for its progress', async () => {
    const { post, payments } = setUp()
    const { answer, give, end } = await post('/imports')
    give(plainOpening + head + linesOf(1, 2500) + ending)
    end()
    const { status, headers } = await answer
    const { id } = (await payments.statements.list()).items[0]!
    expect([status, headers.get('location')]).toEqual([303, `${base}/imports/${id}`])
  })

  it('is read aloud at twice as many rows each time, and shown at every thousand', async () => {
    const { post } = setUp()
    const { answer, give, end } = await post('/imports/preview')
    give(opening + head + linesOf(1, 9500) + ending)
    end()
    const text = await (await answer).text()
    expect(announced(text)).toEqual([1000, 2000, 4000, 8000])
    expect([...text.matchAll(/Rows so far: /g)]).toHaveLength(9)
  })

  it('shows how much of the file was read', async () => {
    const { post } = setUp()
    const form = opening + head + linesOf(1, 8000) + ending
    const { answer, give, end } = await post('/imports/preview', form.length)
    give(form)
    end()
    const text = await (await answer).text()
    const allocations = [...text.matchAll(/<progress max="100" value="(\d+)"/g)].map(([, allocation]) =>
      Number(allocation),
    )
    expect(allocations).toHaveLength(8)
    expect(allocations).toEqual([...allocations].sort((a, b) => a - b))
    expect(allocations[0]).toBeLessThan(70)
    expect(allocations.at(-1)).toBeLessThan(100)
  })

  it('is answered at its end where its length is unknown: it may be too large still', async () => {
    const { post } = setUp()
    const { answer, give, end } = await post('/imports', null)
    give(opening + head + linesOf(1, 3000) + ending)
    end()
    expect((await answer).status).toBe(303)
  })

  it('is answered at once where it has fewer than a thousand rows, as every other form', async () => {
    const { post } = setUp()
    const { answer, give, end } = await post('/imports')
    give(opening + head + linesOf(1, 999) + ending)
    end()
    expect((await answer).status).toBe(303)
  })

  it.each(['the browser leaves', 'the form breaks off'])(
    'is completed by sending it again, where %s in the middle',
    async (what) => {
      const clean = setUp()
      const again = setUp()
      const whole = opening + head + linesOf(1, 2000) + ending
      const all = await clean.post('/imports')
      all.give(whole)
      all.end()
      await (await all.answer).text()

      const first = await again.post('/imports')
      first.give(opening + head + linesOf(1, 1900))
      const page = reading(await first.answer)
      await page.until('Rows so far: 1,000')
      if (what === 'the browser leaves') await page.leave()
      else {
        first.breakOff()
        const text = await page.rest()
        expect(text).toContain('Stopped.')
        expect(text).toContain('no line counts twice')
        expect(text).not.toContain('The statement was imported.')
      }
      const half = await again.stored()
      expect(half.length).toBeGreaterThan(0)
      expect(half.length).toBeLessThan(2000)
      const [cut] = (await again.payments.statements.list()).items
      expect(cut).toMatchObject({ completedAt: null })

      const second = await again.post('/imports')
      second.give(whole)
      second.end()
      expect(await (await second.answer).text()).toContain('The statement was imported.')
      expect(await again.stored()).toEqual(await clean.stored())
    },
  )

  it('has its failure in the middle at the end of the page, and reported to the host', async () => {
    const errors: unknown[] = []
    const repository = memoryRepository() as ReturnType<typeof memoryRepository> & FinanceRepository
    const failing = {
      ...repository,
      replace: (group: Parameters<FinanceRepository['replace']>[0]) =>
        importsOf(group).every(({ completedAt, lines }) => completedAt === null && lines.length === 0)
          ? repository.replace(group)
          : Promise.reject(new Error('no room on the disk')),
    } as typeof repository
    const { post } = setUp({ onError: (error) => errors.push(error) }, { repository: failing })
    const { answer, give, end } = await post('/imports')
    give(opening + head + linesOf(1, 2500) + ending)
    end()
    const text = await (await answer).text()
    expect(text).toContain('Stopped.')
    expect(text).toContain('Something failed on this server.')
    expect(text).toContain('no line counts twice')
    expect(text).not.toContain('no room on the disk')
    expect(text.trimEnd().endsWith('</html>')).toBe(true)
    expect(errors).toHaveLength(1)
  })
})
