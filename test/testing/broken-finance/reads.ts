import type { FinanceRepository, LineRowFilter, LinePageQuery } from 'hospital-payments/repository'
import type { LineCount } from '../../../src/repository/day-port.js'
import { notes, type StoredNote } from '../../../src/repository/aggregates/notes.js'
import { isInOrder } from './in-order.js'
import { asDoubles, broken, type BrokenFinance } from './broken.js'
import { toSecond, unavailable } from '../broken/broken.js'

/** Reads the sound pages of another query than the one that was asked for. */
function paging(name: string, breaks: string, change: (query: LinePageQuery) => LinePageQuery): BrokenFinance {
  return broken(name, breaks, (sound) => ({ pageLines: (query) => sound.pageLines(change(query)) }))
}

/** Reads pages of all lines that `isFound` finds among those of a wider filter. */
function finding(
  name: string,
  breaks: string,
  widen: (query: LineRowFilter) => LineRowFilter,
  isFound: (line: Awaited<ReturnType<FinanceRepository['pageLines']>>[number], query: LineRowFilter) => boolean,
): BrokenFinance {
  return broken(name, breaks, (sound) => ({
    pageLines: async ({ limit, after, ...filter }) => {
      const all = await sound.pageLines({ ...widen(filter), limit: 10_000 })
      return all.filter((line) => isFound(line, filter) && (!after || isInOrder(after, line))).slice(0, limit)
    },
  }))
}

export const brokenLineReads: readonly BrokenFinance[] = [
  broken(
    'puts histories of lines in the order of event ids',
    "A line's history holds one event a version, oldest first, without gaps",
    (sound) => ({
      lineHistory: async (key) => [...(await sound.lineHistory(key))].sort((a, b) => (a.id < b.id ? -1 : 1)),
    }),
  ),
  broken(
    'shows allocations of events without their sign',
    'A stored line event never changes, and shows the allocations as they were',
    (sound) => ({
      lineHistory: async (key) =>
        (await sound.lineHistory(key)).map((event) => ({
          ...event,
          allocations: event.allocations.map((allocation) => ({ ...allocation, amount: Math.abs(allocation.amount) })),
        })),
    }),
  ),
  broken(
    'gives the events of all lines of a row behind the first',
    "A line's history holds its own events only, and is empty where no whole line is stored",
    (sound) => {
      const keysOfRow = new Map<number, Set<string>>()
      return {
        replaceWithLines: (group) => {
          for (const { line } of group.lines) {
            keysOfRow.set(line.row, new Set([...(keysOfRow.get(line.row) ?? []), line.key]))
          }
          return sound.replaceWithLines(group)
        },
        lineHistory: async (key) => {
          const row = (await sound.findLines([key]))[0]?.row ?? 1
          const keys = row === 1 ? [key] : [...keysOfRow.get(row)!]
          return (await Promise.all(keys.map((one) => sound.lineHistory(one)))).flat()
        },
      }
    },
  ),
  broken(
    'forgets the notes when it erases narrations',
    'Narrations and notes of the lines valued before a day are erased, and nothing else',
    (sound) => {
      const kept: StoredNote[] = []
      return {
        replaceWithLines: (group) => {
          for (const { of, row } of group.rows ?? []) if (of.name === notes.name) kept.push({ ...(row as StoredNote) })
          return sound.replaceWithLines(group)
        },
        pageRows: async (of, query) =>
          of.name === notes.name
            ? kept
                .filter(({ lineKey }) => lineKey === query.where?.['lineKey'])
                .sort((a, b) => (a.id < b.id ? -1 : 1))
                .map((note) => ({ ...note }) as never)
            : sound.pageRows(of, query),
      }
    },
  ),
  broken(
    'takes a narration from a writer that read it before it was forgotten',
    'A line that was read before it was forgotten is stored without its narration, by a change and without an event',
    (sound) => {
      const brought = new Map<string, string>()
      return {
        replaceWithLines: async (group) => {
          const answer = await sound.replaceWithLines(group)
          for (const { line, expected } of answer.outcome === 'replaced' ? group.lines : []) {
            const isGone =
              typeof expected === 'number' && (await sound.findLines([line.key]))[0]?.narration === undefined
            if (isGone && line.narration !== undefined) brought.set(line.key, line.narration)
          }
          return answer
        },
        pageLines: async (query) =>
          (await sound.pageLines(query)).map((line) => {
            const narration = brought.get(line.key)
            return narration === undefined ? line : { ...line, narration }
          }),
      }
    },
  ),
  broken(
    'erases the lines of the day itself',
    'Narrations and notes of the lines valued before a day are erased, and nothing else',
    (sound) => ({ eraseLineTexts: (query) => sound.eraseLineTexts({ ...query, before: `${query.before}~` }) }),
  ),
  broken(
    'counts every line that it looks at to forget it',
    'Lines are forgotten so many at a time, and counted where they had a narration or notes',
    (sound) => ({
      eraseLineTexts: async (query) => {
        const { before, limit, after } = query
        const lines = await sound.pageLines({ limit, ...(after && { after }) })
        const done = await sound.eraseLineTexts(query)
        return { ...done, forgotten: lines.filter(({ valueDate }) => valueDate < before).length }
      },
    }),
  ),
  broken('writes narrations into events', 'What is said of payers stands in no event', (sound) => ({
    replaceWithLines: (group) =>
      sound.replaceWithLines({
        ...group,
        lines: group.lines.map((entry) => {
          const { narration } = entry.line
          return entry.event && narration !== undefined
            ? { ...entry, event: { ...entry.event, reason: narration } }
            : entry
        }),
      }),
  })),
  broken('gives notes newest first', 'Notes are of one line, oldest first', (sound) => ({
    pageRows: async (of, query) => {
      const rows = await sound.pageRows(of, query)
      return of.name === notes.name ? [...rows].reverse() : rows
    },
  })),
  paging(
    'goes on behind all lines of the last day where it gives two at a time',
    'Pages of lines of any size give each line once, by value date and then by key',
    ({ after, ...query }) => ({
      ...query,
      ...(after && { after: query.limit === 2 ? { ...after, key: '~' } : after }),
    }),
  ),
  broken(
    'pages by key alone where it gives one at a time',
    'Pages of lines of any size give each line once, by value date and then by key',
    (sound) => ({
      pageLines: async (query) => {
        if (query.limit !== 1) return sound.pageLines(query)
        const { after, ...rest } = query
        const all = [...(await sound.pageLines({ ...rest, limit: 1000 }))].sort((a, b) => (a.key < b.key ? 1 : -1))
        return all.filter(({ key }) => !after || key < after.key).slice(0, 1)
      },
    }),
  ),
  broken(
    'starts anew where the last line of a page no longer matches',
    'A page of lines goes on behind a line that no longer matches',
    (sound) => ({
      pageLines: async ({ after, ...query }) => {
        const last = after && (await sound.findLines([after.key]))[0]
        const isLost = last && query.held !== undefined && last.held !== query.held
        return sound.pageLines({ ...query, ...(after && !isLost && { after }) })
      },
    }),
  ),
  paging(
    "takes no one's lines for everyone's",
    'Every condition on lines, alone and with others, gives those that match',
    ({ assignee, ...query }) => ({ ...query, ...(assignee !== undefined && assignee !== null && { assignee }) }),
  ),
  broken(
    'forgets the import in a scan of lines',
    'A scan of lines goes by the same conditions and order as pages',
    (sound) => ({ scanLines: ({ importId: _, ...filter }, signal) => sound.scanLines(filter, signal) }),
  ),
  paging(
    'takes % and _ for wildcards',
    'A text of a line is found as a plain part, whatever its characters mean elsewhere',
    ({ text, ...query }) => ({ ...query, ...(text !== undefined && text !== '%' && text !== '_' && { text }) }),
  ),
  finding(
    'looks for a text in all texts of a line joined',
    'A text is looked for in reference, receipt and narration, whatever the case of their letters',
    ({ text: _, ...filter }) => filter,
    ({ reference = '', providerTransactionId = '', narration = '' }, { text = '' }) =>
      (reference + providerTransactionId + narration).toLowerCase().includes(text),
  ),
  finding(
    'takes letters in upper case as they are, beyond A to Z',
    'A text is looked for in reference, receipt and narration, whatever the case of their letters',
    (filter) => filter,
    ({ reference = '', providerTransactionId = '', narration = '' }, { text = '' }) =>
      !text.includes('ä') || `${reference} ${providerTransactionId} ${narration}`.includes('ä'),
  ),
  finding(
    'takes assignees for the same that differ by spaces at their end',
    'Accounts, assignees and texts of lines are compared byte for byte',
    ({ assignee, ...filter }) => ({ ...filter, ...(assignee === null && { assignee }) }),
    (line, { assignee }) => assignee === undefined || line.assignee?.trimEnd() === assignee?.trimEnd(),
  ),
  finding(
    'takes accounts of transfers for the same that differ by spaces at their end',
    'Sessions, payers and transfers of lines are compared byte for byte',
    ({ transferTo: _, ...filter }) => filter,
    (line, { transferTo }) => transferTo === undefined || line.transferTo?.trimEnd() === transferTo.trimEnd(),
  ),
  broken(
    'reads the lines of a scan when their turn comes',
    'A scan of lines is of one instant, and lines are written while it is open',
    (sound) => ({
      async *scanLines(filter, signal) {
        signal?.throwIfAborted()
        for (let after: LinePageQuery['after']; ;) {
          const batch = await sound.pageLines({ ...filter, limit: 1000, ...(after && { after }) })
          if (batch.length > 0) yield batch
          signal?.throwIfAborted()
          if (batch.length < 1000) return
          after = batch.at(-1)!
        }
      },
    }),
  ),
  broken(
    'gives a scan in one batch',
    'A scan of lines gives each once in batches of at most 1,000, and ends with its reader',
    (sound) => ({
      async *scanLines(filter, signal) {
        const all = []
        for await (const batch of sound.scanLines(filter, signal)) all.push(...batch)
        if (all.length > 0) yield all
        signal?.throwIfAborted()
      },
    }),
  ),
  broken('ignores the signal of a scan', 'An aborted scan of lines ends with the reason of its signal', (sound) => ({
    scanLines: (filter) => sound.scanLines(filter),
  })),
  broken(
    'throws an error of its own for an abort of a scan',
    'An aborted scan of lines ends with the reason of its signal',
    (sound) => ({
      async *scanLines(filter, signal) {
        signal?.throwIfAborted()
        for await (const batch of sound.scanLines(filter)) {
          yield batch
          if (signal?.aborted) throw new Error('aborted')
        }
      },
    }),
  ),
  broken(
    'looks at the signal of a scan only after the first batch',
    'An aborted scan of lines ends with the reason of its signal',
    (sound) => ({
      async *scanLines(filter, signal) {
        for await (const batch of sound.scanLines(filter)) {
          yield batch
          signal?.throwIfAborted()
        }
      },
    }),
  ),
  broken(
    'throws an error of its own for a scan whose signal was aborted before',
    'An aborted scan of lines ends with the reason of its signal',
    (sound) => ({
      async *scanLines(filter, signal) {
        if (signal?.aborted) throw new Error('aborted')
        yield* sound.scanLines(filter, signal)
      },
    }),
  ),
  broken(
    'gives the connection of a scan back only to who reads to the end',
    'A scan of lines gives each once in batches of at most 1,000, and ends with its reader',
    (sound) => {
      let free = 10
      return {
        async *scanLines(filter, signal) {
          if (free === 0) throw unavailable()
          free--
          yield* sound.scanLines(filter, signal)
          free++
        },
      }
    },
  ),
  broken(
    'counts the lines of sources that differ by case',
    "An account's lines are counted by value date, and days without lines are left out",
    (sound) => ({
      countLines: async (query) => {
        const days = new Map<string, LineCount>()
        for (const account of [query.account, query.account.toUpperCase()]) {
          for (const one of await sound.countLines({ ...query, account })) {
            const { day, count, versions } = one
            const { count: former, versions: before } = days.get(day) ?? { count: 0, versions: 0 }
            days.set(day, { day, count: count + former, versions: versions + before })
          }
        }
        return [...days.values()]
      },
    }),
  ),
  broken(
    'adds up the versions with which lines came',
    "The versions of an account's lines are added up by value date, as they are now",
    (sound) => ({
      countLines: async (query) => (await sound.countLines(query)).map((one) => ({ ...one, versions: one.count })),
    }),
  ),
  broken(
    'adds open lines up as doubles',
    'Open lines are summed by account, currency, direction and outcome, with what is open of them',
    (sound) => ({
      sumOpenLines: async (query) => asDoubles(await sound.sumOpenLines(query)),
    }),
  ),
  broken(
    'adds the lines of a filter up as doubles',
    'Lines of a filter are summed by account, currency, direction and outcome, exactly, with what is open of them',
    (sound) => ({ sumLines: async (filter) => asDoubles(await sound.sumLines(filter)) }),
  ),
  broken(
    'sums lines up without their amounts',
    'Lines of a filter are summed by account, currency, direction and outcome, exactly, with what is open of them',
    (sound) => ({ sumLines: ({ amounts: _, ...filter }) => sound.sumLines(filter) }),
  ),
  broken(
    'sums all open lines up, whatever their day',
    'Open lines valued up to a day are summed, those of later days left out',
    (sound) => ({ sumOpenLines: () => sound.sumOpenLines() }),
  ),
  broken(
    'gives the newest events of many lines first',
    'The histories of many lines are those of each, oldest first',
    (sound) => ({ lineHistories: async (keys) => [...(await sound.lineHistories(keys))].reverse() }),
  ),
  broken(
    'keeps no milliseconds of when a line was booked',
    'A line is shown with every field as it was stored, by every read and conflict',
    (sound) => ({
      findLines: async (keys) =>
        (await sound.findLines(keys)).map((line) => ({ ...line, bookedAt: line.bookedAt && toSecond(line.bookedAt) })),
    }),
  ),
  finding(
    'compares amounts as single precision',
    'Integers to 2^53-1 are kept exactly in lines, allocations and sums',
    ({ amount: _, ...filter }) => filter,
    (line, { amount }) => amount === undefined || Math.fround(line.amount) === Math.fround(amount),
  ),
  broken('trims notes', 'Texts of lines, events and notes are kept as they are', (sound) => ({
    pageRows: async (of, query) =>
      (await sound.pageRows(of, query)).map((row) =>
        'text' in row && typeof row.text === 'string' ? { ...row, text: row.text.trim() } : row,
      ),
  })),
  broken(
    'gives the same line to everyone',
    'What is handed in and given out changes nothing that is stored',
    (sound) => {
      const shared = new Map<string, Awaited<ReturnType<FinanceRepository['findLines']>>[number]>()
      return {
        findLines: async (keys) =>
          (await sound.findLines(keys)).map((line) => {
            const text = JSON.stringify(line)
            if (!shared.has(text)) shared.set(text, line)
            return shared.get(text)!
          }),
      }
    },
  ),
  broken('gives a line once a key', '5,000 lines are found by their keys at once, each once', (sound) => ({
    findLines: async (keys) => (await Promise.all(keys.map((key) => sound.findLines([key])))).flat(),
  })),
]
