import { describe, expect, it } from 'vitest'
import type { PaymentError } from '../../../src/errors.js'
import { Form } from '../../../src/desk/request/form.js'
import { readerOf } from '../../../src/statements/statement-file.js'
import { readingOf, readUpload } from '../../../src/desk/request/statement-upload.js'
import { till, tillFile } from '../../http/support/finance.js'
import { sharedStatement, sharedStatements } from '../../statements/support/shared-data.js'

const layouts = new Map([['till', till]])
const mt940 = ':20:X\r\n:25:1\r\n:28C:1\r\n:60F:C261120ETB0,\r\n:61:2611201120C10,NTRFREF\r\n:62F:C261120ETB10,\r\n-'
const camt = '<Document><BkToCstmrStmt><Stmt></Stmt></BkToCstmrStmt></Document>'

/** Reads a form with these fields and, where there is one, a file. */
function upload(content: string | Uint8Array<ArrayBuffer> | null, fields: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (content !== null) form.append('file', new Blob([content]), 'a.txt')
  const { headers, body } = new Response(form)
  return readUpload(headers.get('content-type'), body as unknown as AsyncIterable<Uint8Array>)
}

/** Returns the format and layout by which the file is read, or the reason why it is not. */
async function resultOf(...call: Parameters<typeof upload>): Promise<unknown> {
  const read = await upload(...call)
  if ('problem' in read) return read.problem
  const reading = await readingOf(new Form(read.fields), () => Promise.resolve(layouts))
  if (reading === null) return 'unknownLayout'
  const reader = readerOf(read.file, reading)
  try {
    for await (const record of reader) void record
  } catch (error) {
    // A file that was found out, and is no such file.
    if (reader.format === null) return (error as PaymentError<'invalid_request'>).details.issues[0]!.message
  }
  return { format: reader.format, layout: reader.layoutName }
}

const unknown = /is not camt, MT940, or CSV with the columns of a known layout \(till\)/

const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'))

describe('readUpload: a statement that is sent by a form', () => {
  it.each([
    [tillFile('2026-11-20,10.00,,charge'), { format: 'csv', layout: 'till' }],
    [`\n  ${camt}`, { format: 'camt', layout: null }],
    [utf16(camt), { format: 'camt', layout: null }],
    [utf16(`\ufeff${camt}`), { format: 'camt', layout: null }],
    [utf16(`\ufeff አ`), expect.stringMatching(unknown)],
    [mt940, { format: 'mt940', layout: null }],
    [`\r\n{1:F01}{4:\r\n${mt940}}`, { format: 'mt940', layout: null }],
    [`BANK2A\r\n940\r\n${mt940}`, { format: 'mt940', layout: null }],
    ['a,b\n1,2\n', expect.stringMatching(unknown)],
    // Its rows say what is wrong with them.
    [tillFile('no day,1.00,,'), { format: 'csv', layout: 'till' }],
    ['', 'noFile'],
    [null, 'noFile'],
  ])('is detected by its beginning: %#', async (content, expected) => {
    expect(await resultOf(content)).toEqual(expected)
  })

  const swift = sharedStatements('mt940')
  it
    .skipIf(swift === null)
    .each([...['abnamro.sta', 'generic.sta', 'ing.sta', 'rabobank-iban.sta', 'rabobank.sta', 'triodos.sta']])(
    'is detected where it is the real file %s',
    async (name) => {
      expect(await resultOf(new Uint8Array(sharedStatement(swift, name)))).toEqual({ format: 'mt940', layout: null })
    },
  )

  it.each([
    ['camt', { format: 'camt', layout: null }],
    ['mt940', { format: 'mt940', layout: null }],
    ['till', { format: 'csv', layout: 'till' }],
    ['csv', 'unknownLayout'],
    ['other', 'unknownLayout'],
  ])('is read as the person chose: %s', async (layout, expected) => {
    expect(await resultOf('a,b\n1,2\n', { layout })).toEqual(expected)
  })

  it('has the fields before it, of up to 4,096 bytes each, and its name', async () => {
    const long = 'x'.repeat(4096)
    const read = await upload(mt940, { account: 'cbe', note: long, longer: `${long}x` })
    expect([...read.fields.keys()]).toEqual(['account', 'note', 'longer'])
    expect([read.fields.get('account'), read.fields.get('note') === long]).toEqual(['cbe', true])
    expect(read.fields.get('longer')!.length).toBeLessThanOrEqual(4096)
    expect(read).toMatchObject({ fileName: 'a.txt' })
    const lines: unknown[] = []
    if (!('problem' in read)) for await (const line of readerOf(read.file, {})) lines.push(line)
    expect(lines).toMatchObject([{ amount: 1000, direction: 'credit' }])
    expect([...(await upload(null, { account: 'cbe' })).fields]).toEqual([['account', 'cbe']])
  })

  it('is not there in another kind of body', async () => {
    async function* body() {
      yield 'account=cbe'
    }
    const read = await readUpload('application/x-www-form-urlencoded', body())
    expect(read).toEqual({ problem: 'notAForm', fields: new URLSearchParams() })
  })
})
