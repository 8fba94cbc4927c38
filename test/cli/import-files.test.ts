import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPaymentError, type StatementImport } from 'hospital-payments'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importCommand } from '../../src/cli/commands/import.js'
import { UsageError } from '../../src/cli/failures.js'
import { archive } from '../statements/support/archives.js'
import { camtOf, ofxOf, readFiles, refusedFiles } from '../statements/support/handed-in.js'
import { testService } from '../support/service.js'
import { callCommand } from './support/call.js'
import { jsonLines } from './support/io.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hospital-payments-files-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function written(name: string, content: string | Uint8Array): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

const argsOf = (choice: Readonly<Record<string, string>>) =>
  Object.entries(choice).flatMap(([name, value]) => [`--${name}`, value])

describe('hospital-payments import: spreadsheets, OFX and archives', () => {
  it.each(readFiles)(
    'have all of their lines, previewed and stored: $name',
    async ({ name, bytes, chosen, always, lines }) => {
      const file = written(name, bytes())
      for (const choice of [{ ...always }, { ...chosen, ...always }]) {
        const { payments } = testService()
        const args = [file, '--account', 'kcb-1100', ...argsOf(choice), '--json']
        for (const more of [[], ['--apply']]) {
          const { stdout } = await callCommand(importCommand, payments, [...args, ...more])
          const [result] = jsonLines(stdout) as StatementImport[]
          expect(result!.lines.reduce((all, { count }) => all + count, 0)).toBe(lines)
          expect(result!.rejectedCount).toBe(0)
          expect((await payments.lines.list()).items).toHaveLength(more.length === 0 ? 0 : lines)
        }
      }
    },
  )

  it.each(refusedFiles)('are refused by name, and no line is stored: %s', async (name, bytes, words) => {
    const { payments } = testService()
    const args = [written(name, bytes()), '--account', 'kcb-1100', '--apply']
    const refusal: unknown = await callCommand(importCommand, payments, args).catch((error: unknown) => error)
    // Where columns are unknown, the command says which option names them.
    const failure = refusal instanceof UsageError ? refusal.cause : refusal
    if (!isPaymentError(failure, 'invalid_request')) throw failure
    expect(failure.details.issues[0]!.message).toContain(`the statement ${words}`)
    expect((await payments.lines.list()).items).toEqual([])
  })

  it('show each file of an archive, and how it was read', async () => {
    const file = written('mixed.zip', archive({ 'a.xml': camtOf('INV-1', 'INV-2'), 'b\u001b[2J.ofx': ofxOf('T1') }))
    const { stdout } = await callCommand(importCommand, testService().payments, [file, '--account', 'kcb-1100'])
    expect(stdout).toContain('Read as camt, found by its beginning, and ofx, found by its beginning;')
    expect(stdout).toMatch(/2 files of the archive:\n {2}a\.xml +camt +2 lines\n {2}b\S*\.ofx +ofx +1 line\n/)
    expect(stdout).not.toContain('\u001b')
  })

  it('refuse a sheet of a format without sheets, before they connect', async () => {
    for (const format of ['camt', 'mt940', 'ofx', 'csv']) {
      const args = [written('a.xml', camtOf('INV-1')), '--account', 'a', '--format', format, '--sheet', 'November']
      const refused = callCommand(importCommand, testService().payments, args)
      await expect(refused).rejects.toThrow('--sheet is for --format xlsx: leave one of them out.')
    }
  })
})
