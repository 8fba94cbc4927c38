import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type HospitalPayments, isPaymentError } from 'hospital-payments'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditCommand } from '../../src/cli/commands/audit.js'
import { closeCommand } from '../../src/cli/commands/close.js'
import { monthCommand } from '../../src/cli/commands/month.js'
import { eraseCommand } from '../../src/cli/commands/erase.js'
import { exportCommand } from '../../src/cli/commands/export.js'
import { importCommand } from '../../src/cli/commands/import.js'
import { journalCommand } from '../../src/cli/commands/journal.js'
import { linesCommand } from '../../src/cli/commands/lines.js'
import { payerCommand } from '../../src/cli/commands/payer.js'
import { receiptsCommand } from '../../src/cli/commands/receipts.js'
import { totalsCommand } from '../../src/cli/commands/totals.js'
import { SetupError, UsageError } from '../../src/cli/failures.js'
import { collect, request, testService } from '../support/service.js'
import { callCommand } from './support/call.js'
import { jsonLines } from './support/io.js'

const sample = (name: string) => `test/statements/samples/${name}`
const kenya = ['--account', 'till', sample('mpesa-organisation.csv')]

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hospital-payments-cli-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function written(name: string, content: string): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

/** Makes three bills, one of them paid. */
async function billed(): Promise<HospitalPayments> {
  const { payments } = testService()
  const [first] = await payments.createPayments(
    ['INV-1', 'INV-2', 'INV-3'].map((reference) => ({ request: request({ reference }) })),
  )
  await payments.confirmPayment(first!.payment!.id)
  return payments
}

describe('hospital-payments import', () => {
  it('without --apply, is a preview that stores nothing and names --apply', async () => {
    const { payments } = testService()
    const { stdout } = await callCommand(importCommand, payments, kenya)
    expect(stdout).toContain('PREVIEW: nothing was stored')
    expect(stdout).toContain('layout mpesaOrganisation, found by its columns: times of Africa/Nairobi')
    expect(stdout).toMatch(/unmatched_line +credit +4 +1,014,500\.50 KES/)
    expect(stdout).toContain('row 15: bookedAt is not a date of the given patterns')
    expect(stdout).toContain('--apply')
    expect((await payments.lines.list()).items).toEqual([])
    expect((await payments.statements.list()).items).toEqual([])
  })

  it('with --apply, stores in the name of the actor; a repeat counts nothing twice', async () => {
    const { payments } = testService()
    const args = [...kenya, '--apply', '--actor', 'amina']
    const { stdout } = await callCommand(importCommand, payments, args)
    await callCommand(importCommand, payments, args)
    const { items } = await payments.statements.list()
    expect(items.map(({ actor, fileName, account }) => [actor, fileName, account])).toEqual([
      ['amina', 'mpesa-organisation.csv', 'till'],
      ['amina', 'mpesa-organisation.csv', 'till'],
    ])
    expect(stdout).toContain(`Imported as ${items[1]!.id}`)
    expect((await payments.lines.list()).items).toHaveLength(7)
  })

  it('prints one document as JSON: the import, or its preview', async () => {
    const { payments } = testService()
    const preview = await callCommand(importCommand, payments, [...kenya, '--json'])
    expect(jsonLines(preview.stdout)).toMatchObject([{ id: null, account: 'till', rejectedCount: 2 }])
    const done = await callCommand(importCommand, payments, [...kenya, '--json', '--apply'])
    const { items } = await payments.statements.list()
    expect(jsonLines(done.stdout)).toEqual(items)
  })

  it.each([
    ['camt053.v4.instalments.xml', 'camt, found by its beginning'],
    ['camt052.v8.intraday.xml', 'camt, found by its beginning'],
    ['kes-envelope.sta', 'mt940, found by its beginning'],
    ['mpesa-customer.csv', 'layout mpesaCustomer, found'],
    ['vodafone-cash.csv', 'layout vodafoneCash, found'],
  ])('detects the format and layout of %s', async (name, description) => {
    const { payments } = testService()
    const { stdout } = await callCommand(importCommand, payments, ['--account', 'a', sample(name)])
    expect(stdout).toContain(description)
  })

  it('takes the layout and format of its options before those that it detects', async () => {
    const { payments } = testService()
    const customer = await callCommand(importCommand, payments, [...kenya, '--layout', 'mpesaCustomer'])
    expect(customer.stdout).toContain('Read as csv, layout mpesaCustomer;')
    const wrong = callCommand(importCommand, payments, [...kenya, '--format', 'camt'])
    await expect(wrong).rejects.toSatisfy((error) => isPaymentError(error, 'invalid_request'))
  })

  it('reads a layout from a file of JSON', async () => {
    const { payments } = testService()
    const mapping = {
      columns: { valueDate: 'Date', amount: 'Amount', reference: 'Bill' },
      dates: ['yyyy-MM-dd'],
      timeZone: 'Africa/Addis_Ababa',
      currency: 'ETB',
    }
    const layout = written('bank.json', JSON.stringify(mapping))
    const file = written('bank.csv', 'Date,Amount,Bill\n2026-11-20,1500.00,INV-9\n')
    const args = [file, '--account', 'bank', '--layout', layout]
    const { stdout } = await callCommand(importCommand, payments, [...args, '--json'])
    expect(jsonLines(stdout)).toMatchObject([{ lines: [{ outcome: 'unmatched_line', count: 1, amount: '150000' }] }])
    writeFileSync(layout, JSON.stringify({ ...mapping, dates: [] }))
    await expect(callCommand(importCommand, payments, args)).rejects.toThrow(
      /^--layout: the CSV mapping is wrong: dates/,
    )
    writeFileSync(layout, '{')
    await expect(callCommand(importCommand, payments, args)).rejects.toThrow('is no JSON')
  })

  it('guesses no layout for another bank, nor for a portal of another country', async () => {
    const { payments } = testService()
    const foreign = readFileSync(sample('vodafone-cash.csv'), 'utf8').replaceAll('GHS', 'TZS')
    for (const file of [sample('cbe-receipts.csv'), written('foreign.csv', foreign), written('empty.csv', '')]) {
      const refused = callCommand(importCommand, payments, ['--account', 'a', file])
      await expect(refused).rejects.toThrow(
        /No layout has the columns of this CSV file or spreadsheet\.\nTo do: give --layout FILE\.json/,
      )
    }
  })

  it('reads standard input, in pieces of any size', async () => {
    const { payments } = testService()
    const bytes = readFileSync(sample('mpesa-organisation.csv'))
    async function* stdin(): AsyncGenerator<Uint8Array> {
      for (let i = 0; i < bytes.length; i += 7) yield bytes.subarray(i, i + 7)
    }
    const { stdout } = await callCommand(importCommand, payments, ['-', '--account', 'a', '--json'], { stdin: stdin() })
    expect(jsonLines(stdout)).toMatchObject([{ fileName: null, from: '2026-11-18', rejectedCount: 2 }])
  })

  it('counts the payments of a period', async () => {
    const payments = await billed()
    const args = ['--period', '2026-11-20..2026-11-20', '--channel', 'mobile-banking']
    const { stdout } = await callCommand(importCommand, payments, [...kenya, ...args])
    expect(stdout).toMatch(/expected +1 +1,500\.00 ETB/)
    const other = await callCommand(importCommand, payments, [...kenya, ...args.slice(0, 2), '--channel', 'cash'])
    expect(other.stdout).not.toContain('expected')
  })

  it.each([
    ['no file', ['--account', 'a'], 'A FILE is required'],
    ['no account', [sample('kes-envelope.sta')], '--account is required'],
    ['an unknown format', [...kenya, '--format', 'pdf'], '--format is one of camt, mt940, ofx, csv, xlsx.'],
    [
      'an unknown layout',
      [...kenya, '--layout', 'cbe'],
      '--layout is one of mpesaOrganisation, mpesaCustomer, vodafoneCash',
    ],
    ['a layout of no CSV', [...kenya, '--format', 'camt', '--layout', 'mpesaCustomer'], '--layout is for CSV'],
    ['channels of no period', [...kenya, '--channel', 'cash'], '--channel is for --period'],
  ])('refuses %s before it connects', async (_, args, message) => {
    const { payments } = testService()
    const refused = callCommand(importCommand, payments, args)
    await expect(refused).rejects.toThrow(UsageError)
    await expect(refused).rejects.toThrow(message)
  })

  it('names a file that is not there', async () => {
    const { payments } = testService()
    const lost = callCommand(importCommand, payments, ['lost.csv', '--account', 'a'])
    await expect(lost).rejects.toThrow(SetupError)
    await expect(lost).rejects.toThrow(/There is no file .*lost\.csv/)
  })

  it('ends when it is interrupted; the same call goes on', async () => {
    const { payments } = testService()
    const ended = callCommand(importCommand, payments, [...kenya, '--apply'], { signal: AbortSignal.abort() })
    await expect(ended).rejects.toThrow()
    await callCommand(importCommand, payments, [...kenya, '--apply'])
    expect((await payments.lines.list()).items).toHaveLength(7)
  })
})

describe('hospital-payments lines', () => {
  const imported = async () => {
    const { payments } = testService()
    await callCommand(importCommand, payments, [...kenya, '--apply'])
    return payments
  }

  it('shows lines with their sums, debits with a minus', async () => {
    const { stdout } = await callCommand(linesCommand, await imported(), [])
    expect(stdout.split('\n')).toHaveLength(9)
    expect(stdout).toMatch(/2026-11-18 +14 +till +1,000,000\.00 KES +unmatched_line +open +INV-2026-0101/)
    expect(stdout).toContain('-250,000.00 KES')
  })

  it('with --json, prints one line of JSON for each, as the service lists them', async () => {
    const payments = await imported()
    const { stdout } = await callCommand(linesCommand, payments, ['--json', '--direction', 'debit'])
    expect(jsonLines(stdout)).toEqual((await payments.lines.list({ direction: 'debit' })).items)
    expect(jsonLines(stdout)).toHaveLength(3)
  })

  it('prints at most as many lines as --limit, and may print none', async () => {
    const payments = await imported()
    const two = await callCommand(linesCommand, payments, ['--json', '--limit', '2'])
    expect(jsonLines(two.stdout)).toHaveLength(2)
    const none = await callCommand(linesCommand, payments, ['--account', 'other'])
    expect(none.stdout).toBe('No lines.\n')
    const noJson = await callCommand(linesCommand, payments, ['--account', 'other', '--json'])
    expect(noJson.stdout).toBe('')
  })

  it('reads page after page, all of them', async () => {
    const { payments } = testService()
    const rows = Array.from({ length: 1_100 }, (_, i) => `2026-11-20,1.00,BILL-${i}`)
    const columns = { valueDate: 'Date', amount: 'Amount', reference: 'Bill' }
    const layout = written(
      'many.json',
      JSON.stringify({ columns, dates: ['yyyy-MM-dd'], timeZone: 'UTC', currency: 'ETB' }),
    )
    const file = written('many.csv', ['Date,Amount,Bill', ...rows].join('\n'))
    await callCommand(importCommand, payments, [file, '--account', 'a', '--layout', layout, '--apply'])
    const { stdout } = await callCommand(linesCommand, payments, ['--json'])
    expect(new Set(jsonLines(stdout).map((line) => (line as { key: string }).key)).size).toBe(1_100)
  })

  it('refuses --assignee with --unassigned', async () => {
    const { payments } = testService()
    await expect(callCommand(linesCommand, payments, ['--unassigned', '--assignee', 'amina'])).rejects.toThrow(
      'not both',
    )
  })
})

describe('hospital-payments export', () => {
  it('writes what exportCsv writes, byte for byte', async () => {
    const payments = await billed()
    const { stdout } = await callCommand(exportCommand, payments, ['--from', '2026-11-20'])
    expect(stdout).toBe((await collect(payments.exportCsv())).join(''))
    const options = ['--status', 'pending', '--columns', 'channel,amountDecimal', '--mode', 'exact', '--bom']
    const chosen = await callCommand(exportCommand, payments, options)
    const query = { status: 'pending', columns: ['channel', 'amountDecimal'], mode: 'exact', bom: true } as const
    expect(chosen.stdout).toBe((await collect(payments.exportCsv(query))).join(''))
  })

  it('with --json, prints one payment a line', async () => {
    const payments = await billed()
    const { stdout } = await callCommand(exportCommand, payments, ['--json', '--status', 'pending'])
    expect(jsonLines(stdout)).toEqual((await payments.reportPayments({ status: 'pending' })).items)
    await expect(callCommand(exportCommand, payments, ['--json', '--bom'])).rejects.toThrow('--bom is for CSV')
  })

  it('refuses filters that the service does not know', async () => {
    const payments = await billed()
    const wrong = callCommand(exportCommand, payments, ['--status', 'paid'])
    await expect(wrong).rejects.toSatisfy((error) => isPaymentError(error, 'invalid_request'))
  })
})

describe('hospital-payments totals', () => {
  it('prints a table, and with --json the document of the service', async () => {
    const payments = await billed()
    const { stdout } = await callCommand(totalsCommand, payments, [])
    expect(stdout).toMatch(/mobile-banking +pending +2 +3,000\.00 ETB\nmobile-banking +succeeded +1 +1,500\.00 ETB/)
    const json = await callCommand(totalsCommand, payments, ['--json', '--status', 'succeeded'])
    expect(jsonLines(json.stdout)).toEqual([await payments.totals({ status: 'succeeded' })])
    const none = await callCommand(totalsCommand, payments, ['--channel', 'card'])
    expect(none.stdout).toBe('No payments.\n')
  })
})

describe('hospital-payments erase', () => {
  const why = ['--reason', 'asked for by letter', '--actor', 'amina']

  it('erases a customer or the payer of a payment, and prints how many payments changed', async () => {
    const { payments } = testService()
    const customer = { id: 'MRN-7', name: 'Abebe Bekele' }
    const { id } = await payments.createPayment(request({ customer }))
    const erase = (...args: string[]) => callCommand(eraseCommand, payments, [...args, ...why])
    expect((await erase('--customer', 'MRN-7')).stdout).toBe('1 payment was erased.\n')
    expect((await erase('--payment', id)).stdout).toBe('0 payments were erased.\n')
    expect(jsonLines((await erase('--customer', 'MRN-7', '--json')).stdout)).toEqual([{ erased: 0 }])
    expect((await payments.history(id)).at(-1)).toMatchObject({ type: 'payment.erased', actor: 'amina' })
  })

  it('refuses two people, no person, and no reason', async () => {
    const { payments } = testService()
    const erase = (...args: string[]) => callCommand(eraseCommand, payments, args)
    for (const target of [[], ['--customer', 'MRN-7', '--payment', 'pay_1']])
      await expect(erase(...target, ...why)).rejects.toThrow('one of the two')
    await expect(erase('--customer', 'MRN-7')).rejects.toThrow('--reason is required')
  })
})

describe('hospital-payments payer', () => {
  it('prints what a payer was asked for, has open and left, and the statement', async () => {
    const { payments } = testService()
    const { id } = await payments.createPayment(request({ reference: 'INV-1', customer: { id: 'MRN-7' } }))
    const payer = (...args: string[]) => callCommand(payerCommand, payments, ['MRN-7', ...args])
    const sums = (await payer()).stdout.split('\n')
    expect(sums[0]).toMatch(/^currency +asked +open +deposit$/)
    expect(sums[1]).toMatch(/^ETB +1,500\.00 ETB +1,500\.00 ETB +0\.00 ETB$/)
    expect(jsonLines((await payer('--json')).stdout)).toEqual([await payments.payers.get('MRN-7')])
    await payments.confirmPayment(id)
    expect((await payer()).stdout).toBe('Nothing is open, and there is no deposit.\n')
    const statement = (await payer('--statement')).stdout
    expect(statement).toMatch(/^at +entry +amount +status +of\n\S+ +payment +1,500\.00 ETB +succeeded +INV-1\n$/)
    const { items } = await payments.payers.statement({ payerId: 'MRN-7' })
    expect(jsonLines((await payer('--statement', '--json')).stdout)).toEqual(items)
  })

  it('names the line, the payment and the refund of an entry; a limit ends the statement', async () => {
    const { payments } = testService({ timeZone: 'Africa/Addis_Ababa' })
    const session = await payments.cash.open({ point: 'window-1', currency: 'ETB', float: 0, actor: 'sara' })
    const take = { sessionId: session.id, amount: 200_000, payerId: 'MRN-7', actor: 'sara' }
    const { line } = await payments.cash.take(take)
    const bill = await payments.createPayment(request({ reference: 'INV-1' }))
    await payments.payers.apply({ payerId: 'MRN-7', paymentId: bill.id, actor: 'sara' })
    await payments.refunds.create({ lineKey: line.key, amount: 50_000, reason: 'overpayment' })
    const { stdout } = await callCommand(payerCommand, payments, ['MRN-7', '--statement'])
    expect(stdout).toMatch(/ line +2,000\.00 ETB +cash\.window-1\n/)
    expect(stdout).toMatch(new RegExp(` refund +500\\.00 ETB +pending +${line.key}\n`))
    const one = await callCommand(payerCommand, payments, ['MRN-7', '--statement', '--limit', '1', '--json'])
    expect(jsonLines(one.stdout)).toHaveLength(1)
    const none = await callCommand(payerCommand, payments, ['MRN-8', '--statement'])
    expect(none.stdout).toBe('No entries.\n')
  })

  it('refuses a call without an ID, and a limit without a statement', async () => {
    const { payments } = testService()
    await expect(callCommand(payerCommand, payments, [])).rejects.toThrow('An ID is required')
    await expect(callCommand(payerCommand, payments, ['MRN-7', '--limit', '5'])).rejects.toThrow('--limit is for')
  })
})

describe('hospital-payments close', () => {
  const zone = ['--time-zone', 'Africa/Nairobi']
  const day = ['--account', 'till', '--day', '2026-11-19', '--actor', 'amina', ...zone]

  it('closes a day and prints its sums; a repeated call prints the same', async () => {
    const { payments } = testService({ timeZone: 'Africa/Nairobi' })
    await callCommand(importCommand, payments, [...kenya, '--apply'])
    const { stdout } = await callCommand(closeCommand, payments, day)
    expect(stdout).toContain('2026-11-19 of till is closed: number 1 of this account, by amina')
    expect(stdout).toMatch(/credits +2,000\.50 KES\n/)
    expect(stdout).toMatch(/open: 2 lines +2,000\.50 KES\n/)
    expect((await callCommand(closeCommand, payments, day)).stdout).toBe(stdout)
    const json = await callCommand(closeCommand, payments, [...day, '--json'])
    expect(jsonLines(json.stdout)).toEqual([await payments.days.get({ account: 'till', day: '2026-11-19' })])
  })

  it('prints for each currency where the money of each direction went, and how much came since', async () => {
    const { payments } = testService()
    const valueDate = '2026-11-19'
    const lineOf = (row: number, direction: 'credit' | 'debit', amount: number) =>
      ({ row, direction, amount, currency: 'KES', valueDate, narration: `text ${row}` }) as const
    const lines = [lineOf(1, 'credit', 100_000), lineOf(2, 'debit', 2_500), lineOf(3, 'credit', 700)]
    await payments.statements.import(lines, { account: 'till' })
    for (const [row, category, amount] of [
      [1, 'donation', 60_000],
      [2, 'bank_fee', 2_500],
    ] as const) {
      const { key } = (await payments.lines.list()).items.find((line) => line.row === row)!
      await payments.lines.allocate(key, { expectedVersion: 1, allocations: [{ to: 'category', category, amount }] })
    }
    const { stdout } = await callCommand(closeCommand, payments, day)
    expect(stdout.split('\n').slice(1, -2)).toEqual([
      'opening balance     not given',
      'credits          1,007.00 KES',
      '  to donation      600.00 KES',
      'debits              25.00 KES',
      '  to bank_fee       25.00 KES',
      'open: 2 lines      407.00 KES',
      'closing balance     not given',
    ])
    await payments.statements.import([lineOf(4, 'credit', 1)], { account: 'till' })
    const again = await callCommand(closeCommand, payments, day)
    expect(again.stdout).toContain('1 line was stored or changed since.')
    const empty = await callCommand(closeCommand, payments, day.with(3, '2026-11-18'))
    expect(empty.stdout).toContain('The day has no lines.')
  })

  it('--through closes all days with lines, and answers 1 where it stops', async () => {
    const { payments } = testService({ timeZone: 'Africa/Nairobi' })
    const lineOf = (valueDate: string) =>
      ({ row: 1, direction: 'credit', amount: 700, currency: 'KES', valueDate, lineId: valueDate }) as const
    await payments.statements.import(['2026-11-17', '2026-11-19', '2026-11-21'].map(lineOf), { account: 'till' })
    const through = (last: string) => ['--account', 'till', '--through', last, '--actor', 'amina', ...zone]
    const first = await callCommand(closeCommand, payments, through('2026-11-18'))
    expect(first.code).toBe(0)
    expect(first.stdout).toContain('1 day of till closed; no day up to 2026-11-18 is left.')
    const rest = await callCommand(closeCommand, payments, through('2026-11-30'))
    expect(rest.code).toBe(1)
    expect(rest.stdout).toContain('1 day of till closed; stopped at 2026-11-21: invalid_request.')
    const json = await callCommand(closeCommand, payments, [...through('2026-11-30'), '--json'])
    expect(jsonLines(json.stdout)).toEqual([{ closed: [], stopped: { day: '2026-11-21', code: 'invalid_request' } }])
    const both = callCommand(closeCommand, payments, [...day, '--through', '2026-11-30'])
    await expect(both).rejects.toThrow('--day and --through cannot be given together')
  })

  it('month prints the tie-out of each account', async () => {
    const { payments } = testService()
    const line = { row: 1, direction: 'credit', amount: 700, currency: 'KES', valueDate: '2026-11-17' } as const
    await payments.statements.import([line], { account: 'till' })
    const { stdout } = await callCommand(monthCommand, payments, ['--month', '2026-11'])
    expect(stdout).toContain('2026-11 of till, KES\n')
    expect(stdout).toMatch(/credits +7\.00 KES\n/)
    expect(stdout).toMatch(/unexplained +not known\n/)
    expect(stdout).toMatch(/difference +0\.00 KES\n/)
    const json = await callCommand(monthCommand, payments, ['--month', '2026-11', '--account', 'till', '--json'])
    expect(jsonLines(json.stdout)).toEqual([await payments.days.month({ month: '2026-11' })])
    const none = await callCommand(monthCommand, payments, ['--month', '2026-10'])
    expect(none.stdout).toBe('No lines and no balances.\n')
  })

  it('refuses a day that is not over, and a call without account, day and actor', async () => {
    const { payments } = testService()
    const early = callCommand(closeCommand, payments, [...day.with(3, '2026-11-20')])
    await expect(early).rejects.toSatisfy((error) => isPaymentError(error, 'invalid_request'))
    for (const i of [0, 2, 4]) {
      const missing = callCommand(closeCommand, payments, day.toSpliced(i, 2))
      await expect(missing).rejects.toThrow(`${day[i]} is required`)
    }
  })

  it('takes the zone of the last closing without --time-zone, and refuses the first closing without one', async () => {
    const { payments } = testService({ timeZone: 'Africa/Nairobi' })
    // One of each call: the database is opened once.
    const zones: unknown[] = []
    const close = (account: string) =>
      callCommand(closeCommand, payments, day.slice(0, -2).with(1, account), {}, async ({ fallbackZone } = {}) =>
        zones.push(await fallbackZone?.(payments)),
      )
    await expect(close('till')).rejects.toThrow(/^The time zone of the day is not known/)
    expect((await payments.days.list()).items).toEqual([])
    await callCommand(closeCommand, payments, day)
    await close('till')
    await close('another')
    expect(zones).toEqual(['Africa/Nairobi', 'Africa/Nairobi'])
  })
})

describe('hospital-payments receipts', () => {
  const receipted = async () => {
    const { payments } = testService()
    for (const reference of ['INV-1', 'INV-2']) {
      const { id } = await payments.createPayment(request({ reference }))
      await payments.confirmPayment(id)
      await payments.receipts.issue(id, { actor: 'sara' })
    }
    return payments
  }

  it('lists receipts by year and number, for people and as JSON', async () => {
    const payments = await receipted()
    const { stdout } = await callCommand(receiptsCommand, payments, [])
    expect(stdout.split('\n')).toHaveLength(4)
    expect(stdout).toMatch(/2026 +2 +valid +2026-11-20T09:00:00.000Z +sara +1,500.00 ETB +INV-2 +mobile-banking +0/)
    const json = await callCommand(receiptsCommand, payments, ['--json', '--year', '2026', '--limit', '1'])
    expect(jsonLines(json.stdout)).toEqual((await payments.receipts.list({ limit: 1 })).items)
    const none = await callCommand(receiptsCommand, payments, ['--actor', 'amina', '--from', '2026-11-20'])
    expect(none.stdout).toBe('No receipts.\n')
  })

  it('with --csv, writes the file of the service', async () => {
    const payments = await receipted()
    const { stdout } = await callCommand(receiptsCommand, payments, ['--csv', '--mode', 'exact', '--to', '2026-11-20'])
    expect(stdout).toBe((await collect(payments.receipts.exportCsv({ mode: 'exact' }))).join(''))
  })

  it('refuses --csv with --json, and options of CSV without --csv', async () => {
    const { payments } = testService()
    await expect(callCommand(receiptsCommand, payments, ['--csv', '--json'])).rejects.toThrow('not both')
    await expect(callCommand(receiptsCommand, payments, ['--bom'])).rejects.toThrow('give --csv too')
  })
})

describe('hospital-payments journal', () => {
  const days = ['--from', '2026-11-20', '--to', '2026-11-20']
  const period = { from: '2026-11-20', to: '2026-11-20' }
  const withLine = async () => {
    const { payments } = testService()
    const line = { row: 1, direction: 'credit', amount: 900, currency: 'ETB', valueDate: '2026-11-19' } as const
    await payments.statements.import([{ ...line, narration: 'from Abebe' }], { account: 'cbe', actor: 'run' })
    return payments
  }
  const journalOf = async (payments: HospitalPayments, ...args: Parameters<typeof payments.reports.journal>) =>
    (await collect(payments.reports.journal(...args))).join('')

  it('writes the file of the service', async () => {
    const payments = await withLine()
    const { stdout } = await callCommand(journalCommand, payments, days)
    expect(stdout).toBe(await journalOf(payments, period))
    const args = [...days, '--accounts', 'cbe,abay', '--mode', 'exact', '--no-memo']
    const exact = await callCommand(journalCommand, payments, args)
    const options = { mode: 'exact', memo: false } as const
    expect(exact.stdout).toBe(await journalOf(payments, { ...period, accounts: ['cbe', 'abay'] }, options))
    expect(exact.stdout).not.toContain('Abebe')
  })

  it('refuses --json, and days that are left out', async () => {
    const payments = await withLine()
    await expect(callCommand(journalCommand, payments, [...days, '--json'])).rejects.toThrow('leave --json out')
    await expect(callCommand(journalCommand, payments, ['--from', '2026-11-20'])).rejects.toThrow('to is required')
  })
})

describe('hospital-payments audit', () => {
  const days = ['--from', '2026-11-20', '--to', '2026-11-20']
  const period = { from: '2026-11-20', to: '2026-11-20' }

  it('lists who did what, newest first, for people, as JSON and as CSV', async () => {
    const payments = await billed()
    const { stdout } = await callCommand(auditCommand, payments, days)
    expect(stdout.split('\n')).toHaveLength(6)
    expect(stdout).toMatch(/2026-11-20T09:00:00.000Z +payment\.created +1,500.00 ETB +pay_/)
    const json = await callCommand(auditCommand, payments, [...days, '--json', '--limit', '2'])
    expect(jsonLines(json.stdout)).toEqual((await payments.reports.audit({ ...period, limit: 2 })).items)
    const csv = await callCommand(auditCommand, payments, [...days, '--csv', '--mode', 'exact'])
    expect(csv.stdout).toBe((await collect(payments.reports.exportAudit(period, { mode: 'exact' }))).join(''))
    const none = await callCommand(auditCommand, payments, [...days, '--actor', 'amina'])
    expect(none.stdout).toBe('No events.\n')
  })

  it('refuses --csv with --json, options of CSV without --csv, and days that are left out', async () => {
    const { payments } = testService()
    await expect(callCommand(auditCommand, payments, [...days, '--csv', '--json'])).rejects.toThrow('not both')
    await expect(callCommand(auditCommand, payments, [...days, '--bom'])).rejects.toThrow('give --csv too')
    await expect(callCommand(auditCommand, payments, [])).rejects.toThrow('from is required')
  })
})
