import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readArguments } from '../../examples/reconcile-statement/arguments.js'
import { countRead, doAgree } from '../../examples/reconcile-statement/count.js'
import { guessFormat } from '../../examples/reconcile-statement/open-statement.js'
import { withProgress } from '../../examples/reconcile-statement/progress.js'
import { reconcileFile } from '../../examples/reconcile-statement/reconcile-file.js'
import { Sums } from '../../examples/reconcile-statement/sums.js'
import { printable } from '../../examples/reconcile-statement/text.js'
import { UsageError } from '../../examples/reconcile-statement/usage.js'
import { root } from './program.js'
import { bankArguments, fileJob, sample, silent, start } from './reconcile-statement.js'

const folder = mkdtempSync(join(tmpdir(), 'reconcile-statement-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

const mpesa = [sample('mpesa-october.csv'), '--mapping', 'mpesa-organisation']
const bank = [sample('cbe-october.csv'), ...bankArguments]
const bills = ['--payments', sample('bills.csv'), '--as-of', '2026-11-01T05:30:00Z']
const october = ['--period', '2026-10-01..2026-10-31']
const out = (name: string) => ['--out', join(folder, name)]

const read = (args: readonly string[]) => reconcileFile(fileJob(args), join(folder, 'read.csv'), silent)

describe('examples/reconcile-statement: the program on a file', () => {
  it('prints what is in a statement, and why rows cannot be read', async () => {
    const { status, stdout, stderr } = await start(bank)
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/lines +43\n +rejected rows +4\n +credits +131,545\.50 ETB\n +debits +121,975\.75 ETB/)
    expect(stdout).toMatch(/42 +the amount names another currency\n +43 +bookedAt is not a date/)
    expect(stdout).not.toContain('Written')
  })

  it('compares it with bills: a preview without --apply', async () => {
    const preview = await start([...mpesa, ...bills, ...october, ...out('preview.csv')])
    const applied = await start([...mpesa, ...bills, ...october, ...out('applied.csv'), '--apply'])
    expect([preview.status, applied.status]).toEqual([0, 0])
    expect(preview.stdout).toMatch(/confirmed +credit +10 +34,120\.00 KES/)
    expect(preview.stdout).toMatch(/matched +32 +142,580\.00 KES/)
    expect(preview.stdout).toContain('They agree.')
    const plain = (text: string) => text.replace(/preview|applied/g, 'done').replace(/ +/g, ' ')
    expect(plain(applied.stdout)).toBe(plain(preview.stdout))
    const csv = (name: string) => readFileSync(join(folder, name), 'utf8')
    expect(csv('preview.csv')).not.toContain(',true,transaction_id')
    expect(csv('applied.csv')).toContain(',true,transaction_id')
  })

  it('keeps the payments in a database, so that the same statement counts once', async () => {
    const kept = ['--database', join(folder, 'kept.db'), '--account', 'cbe-border-town', '--apply', ...out('kept.csv')]
    const first = await start([...bank, ...bills, ...kept])
    expect(first.stdout).toMatch(/confirmed +credit +8 +19,610\.00 ETB/)
    const second = await start([...bank, ...kept])
    expect(second.status).toBe(0)
    expect(second.stdout).toMatch(/already_reconciled +credit +27 +90,075\.50 ETB/)
    expect(second.stdout).not.toMatch(/confirmed +credit/)
  })

  it('takes bills with no more than reference, amount and currency, and names those that it cannot take', async () => {
    const few = join(folder, 'few.csv')
    writeFileSync(few, 'reference,amount,currency\nBTH-26-1020,1500.00,KES\nBTH-26-1021,six,KES\nBTH-26-1022,1,XXX\n')
    const { run, createdBills } = await read([...mpesa, '--payments', few])
    expect(createdBills?.bills).toBe(1)
    expect(createdBills?.refused.map(({ row, code }) => `${row} ${code}`)).toEqual([
      '3 invalid_request',
      '4 unreadable_row',
    ])
    expect(run?.summary.lines.map(({ outcome, count }) => `${outcome} ${count}`)).toEqual([
      'confirmed 1',
      'unmatched_line 40',
      'reversal_candidate 9',
      'rejected_line 1',
    ])
  })

  it('ends with 1 for a file that is no statement, and with 2 for arguments that cannot be followed', async () => {
    const [missing, other, usage] = await Promise.all([
      start([join(folder, 'nothing.csv'), '--mapping', 'mpesa-customer']),
      start([sample('cbe-october.csv'), '--mapping', 'mpesa-customer']),
      start([sample('cbe-october.csv')]),
    ])
    expect([missing.status, other.status, usage.status]).toEqual([1, 1, 2])
    expect([missing.stdout, other.stdout, usage.stdout]).toEqual(['', '', ''])
    expect(missing.stderr).toContain('no such file')
    expect(other.stderr).toContain('input')
    expect(usage.stderr).toContain('--help shows how')
  })

  it('prints its help', async () => {
    const { status, stdout } = await start(['--help'])
    expect(status).toBe(0)
    for (const option of ['--format', '--mapping', '--map ', '--payments', '--period', '--apply', '--out'])
      expect(stdout).toContain(option)
  })

  it.each([
    [['--apply']],
    [['f', 'g']],
    [['f', '--mop', 'a']],
    [['f', '--format', 'pdf']],
    [['f', '--format', 'camt', '--mapping', 'mpesa-customer']],
    [['f', '--mapping', 'mpesa']],
    [['f', '--mapping', 'mpesa-customer', '--currency', 'ETB']],
    [['f', '--currency', 'ETB']],
    [['f', '--map', 'amount']],
    [['f', '--map', 'valueDate=a,amount=b,colour=c']],
    [['f', '--map', 'valueDate=a,amount=b', '--dates', 'YYYY']],
    [['f', '--map', 'valueDate=a,amount=b', '--decimal', ';']],
    [['f', '--map', 'valueDate=a,amount=b', '--debit-when', 'D']],
    [['f', '--map', 'valueDate=a,amount=b', '--only', 'c:1', '--only', 'd:2']],
    [['f', '--map', 'valueDate=a,amount=b', '--time-zone', 'Mars/Olympus']],
    [['f', '--apply']],
    [['f', '--payments', 'b', '--period', '2026-10-01']],
    [['f', '--payments', 'b', '--period', '2026-10-31..2026-10-01']],
    [['f', '--payments', 'b', '--as-of', 'yesterday']],
    [['f', '--database', 'd']],
  ])('refuses the arguments %j', (args) => {
    expect(() => readArguments(args)).toThrow(UsageError)
  })
})

describe('examples/reconcile-statement: the parts of the job', () => {
  it('detect a format by its beginning', () => {
    const guess = (text: string) => guessFormat(Buffer.from(text))
    expect(guess('\ufeff<?xml version="1.0"?><Document>')).toBe('camt')
    expect(guess('<ns2:Document xmlns:ns2="urn:iso">')).toBe('camt')
    expect(guess('{1:F01}{4:\r\n:20:STARTUMS\r\n')).toBe('mt940')
    expect(guess(':61:2610011001C1,00NTRF')).toBe('mt940')
    expect(guess('Date,Amount\n10:20:30,5\n')).toBe('csv')
    expect(guess('')).toBe('csv')
    expect(guessFormat(Buffer.from('<?xml version="1.0"?>', 'utf16le'))).toBe('camt')
  })

  async function progressOf(count: number, stream: { isTTY?: boolean }, msPerLook: number): Promise<string[]> {
    async function* numbers() {
      for (let number = 0; number < count; number++) yield number
    }
    let ms = 0
    const output: string[] = []
    const write = (text: string) => output.push(text)
    let sum = 0
    for await (const number of withProgress(numbers(), { ...stream, write }, () => (ms += msPerLook))) sum += number
    expect(sum).toBe((count * (count - 1)) / 2)
    return output
  }

  it('write a log line every 50,000 lines, and nothing of a short file', async () => {
    expect(await progressOf(120_000, {}, 0)).toEqual(['50,000 lines read\n', '100,000 lines read\n'])
    expect(await progressOf(49_999, {}, 0)).toEqual([])
  })

  it('rewrite one line of a terminal at most once a second, and clear it', async () => {
    const output = await progressOf(5_000, { isTTY: true }, 400)
    expect(output).toEqual(['\r\u001b[K3,000 lines read', '\r\u001b[K'])
    expect(await progressOf(5_000, { isTTY: true }, 100)).toEqual([])
  })

  it('detect a cent that is missing, a line too many, and money that went the other way', () => {
    const sum = (amount: string) => [{ currency: 'ETB', amount }]
    const count = (lines: number, credits: string, debits: string) =>
      countRead({
        ...{ lines, rejected: 0, skipped: 0, leftOut: [] },
        ...{ credits: sum(credits), debits: sum(debits), statements: [] },
      })
    const none = count(0, '0', '0')
    expect(doAgree(count(3, '1500', '20'), none, [count(3, '1500', '20')])).toBe(true)
    expect(doAgree(count(3, '1500', '20'), count(1, '500', '0'), [count(2, '1000', '20')])).toBe(true)
    expect(doAgree(count(3, '1500', '20'), none, [count(3, '1500', '20'), count(3, '1499', '20')])).toBe(false)
    expect(doAgree(count(3, '1500', '20'), none, [count(4, '1500', '20')])).toBe(false)
    expect(doAgree(count(3, '1500', '20'), none, [count(3, '20', '1500')])).toBe(false)
  })

  it('print what a payer typed without control characters, and cut it short', () => {
    expect(printable('INV\u001b[2J-1\u202e\n')).toBe('INV?[2J-1??')
    expect(printable('ደረሰኝ-7')).toBe('ደረሰኝ-7')
    expect(printable('x'.repeat(41))).toBe(`${'x'.repeat(37)}...`)
  })
})

const exportsFolder = join(root, '../shared/data/statements')
const isThere = existsSync(exportsFolder)
if (!isThere) console.warn(`SKIPPED: real statements are not at ${exportsFolder}`)
const filesOf = (kind: string) =>
  isThere ? readdirSync(join(exportsFolder, kind)).filter((name) => name !== 'LICENSE') : []

const minorUnits = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.split(/[.,]/)
  return BigInt(whole + fraction.padEnd(2, '0'))
}

describe.skipIf(!isThere)('examples/reconcile-statement: real statements', () => {
  it.each(filesOf('mt940'))('%s gives the lines and the money that its :61: fields have', async (name) => {
    const file = join(exportsFolder, 'mt940', name)
    const fields = [...readFileSync(file, 'latin1').matchAll(/^:61:\d{6}(?:\d{4})?(C|D)[A-Z]?0*(\d+,\d*)/gm)]
    const sums = { C: 0n, D: 0n }
    for (const [, mark, amount] of fields) sums[mark as 'C' | 'D'] += minorUnits(amount!)
    const { format, read: summary } = await read([file])
    expect(format).toBe('mt940')
    expect(summary).toMatchObject({ lines: fields.length, rejected: 0 })
    expect(`${Sums.of(summary.credits)}|${Sums.of(summary.debits)}`).toBe(
      [sums.C, sums.D].map((sum) => (sum > 0n ? `${sum} EUR` : '')).join('|'),
    )
  })

  it.each(filesOf('camt'))('%s gives the money that its entries have', async (name) => {
    const file = join(exportsFolder, 'camt', name)
    const credits = new Sums()
    const debits = new Sums()
    const entries = /<Ntry>[^]*?<Amt Ccy="(\w+)">([\d.]+)<[^]*?<CdtDbtInd>(\w+)</g
    for (const [, currency, amount, mark] of readFileSync(file, 'utf8').matchAll(entries))
      (mark === 'CRDT' ? credits : debits).add(minorUnits(amount!), currency!)
    const { format, read: summary } = await read([file])
    expect(format).toBe('camt')
    expect(summary.rejected).toBe(0)
    expect(`${Sums.of(summary.credits)}|${Sums.of(summary.debits)}`).toBe(`${credits}|${debits}`)
    expect(`${credits}${debits}`).not.toBe('')
  })

  const semicolons = ['--delimiter', ';', '--decimal', ',', '--dates', 'dd.MM.yyyy', '--no-header']
  /** File, arguments, and by counting with other tools: credits, rejected rows. */
  const bankFiles: readonly (readonly [string, readonly string[], string, number])[] = [
    ['2018-04-14_10-52-13_bunq-transactieoverzicht.csv', ['--map', 'valueDate=Datum,amount=Bedrag,narration=Omschrijving', '--decimal', ',', '--currency', 'EUR'], '75000 EUR', 0],
    ['test_BOI_TransactionExport.csv', ['--map', 'valueDate=Date,credit=Credit,debit=Debit,narration=Details', '--dates', 'dd/MM/yyyy', '--currency', 'EUR'], '384122 EUR', 0],
    ['test_raiffeisen_01.csv', ['--map', 'valueDate=3,amount=4,currency=5,narration=2', ...semicolons], '187820 EUR', 0],
  ] // prettier-ignore

  it.each(bankFiles)('%s gives its credits', async (name, args, credits, rejected) => {
    const { format, read: summary, rejected: rows } = await read([join(exportsFolder, 'bank-csv', name), ...args])
    expect(format).toBe('csv')
    expect(`${Sums.of(summary.credits)}`).toBe(credits)
    expect([summary.rejected, rows.count]).toEqual([rejected, rejected])
  })
})
