import { amountTerm, phonePrefix, referenceTerm, wordsOfName, wordTerm } from '../../domain/payments/search-terms.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import {
  type Clues,
  cluesOf,
  type PaymentSuggestion,
  suggestPayments,
  type Suggestion,
} from '../../domain/reconciliation/suggestions.js'
import type { CandidateQuery } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { checkKey } from '../input/line-calls.js'
import { financeOf } from '../storage.js'
import { lineOf } from './find-lines.js'
import { paymentsNamedBy } from './named-by-line.js'
import { transfersFor } from './transfers.js'

/** The most payments that are read for one line, however many share its words and its amount. */
export const maxCandidates = 1000
/**
 * The most payments of one amount or one word, the nearest in time: a fee that a hundred people pay each day is no clue by
 * itself.
 */
export const maxOfEach = 50
const maxWords = 40
const maxPhones = 40

/** Makes the query for the payments that a line may name. */
export function queryOf({ valueDate, bookedAt }: AccountLine, clues: Clues): CandidateQuery {
  const { references, near, open, names, phones } = clues
  const words = [...new Set(names.flatMap(wordsOfName))].slice(0, maxWords)
  return {
    terms: [...references, ...near].flatMap((folded) => referenceTerm(folded) ?? []),
    commonTerms: [...(open > 0 ? [amountTerm(open)] : []), ...words.map(wordTerm)],
    prefixes: [...new Set(phones.map(({ last }) => phonePrefix(last)))].slice(0, maxPhones),
    around: bookedAt ?? `${valueDate}T12:00:00.000Z`,
    limitEach: maxOfEach,
    limit: maxCandidates,
  }
}

/** Returns the clues by which a debit may name its payment: no amount, no person and no spelling beside its own. */
export function namesAlone(clues: Clues): Clues {
  return { ...clues, near: [], open: 0, names: [], phones: [] }
}

export async function suggest(context: Context, key: string): Promise<readonly Suggestion[]> {
  checkKey(key)
  const finance = financeOf(context)
  const line = await lineOf(finance, key)
  const [suggested, transfers] = await Promise.all([paymentsFor(context, line), transfersFor(finance, [line])])
  return [...suggested, ...(transfers.get(key) ?? [])]
}

async function paymentsFor(context: Context, line: AccountLine): Promise<readonly PaymentSuggestion[]> {
  const finance = financeOf(context)
  const clues = cluesOf(line)
  if (line.direction === 'credit') return suggestPayments(line, await finance.findCandidates(queryOf(line, clues)))
  const [spelt, named] = await Promise.all([
    finance.findCandidates(queryOf(line, namesAlone(clues))),
    paymentsNamedBy(context, line),
  ])
  return suggestPayments(line, new Map([...spelt, ...named].map((payment) => [payment.id, payment])).values())
}
