import { readStatement } from 'hospital-payments/statements'
import { describe, expect, it } from 'vitest'
import { archive } from '../statements/support/archives.js'
import { camtOf, ofxOf, readFiles, refusedFiles } from '../statements/support/handed-in.js'
import { readRecords } from '../statements/support/read-records.js'
import { base, deskOf, host } from './support/desk.js'
import { tablesOf, textOf } from './support/outline.js'

function withUpload() {
  const made = deskOf()
  const upload = (path: string, content: Uint8Array, name: string, fields: Readonly<Record<string, string>> = {}) => {
    const body = new FormData()
    for (const [field, value] of Object.entries({ account: 'kcb-1100', ...fields })) body.append(field, value)
    body.append('file', new Blob([content.slice()]), name)
    const headers = { 'sec-fetch-site': 'same-origin' }
    return made.desk(new Request(`${host}${base}${path}`, { method: 'POST', headers, body }))
  }
  return { ...made, upload }
}

/** Counts the lines that a page of an import lists, in its table. */
const linesOf = (page: string) =>
  tablesOf(page)
    .Lines!.slice(1)
    .reduce((all, cells) => all + Number(cells[2]), 0)

describe('desk/imports: spreadsheets, OFX and archives', () => {
  it.each(readFiles)(
    'have all of their lines, in the preview and imported: $name',
    async ({ name, bytes, chosen, always, lines }) => {
      expect((await readRecords(readStatement(bytes(), always))).summary.lines).toBe(lines)
      // The desk lists layouts and formats in one field; that of a spreadsheet is its layout.
      for (const choice of [{}, { layout: chosen.layout ?? chosen.format! }]) {
        const { upload, page, payments } = withUpload()
        const fields = { ...choice, ...always }
        const preview = await upload('/imports/preview', bytes(), name, fields)
        const previewText = await preview.text()
        expect([preview.status, linesOf(previewText)]).toEqual([200, lines])
        expect((await payments.lines.list()).items).toEqual([])
        const answer = await upload('/imports', bytes(), name, fields)
        expect(answer.status).toBe(303)
        expect(linesOf(await page(answer.headers.get('location')!.slice(base.length)))).toBe(lines)
        expect((await payments.lines.list()).items).toHaveLength(lines)
      }
    },
  )

  it.each(refusedFiles)('are refused by name, and no line is stored: %s', async (name, bytes, words) => {
    const { upload, payments } = withUpload()
    const file = bytes()
    // A bomb is read for seconds.
    for (const path of name === 'bomb.zip' ? ['/imports'] : ['/imports/preview', '/imports']) {
      const answer = await upload(path, file, name)
      expect(answer.status).toBe(400)
      expect(textOf(await answer.text())).toContain(`the statement ${words}`)
    }
    expect((await payments.lines.list()).items).toEqual([])
  })

  it('show each file of an archive in the preview, and how it was read', async () => {
    const { upload } = withUpload()
    const file = archive({ 'a.xml': camtOf('INV-1', 'INV-2'), 'b<i>.ofx': ofxOf('T1') })
    const text = await (await upload('/imports/preview', file, 'mixed.zip')).text()
    expect(textOf(text)).toContain('mixed.zip was read as camt, ofx.')
    expect(tablesOf(text)['Files of the archive']).toEqual([
      ['File', 'Kind of file', 'Lines'],
      ['a.xml', 'camt', '2'],
      ['b<i>.ofx', 'ofx', '1'],
    ])
  })

  it('show the first fifty files of an archive of more', async () => {
    const { upload } = withUpload()
    const names = Array.from({ length: 53 }, (_, at) => `${at + 100}.xml`)
    const file = archive(Object.fromEntries(names.map((name) => [name, camtOf(name)])))
    const text = await (await upload('/imports/preview', file, 'many.zip')).text()
    expect(tablesOf(text)['Files of the archive']).toHaveLength(51)
    expect(textOf(text)).toContain('And 3 more files.')
  })
})
