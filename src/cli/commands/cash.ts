import type { CashSession } from '../../domain/cash/session.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { Account } from '../../operations/accounts/list-accounts.js'
import type { UnexplainedDifference } from '../../operations/cash/cash-attention.js'
import type { HospitalPayments } from '../../service.js'
import { databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'
import { money, printable, table } from '../output.js'
import { itemsOf } from '../pages.js'

/** The cash of a hospital now. */
interface CashNow {
  readonly sessions: readonly CashSession[]
  readonly accounts: readonly Account[]
  readonly transits: readonly AccountLine[]
  readonly differences: readonly UnexplainedDifference[]
}

async function cashOf({ cash, accounts, lines, attention }: HospitalPayments): Promise<CashNow> {
  const onTheirWay = { outcome: 'in_transit', status: 'open' } as const
  return {
    sessions: await itemsOf((page) => cash.list({ status: 'open', ...page })),
    accounts: (await itemsOf((page) => accounts.list(page))).filter(({ kind }) => kind === 'cash'),
    transits: await itemsOf((page) => lines.list({ ...onTheirWay, ...page })),
    // Of the other sums as little as there may be: they are not printed.
    differences: (await attention({ missingUpTo: 1 })).differences,
  }
}

/** Returns the lines of a part of the report: its table, or the text for an empty one. */
function part(title: string, align: string, rows: readonly (readonly string[])[], none: string): string[] {
  return rows.length > 1 ? ['', title, ...table(align, rows)] : ['', none]
}

function report({ sessions, accounts, transits, differences }: CashNow): string[] {
  const parts = [
    part(
      'Open sessions',
      'lllrl',
      [
        ['point', 'opened by', 'opened at', 'float', 'session'],
        ...sessions.map(({ point, openedBy, openedAt, float, currency, id }) => [
          ...[point, printable(openedBy), openedAt, money(float, currency), id],
        ]),
      ],
      'No session is open.',
    ),
    part(
      'Balances',
      'lrl',
      [
        ['account', 'balance', 'last day'],
        ...accounts.flatMap(({ account, currencies, lastDay }) =>
          currencies.map(({ currency, balance }) => [account, money(balance, currency), lastDay ?? '']),
        ),
      ],
      'No account holds cash.',
    ),
    part(
      'On their way',
      'llrll',
      [
        ['from', 'to', 'amount', 'reference', 'sent at'],
        ...transits.map(({ account, transferTo, amount, currency, reference, createdAt }) => [
          ...[account, printable(transferTo ?? ''), money(amount, currency), printable(reference ?? ''), createdAt],
        ]),
      ],
      'No cash is on its way.',
    ),
    part(
      'Differences without an explanation',
      'lrrl',
      [
        ['point', 'at the opening', 'at the close', 'session'],
        ...differences.map(({ point, floatDifference, difference, currency, sessionId }) => [
          ...[point, money(floatDifference, currency), money(difference, currency), sessionId],
        ]),
      ],
      'Every difference is explained.',
    ),
  ]
  return parts.flat().slice(1)
}

export const cashCommand: Command = {
  name: 'cash',
  summary: 'show open cash sessions, balances of cash, transfers on their way and unexplained differences',
  about: ['The count of a drawer is blind: do not show the balance of a point to the person who counts it.'],
  options: databaseOptions,
  examples: ['cash', 'cash --json'],
  async run({ output, payments }) {
    const now = await cashOf(await payments())
    if (output.isJson) return output.json(now)
    return output.lines(report(now))
  },
}
