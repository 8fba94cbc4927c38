import { describe, expect, it } from 'vitest'
import { readMultipart } from '../../src/desk/request/multipart.js'
import { till, tillFile } from '../http/support/finance.js'
import { base, deskOf, formsOf, host } from './support/desk.js'
import { factsOf, linksOf, tablesOf, textOf } from './support/outline.js'

const file = tillFile('2026-11-20,1500.00,INV-1,fee', '2026-11-20,10.00,,charge', 'no day,1.00,,')

function withUpload() {
  const made = deskOf({ layouts: { till } })
  const upload = (path: string, fields: Record<string, string>, content: string = file, name = 'till.csv') => {
    const body = new FormData()
    for (const [field, value] of Object.entries(fields)) body.append(field, value)
    body.append('file', new Blob([content]), name)
    const headers = { 'sec-fetch-site': 'same-origin' }
    return made.desk(new Request(`${host}${base}${path}`, { method: 'POST', headers, body }))
  }
  return { ...made, upload }
}

const account = 'till-1'

describe('desk/imports: an import', () => {
  it('shows the outcome of each line, the payments of the period, and why rows were rejected, before and after', async () => {
    const { upload, payments, page } = withUpload()
    for (const [reference, channel, amount] of [
      ['INV-1', 'cash', 150_000],
      ['INV-2', 'cash', 20_000],
      ['INV-3', 'mobile-banking', 30_000],
    ] as const) {
      const { id } = await payments.createPayment({ amount, currency: 'ETB', reference, channel })
      if (reference !== 'INV-1') await payments.confirmPayment(id)
    }
    const period = { from: '2026-11-20', to: '2026-11-20', channels: ' cash ,card' }
    const text = await (await upload('/imports/preview', { account, ...period })).text()
    const lines = [
      ['Result of the rules', 'Direction', 'Number', 'Amount'],
      [
        ...['Paid by this line Reference and amount are right, so the payment is paid.', 'Money in'],
        ...['1', '1,500.00 ETB'],
      ],
      ['No payment found The line has no reference or receipt that is known.', 'Money in', '1', '10.00 ETB'],
      ['Not readable The row could not be read.', '', '1', ''],
    ]
    const rejected = [
      ['Row', 'Reason'],
      ['4', 'valueDate is not a date of the given patterns'],
    ]
    expect(tablesOf(text)).toEqual({
      Lines: lines,
      // Of the channels named alone: the third payment is of another.
      'Payments of the period': [
        ['Result of the rules', 'Number', 'Amount'],
        ['Paid, and proved by a statement', '1', '1,500.00 ETB'],
        ['Expected on a later statement', '1', '200.00 ETB'],
      ],
      'Rejected rows': rejected,
    })
    const form = formsOf(text).find(({ action }) => action.endsWith('/imports/preview'))!
    expect(Object.fromEntries(form.fields)).toMatchObject({ account, layout: '', ...period, channels: 'cash ,card' })
    expect(text).toMatch(/<details\s+open/)

    const location = (await upload('/imports', { account })).headers.get('location')!
    const resultPage = await page(location.slice(base.length))
    expect(tablesOf(resultPage)).toEqual({ Lines: lines, 'Rejected rows': rejected })
    expect(factsOf(resultPage)).toEqual([
      ['File', 'till.csv'],
      ['When', '20 Nov 2026, 12:00'],
      ['Finished', '20 Nov 2026, 12:00'],
      ['Who', 'almaz'],
      ['Days', '20 Nov 2026 \u2013 20 Nov 2026'],
    ])
    const id = /imp_\w+/.exec(location)![0]
    expect(linksOf(resultPage)['Lines of this import that are open']).toBe(`/finance/lines?importId=${id}&status=open`)
    const list = await page('/imports')
    expect(tablesOf(list)).toEqual({
      'Imported so far': [
        ['When', 'Account', 'Days', 'Lines', 'Who', 'Remarks'],
        [
          ...['20 Nov 2026, 12:00', 'till-1 till.csv', '20 Nov 2026 \u2013 20 Nov 2026', '2', 'almaz'],
          'Rejected rows: 1',
        ],
      ],
    })
    expect(list).not.toMatch(/<details\s+open/)
    expect(list).toContain('<option value="till-1">')
    expect(tablesOf(await page('/imports?account=other'))).toEqual({})
  })

  it('says before all else that the lines of a statement do not come to its balances', async () => {
    const { upload } = withUpload()
    const statement = (closing: string, more = '') =>
      `:20:START\r\n:25:1\r\n:28C:1/1\r\n:60F:C261119ETB1,00\r\n:61:2611201120C5,00NTRFX\r\n${more}:62F:C261120ETB${closing}\r\n-`
    const balances = async (closing: string) => {
      const text = await (await upload('/imports/preview', { account }, statement(closing), 'a.sta')).text()
      const [, warned] = /role="note">([\s\S]*?)<\/div/.exec(text) ?? []
      return [tablesOf(text)['Balances that the file gives']?.slice(1), warned && textOf(warned)]
    }
    expect(await balances('6,00')).toEqual([[['1.00 ETB', '6.00 ETB', 'Yes']], undefined])
    expect(await balances('7,00')).toEqual([
      [['1.00 ETB', '7.00 ETB', 'No']],
      'Check this before you trust the file The lines do not add up to the totals of the file.',
    ])
  })

  it('has a next page of older ones, and is 404 where there is none', async () => {
    const { get, page, payments } = withUpload()
    for (let i = 0; i < 21; i++) {
      const line = { row: 1, direction: 'credit', amount: 100 + i, currency: 'ETB', valueDate: '2026-11-20' } as const
      await payments.statements.import([{ ...line, narration: 'x' }], { account })
    }
    const next = linksOf(await page(`/imports?account=${account}`))['Next page']!
    expect(next).toContain(`/finance/imports?account=${account}&cursor=`)
    expect(tablesOf(await page(next.slice(base.length)))['Imported so far']).toHaveLength(2)
    expect((await get('/imports/imp_nothing')).status).toBe(404)
    expect((await get('/imports?cursor=x')).status).toBe(400)
  })

  it('is previewed in the words of the import, and nothing is stored', async () => {
    const { upload, payments } = withUpload()
    await payments.createPayment({ amount: 150_000, currency: 'ETB', reference: 'INV-1', channel: 'cash' })
    const answer = await upload('/imports/preview', { account })
    expect(answer.status).toBe(200)
    const text = await answer.text()
    expect(text).toContain('Paid by this line')
    expect(text).toContain('No payment found')
    expect(text).toContain('<code>till</code>')
    expect(text).toContain('Rows that could not be read: 1')
    expect((await payments.lines.list()).items).toEqual([])
    expect((await payments.statements.list()).items).toEqual([])
  })

  it('is done by one post, and shown afterwards with its rejected rows', async () => {
    const { upload, payments, page } = withUpload()
    const answer = await upload('/imports', { account, layout: 'till' })
    expect(answer.status).toBe(303)
    const location = answer.headers.get('location')!
    expect(location).toMatch(/^\/finance\/imports\/imp_\w+$/)
    const [imported] = (await payments.statements.list()).items
    expect(imported).toMatchObject({ account, fileName: 'till.csv', actor: 'almaz', rejectedCount: 1 })
    const text = await page(location.slice(base.length))
    expect(text).toContain('Rejected rows')
    expect((await payments.lines.list()).items).toHaveLength(2)
  })

  it('detects camt and MT940 by their beginnings', async () => {
    const { upload } = withUpload()
    const xml = await upload('/imports/preview', { account }, '<?xml version="1.0"?><nothing/>', 'a.xml')
    expect(xml.status).toBe(400)
    expect(await xml.text()).not.toContain('Kind of file was not found out')
    const swift = await upload(
      '/imports/preview',
      { account },
      ':20:START\r\n:25:1\r\n:28C:1\r\n:60F:C261120ETB1,00\r\n:62F:C261120ETB1,00\r\n-',
      'a.sta',
    )
    expect(swift.status).toBe(200)
    expect(await swift.text()).toContain('<code>mt940</code>')
  })

  it('keeps what was typed when the file cannot be read', async () => {
    const { upload } = withUpload()
    for (const [content, words] of [
      ['hello', 'could not be detected'],
      ['', 'not empty'],
      ['%PDF-1.7', 'the statement is a PDF: ask the bank for CSV, camt or MT940'],
      ['!Type:Bank', 'the statement is a QIF file'],
      [':20:1\n:60F:C261119ETB0,\n:61:261120C1,NTRFX\n', 'the statement is cut off'],
    ] as const) {
      const answer = await upload('/imports', { account, from: '2026-11-01', to: '2026-11-30' }, content)
      expect(answer.status).toBe(400)
      const text = await answer.text()
      expect(text).toContain(words)
      const form = formsOf(text).find(({ action }) => action.endsWith('/imports/preview'))!
      expect(Object.fromEntries(form.fields)).toMatchObject({ account, from: '2026-11-01', to: '2026-11-30' })
    }
  })

  it('is refused without an account, with half a period, and as no form', async () => {
    const { upload, post } = withUpload()
    expect((await upload('/imports', { account: '' })).status).toBe(400)
    expect((await upload('/imports', { account, from: '2026-11-01' })).status).toBe(400)
    expect((await post('/imports', { account })).status).toBe(400)
  })

  it('is refused over 64 MiB, and nothing beyond that is read', async () => {
    const { desk } = withUpload()
    let read = 0
    const head =
      '--b\r\nContent-Disposition: form-data; name="account"\r\n\r\nx\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nDay,Amount,Reference,Text\r\n'
    const piece = new TextEncoder().encode(`${'2026-11-20,1.00,,x'.padEnd(4094, 'y')}\r\n`.repeat(256))
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(read++ === 0 ? new TextEncoder().encode(head) : piece)
      },
    })
    const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'multipart/form-data; boundary=b' }
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
    const answer = await desk(new Request(`${host}${base}/imports/preview`, init))
    expect(answer.status).toBe(413)
    expect(read).toBeLessThan(70)
  })
})

describe('readMultipart: a form with a file', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const form =
    '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b\r\ncontent-disposition: form-data; name="f"; filename="%22x%22.csv"\r\nContent-Type: text/csv\r\n\r\n\r\n--\r\n--bc\r\n\r\n--b--\r\n'

  async function partsOf(pieces: readonly string[], isRead = true) {
    async function* body() {
      for (const piece of pieces) yield bytes(piece)
    }
    const parts: unknown[] = []
    for await (const { name, fileName, body: value } of readMultipart(body(), 'b')) {
      let text = ''
      if (isRead) for await (const piece of value) text += new TextDecoder().decode(piece)
      parts.push([name, fileName, text])
    }
    return parts
  }

  it('is read alike wherever its pieces are cut', async () => {
    const whole = await partsOf([form.replace('--bc', '--c')])
    expect(whole).toEqual([
      ['a', null, '1'],
      ['f', '"x".csv', '\r\n--\r\n--c\r\n'],
    ])
    for (let cut = 1; cut < form.length - 1; cut++) {
      const text = form.replace('--bc', '--c')
      expect(await partsOf([text.slice(0, cut), text.slice(cut)])).toEqual(whole)
    }
    expect(await partsOf([...form.replace('--bc', '--c')])).toEqual(whole)
  })

  it('skips parts that no field reads', async () => {
    expect(await partsOf([form.replace('--bc', '--c')], false)).toEqual([
      ['a', null, ''],
      ['f', '"x".csv', ''],
    ])
  })

  it('is refused when it breaks off, has no names, or a head without an end', async () => {
    for (const text of [
      '',
      '--b',
      '--b\r\n',
      form.slice(0, -8),
      '--b\r\nX: y\r\n\r\n1\r\n--b--',
      `--b\r\n${'x'.repeat(20_000)}`,
      '--bx\r\n',
    ])
      await expect(partsOf([text]), text.slice(0, 30)).rejects.toMatchObject({ code: 'invalid_request' })
  })
})
