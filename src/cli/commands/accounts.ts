import type { Account } from '../../operations/accounts/list-accounts.js'
import type { HospitalPayments } from '../../service.js'
import { databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'
import { money, printable } from '../output.js'
import { pagesOf } from '../pages.js'
import { printPages } from '../print-pages.js'

const header = ['account', 'kind', 'balance', 'open lines', 'open', 'last day', 'closed through']
const align = 'llrrrll'

function rowsOf({ account, kind, currencies, lastDay, lastClosedDay }: Account): string[][] {
  return currencies.map(({ currency, balance, open }) => [
    ...[printable(account), kind, money(balance, currency)],
    ...[open.count.toLocaleString('en-US'), money(open.amount, currency), lastDay ?? '', lastClosedDay ?? ''],
  ])
}

/** Returns an account with its balances at the end of a day. */
async function throughDay(
  { accounts }: HospitalPayments,
  { account, currencies, ...others }: Account,
  through: string,
): Promise<Account> {
  const balances = currencies.map(async (ofCurrency) => {
    const { currency } = ofCurrency
    return { ...ofCurrency, balance: await accounts.balance({ account, currency, through }) }
  })
  return { account, ...others, currencies: await Promise.all(balances) }
}

export const accountsCommand: Command = {
  name: 'accounts',
  summary: 'list accounts with what each holds',
  about: ['With --json: each line of output is one account, as accounts.list returns it.'],
  options: {
    through: { value: 'DAY', help: 'balances at the end of this value date; default now' },
    ...databaseOptions,
  },
  examples: ['accounts', 'accounts --through 2026-11-30 --json'],
  async run({ args, output, payments }) {
    const service = await payments()
    const through = args.text('through')
    async function* pages(): AsyncGenerator<readonly Account[]> {
      for await (const page of pagesOf((page) => service.accounts.list(page))) {
        const accounts: Account[] = []
        for (const account of page)
          accounts.push(through === undefined ? account : await throughDay(service, account, through))
        yield accounts
      }
    }
    await printPages(output, pages(), { align, header, rowsOf, none: 'No accounts.' })
  },
}
