/** The examples as programs of their own; what they do is in the tests beside this one. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { repositoryContract } from 'hospital-payments/testing'
import { expect, it, onTestFinished } from 'vitest'
import { closeNovember } from '../../examples/close-month/month.js'
import { isDone, printMonth } from '../../examples/close-month/print.js'
import { settleNovember } from '../../examples/settle-statement/november.js'
import { expectedWeek, records, start } from './collect-payments.js'
import { runProgram } from './program.js'
import { checkNovember } from './settle-statement.js'

const plain = (text: string) => text

const kitCases = repositoryContract(() => Promise.reject(new Error('counted here, not run')))

it('examples/collect-payments: prints the same in every run and every host zone, without colour, patients or phones', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'collect-payments-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const out = ['--out', join(folder, 'payments.csv')]
  const first = await start(out)
  const second = await start(out, { TZ: 'America/New_York' })
  expect(first.stderr).toBe('')
  expect(first.status).toBe(0)
  expect(second.stdout).toBe(first.stdout)
  expect(first.stdout).toContain('using reference INV-26-')
  expect(first.stdout).toContain('They agree.')
  expect(first.stdout).not.toContain('\u001b')
  for (const { patient = '', phone = '' } of records('invoices.csv')) {
    expect(first.stdout).not.toContain(patient)
    expect(first.stdout).not.toContain(phone)
  }
  expect(parse(readFileSync(join(folder, 'payments.csv'), 'utf8')).length).toBe(expectedWeek().accepted + 1)
})

it('examples/close-month: prints the same in every run', async () => {
  const { stdout, stderr } = await runProgram('examples/close-month/main.ts')
  expect(stderr).toBe('')
  const month = await closeNovember()
  expect(stdout).toBe(printMonth(month, { heading: plain, good: plain, bad: plain }))
  expect(isDone({ ...month, found: month.reopened.verified })).toBe(false)
})

it('examples/settle-statement: prints forty difficult lines as they are settled, without a name or a phone number', async () => {
  const { status, stdout, stderr } = await runProgram('examples/settle-statement/main.ts')
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toBe(await checkNovember(await settleNovember()))
  expect(stdout).not.toMatch(/\*\*\*\*|\b(0|254)7\d{6}/)
  expect(stdout).not.toMatch(/njoroge|achieng|kiprono|wanjiru|kamau/i)
  for (const reason of ['one_character_differs', 'phone', 'payer_name', 'same_open_amount', 'search: 2 found'])
    expect(stdout).toContain(reason)
})

it('examples/provider-callback: prints its day, and that the books agree', async () => {
  const { stdout, stderr } = await runProgram('examples/provider-callback/main.ts')
  const lines = stdout.split('\n').map((line) => line.trim().replace(/ {2,}/g, ' | '))
  expect(stderr).toBe('')
  expect(lines).toEqual(
    expect.arrayContaining([
      'INV-1 is paid | 200 settled',
      'the same message nine times more | 9 x 200 duplicate',
      expect.stringMatching(/^INV-2 is paid: ten times at once \| 200 (already_)?settled, then 9 x 200 duplicate$/),
      'INV-3 is paid, says a stranger | 401 not_verified',
      'INV-3 is paid, in another body than was signed | 401 not_verified',
      'INV-3 is paid, signed ten minutes ago | 401 not_verified',
      'INV-4 has failed, comes after it | 200 to_look_at',
      'INV-5 is paid, comes after it | 200 settled',
      'INV-6 is paid, 100 too little | 200 to_look_at',
      'INV-99 is paid, and was never billed | 200 to_look_at',
      'INV-7 is paid, and the power fails before the end | 503 try_again, then 200 settled',
      'INV-4 | invalid_transition | payment.failed',
      'INV-6 | amount_mismatch | payment.completed | 1,400.00 ETB | FT-6',
      'INV-99 | unknown_reference | payment.completed | 1,500.00 ETB | FT-7',
      'INV-1 | duplicate_payment | payment.completed | 1,500.00 ETB | FT-8',
      'INV-3 | id_reused | payment.completed | 1,500.00 ETB | FT-9',
    ]),
  )
  const books = lines.slice(lines.indexOf('The books') + 2, lines.indexOf('Does it add up?') - 1)
  expect(books).toEqual([
    'INV-1 | 1,500.00 ETB | 1 | pending, succeeded',
    'INV-2 | 1,500.00 ETB | 1 | pending, succeeded',
    'INV-3 | 1,500.00 ETB | 0 | pending',
    'INV-4 | 1,500.00 ETB | 1 | pending, succeeded',
    'INV-5 | 1,500.00 ETB | 1 | pending, failed, succeeded',
    'INV-6 | 1,500.00 ETB | 0 | pending',
    'INV-7 | 1,500.00 ETB | 1 | pending, succeeded',
  ])
  expect(lines).toContain('They agree.')
})

it('examples/custom-repository: a storage in a file passes the kit without a test runner', async () => {
  const { status, stdout, stderr } = await runProgram('examples/custom-repository/main.ts')
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toBe(`${kitCases.length} of ${kitCases.length} cases passed\n`)
})
