import { periodOf } from '../../domain/calendar.js'
import { paymentPosition, type Position } from '../../domain/cursor.js'
import { readPhonePattern } from '../../domain/payments/payer.js'
import { searchMatcher, type SearchTerms } from '../../domain/payments/payment-search.js'
import type { Payment } from '../../domain/payments/payment.js'
import { foldReference } from '../../domain/payments/reference-spelling.js'
import {
  amountTerm,
  minReferencePart,
  partOfName,
  phonePrefix,
  referenceTerm,
} from '../../domain/payments/search-terms.js'
import type { Page } from '../../domain/report.js'
import { isChannelName, isPossibleReference } from '../../domain/text.js'
import type {
  FinanceRepository,
  SearchClause,
  PaymentSearch as PortSearchQuery,
} from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { parseOptions } from '../input/parse.js'
import { type SearchQuery, searchQuery } from '../input/search-query.js'
import { readRows } from '../paging.js'
import { financeOf } from '../storage.js'

/** Returns the terms by which a storage can find a text. */
function clauseOfText(text: string): SearchClause {
  const reference = referenceTerm(foldReference(text))
  const { terms = [], prefixes = [] } = partOfName(text)
  const isBeginning = foldReference(text).length >= minReferencePart
  const starts = reference !== null && isBeginning ? [{ start: reference }, ...prefixes] : prefixes
  return {
    terms: reference === null || isBeginning ? terms : [reference, ...terms],
    ...(starts.length > 0 && { prefixes: starts }),
    ...(isPossibleReference(text) && { providerTransactionId: text }),
  }
}

/**
 * Returns the clauses of a search. A part of one word is left out where an amount or a phone is known: all words would be read
 * to find fewer payments.
 */
function clausesOf({ text, amount, phone }: SearchTerms): SearchClause[] {
  const narrow = [
    ...(amount !== undefined ? [{ terms: [amountTerm(amount)] }] : []),
    ...(phone !== undefined ? [{ prefixes: [{ start: phonePrefix(phone.last) }] }] : []),
  ]
  if (text === undefined) return narrow
  const clause = clauseOfText(text)
  const readsAllWords = clause.prefixes?.some(({ part }) => part !== undefined) ?? false
  return readsAllWords && narrow.length > 0 ? narrow : [clause, ...narrow]
}

/**
 * The sizes of later reads: the storage may find more than what was searched, which is left out, so that it is read in larger
 * pieces.
 */
const atOnce = { min: 500, max: 2000 } as const

async function readMatches(
  finance: FinanceRepository,
  query: Omit<PortSearchQuery, 'after' | 'limit'>,
  search: SearchTerms,
  start: Position | undefined,
  limit: number,
): Promise<Payment[]> {
  const matches: Payment[] = []
  const isSearchedFor = searchMatcher(search)
  let after = start
  let size = limit
  for (;;) {
    const read = await finance.searchPayments({ ...query, limit: size, ...(after && { after }) })
    matches.push(...read.filter(isSearchedFor))
    if (matches.length >= limit || read.length < size) return matches.slice(0, limit)
    const last = read.at(-1)!
    after = { at: last.createdAt, id: last.id }
    size = Math.min(atOnce.max, Math.max(atOnce.min, 2 * size))
  }
}

/** Searches payments; the text is read without spaces at its ends. */
export async function searchPayments(context: Context, query?: SearchQuery): Promise<Page<Payment>> {
  const { cursor, limit, text, amount, phone, customerId, currency, status, channel, from, to } = parseOptions(
    searchQuery,
    query,
  )
  const search: SearchTerms = {
    text: text?.trim(),
    amount,
    phone: phone === undefined ? undefined : (readPhonePattern(phone) ?? undefined),
    customerId,
  }
  const period = periodOf({ from, to }, context.timeZone)
  const channels = channel?.filter(isChannelName)
  const finance = financeOf(context)
  const filter = {
    clauses: clausesOf(search),
    ...period,
    ...(currency !== undefined && { currency }),
    ...(customerId !== undefined && { customerId }),
    ...(status && { statuses: status }),
    ...(channels && { channels }),
  }
  return readRows({
    query: JSON.stringify([
      'search',
      search.text,
      amount,
      search.phone,
      currency,
      status,
      channels,
      period.from,
      period.before,
      ...(customerId === undefined ? [] : [customerId]),
    ]),
    cursor,
    limit,
    rule: paymentPosition,
    positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
    read: channels?.length === 0 ? null : (after, limit) => readMatches(finance, filter, search, after, limit),
  })
}
