/** Attempts that people have to look into. */
import { isUncounted, openOfLine } from '../../domain/reconciliation/account-line.js'
import { sortedByText } from '../../internal/sorted-by-text.js'
import { attempts } from '../../repository/aggregates/attempts.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import { allLines } from '../lines/all-lines.js'
import { hasAttempts } from './has-attempts.js'
import type { AttentionSum } from '../reports/attention-sum.js'

/** The most line keys of one look-up. */
const keysAtOnce = 1000

/** Adds up the open money of lines that paid attempts have. */
async function sumOfPaidOpen(finance: FinanceRepository): Promise<AttentionSum[]> {
  const open = (await finance.sumOpenLines()).filter((sum) => sum.direction === 'credit' && !isUncounted(sum))
  const sums = new Map<string, { count: number; amount: bigint }>()
  for (const account of new Set(open.map((sum) => sum.account))) {
    if (!(await hasAttempts(finance, account))) continue
    const lines = await allLines(finance, { account, direction: 'credit', statuses: ['open'] })
    for (let first = 0; first < lines.length; first += keysAtOnce) {
      const part = lines.slice(first, first + keysAtOnce)
      const keys = part.map(({ key }) => key)
      const held = new Set((await finance.findRows(attempts, 'lineKey', keys)).map(({ row }) => row.lineKey))
      for (const line of part) {
        if (!held.has(line.key)) continue
        const sum = sums.get(line.currency) ?? { count: 0, amount: 0n }
        sums.set(line.currency, { count: sum.count + 1, amount: sum.amount + BigInt(openOfLine(line)) })
      }
    }
  }
  const all = Array.from(sums, ([currency, { count, amount }]) => ({ currency, count, amount: `${amount}` }))
  return sortedByText(all, ({ currency }) => currency)
}

/** Adds up the attempts whose outcome is not known and whose provider is asked no more. */
async function sumOfUnknown(finance: FinanceRepository): Promise<AttentionSum[]> {
  const sums = await finance.sumRows(attempts, { list: 'stuck', where: { stuck: 'yes' } })
  const byCurrency = sums.map(({ by, count, amount }) => ({ currency: by['currency'] ?? '', count, amount }))
  return sortedByText(byCurrency, ({ currency }) => currency)
}

/** Reads the sums of attempts that wait for people. */
export async function attemptsToLookInto(finance: FinanceRepository): Promise<{
  readonly unknownAttempts: readonly AttentionSum[]
  readonly paidAttemptsOpen: readonly AttentionSum[]
}> {
  return { unknownAttempts: await sumOfUnknown(finance), paidAttemptsOpen: await sumOfPaidOpen(finance) }
}
