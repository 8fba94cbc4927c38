/** Two months of the sample hospital: a charge that a person settles once in November settles itself by a rule in December. */
import type { AccountLine, HospitalPayments } from 'hospital-payments'
import { readCsvStatement } from 'hospital-payments/statements'
import { manualClock } from 'hospital-payments/testing'
import { expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { accounts, month, openFile } from '../../examples/settle-statement/accounts.js'
import { askForBills } from '../../examples/settle-statement/bills.js'
import { openHospital } from '../../examples/settle-statement/hospital.js'
import { suggestedText } from '../../src/domain/rules/suggested-text.js'

const almaz = { actor: 'almaz' }

/** The charges and own transfers of November, by a part of the bank's text, with the category that a person gives each. */
const categories = [
  ['LEDGER FEE', 'bank_charge'],
  ['Settlement Charge', 'bank_charge'],
  ['Settlement to bank', 'own_transfer'],
] as const

const categoryOfPerson = ({ narration = '' }: AccountLine) => categories.find(([part]) => narration.includes(part))?.[1]

/** Returns a file of November as that of December: other dates, receipts and names of the month. */
function asDecember(fileName: string): string {
  const text = readFileSync(new URL(`../../examples/settle-statement/data/${fileName}`, import.meta.url), 'utf8')
  return text
    .replaceAll('/11/2026', '/12/2026')
    .replaceAll('-11-2026', '-12-2026')
    .replaceAll('NOV', 'DEC')
    .replaceAll(/^SK/gm, 'SL')
}

const openLines = async (payments: HospitalPayments) =>
  (await payments.lines.list({ status: 'open', limit: 500 })).items

it('rules: a second month needs no hand for charges and fees', async () => {
  const clock = manualClock()
  const payments = openHospital(clock)
  await askForBills(payments, clock)
  clock.set('2026-12-01T06:00:00.000Z')
  for (const file of accounts) {
    const { account, fileName, channels } = file
    await payments.statements.import(openFile(file), { account, fileName, channels, period: month, ...almaz })
  }

  // November: one rule from one line of each kind.
  const charges = (await openLines(payments)).filter((line) => categoryOfPerson(line) !== undefined)
  expect(charges).toHaveLength(3)
  const made: string[] = []
  for (const line of charges) {
    const { account, direction } = line
    const rule = { text: suggestedText(line), account, direction, category: categoryOfPerson(line)! }
    made.push(`${rule.account} ${rule.text}`)
    expect(await payments.rules.try(rule)).toEqual({ lines: 1 })
    const { id } = await payments.rules.create(rule, almaz)
    expect(await payments.rules.apply(id, almaz)).toEqual({ settled: 1 })
  }
  expect(made.sort()).toEqual([
    'bank-1100 LEDGER FEE',
    'mpesa-600123 Organization Settlement Charge',
    'mpesa-600123 Organization Settlement to bank',
  ])
  const before = new Set((await openLines(payments)).map(({ key }) => key))

  // December: only the statements come.
  clock.set('2027-01-01T06:00:00.000Z')
  for (const { account, fileName, mapping, channels } of accounts) {
    const about = { account, fileName: fileName.replace('november', 'december'), channels, ...almaz }
    await payments.statements.import(readCsvStatement(asDecember(fileName), mapping), about)
  }
  const december = await payments.lines.list({ from: '2026-12-01', to: '2026-12-31', limit: 500 })
  const ofCharges = december.items.filter((line) => categoryOfPerson(line) !== undefined)
  expect(ofCharges.map(({ status, outcome, version }) => [status, outcome, version])).toEqual(
    Array.from({ length: 3 }, () => ['settled', 'set_aside', 1]),
  )
  const rules = new Map((await payments.rules.list()).items.map((rule) => [rule.id, rule]))
  for (const { allocations, narration, amount } of ofCharges) {
    const [allocation] = allocations
    expect(allocations).toMatchObject([{ to: 'category', by: 'rule', amount }])
    expect(narration).toContain(rules.get(allocation!.ruleId!)!.text)
  }
  const left = (await openLines(payments)).filter(({ key }) => !before.has(key))
  expect(left.filter((line) => categoryOfPerson(line) !== undefined)).toEqual([])
})
