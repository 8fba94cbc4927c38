import { describe, expect, it } from 'vitest'
import { accountsCommand } from '../../src/cli/commands/accounts.js'
import { cashCommand } from '../../src/cli/commands/cash.js'
import { cashWindow, people } from '../operations/cash/support/window.js'
import { testService } from '../support/service.js'
import { callCommand } from './support/call.js'
import { jsonLines } from './support/io.js'

/** Opens a session, takes cash, sends some of it, and leaves a difference of another session. */
async function cashOfADay() {
  const { cash, open, take, payments } = cashWindow()
  const short = await open(1_234_567, { point: 'window-2', actor: people.other })
  await cash.close({ sessionId: short.id, counted: 1_234_500, actor: people.other })
  const session = await open()
  await take(session.id, { payerId: 'MRN-1' })
  const { line } = await cash.send({
    ...{ sessionId: session.id, amount: 30_000, to: 'cash.safe', reference: 'BAG-7', actor: people.cashier },
  })
  return { payments, session, short, line }
}

describe('hospital-payments cash', () => {
  it('prints open sessions, balances, transfers and differences as a text', async () => {
    const { payments, session, short } = await cashOfADay()
    const { stdout, stderr, code } = await callCommand(cashCommand, payments, [])
    expect([stderr, code]).toEqual(['', 0])
    expect(stdout.replaceAll(session.id, 'csh_1').replaceAll(short.id, 'csh_2')).toBe(
      [
        'Open sessions',
        'point     opened by  opened at                      float  session',
        'window-1  sara       2026-11-20T09:00:00.000Z  500.00 ETB  csh_1',
        '',
        'Balances',
        'account              balance  last day',
        'cash.window-1   1,700.00 ETB  2026-11-20',
        'cash.window-2  12,345.00 ETB  2026-11-20',
        '',
        'On their way',
        'from           to             amount  reference  sent at',
        'cash.window-1  cash.safe  300.00 ETB  BAG-7      2026-11-20T09:00:00.000Z',
        '',
        'Differences without an explanation',
        'point     at the opening  at the close  session',
        'window-2        0.00 ETB     -0.67 ETB  csh_2',
        '',
      ].join('\n'),
    )
  })

  it('prints one document as JSON: what the functions return', async () => {
    const { payments, session, line } = await cashOfADay()
    const { stdout } = await callCommand(cashCommand, payments, ['--json'])
    const { differences } = await payments.attention()
    const { items: accounts } = await payments.accounts.list()
    expect(jsonLines(stdout)).toEqual([
      { sessions: [await payments.cash.get(session.id)], accounts, transits: [line], differences },
    ])
  })

  it('says of each part that there is nothing in it', async () => {
    const { stdout } = await callCommand(cashCommand, testService().payments, [])
    expect(stdout.split('\n').filter((text) => text !== '')).toEqual([
      'No session is open.',
      'No account holds cash.',
      'No cash is on its way.',
      'Every difference is explained.',
    ])
  })
})

describe('hospital-payments accounts', () => {
  it('prints what each account holds, now and at the end of a day', async () => {
    const { payments } = await cashOfADay()
    const { stdout } = await callCommand(accountsCommand, payments, [])
    expect(stdout).toBe(
      [
        'account        kind        balance  open lines          open  last day    closed through',
        'cash.window-1  cash   1,700.00 ETB           2  1,200.00 ETB  2026-11-20',
        'cash.window-2  cash  12,345.00 ETB           0      0.00 ETB  2026-11-20',
        '',
      ].join('\n'),
    )
    const before = await callCommand(accountsCommand, payments, ['--through', '2026-11-19'])
    expect(before.stdout.match(/cash +0\.00 ETB/g)).toHaveLength(2)
  })

  it('prints an account a line as JSON', async () => {
    const { payments } = await cashOfADay()
    const { items } = await payments.accounts.list()
    expect(jsonLines((await callCommand(accountsCommand, payments, ['--json'])).stdout)).toEqual(items)
    const before = await callCommand(accountsCommand, payments, ['--json', '--through', '2026-11-19'])
    expect(jsonLines(before.stdout)).toEqual(
      items.map((account) => ({
        ...account,
        currencies: account.currencies.map((ofCurrency) => ({ ...ofCurrency, balance: '0' })),
      })),
    )
  })

  it('says that there are none', async () => {
    expect((await callCommand(accountsCommand, testService().payments, [])).stdout).toBe('No accounts.\n')
  })
})
