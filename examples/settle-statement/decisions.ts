/**
 * The decisions of people about the lines that no rule could settle: a table, as finance would write it down.
 * `settle.ts` works through it.
 */
import type { SearchQuery } from 'hospital-payments'
import { bank, mpesa } from './accounts.js'
import { cardBills } from './bills.js'

/** A bill by its reference; with an amount, that many shillings of it, and else all that is open of it. */
export type WantedBill = string | readonly [reference: string, shillings: number]

/** The step before the line's money can be allocated. */
export type FirstStep =
  /** Takes back what a rule or a person made of the line. */
  | { readonly do: 'undo'; readonly reason: string }
  /** Takes the first suggestion, which is the wrong patient, and takes it back. */
  | { readonly do: 'mistake'; readonly wrong: string; readonly reason: string }
  /** The bill is no longer wanted as it is: it is canceled, and asked for again. */
  | { readonly do: 'ask-again'; readonly reference: string; readonly currency: string; readonly amount: number }
  /** Writes a note, assigns the line and holds it, until the answer comes. */
  | { readonly do: 'wait'; readonly note: string; readonly assignee: string }

export interface Decision {
  readonly account: string
  /** The row of the file, as people see it in a spreadsheet. */
  readonly row: number
  readonly first?: FirstStep
  /** The way to find the bills: `suggest` offers them, a search finds them, or their references came on paper. */
  readonly by?: 'suggestion' | 'paper' | SearchQuery
  readonly bills?: readonly WantedBill[]
  /** Shillings; below 0 where money was withheld. */
  readonly categories?: Readonly<Record<string, number>>
  /** The row of the same file that this one cancels out with. */
  readonly cancelsOut?: number
  readonly why: string
}

const of = (number: string) => `OPD-5594-${number}`

function onBank(row: number, why: string, decision: Omit<Decision, 'account' | 'row' | 'why'>): Decision {
  return { account: bank.account, row, why, ...decision }
}

function onMpesa(row: number, why: string, decision: Omit<Decision, 'account' | 'row' | 'why'>): Decision {
  return { account: mpesa.account, row, why, ...decision }
}

function suggested(...bills: WantedBill[]): Pick<Decision, 'by' | 'bills'> {
  return { by: 'suggestion', bills }
}

export const decisions: readonly Decision[] = [
  onBank(2, 'the reference in small letters', suggested(of('006'))),
  onBank(3, 'the reference with spaces, in the text', suggested(of('007'))),
  onBank(4, 'a zero in place of the letter O', suggested(of('008'))),
  onBank(5, 'the letter O in place of zeros', suggested(of('009'))),
  onBank(6, 'the reference without dashes, in the text', suggested(of('010'))),
  onBank(7, 'one wrong character; the amount is right', suggested(of('011'))),
  onBank(9, 'the payer by name: the second part of the bill', suggested(of('012'))),
  onBank(10, 'the only open bill of this amount; the payer showed the deposit slip', suggested(of('013'))),
  onBank(11, 'a rule counted 990 for 1,000; the bank kept the rest', {
    first: { do: 'undo', reason: 'the sending bank kept a fee' },
    by: 'paper',
    bills: [of('014')],
    categories: { bank_fee: -10 },
  }),
  onBank(12, 'the reference with spaces; the sending bank kept a fee', {
    ...suggested(of('015')),
    categories: { bank_fee: -15 },
  }),
  onBank(13, "six bills of the card provider's own list, less its fee", {
    by: 'paper',
    bills: cardBills,
    categories: { card_fee: -360 },
  }),
  onBank(14, '1,200 for 1,000: the rest is to be given back', {
    ...suggested(of('017')),
    categories: { to_give_back: 200 },
  }),
  onBank(16, 'the same money twice: all of it is to be given back', { categories: { to_give_back: 1800 } }),
  onBank(17, 'an error of the bank, which it corrected a day later', { cancelsOut: 18 }),
  onBank(21, 'interest', { categories: { interest: 412.5 } }),
  onBank(23, 'the cheque was not paid: the payment is undone', { by: 'paper', bills: [of('021')] }),
  onBank(24, 'two bills and 100 too little: the second stays open with 100', {
    by: 'paper',
    bills: [of('024'), [of('025'), 1200]],
  }),
  onBank(25, 'asked for twice, and neither for this amount: a part of the newer one', {
    ...suggested([of('026'), 2200]),
  }),
  onBank(26, 'the bill was in shillings: it is asked for again in the money that came', {
    first: { do: 'ask-again', reference: of('027'), currency: 'USD', amount: 2500 },
    by: 'paper',
    bills: [of('027')],
  }),
  onBank(28, 'the bill was reversed before: its money is to be given back', { categories: { to_give_back: 900 } }),
  onBank(29, 'a name alone: a part of that bill', suggested([of('040'), 500])),
  onMpesa(2, 'the end of a phone number, and the amount', suggested(of('030'))),
  onMpesa(3, 'the end of a phone number alone: a part of the bill', suggested([of('031'), 1000])),
  onMpesa(5, 'a character is missing', suggested(of('032'))),
  onMpesa(6, 'the phone number in place of the reference', suggested(of('033'))),
  onMpesa(10, 'two patients of one name: first the wrong one', {
    first: { do: 'mistake', wrong: of('034'), reason: 'other patient of that name' },
    ...suggested(of('035')),
  }),
  onMpesa(11, 'a relative paid two bills: the patient said her name', {
    by: { text: 'achieng' },
    bills: [of('036'), of('037')],
  }),
  onMpesa(13, 'the provider sent the money of this receipt back', { by: { text: 'SJQ4RT88ZZ' }, bills: [of('039')] }),
  onMpesa(14, 'a gift, as the ward knew', {
    first: { do: 'wait', note: 'Asked ward 3 who gave it.', assignee: 'amina' },
    categories: { donation: 500 },
  }),
]
