import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, describe, expect, it } from 'vitest'
import { allAgree, countEverywhere } from '../../examples/collect-payments/check.js'
import { collectSample } from '../../examples/collect-payments/collect-sample.js'
import type { Refusal } from '../../examples/collect-payments/refusal.js'
import { styleFor, table } from '../../examples/collect-payments/text.js'
import { writeCsv } from '../../examples/collect-payments/write-csv.js'
import { type CsvRecord, expectedWeek, records, sample } from './collect-payments.js'

const folder = mkdtempSync(join(tmpdir(), 'collect-payments-'))
afterAll(() => rmSync(folder, { recursive: true }))

function codes(refused: readonly Refusal[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { code } of refused) counts[code] = (counts[code] ?? 0) + 1
  return counts
}

describe('examples/collect-payments: the sample', () => {
  const week = collectSample(sample('invoices.csv'), sample('callbacks.csv'))

  it('creates one payment for every sound invoice, and none for retries', async () => {
    const { created, invoices, payments } = await week
    expect(created.length).toBe(expectedWeek().accepted)
    expect(invoices.rows).toBe(records('invoices.csv').length)
    expect(created.length + invoices.retries + invoices.refused.length).toBe(invoices.rows)
    const { items } = await payments.totals()
    expect(items.reduce((sum, { count }) => sum + count, 0)).toBe(created.length)
  })

  it('settles exactly the money that the callbacks prove', async () => {
    const { items } = await (await week).payments.totals({ status: 'succeeded' })
    const paid = new Map(items.map(({ channel, currency, amount }) => [`${channel} ${currency}`, BigInt(amount)]))
    expect(paid).toEqual(expectedWeek().paid)
    expect(paid.size).toBe(5)
  })

  it('refuses what must be refused, each by its code', async () => {
    const { invoices, callbacks } = await week
    expect(codes(invoices.refused)).toEqual({
      invalid_request: 8,
      reference_conflict: 4,
      idempotency_conflict: 2,
      unsupported_currency: 2,
      unsupported_channel: 1,
      unreadable_row: 1,
    })
    expect(codes(callbacks.refused)).toEqual({
      duplicate_payment: 3,
      amount_mismatch: 3,
      unknown_reference: 3,
      invalid_transition: 3,
      invalid_request: 1,
    })
    expect(callbacks.applied + callbacks.repeated + callbacks.refused.length).toBe(records('callbacks.csv').length)
  })

  it('names the line of the file on which a refused row begins, also below cells with line breaks', async () => {
    const lines = sample('invoices.csv').split('\n')
    for (const { row, code } of (await week).invoices.refused) {
      if (code === 'unsupported_channel') expect(lines[row - 1]).toContain(',cheque,')
      if (code === 'unreadable_row') expect(lines[row - 1]).toContain(',birr,')
      if (code === 'unsupported_currency') expect(lines[row - 1]).toMatch(/,(EUR|GBP),/)
    }
  })

  it('accepts money that came after expiry, and marks only what was paid late', async () => {
    const { payments, created, callbacks } = await week
    const now = await Promise.all(created.map(async ({ id }) => (await payments.getPayment(id))!))
    const late = now.filter((payment) => payment.late)
    expect(late.length).toBe(4)
    expect(callbacks.late).toBe(4)
    expect(late.every(({ status, paidAt, expiresAt }) => status === 'succeeded' && paidAt! > expiresAt!)).toBe(true)
    const histories = await Promise.all(now.map(({ id }) => payments.history(id)))
    const afterExpiry = histories.filter((events) => events.some(({ data }) => data.previousStatus === 'expired'))
    expect(afterExpiry.length).toBeGreaterThan(late.length)
  })

  it('writes a CSV that csv-parse reads back as the payments, formulas made harmless', async () => {
    const { payments, created } = await week
    const file = join(folder, 'read-back.csv')
    await writeCsv(payments, file)
    const rows: CsvRecord[] = parse(readFileSync(file, 'utf8'), { columns: true })
    expect(rows.map((row) => row['paymentId']).sort()).toEqual(created.map(({ id }) => id).sort())
    const sum = (amounts: readonly (string | number | undefined)[]) =>
      amounts.reduce((all, one) => all + BigInt(one ?? 0), 0n)
    expect(sum(rows.map((row) => row['amount']))).toBe(sum(created.map(({ amount }) => amount)))
    expect(rows.map((row) => row['reference'])).toContain("'=1+2-10391")
    expect(rows.some((row) => /^[=@]/.test(row['description'] ?? ''))).toBe(false)
    expect(allAgree(await countEverywhere(payments, created, file))).toBe(true)
  })

  it('fails where the places do not agree', async () => {
    const { payments, created } = await week
    const file = join(folder, 'disagree.csv')
    await writeCsv(payments, file)
    expect(allAgree(await countEverywhere(payments, created.slice(1), file))).toBe(false)
  })
})

describe('examples/collect-payments: the printed form', () => {
  it('is coloured only on a terminal whose owner did not ask for none', () => {
    expect(styleFor({ isTTY: true }, undefined).heading('Totals')).not.toBe('Totals')
    expect(styleFor({ isTTY: true }, '1').heading('Totals')).toBe('Totals')
    expect(styleFor({}, undefined).heading('Totals')).toBe('Totals')
  })

  it('aligns columns by what a reader sees', () => {
    expect(table('lr', [['ደረሰኝ', '1'], ['ab', '1,000']])).toEqual(['ደረሰኝ      1', 'ab    1,000']) // prettier-ignore
  })
})
