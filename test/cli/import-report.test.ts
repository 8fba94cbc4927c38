import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importCommand } from '../../src/cli/commands/import.js'
import { request, testService } from '../support/service.js'
import { callCommand } from './support/call.js'

const mapping = {
  columns: { valueDate: 'Date', amount: 'Amount', reference: 'Bill' },
  dates: ['yyyy-MM-dd'],
  timeZone: 'Africa/Addis_Ababa',
  currency: 'ETB',
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hospital-payments-report-'))
  writeFileSync(join(folder, 'bank.json'), JSON.stringify(mapping))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns what is printed of a file of these rows, line by line, with the identifier of the import left out. */
async function printed(rows: readonly string[], args: readonly string[] = [], { payments } = testService()) {
  const file = join(folder, 'bank.csv')
  writeFileSync(file, ['Date,Amount,Bill', ...rows].join('\n'))
  const layout = ['--account', 'bank', '--layout', join(folder, 'bank.json')]
  const { stdout } = await callCommand(importCommand, payments, [file, ...layout, ...args])
  return stdout
    .replace(join(folder, 'bank.json'), 'bank.json')
    .replace(/imp_\w+/, 'ID')
    .split('\n')
}

describe('hospital-payments import: the printed report', () => {
  const head = 'PREVIEW: nothing was stored. Read as csv, layout bank.json;'
  const next = ['', 'To store it, run the same command with --apply', '']

  it('says that a file has no lines', async () => {
    expect(await printed([])).toEqual([`${head} no day.`, '', 'The file has no lines.', ...next])
  })

  it('counts the rows and entries of a file that are no lines', async () => {
    const rows = await printed(['2026-11-20,,Opening balance', ',,Total'])
    expect(rows).toContain('Left out: 2 rows without an amount.')
    const file = join(folder, 'pending.xml')
    const entry = (status: string) =>
      `<Ntry><Amt Ccy="ETB">1500.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>${status}</Sts><ValDt><Dt>2026-11-20</Dt></ValDt></Ntry>`
    const inner = ['INFO', 'PDNG', 'PDNG'].map(entry).join('')
    writeFileSync(file, `<Document><BkToCstmrDbtCdtNtfctn><Ntfctn>${inner}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`)
    const { stdout } = await callCommand(importCommand, testService().payments, [file, '--account', 'bank'])
    expect(stdout).toContain('Left out: 1 entry, not booked (INFO); 2 entries, not booked (PDNG).')
    expect(stdout).toMatch(/nothing_booked +none of its entries is booked/)
  })

  it('sums the lines of one day and of several', async () => {
    const table = (lines: string, sum: string) => [
      '',
      `outcome                 lines${'sum'.padStart(2 + sum.length)}`,
      `unmatched_line  credit  ${lines.padStart(5)}  ${sum}`,
    ]
    expect(await printed(['2026-11-20,1500.00,A'])).toEqual([
      `${head} 2026-11-20.`,
      ...table('1', '1,500.00 ETB'),
      ...next,
    ])
    const rows = Array.from({ length: 1200 }, (_, at) => `2026-11-${at % 2 === 0 ? 19 : 20},1.00,A${at}`)
    expect(await printed(rows)).toEqual([
      `${head} 2026-11-19 to 2026-11-20.`,
      ...table('1,200', '1,200.00 ETB'),
      ...next,
    ])
  })

  it('names ten rows that are no lines, and how many more there are', async () => {
    const reason = 'valueDate is not a date of the given patterns'
    const bad = (count: number) => Array.from({ length: count }, () => 'x,1.00,A')
    const listed = (count: number) => Array.from({ length: count }, (_, at) => `  row ${at + 2}: ${reason}`)
    const table = (count: string) => ['', 'outcome          lines  sum', `rejected_line    ${count.padStart(5)}`, '']
    expect(await printed(bad(1))).toEqual([
      `${head} no day.`,
      ...table('1'),
      '1 row is no line:',
      ...listed(1),
      ...next,
    ])
    expect(await printed(bad(10))).toEqual([
      ...[`${head} no day.`, ...table('10'), '10 rows are no lines:', ...listed(10)],
      ...next,
    ])
    expect(await printed(bad(1011))).toEqual([
      ...[`${head} no day.`, ...table('1,011'), '1,011 rows are no lines:'],
      ...listed(10),
      '  ... and 1,001 more; --json lists up to 1,000',
      ...next,
    ])
  })

  it('counts what is stored and the payments of a period, and names what to look at before the file is believed', async () => {
    const test = testService()
    const payment = await test.payments.createPayment(request({ reference: 'INV-1' }))
    await test.payments.confirmPayment(payment.id)
    const day = payment.createdAt.slice(0, 10)
    const stored = ['', 'Lines that wait for a person: npx hospital-payments lines --status open', '']
    const table = ['', 'outcome                 lines       sum', 'unmatched_line  credit      1  1.00 ETB']
    const done = (date: string) => `Imported as ID. Read as csv, layout bank.json; ${date}.`
    expect(await printed(['2026-11-20,1.00,A'], ['--apply', '--period', `${day}..${day}`], test)).toEqual([
      done('2026-11-20'),
      ...table,
      ...['', 'payments of the period              sum', 'expected                1  1,500.00 ETB'],
      ...stored,
    ])
    expect(await printed(['2026-11-25,1.00,B'], ['--apply'], test)).toEqual([
      done('2026-11-25'),
      ...table,
      ...['', 'Check this before you trust the file:'],
      '  days_missing  2026-11-21  days are missing between this file and its neighbour',
      ...stored,
    ])
  })
})
