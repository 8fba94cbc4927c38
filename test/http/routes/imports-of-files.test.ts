import type { StatementImport } from 'hospital-payments'
import { readStatement } from 'hospital-payments/statements'
import { describe, expect, it } from 'vitest'
import { archive } from '../../statements/support/archives.js'
import { camtOf, ofxOf, readFiles, refusedFiles } from '../../statements/support/handed-in.js'
import { readRecords } from '../../statements/support/read-records.js'
import { financeServer, sent, tillFile } from '../support/finance.js'
import { issuesOf } from '../support/server.js'

const linesOf = ({ lines }: Pick<StatementImport, 'lines'>) => lines.reduce((all, { count }) => all + count, 0)

const pathOf = (query: Readonly<Record<string, string>>) =>
  `/v1/imports?${new URLSearchParams({ account: 'kcb-1100', ...query }).toString()}`

describe('POST /v1/imports: spreadsheets, OFX and archives', () => {
  it.each(readFiles)(
    'have the lines that their reader counts: $name',
    async ({ type, bytes, chosen, always, lines }) => {
      const { summary } = await readRecords(readStatement(bytes(), always))
      expect(summary).toMatchObject({ lines, rejected: 0 })
      for (const query of [{ ...always }, { ...chosen, ...always }]) {
        const { ask, payments } = financeServer()
        const preview = await ask(pathOf({ ...query, dryRun: 'true' }), sent(bytes(), { 'content-type': type }))
        const previewText = await preview.text()
        expect([preview.status, previewText]).toEqual([200, expect.stringContaining('"rejectedCount":0')])
        expect((await payments.lines.list()).items).toEqual([])
        const answer = await ask(pathOf(query), sent(bytes(), { 'content-type': type }))
        expect(answer.status).toBe(201)
        const done = (await answer.json()) as StatementImport
        expect(linesOf(done)).toBe(lines)
        expect(JSON.parse(previewText)).toStrictEqual({ ...done, id: null, createdAt: null, completedAt: null })
        expect((await payments.lines.list()).items).toHaveLength(lines)
      }
    },
  )

  it.each(refusedFiles)('are refused by name, and no line is stored: %s', async (name, bytes, words) => {
    const { ask, payments } = financeServer()
    const file = bytes()
    // A bomb is read for seconds.
    for (const query of name === 'bomb.zip' ? [{}] : [{ dryRun: 'true' }, {}]) {
      const issues = await issuesOf(ask(pathOf(query), sent(file, { 'content-type': 'application/octet-stream' })))
      expect(issues).toEqual([expect.stringContaining(`the statement ${words}`)])
      expect(issues[0]).toContain('no row of it was read')
    }
    expect((await payments.lines.list()).items).toEqual([])
    expect((await payments.statements.list()).items).toMatchObject([{ completedAt: null, lines: [] }])
  })

  it('are previewed with the layout of the import, where an archive has files of several', async () => {
    const { ask, payments } = financeServer()
    const file = archive({ 'a.xml': camtOf('INV-1'), 'b.ofx': ofxOf('T1'), 'c.csv': tillFile('2026-11-21,7.00,,x') })
    const preview = (await (await ask(pathOf({ dryRun: 'true' }), sent(file))).json()) as StatementImport
    const done = (await (await ask(pathOf({}), sent(file))).json()) as StatementImport
    const [{ layout }] = (await payments.statements.list()).items as [StatementImport]
    expect([preview.layout, done.layout]).toEqual([layout, layout])
    expect(layout).not.toBe(readStatement('', { format: 'camt' }).layout)
    expect(preview.lines).toEqual(done.lines)
  })

  it('are previewed with the layout of the import, where a file has no line', async () => {
    const { ask } = financeServer()
    const preview = (await (await ask(pathOf({ dryRun: 'true' }), sent(camtOf()))).json()) as StatementImport
    const done = (await (await ask(pathOf({}), sent(camtOf()))).json()) as StatementImport
    const { layout } = readStatement('', { format: 'camt' })
    expect([preview.layout, done.layout]).toEqual([layout, layout])
  })

  it('count no line twice where a file comes again under another name, packed or packed in another way', async () => {
    const { ask, payments } = financeServer()
    const files = { 'a.xml': camtOf('INV-1', 'INV-2'), 'b.ofx': ofxOf('T1', 'T2') }
    const renamed = { 'november/x.ofx': files['b.ofx'], 'november/y.xml': files['a.xml'] }
    const single = [files['a.xml'], files['b.ofx']].map((text) => new TextEncoder().encode(text))
    for (const body of [
      archive(files),
      archive(files, 0),
      archive(renamed),
      ...single,
      archive({ 'z.xml': files['a.xml'] }),
    ]) {
      expect((await ask(pathOf({ fileName: `${body.length}.zip` }), sent(body.slice()))).status).toBe(201)
      expect((await payments.lines.list()).items).toHaveLength(4)
    }
  })
})
