import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CsvMapping, readStatement } from 'hospital-payments/statements'
import { archive, handmadeArchive } from '../support/archives.js'
import { readRecords } from '../support/read-records.js'
import { refusalOf } from '../support/refusal.js'
import { pieces } from '../support/shared-data.js'

const bank: CsvMapping = {
  columns: { valueDate: 'Date', amount: 'Amount', narration: 'Text' },
  ...{ dates: ['yyyy-MM-dd'], timeZone: 'Africa/Nairobi', currency: 'KES' },
}
const layouts = { bank }
const csv = (...texts: readonly string[]) =>
  `Date,Amount,Text\n${texts.map((text) => `2026-11-20,1.00,${text}\n`).join('')}`
const camt = (text: string) =>
  `<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="KES">2.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><ValDt><Dt>2026-11-20</Dt></ValDt><AddtlNtryInf>${text}</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>`

const read = (file: Uint8Array) => readRecords(readStatement(file, { layouts }))

describe('readStatement: an archive', () => {
  it.each([0, 6] as const)(
    'is read file by file, in the order of the names, with rows that go on: level %i',
    async (level) => {
      const file = archive(
        { 'b.csv': csv('third', 'fourth'), 'a/a.csv': csv('first'), 'a/b.csv': csv('second') },
        level,
      )
      const { records, reader, summary } = await read(file)
      expect(records.map((one) => [one.row, 'narration' in one && one.narration])).toEqual([
        [2, 'first'],
        [4, 'second'],
        [6, 'third'],
        [7, 'fourth'],
      ])
      expect(reader).toMatchObject({ format: 'csv', layoutName: 'bank', fileNumber: 3 })
      expect(summary).toMatchObject({ lines: 4, credits: [{ currency: 'KES', amount: '400' }] })
      expect((await readRecords(readStatement(pieces(file, [1, 7]), { layouts }))).records).toEqual(records)
    },
  )

  it('has the format and the layout of the file that is read', async () => {
    const reader = readStatement(archive({ 'a.xml': camt('X'), 'b.csv': csv('Y') }), { layouts })
    expect([reader.format, reader.layout]).toEqual([null, null])
    const seen: unknown[] = []
    for await (const { row } of reader) seen.push([row, reader.format, reader.layoutName, reader.fileNumber])
    expect(seen).toEqual([
      [1, 'camt', null, 1],
      [3, 'csv', 'bank', 2],
    ])
  })

  it('has every file in the format and layout that were chosen', async () => {
    const file = archive({ 'a.csv': csv('X') })
    expect((await readRecords(readStatement(file, { layout: bank }))).records).toHaveLength(1)
    expect((await readRecords(readStatement(file, { layout: bank, format: 'csv' }))).records).toHaveLength(1)
    expect(await refusalOf(readStatement(file, { format: 'camt' }))).toMatch(/^has the file "a.csv", which is not/)
  })

  it('leaves out what programs add by themselves', async () => {
    const others = { '__MACOSX/._a.csv': 'x', '.DS_Store': 'x', 'b/.DS_Store': 'x', 'b/Thumbs.db': 'x', 'b/': '' }
    expect((await read(archive({ 'b/a.csv': csv('X'), ...others }))).records).toHaveLength(1)
    expect(await refusalOf(readStatement(archive(others), { layouts }))).toBe('is an archive without a file')
  })

  it.each([
    ['b.pdf', '%PDF-1.7\n', /which is a PDF: ask the bank/],
    ['b.zip', archive({ 'a.csv': csv('X') }), /which is an archive \(\.zip\): unpack it/],
    ['b.txt', 'x', /which is not camt, MT940, or CSV/],
    ['b.csv', '', /which is/],
    ['b.xml', camt('X').slice(0, -3), /which is cut off/],
  ])('is refused whole before a record is given, with the name of %s', async (name, content, words) => {
    const reader = readStatement(archive({ 'a.csv': csv('X'), [name]: content }), { layouts })
    const records: unknown[] = []
    const reading = async () => {
      for await (const record of reader) records.push(record)
    }
    await expect(reading()).rejects.toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path: 'input', message: expect.stringMatching(words) as string }] },
    })
    expect(records).toEqual([])
    expect(await refusalOf(readStatement(archive({ 'a.csv': csv('X'), [name]: content }), { layouts }))).toContain(name)
  })

  it('is refused where its bytes are damaged, cut off, or locked', async () => {
    const good = handmadeArchive([{ name: 'a.csv', content: csv('X') }])
    expect((await read(good)).records).toHaveLength(1)
    const refusal = (file: Uint8Array) => refusalOf(readStatement(file, { layouts }))
    expect(await refusal(good.subarray(0, -3))).toMatch(/cut off or damaged/)
    expect(await refusal(good.subarray(0, 40))).toMatch(/cut off or damaged/)
    const damaged = handmadeArchive([{ name: 'a.csv', content: csv('X'), crc: 7 }])
    expect(await refusal(damaged)).toBe('has the file "a.csv", which is damaged: load it down again')
    const locked = handmadeArchive([
      { name: 'a.csv', content: csv('X') },
      { name: 'b.csv', content: csv('X'), flags: 1 },
    ])
    expect(await refusal(locked)).toMatch(/protected by a password/)
    const other = handmadeArchive([{ name: 'a.csv', content: csv('X'), method: 14 }])
    expect(await refusal(other)).toMatch(/^has the file "a.csv", which is packed in a way that cannot be read/)
    expect(await refusalOf(readStatement('PK\x03\x04 text', { layouts }))).toMatch(/must be bytes/)
  })

  it('is read whatever sizes its headers give, and behind other bytes', async () => {
    for (const size of [0, 5, 0xfffffff0])
      expect((await read(handmadeArchive([{ name: 'a.csv', content: csv('X'), size }]))).records).toHaveLength(1)
    const shifted = handmadeArchive([{ name: 'a.csv', content: csv('X') }], 'PK\x03\x04 something else')
    expect((await read(shifted)).records).toHaveLength(1)
  })

  it('is read or refused, never more, whatever one of its bytes is', async () => {
    const good = archive({ 'a.csv': csv('X'), 'b.xml': camt('Y') })
    const { records } = await read(good)
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.integer({ min: 0, max: 255 }), async (at, byte) => {
        const file = good.slice()
        file[at] = byte
        const outcome: unknown[] = []
        const refusal = await refusalOf(
          (async function* () {
            for await (const record of readStatement(file, { layouts })) {
              outcome.push(record)
              yield record
            }
          })(),
        )
        // The times and names of files may be others.
        if (refusal === '') expect(outcome).toHaveLength(records.length)
        else expect(outcome).toEqual([])
      }),
    )
  })
})
