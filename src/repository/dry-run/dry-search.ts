import { instantOf, millisecondsOf } from '../../domain/instant.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { CandidateQuery, FinanceRepository, SearchClause, PaymentSearch } from '../finance-port.js'
import { hasClause, matchesSearch, isNearer } from '../search.js'
import type { DryPayments } from './dry-payments.js'

const pageSize = 200
const noTerms: ReadonlySet<string> = new Set()

interface Position {
  at: string
  id: string
}

function positionOf({ createdAt, id }: Payment): Position {
  return { at: createdAt, id }
}

function isNewer(a: Position, b: Position): boolean {
  return a.at > b.at || (a.at === b.at && a.id > b.id)
}

/** Searches among the stored payments, as a dry run has changed them. Only a search shows the terms of a stored payment. */
export function drySearch(repository: FinanceRepository, { payments, changed, terms }: DryPayments) {
  /** Returns true where a stored payment has the clause by its stored terms. */
  async function hasByStoredTerms(payment: Payment, { providerTransactionId: _, ...clause }: SearchClause) {
    const [from, before] = [payment.createdAt, instantOf(millisecondsOf(payment.createdAt) + 1)]
    for (let after: Position | undefined; ;) {
      const query = { clauses: [clause], from, before, limit: pageSize, ...(after && { after }) }
      const page = await repository.searchPayments(query)
      if (page.some(({ id }) => id === payment.id)) return true
      if (page.length < pageSize) return false
      after = positionOf(page.at(-1)!)
    }
  }

  /** Returns true where a payment, as it is now, has every clause. */
  async function hasAll(payment: Payment, clauses: readonly SearchClause[]): Promise<boolean> {
    for (const clause of clauses) {
      const isByDryTerms = hasClause(payment, terms.get(payment.id) ?? noTerms, clause)
      if (isByDryTerms) continue
      if (changed.newPayment(payment.id) || !(await hasByStoredTerms(payment, clause))) return false
    }
    return true
  }

  /**
   * Reads payments that a search of the storage may not find, as they are now: new ones, and those with another receipt or more
   * terms.
   */
  async function unseen(clauses: readonly SearchClause[]): Promise<Map<string, Payment>> {
    const ids = new Set(terms.keys())
    for (const { id, isNew } of changed.moved()) if (isNew) ids.add(id)
    for (const { providerTransactionId } of clauses) {
      if (providerTransactionId === undefined) continue
      for (const { id } of changed.holdersOfTransaction(providerTransactionId)) ids.add(id)
    }
    const changedPayments = await Promise.all(Array.from(ids, (id) => payments.get(id)))
    return new Map(changedPayments.filter((payment) => payment !== null).map((payment) => [payment.id, payment]))
  }

  async function searchPayments(query: PaymentSearch): Promise<Payment[]> {
    const { clauses, statuses: _, after, limit, ...rest } = query
    const unseenPayments = await unseen(clauses)
    const isWithin = ({ createdAt, id }: Payment) =>
      (query.from === undefined || createdAt >= query.from) &&
      (query.before === undefined || createdAt < query.before) &&
      (!after || isNewer(after, { at: createdAt, id }))
    const matching: Payment[] = []
    for (const payment of unseenPayments.values()) {
      if (isWithin(payment) && matchesSearch(payment, query) && (await hasAll(payment, clauses))) matching.push(payment)
    }
    let last = after
    for (let more = limit; more > 0;) {
      // Of whatever status: a change may have brought a payment to a status of the query.
      const batch = await repository.searchPayments({ ...rest, clauses, limit, ...(last && { after: last }) })
      for (const stored of batch) {
        last = positionOf(stored)
        if (unseenPayments.has(stored.id)) continue
        const payment = changed.current(stored)
        const hasOtherReceipt = stored.providerTransactionId !== payment.providerTransactionId
        if (!matchesSearch(payment, query) || (hasOtherReceipt && !(await hasAll(payment, clauses)))) continue
        matching.push(payment)
        more--
      }
      if (batch.length < limit) break
    }
    matching.sort((a, b) => (isNewer(positionOf(a), positionOf(b)) ? -1 : 1))
    return matching.slice(0, limit)
  }

  async function findCandidates(query: CandidateQuery): Promise<Payment[]> {
    const unseenPayments = [...(await unseen([])).values()]
    const candidates = new Map<string, Payment>()
    const read = async (part: Partial<CandidateQuery>) => {
      const emptyTerms = { terms: [], commonTerms: [], prefixes: [] }
      const stored = await repository.findCandidates({ ...query, ...emptyTerms, ...part })
      return stored.map((payment) => changed.current(payment))
    }
    const has = (clause: SearchClause) =>
      unseenPayments.filter((payment) => hasClause(payment, terms.get(payment.id) ?? noTerms, clause))
    const add = (more: readonly Payment[]) => more.forEach((payment) => candidates.set(payment.id, payment))
    if (unseenPayments.length === 0) {
      add(await read(query))
      return [...candidates.values()]
    }
    const { around, limitEach, limit } = query
    const once = (all: readonly Payment[]) => [...new Map(all.map((payment) => [payment.id, payment])).values()]
    if (query.terms.length > 0) {
      add(once([...(await read({ terms: query.terms })), ...has({ terms: query.terms })]).slice(0, limit))
    }
    const groups: [Partial<CandidateQuery>, SearchClause][] = [
      ...query.commonTerms.map((term): [Partial<CandidateQuery>, SearchClause] => [
        { commonTerms: [term] },
        { terms: [term] },
      ]),
      ...query.prefixes.map((start): [Partial<CandidateQuery>, SearchClause] => [
        { prefixes: [start] },
        { prefixes: [{ start }] },
      ]),
    ]
    for (const [part, clause] of groups) {
      const nearest = once([...(await read(part)), ...has(clause)])
      nearest.sort((a, b) => (isNearer(a.createdAt, b.createdAt, around) ? -1 : 1))
      add(nearest.slice(0, limitEach))
    }
    return [...candidates.values()]
  }

  return { searchPayments, findCandidates }
}
