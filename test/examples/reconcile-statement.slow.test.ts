import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { HospitalPayments, LineItem, ReconcileOptions } from 'hospital-payments'
import { manualClock } from 'hospital-payments/testing'
import Papa from 'papaparse'
import { afterAll, describe, expect, it } from 'vitest'
import { ask } from '../../examples/reconcile-statement/ask.js'
import { openHospital } from '../../examples/reconcile-statement/hospital.js'
import { openStatement } from '../../examples/reconcile-statement/open-statement.js'
import { sampleAgrees } from '../../examples/reconcile-statement/print-sample.js'
import { readBills } from '../../examples/reconcile-statement/read-bills.js'
import { accounts, reconcileSample } from '../../examples/reconcile-statement/sample.js'
import { Sums } from '../../examples/reconcile-statement/sums.js'
import { cellsOf, minor, sample, start } from './reconcile-statement.js'
import { bankRows, type ExpectedRow, mpesaRows } from './reconcile-statement-rows.js'

const folder = mkdtempSync(join(tmpdir(), 'reconcile-statement-'))
afterAll(() => rmSync(folder, { recursive: true }))

const [mpesa, bank] = accounts

async function openSample(): Promise<HospitalPayments> {
  const clock = manualClock()
  const { payments } = await openHospital(clock)
  const bills = await ask(payments, clock, readBills(sample('bills.csv'), '2026-10-01T00:00:00Z'), 'bills.csv')
  expect(bills).toEqual({ bills: 88, refused: [] })
  clock.set('2026-11-01T05:30:00Z')
  return payments
}

async function linesOf(
  payments: HospitalPayments,
  { file, mapping, account }: (typeof accounts)[number],
  options: Partial<ReconcileOptions> = {},
): Promise<LineItem[]> {
  const { reader } = await openStatement(sample(file), { format: 'csv', mapping })
  const items: LineItem[] = []
  for await (const item of payments.reconcile(reader, { account, ...options }))
    if (item.kind === 'line') items.push(item)
  return items
}

function rowOf({ row, outcome, rule, allocations }: LineItem): ExpectedRow {
  const bills = allocations.map(({ reference, amount }) => reference.slice(-4) + (amount > 0 ? `=${amount}` : ''))
  return [row, outcome, rule, bills.join(' ')]
}

/** Writes each payment as one text, which shows if anything was written. */
async function everything(payments: HospitalPayments): Promise<string> {
  const { items } = await payments.reportPayments({ limit: 500 })
  return JSON.stringify(await Promise.all(items.map(({ paymentId }) => payments.getPayment(paymentId))))
}

describe('examples/reconcile-statement: the lines of the sample', () => {
  it.each([
    ['M-Pesa', mpesa, mpesaRows],
    ['the bank', bank, bankRows],
  ] as const)(
    'come to the sums of %s that were worked out by hand: previewed, applied, and applied again',
    async (_, account, rows) => {
      const payments = await openSample()
      const untouched = await everything(payments)
      expect((await linesOf(payments, account)).map(rowOf)).toEqual(rows)
      expect(await everything(payments)).toBe(untouched)

      const applied = await linesOf(payments, account, { apply: true })
      expect(applied.map(rowOf)).toEqual(rows)
      const written = await everything(payments)
      expect(written).not.toBe(untouched)

      const wrote = new Set(applied.filter((item) => item.applied).map(({ row }) => row))
      const again = rows.map(([row, outcome, ...rest]) => {
        if (wrote.has(row)) return [row, 'already_reconciled', null, '']
        return [row, outcome === 'possible_duplicate' ? 'on_hold' : outcome, ...rest]
      })
      expect((await linesOf(payments, account, { apply: true })).map(rowOf)).toEqual(again)
      expect(await everything(payments)).toBe(written)
    },
  )

  it('confirm late, expired and failed payments, and leave a payment that was created again its reference', async () => {
    const payments = await openSample()
    await linesOf(payments, mpesa, { apply: true })
    const now = async (reference: string) =>
      (await payments.findByReference(reference)).items.map(({ status, late, amountReconciled, paidAt }) => [
        status,
        late,
        amountReconciled,
        paidAt,
      ])
    expect(await now('BTH-26-1024')).toEqual([['succeeded', true, 90000, '2026-10-11T13:05:29.000Z']])
    expect(await now('BTH-26-1025')).toEqual([['succeeded', false, 130000, '2026-10-15T06:41:13.000Z']])
    expect(await now('BTH-26-1026')).toEqual([
      ['succeeded', false, 200000, '2026-10-23T08:02:32.000Z'],
      ['expired', false, 0, null],
    ])
    expect(await now('BTH-26-1027')).toEqual([['pending', false, 300000, null]])
    expect(await now('BTH-26-1039')).toEqual([['pending', false, 0, null]])
  })
})

describe('examples/reconcile-statement: the money of the sample', () => {
  const month = reconcileSample(join(folder, 'month'))

  it('is the sum of the M-Pesa file by rules of thumb, and its balances', async () => {
    const credits = new Sums()
    const debits = new Sums()
    let lines = 0
    let balance: bigint | null = null
    for (const { line, cell } of cellsOf('mpesa-october.csv', 4).reverse()) {
      const paidIn = minor(cell('Paid In').replace('1,5O0.00', '1,500.00')) ?? 0n
      const withdrawn = minor(cell('Withdrawn')) ?? 0n
      const isCompleted = cell('Transaction Status') === 'Completed'
      const now = minor(cell('Balance'))!
      if (balance !== null) expect(now).toBe(isCompleted ? balance + paidIn - withdrawn : balance)
      balance = now
      if (!isCompleted || line === 17) continue
      lines++
      credits.add(paidIn, 'KES')
      debits.add(withdrawn, 'KES')
    }
    const { read } = (await month).accounts[0]!.apply
    expect(read).toMatchObject({ lines, rejected: 1, statements: [] })
    expect(`${Sums.of(read.credits)}`).toBe(`${credits}`)
    expect(`${Sums.of(read.debits)}`).toBe(`${debits}`)
  })

  it('is the sum of the file of the bank', async () => {
    const credits = new Sums()
    const debits = new Sums()
    let lines = 0
    for (const { cell } of cellsOf('cbe-october.csv', 1)) {
      const text = cell('Transferred Amount').replace('ETB', '').trim()
      const amount = minor(text.includes('.') ? text : `${text}.00`) ?? 0n
      if (amount === 0n || cell('Payment Date').includes('/32/')) continue
      lines++
      const sums = cell('Payer') === 'Border Town Hospital' ? debits : credits
      sums.add(amount, 'ETB')
    }
    const { read } = (await month).accounts[1]!.apply
    expect(read).toMatchObject({ lines, rejected: 4, statements: [] })
    expect(`${Sums.of(read.credits)}`).toBe(`${credits}`)
    expect(`${Sums.of(read.debits)}`).toBe(`${debits}`)
  })

  it('arrives at the payments as the table by hand says', async () => {
    const { reconciled } = await month
    const allocatedIn = (rows: readonly ExpectedRow[]) =>
      rows.flatMap(([, , , bills]) => bills.match(/(?<==)\d+/g) ?? []).reduce((sum, amount) => sum + BigInt(amount), 0n)
    expect(`${reconciled.before}`).toBe('')
    expect(`${reconciled.after}`).toBe(`${allocatedIn(bankRows)} ETB, ${allocatedIn(mpesaRows)} KES`)
  })

  it('leaves over what is on no statement, and what may still come', async () => {
    const { after } = await month
    const references = (outcome: 'missing_line' | 'expected') =>
      after.notes.payments.get(outcome)?.first.map(({ payment }) => payment.reference.slice(-4))
    expect(references('missing_line')).toEqual(['1040', '1032', '2040', '2037', '2042', '1042'])
    expect(references('expected')).toEqual(['1041', '2041'])
  })

  it('is written for finance as CSV, one row an allocation', async () => {
    await month
    const rows = (name: string): Record<string, string>[] =>
      parse(readFileSync(join(folder, 'month', name), 'utf8'), { columns: true })
    const written = rows('mpesa-october.csv')
    const expected = mpesaRows.flatMap(([row, outcome, , bills]) => bills.split(' ').map(() => `${row} ${outcome}`))
    expect(written.map(({ row, outcome }) => `${row} ${outcome}`)).toEqual(expected)
    expect(written.filter(({ applied }) => applied === 'true').length).toBe(34)
    expect(rows('payments-october.csv').every(({ kind }) => kind === 'payment')).toBe(true)
  })

  it('fails the check when a sum is changed', async () => {
    const whole = await month
    expect(sampleAgrees(whole)).toBe(true)
    const [first, second] = whole.accounts
    const wrong = { ...first!, apply: { ...first!.apply, agrees: false } }
    expect(sampleAgrees({ ...whole, accounts: [wrong, second!] })).toBe(false)
    const lost = { ...whole.reconciled, after: Sums.of([{ amount: '1', currency: 'KES' }]) }
    expect(sampleAgrees({ ...whole, reconciled: lost })).toBe(false)
  })
})

describe('examples/reconcile-statement: the printed sample', () => {
  it('is the same in every run and host zone, without colour, names or phones', async () => {
    const out = ['--out', join(folder, 'printed')]
    const first = await start(out)
    const second = await start(out, { TZ: 'America/New_York' })
    expect(first.stderr).toBe('')
    expect(first.status).toBe(0)
    expect(second.stdout).toBe(first.stdout)
    expect(first.stdout).not.toContain('\u001b')
    expect(first.stdout).not.toMatch(/2547|\*\*\*\*/)
    const names = cellsOf('cbe-october.csv', 1).flatMap(({ cell }) => [cell('Payer'), cell('Receiver')])
    for (const name of names) expect(first.stdout).not.toContain(name)
    const parties = cellsOf('mpesa-october.csv', 4).map(({ cell }) => cell('Other Party Info').split(' - ')[1])
    for (const name of parties) if (name) expect(first.stdout.toUpperCase()).not.toContain(name.toUpperCase())
  })

  it('prints sums by outcome, what to look at, and that everything adds up', async () => {
    const { stdout } = await start(['--out', join(folder, 'printed')])
    expect(stdout).toMatch(/matched +credit +21 +104,460\.00 KES +21 +104,460\.00 KES +-/)
    expect(stdout).toMatch(/already_reconciled +credit +- +- +33 +145,580\.00 KES/)
    expect(stdout).toMatch(/32 +15,000\.00 ETB +over_paid +BTH-26-2030 +has more money than the payment has open/)
    expect(stdout).toMatch(/9 +1,650\.00 KES +BTH-26-1033 +of 1,650\.00 KES: paid back\?/)
    expect(stdout).toMatch(/of which refused afterwards +1 +560\.00 ETB/)
    expect(stdout.match(/They agree\./g)?.length).toBe(3)
    expect(stdout).not.toContain('DISAGREE')
  })

  it('prints the same from a database, and counts nothing twice when it is run again there', async () => {
    const inMemory = await start(['--out', join(folder, 'database')])
    const args = ['--database', join(folder, 'hospital.db'), '--out', join(folder, 'database')]
    const first = await start(args)
    expect(first.stdout).toBe(inMemory.stdout)
    const second = await start(args)
    expect(second.status).toBe(0)
    expect(second.stdout).toMatch(/reconciled before +90,075\.50 ETB, 145,580\.00 KES\n +recorded by the lines +-\n/)
    const rows = Papa.parse<string[]>(readFileSync(join(folder, 'database/cbe-october.csv'), 'utf8')).data
    expect(rows.filter(([, , outcome]) => outcome === 'already_reconciled').length).toBe(27)
  })
})
