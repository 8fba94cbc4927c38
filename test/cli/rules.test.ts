import type { Rule } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { rulesCommand } from '../../src/cli/commands/rules.js'
import { start, testService } from '../support/service.js'
import { callCommand } from './support/call.js'
import { jsonLines } from './support/io.js'

const conditions = ['--text', 'ledger fee', '--category', 'bank_fee']
const amina = ['--actor', 'amina']

/** Makes two open charges, and runs the command. */
async function withCharges() {
  const { payments } = testService()
  const fee = { direction: 'debit', amount: 2500, currency: 'ETB', valueDate: '2026-11-20' } as const
  const lines = [2, 3].map((row) => ({ ...fee, row, narration: `LEDGER FEE ${row}` }))
  await payments.statements.import(lines, { account: 'cbe-1000' })
  const run = (...args: string[]) => callCommand(rulesCommand, payments, args)
  const created = async (...more: string[]) =>
    jsonLines((await run('--create', ...conditions, ...amina, '--json', ...more)).stdout)[0] as Rule
  return { payments, run, created }
}

describe('hospital-payments rules', () => {
  it('tries, creates, applies and lists rules, and deletes one', async () => {
    const { run, created, payments } = await withCharges()
    expect((await run('--try', ...conditions)).stdout).toBe('The rule would settle 2 open lines now.\n')
    expect((await run()).stdout).toBe('No rules.\n')
    const rule = await created()
    expect(rule).toEqual(await payments.rules.get(rule.id))
    const { stdout } = await run()
    expect(stdout.split('\n').map((row) => row.split(/ {2,}/))).toEqual([
      ['created', 'by', 'side', 'account', 'amount', 'text', 'category', 'deleted', 'rule'],
      [start, 'amina', 'debit', 'all', 'any', 'ledger fee', 'bank_fee', rule.id],
      [''],
    ])
    expect((await run(rule.id, '--apply', ...amina, '--limit', '1')).stdout).toBe('Settled 1 line.\n')
    expect(jsonLines((await run(rule.id, '--apply', ...amina, '--json')).stdout)).toEqual([{ settled: 1 }])
    expect((await run(rule.id, '--delete', ...amina)).stdout).toContain(rule.id)
    expect(jsonLines((await run(rule.id, '--json')).stdout)).toMatchObject([{ deletedAt: start }])
    expect(jsonLines((await run('--json')).stdout)).toEqual([])
  })

  it('creates a rule of an account, a side and an amount', async () => {
    const { created, run } = await withCharges()
    const money = ['--amount', '2500', '--currency', 'ETB']
    const rule = await created('--account', 'cbe-1000', '--side', 'credit', ...money)
    expect(rule).toMatchObject({ account: 'cbe-1000', direction: 'credit', amount: 2500, currency: 'ETB' })
    expect((await run(rule.id)).stdout).toContain('25.00 ETB')
  })

  it('refuses a rule that the library refuses, and an unknown one', async () => {
    const { run } = await withCharges()
    await expect(run('--try', '--text', 'fee', '--category', 'x')).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(run('rul_00000000000000000000000000')).rejects.toMatchObject({ code: 'rule_not_found' })
    await expect(run('x', '--delete', ...amina)).rejects.toMatchObject({ code: 'rule_not_found' })
  })

  it.each([
    [['--create', '--try', ...conditions], '--create or --try, not both.'],
    [['--apply', ...amina], '--apply is for one rule: give its ID too.'],
    [['rul_1', '--try', ...conditions], '--try is for a new rule: leave the ID out.'],
    [['--text', 'ledger fee'], '--text is not for this call; see the help.'],
    [['--create', ...conditions], '--actor is required, such as --actor amina'],
    [['--create', '--category', 'x', ...amina], '--text is required, such as --text "ledger fee"'],
  ])('refuses %j', async (args, message) => {
    const { run } = await withCharges()
    await expect(run(...args)).rejects.toMatchObject({ message })
  })
})
