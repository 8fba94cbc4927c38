import { take } from '../../internal/iterables.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { CandidateQuery, SearchClause, PaymentSearch } from '../finance-port.js'
import { hasClause, matchesSearch, isNearer } from '../search.js'
import { type Bound, merge, SortedRows } from '../sorted-rows.js'

/** The payments that have one term, by creation. */
interface Postings {
  term: string
  count: number
  payments: SortedRows<Bound>
}

const byCreation = { at: ({ at }: Bound) => at, id: ({ id }: Bound) => id }
const byTerm = { at: ({ term }: Postings) => term, id: () => '' }

function isNewer(a: Bound, b: Bound): boolean {
  return a.at > b.at || (a.at === b.at && a.id > b.id)
}

function isOlder(a: Bound, b: Bound): boolean {
  return isNewer(b, a)
}

interface Payments {
  get(id: string): Payment | undefined
  withTransaction(providerTransactionId: string): readonly Payment[]
  /** Yields payments newest first, from below `before`. */
  newest(before: Bound | null): Iterable<Payment>
}

/**
 * Finds payments by their terms. The terms are sorted, so that those with one beginning stand together, and the payments of
 * each by creation, so that the newest of a common term cost no more than those of a rare one.
 */
export function searchIndex(payments: Payments) {
  const postings = new Map<string, Postings>()
  const sorted = new SortedRows<Postings>(byTerm)
  const termsOf = new Map<string, ReadonlySet<string>>()

  function add({ id, createdAt }: Payment, terms: readonly string[] = []): void {
    if (terms.length === 0) return
    const termsBefore = termsOf.get(id) ?? new Set()
    const newTerms = new Set(terms.filter((term) => !termsBefore.has(term)))
    termsOf.set(id, new Set([...termsBefore, ...newTerms]))
    for (const term of newTerms) {
      let posting = postings.get(term)
      if (!posting) {
        postings.set(term, (posting = { term, count: 0, payments: new SortedRows<Bound>(byCreation) }))
        sorted.add(posting)
      }
      posting.count++
      posting.payments.add({ at: createdAt, id })
    }
  }

  function remove({ id, createdAt }: Payment, terms: readonly string[]): void {
    const termsBefore = termsOf.get(id) ?? new Set()
    const removed = new Set(terms.filter((term) => termsBefore.has(term)))
    if (removed.size === 0) return
    termsOf.set(id, new Set([...termsBefore].filter((term) => !removed.has(term))))
    for (const term of removed) {
      const posting = postings.get(term)!
      posting.payments.delete({ at: createdAt, id })
      if (--posting.count > 0) continue
      postings.delete(term)
      sorted.delete(posting)
    }
  }

  function* beginningWith(start: string): Generator<Postings> {
    for (const posting of sorted.ascending({ at: start, id: '' })) {
      if (!posting.term.startsWith(start)) return
      yield posting
    }
  }

  function ofTerms(terms: readonly string[]): Postings[] {
    return [...new Set(terms)].flatMap((term) => postings.get(term) ?? [])
  }

  /** Returns the postings, the receipts and the number of the payments that meet a clause. */
  function matchesOf({ terms = [], prefixes = [], providerTransactionId }: SearchClause) {
    const matches = new Set(ofTerms(terms))
    for (const { start, part = '' } of prefixes) {
      for (const posting of beginningWith(start))
        if (posting.term.slice(start.length).includes(part)) matches.add(posting)
    }
    const holders = providerTransactionId === undefined ? [] : payments.withTransaction(providerTransactionId)
    const receipts = holders
      .map(({ createdAt, id }) => ({ at: createdAt, id }))
      .sort((a, b) => (isNewer(a, b) ? -1 : 1))
    const count = [...matches].reduce((sum, posting) => sum + posting.count, receipts.length)
    return { matches: [...matches], receipts, count }
  }

  /** Walks over all payments of the clause that the fewest payments meet, newest first. */
  function* walk(clauses: readonly SearchClause[], before: Bound | null): Generator<Payment> {
    if (clauses.length === 0) {
      yield* payments.newest(before)
      return
    }
    const { matches, receipts } = clauses.map(matchesOf).reduce((a, b) => (b.count < a.count ? b : a))
    const olderReceipts = receipts.filter((receipt) => !before || isOlder(receipt, before))
    let last = ''
    for (const { id } of merge(
      [olderReceipts[Symbol.iterator](), ...matches.map((posting) => posting.payments.descending(before))],
      isNewer,
    )) {
      if (id !== last) yield payments.get(id)!
      last = id
    }
  }

  function* searched({ clauses, before, after, ...query }: PaymentSearch): Generator<Payment> {
    const end: Bound | null = before === undefined ? null : { at: before, id: '' }
    const start = after && (!end || after.at < end.at) ? after : end
    for (const payment of walk(clauses, start)) {
      if (query.from !== undefined && payment.createdAt < query.from) return
      const terms = termsOf.get(payment.id) ?? new Set()
      if (matchesSearch(payment, query) && clauses.every((clause) => hasClause(payment, terms, clause))) yield payment
    }
  }

  /** Lists the ids of the payments that were created nearest to an instant, of one term or of all with one beginning. */
  function nearest(group: readonly Postings[], around: string, limit: number): string[] {
    const bound = { at: around, id: '' }
    const earlier = merge(
      group.map((posting) => posting.payments.descending(bound)),
      isNewer,
    )
    const later = merge(
      group.map((posting) => posting.payments.ascending(bound)),
      isOlder,
    )
    const ids = new Set<string>()
    let [a, b] = [earlier.next(), later.next()]
    while (ids.size < limit && !(a.done && b.done)) {
      const isEarlier = !a.done && (b.done || isNearer(a.value.at, b.value.at, around))
      if (isEarlier) {
        ids.add(a.value!.id)
        a = earlier.next()
      } else {
        ids.add(b.value!.id)
        b = later.next()
      }
    }
    return [...ids]
  }

  function candidatesOf(query: CandidateQuery): Payment[] {
    const { terms, limitEach, limit, others = [] } = query
    const ids = new Set<string>()
    for (const { payments: sortedPayments } of ofTerms(terms)) {
      if (ids.size >= limit) break
      for (const { id } of sortedPayments.descending(null)) {
        if (ids.size >= limit) break
        ids.add(id)
      }
    }
    for (const { commonTerms, prefixes, around } of [query, ...others]) {
      const groups = [
        ...ofTerms(commonTerms).map((posting) => [posting]),
        ...prefixes.map((start) => [...beginningWith(start)]),
      ]
      for (const group of groups) for (const id of nearest(group, around, limitEach)) ids.add(id)
    }
    return Array.from(ids, (id) => payments.get(id)!)
  }

  return {
    add,
    remove,
    search: (query: PaymentSearch): Payment[] => take(searched(query), query.limit),
    candidates: candidatesOf,
  }
}
