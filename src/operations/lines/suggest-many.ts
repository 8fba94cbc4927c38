/** The best suggestion of each line of a list, by a number of reads that does not grow with the number of lines. */
import type { Payment } from '../../domain/payments/payment.js'
import { phonePrefix, searchTermsOf } from '../../domain/payments/search-terms.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import {
  cluesOf,
  type LineSuggestion,
  type PaymentSuggestion,
  suggestPayments,
} from '../../domain/reconciliation/suggestions.js'
import type { CandidateQuery } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import * as field from '../input/fields.js'
import { parse } from '../input/parse.js'
import { findPayments } from '../reconciliation/look-up.js'
import { financeOf } from '../storage.js'
import { findLines } from './find-lines.js'
import { namesOf } from './named-by-line.js'
import { maxCandidates, maxOfEach, namesAlone, queryOf } from './suggest.js'
import { transfersFor } from './transfers.js'

const maxLines = 50
const keysRule = `must be a list of 1 to ${maxLines} keys of lines, each once`
const lineKeys = field
  .list(field.text, { min: 1, max: maxLines }, keysRule)
  .refine((keys) => new Set(keys).size === keys.length, keysRule)

/** The most terms of one look-up, of all lines together. */
const maxTerms = 10_000
/** The misspelt references of one line, where many lines share the look-up: those of a reference of usual length. */
const nearOfOne = 1000
/** The payments of one amount or one word, of all lines together; few lines have as many each as one line alone. */
const maxOfAll = 500
const minOfEach = 10

interface LineQuery {
  readonly line: AccountLine
  readonly query: CandidateQuery
}

/** Makes the queries of lines. Their own references come first; the terms that are left are for misspelt ones. */
function queriesOf(lines: readonly AccountLine[]): LineQuery[] {
  const exact = lines.map((line) => cluesOf(line, 0))
  let left = maxTerms - exact.reduce((sum, { references }) => sum + references.length, 0)
  return lines.map((line, at) => {
    if (line.direction === 'debit') return { line, query: queryOf(line, namesAlone(exact[at]!)) }
    const share = Math.floor(left / (lines.length - at))
    const clues = cluesOf(line, Math.max(0, Math.min(left, Math.max(share, nearOfOne))))
    left -= clues.near.length
    return { line, query: queryOf(line, clues) }
  })
}

/** Makes one query of many. */
function joinedQuery(queries: readonly LineQuery[]): CandidateQuery {
  const ofEach = Math.floor(maxOfAll / queries.length)
  return {
    terms: [...new Set(queries.flatMap(({ query }) => query.terms))].slice(0, maxTerms),
    commonTerms: [],
    prefixes: [],
    around: queries[0]!.query.around,
    limitEach: Math.max(minOfEach, Math.min(maxOfEach, ofEach)),
    limit: maxCandidates,
    others: queries.flatMap(({ query: { commonTerms, prefixes, around } }) =>
      commonTerms.length + prefixes.length > 0 ? [{ commonTerms, prefixes, around }] : [],
    ),
  }
}

/** Groups candidates by their terms, so that a line is compared only with those that it may name. */
function byTerms(candidates: readonly Payment[]) {
  const ofTerm = new Map<string, Payment[]>()
  for (const payment of candidates) {
    for (const term of searchTermsOf(payment)) {
      const payments = ofTerm.get(term)
      if (payments) payments.push(payment)
      else ofTerm.set(term, [payment])
    }
  }
  const phones = [...ofTerm].filter(([term]) => term.startsWith(phonePrefix('')))
  return ({ terms, commonTerms, prefixes }: CandidateQuery): Set<Payment> => {
    const payments = new Set([...terms, ...commonTerms].flatMap((term) => ofTerm.get(term) ?? []))
    for (const [term, payers] of prefixes.length > 0 ? phones : [])
      if (prefixes.some((start) => term.startsWith(start))) for (const payment of payers) payments.add(payment)
    return payments
  }
}

/** Finds the payments that any of the debits names, as the rules of matching read it. */
async function namedByDebits(context: Context, lines: readonly AccountLine[]): Promise<readonly Payment[]> {
  const names = lines.filter(({ direction }) => direction === 'debit').map(namesOf)
  const references = new Set(names.flatMap((name) => name.references))
  const transactions = new Set(names.flatMap((name) => name.providerTransactionIds))
  return findPayments(context.repository, [...references], [...transactions])
}

async function paymentsFor(
  context: Context,
  lines: readonly AccountLine[],
): Promise<ReadonlyMap<string, PaymentSuggestion>> {
  const queries = queriesOf(lines)
  const [candidates, named] = await Promise.all([
    financeOf(context).findCandidates(joinedQuery(queries)),
    namedByDebits(context, lines),
  ])
  const namedIn = byTerms(candidates)
  const best = new Map<string, PaymentSuggestion>()
  for (const { line, query } of queries) {
    const payments = new Map(
      [...namedIn(query), ...(line.direction === 'debit' ? named : [])].map((payment) => [payment.id, payment]),
    )
    const [first] = suggestPayments(line, payments.values())
    if (first) best.set(line.key, first)
  }
  return best
}

/** Suggests the best of each line, in the order of the keys; nothing for a line that is not stored. */
export async function suggestMany(context: Context, keys: readonly string[]): Promise<readonly LineSuggestion[]> {
  const keysInOrder = parse(lineKeys, keys)
  const finance = financeOf(context)
  const stored = await findLines(finance, keysInOrder)
  const lines = keysInOrder.flatMap((key) => stored.get(key) ?? [])
  const best = lines.length > 0 ? await paymentsFor(context, lines) : new Map<string, PaymentSuggestion>()
  const transfers = await transfersFor(
    finance,
    lines.filter(({ key }) => !best.has(key)),
  )
  return keysInOrder.map((key) => {
    return { key, suggestion: best.get(key) ?? transfers.get(key)?.[0] ?? null }
  })
}
