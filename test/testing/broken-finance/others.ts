import type { FinanceRepository, SearchClause, PaymentSearch } from 'hospital-payments/repository'
import { findImport } from '../../../src/operations/statements/stored-imports.js'
import { type ImportRow, imports } from '../../../src/repository/aggregates/imports.js'
import { asDoubles, broken, type BrokenFinance } from './broken.js'

/** Makes the sound search of another query than the one that was asked for. */
function searching(name: string, breaks: string, change: (query: PaymentSearch) => PaymentSearch): BrokenFinance {
  return broken(name, breaks, (sound) => ({ searchPayments: (query) => sound.searchPayments(change(query)) }))
}

function ofClauses(change: (clause: SearchClause) => SearchClause) {
  return (query: PaymentSearch): PaymentSearch => ({ ...query, clauses: query.clauses.map(change) })
}

type Prefix = NonNullable<SearchClause['prefixes']>[number]

function ofPrefixes(change: (prefix: Prefix) => Prefix) {
  return ofClauses((clause) => ({ ...clause, ...(clause.prefixes && { prefixes: clause.prefixes.map(change) }) }))
}

const cut = (terms: readonly string[]) => terms.map((term) => term.slice(0, 64))

type Candidates = Parameters<FinanceRepository['findCandidates']>[0]

/** Finds the sound candidates of another query than the one that was asked for. */
function asking(name: string, breaks: string, change: (query: Candidates) => Candidates): BrokenFinance {
  return broken(name, breaks, (sound) => ({ findCandidates: (query) => sound.findCandidates(change(query)) }))
}

export const brokenOthers: readonly BrokenFinance[] = [
  broken(
    'gives the newest import for an unknown one',
    'An import is kept with its lists, and null where it is unknown',
    (sound) => ({
      findRows: async (of, field, values) => {
        const stored = await sound.findRows(of, field, values)
        if (of.name !== imports.name || stored.length > 0) return stored
        const [newest] = await sound.pageRows(of, { list: 'created', direction: 'desc', limit: 1 })
        return newest ? sound.findRows(of, field, [(newest as { id: string }).id]) : []
      },
    }),
  ),
  broken(
    'keeps imports as they were saved first',
    'An import that is saved again is as it was saved last, and one',
    (sound) => ({
      replaceWithLines: async (group) => {
        const [entry] = group.rows ?? []
        const isStored = entry?.expected === 'anything' && (await findImport(sound, (entry.row as ImportRow).id))
        return isStored ? { outcome: 'replaced' } : sound.replaceWithLines(group)
      },
    }),
  ),
  broken(
    'goes on behind all imports of the last instant',
    'Pages of imports of any size give each once, newest first',
    (sound) => ({
      pageRows: (of, { after, ...query }) =>
        sound.pageRows(of, {
          ...query,
          after: after && of.name === imports.name ? [after[0]!, ''] : after,
        }),
    }),
  ),
  broken(
    'compares a file with the format of an import that was cut off',
    "A file's neighbours are the nearest completed imports of its source",
    (sound) => ({
      pageRows: (of, { has, ...query }) =>
        sound.pageRows(of, {
          ...query,
          ...(has && { has: query.list === 'account' ? has.filter((field) => field !== 'completedAt') : has }),
        }),
    }),
  ),
  broken(
    'deletes the first of several rows alone',
    'Deleted rows are gone, and all others stay as they were',
    (sound) => ({
      deleteRows: (of, field, values) => sound.deleteRows(of, field, values.slice(0, 1)),
    }),
  ),
  broken('cuts terms at 64 characters', 'A payment is found by each of its terms, whatever becomes of it', (sound) => ({
    insert: (entries) =>
      sound.insert(entries.map((entry) => ({ ...entry, ...(entry.terms && { terms: cut(entry.terms) }) }))),
    searchPayments: (query) =>
      sound.searchPayments(
        ofClauses((clause) => ({ ...clause, ...(clause.terms && { terms: cut(clause.terms) }) }))(query),
      ),
  })),
  broken(
    'keeps the terms of the first 1,000 payments of a group',
    'The terms of 5,000 payments that are inserted at once are all kept',
    (sound) => ({
      insert: (entries) =>
        sound.insert(entries.map(({ terms, ...entry }, i) => ({ ...entry, ...(terms && i < 1000 && { terms }) }))),
    }),
  ),
  searching(
    'takes terms for the same that differ by spaces at their end',
    'Terms are compared byte for byte, and only as a whole',
    ofClauses((clause) => ({
      ...clause,
      ...(clause.terms && { terms: clause.terms.flatMap((term) => [term, term.trimEnd()]) }),
    })),
  ),
  searching(
    'looks for a part in the beginning too',
    'Terms are found by how they begin, and by a part behind that, each a plain text',
    ofPrefixes(({ start, part }) => ({ start, ...(part !== undefined && !start.includes(part) && { part }) })),
  ),
  searching(
    'takes % and _ for wildcards in a part',
    'Terms are found by how they begin, and by a part behind that, each a plain text',
    ofPrefixes(({ start, part }) => ({ start, ...(part !== undefined && !['%', '_'].includes(part) && { part }) })),
  ),
  searching(
    'looks at the first clause alone',
    'A payment is found where it has every clause, each by any of its terms',
    (query) => {
      const hasReceipt = query.clauses.some(({ providerTransactionId }) => providerTransactionId !== undefined)
      return hasReceipt ? query : { ...query, clauses: query.clauses.slice(0, 1) }
    },
  ),
  searching(
    'finds receipts that are given with spaces behind them',
    'A receipt is found whole, by whoever has it now',
    ofClauses(({ providerTransactionId, ...clause }) => ({
      ...clause,
      ...(providerTransactionId !== undefined && { providerTransactionId: providerTransactionId.trimEnd() }),
    })),
  ),
  searching(
    'forgets channels where statuses are given',
    'A search is narrowed by currency, status, channel and period',
    ({ channels, ...query }) => ({ ...query, ...(channels && !query.statuses && { channels }) }),
  ),
  searching(
    'goes on behind all payments of the last instant',
    'Pages of a search of any size give each payment once, newest first',
    ({ after, ...query }) => ({ ...query, ...(after && { after: { ...after, id: '' } }) }),
  ),
  broken(
    'leaves out the terms of changes that come with lines',
    'A change adds terms to those that a payment has, with or without statement lines',
    (sound) => ({
      replaceWithLines: (group) =>
        sound.replaceWithLines({ ...group, changes: group.changes.map(({ terms: _, ...change }) => change) }),
    }),
  ),
  broken(
    'gives a candidate once a term',
    'Candidates are all payments of the terms, each once, as they are now',
    (sound) => ({
      findCandidates: async (query) => {
        if (query.terms.length < 2 || query.terms.length > 10) return sound.findCandidates(query)
        const candidates = await Promise.all(
          query.terms.map((term) => sound.findCandidates({ ...query, terms: [term] })),
        )
        return candidates.flat()
      },
    }),
  ),
  asking('gives all candidates of a term', 'Candidates of terms are no more than their limit', (query) => ({
    ...query,
    limit: 10_000,
  })),
  asking(
    'gives the newest candidates',
    'Candidates of common terms and of beginnings are those created nearest to an instant',
    (query) => ({ ...query, around: '9998-12-31T00:00:00.000Z' }),
  ),
  asking(
    'gives the candidates of the last of several terms',
    'Candidates are all payments of the terms, each once, as they are now',
    (query) => ({ ...query, terms: query.terms.length > 10 ? query.terms : query.terms.slice(-2) }),
  ),
  asking(
    'leaves out common terms where there are beginnings',
    'Candidates of common terms and of beginnings are those created nearest to an instant',
    (query) => ({ ...query, commonTerms: query.prefixes.length > 0 ? [] : query.commonTerms }),
  ),
  asking(
    'leaves out common terms where there are others',
    'Candidates of common terms and of beginnings are those created nearest to an instant',
    (query) => ({ ...query, commonTerms: query.terms.length > 0 ? [] : query.commonTerms }),
  ),
  asking(
    'gives three times as many candidates of a common term',
    'Candidates of common terms and of beginnings are those created nearest to an instant',
    (query) => ({ ...query, limitEach: 3 * query.limitEach }),
  ),
  broken(
    'gives a candidate again that has both a common term and a beginning',
    'Candidates of common terms and of beginnings are those created nearest to an instant',
    (sound) => ({
      findCandidates: async (query) => {
        const candidates = await sound.findCandidates(query)
        if (query.commonTerms.length === 0 || query.prefixes.length === 0) return candidates
        return [...candidates, ...(await sound.findCandidates({ ...query, commonTerms: [] }))]
      },
    }),
  ),
  asking(
    'gives the candidates of one group of common terms',
    'Candidates of several groups of common terms are nearest to the instant of each group',
    ({ others: _, ...query }) => query,
  ),
  asking('looks at the first 5,000 terms', 'Candidates are asked for by 10,000 terms at once', (query) => ({
    ...query,
    terms: query.terms.slice(0, 5000),
  })),
  broken(
    'gives the histories of the first 500 payments',
    'The histories of many payments are those of each, oldest first',
    (sound) => ({ histories: (ids) => sound.histories(ids.slice(0, 500)) }),
  ),
  broken(
    'adds what is not proved up as doubles',
    'What no statement has proved is summed by currency, without what is proved',
    (sound) => ({
      sumUnproved: async (query) => asDoubles(await sound.sumUnproved(query)),
    }),
  ),
  broken(
    'sums so many up as are asked for, as if there were no more',
    'What is not proved is summed exactly up to as many as are asked for, and of more is shown to be more',
    (sound) => ({
      sumUnproved: async ({ exactUpTo = Infinity, ...query }) =>
        (await sound.sumUnproved(query)).map((sum) => ({ ...sum, count: Math.min(sum.count, exactUpTo) })),
    }),
  ),
  broken(
    'adds up as doubles what waits for people',
    'Money that waits for people is summed by currency, in each of its ways',
    (sound) => ({
      sumWaiting: async (kind) => asDoubles(await sound.sumWaiting(kind)),
    }),
  ),
  broken(
    'adds up as doubles what a payer owes',
    'The bills and the deposit of a payer are summed by currency',
    (sound) => ({
      sumPayer: async (payerId) =>
        (await sound.sumPayer(payerId)).map((sum) => ({ ...sum, asked: `${Number(sum.asked)}` })),
    }),
  ),
  broken(
    'counts the possible duplicates of a payer as a deposit',
    'The bills and the deposit of a payer are summed by currency',
    (sound) => ({
      async sumPayer(payerId) {
        const sums = await sound.sumPayer(payerId)
        const doubtful = await sound.pageLines({ payerId, outcomes: ['possible_duplicate'], limit: 100 })
        return sums.map((sum) => ({ ...sum, deposit: `${BigInt(sum.deposit) + BigInt(doubtful.length)}` }))
      },
    }),
  ),
  broken(
    "repeats the payer's line behind which a page begins",
    'The bills and the money of a payer are read in pages, by creation',
    (sound) => ({
      async pagePayer({ after, ...query }) {
        const { payments } = await sound.pagePayer({ ...query, ...(after && { after }) })
        return { payments, lines: (await sound.pagePayer(query)).lines }
      },
    }),
  ),
  broken(
    'leases the dead events that it shows',
    'Dead events are read in pages, oldest first, and are leased to no one',
    (sound) => ({
      pageDeadEvents: async (query) => {
        const [now, leaseUntil] = ['2026-11-22T00:00:00.000Z', '2026-12-01T00:00:00.000Z']
        await sound.claimEvents({ from: 'dead', owner: 'reader', now, leaseUntil, limit: 100 })
        return sound.pageDeadEvents(query)
      },
    }),
  ),
]
