/** The best suggestion of each line of a list, by a number of reads that does not grow with the number of lines. */
import type { Payment } from '../../domain/payments/payment.js'
import { referenceTerm } from '../../domain/payments/search-terms.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import {
  type Clues,
  cluesOf,
  type LineSuggestion,
  type PaymentSuggestion,
  referencesNear,
  suggestBest,
} from '../../domain/reconciliation/suggestions.js'
import { groupedBy } from '../../internal/grouped-by.js'
import type { CandidateQuery } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import * as field from '../input/fields.js'
import { parse } from '../input/parse.js'
import { findPayments } from '../reconciliation/look-up.js'
import { financeOf } from '../storage.js'
import { Candidates } from './candidates.js'
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
  readonly clues: Clues
  readonly query: CandidateQuery
}

function lineQuery(line: AccountLine): LineQuery {
  const clues = cluesOf(line, 0)
  return { line, clues, query: queryOf(line, line.direction === 'debit' ? namesAlone(clues) : clues) }
}

/** Makes one query of many. */
function joinedQuery(queries: readonly LineQuery[]): CandidateQuery {
  const ofEach = Math.floor(maxOfAll / queries.length)
  const terms = queries.flatMap(({ query }) => query.terms)
  return {
    ...ofTerms(queries, terms),
    limitEach: Math.max(minOfEach, Math.min(maxOfEach, ofEach)),
    others: othersOf(queries),
  }
}

/** Makes a query of whole terms alone. */
function ofTerms(queries: readonly LineQuery[], terms: readonly string[]): CandidateQuery {
  return {
    terms: [...new Set(terms)].slice(0, maxTerms),
    commonTerms: [],
    prefixes: [],
    around: queries[0]!.query.around,
    limitEach: 0,
    limit: maxCandidates,
  }
}

/** Returns what is looked up near an instant, each once: lines of one day share their instant, and many of them a word. */
function othersOf(queries: readonly LineQuery[]): NonNullable<CandidateQuery['others']> {
  const groups = [...groupedBy(queries, ({ query }) => query.around).values()]
  return groups.flatMap((group) => {
    const commonTerms = [...new Set(group.flatMap(({ query }) => query.commonTerms))]
    const prefixes = [...new Set(group.flatMap(({ query }) => query.prefixes))]
    return commonTerms.length + prefixes.length > 0 ? [{ commonTerms, prefixes, around: group[0]!.query.around }] : []
  })
}

/** Returns, for each query, the terms of the misspelt references of its line. */
function nearTermsOf(queries: readonly LineQuery[]): string[][] {
  let left = maxTerms
  return queries.map(({ clues }, at) => {
    const share = Math.floor(left / (queries.length - at))
    const near = referencesNear(clues.references, Math.min(left, Math.max(share, nearOfOne)))
    left -= near.length
    return near.flatMap((folded) => referenceTerm(folded) ?? [])
  })
}

/** Finds the payments that any of the debits names, as the rules of matching read it. */
async function namedByDebits(context: Context, lines: readonly AccountLine[]): Promise<readonly Payment[]> {
  const names = lines.filter(({ direction }) => direction === 'debit').map(namesOf)
  const references = new Set(names.flatMap((name) => name.references))
  const transactions = new Set(names.flatMap((name) => name.providerTransactionIds))
  return findPayments(context.repository, [...references], [...transactions])
}

/**
 * Suggests payments. Misspelt references are looked up for those lines alone whose best payment may be one of theirs: each has
 * hundreds of them.
 */
async function paymentsFor(
  context: Context,
  lines: readonly AccountLine[],
): Promise<ReadonlyMap<string, PaymentSuggestion>> {
  const finance = financeOf(context)
  const queries = lines.map(lineQuery)
  const [payments, named] = await Promise.all([
    finance.findCandidates(joinedQuery(queries)),
    namedByDebits(context, lines),
  ])
  const candidates = new Candidates()
  candidates.add(payments)
  const ofDebits = candidates.add(named)
  const best = new Map<string, PaymentSuggestion>()
  const suggest = ({ line, clues, query }: LineQuery, near: readonly string[] = []): boolean => {
    const ofLine = candidates.of({ ...query, terms: [...query.terms, ...near] })
    if (line.direction === 'debit') for (const candidate of ofDebits) ofLine.add(candidate)
    const { suggestion, isBeyondNear } = suggestBest(line, clues, ofLine)
    if (suggestion) best.set(line.key, suggestion)
    return isBeyondNear
  }
  const undecided = queries.filter((query) => !suggest(query))
  const nearTerms = nearTermsOf(undecided)
  if (nearTerms.every((terms) => terms.length === 0)) return best
  candidates.add(await finance.findCandidates(ofTerms(undecided, nearTerms.flat())))
  for (const [at, query] of undecided.entries()) suggest(query, nearTerms[at])
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
