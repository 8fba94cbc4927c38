/** Turns of the event loop between the calls of a storage that never waits for anything. */
import { pacer } from '../../internal/event-loop.js'
import type { FinanceRepository } from '../finance-port.js'

/** Number of rows that are taken or returned before the host's event loop may do other work. */
const rowsAtOnce = 200

/** Calls that read many rows for the few that they return. */
const walks: ReadonlySet<string> = new Set<keyof FinanceRepository>([
  'totals',
  'pageLines',
  'countLines',
  'sumOpenLines',
  'sumLines',
  'searchPayments',
  'findCandidates',
  'sumUnproved',
  'sumWaiting',
  'sumPayer',
  'pagePayer',
  'sumRows',
  'leaseRows',
  'unclosedDays',
  'pageEvents',
  'pageLineMovements',
  'pageRowEvents',
  'sumEvents',
  'eraseLineTexts',
])

/** Counts the rows of a list, or of the lists in an object, such as those of a group of changes. */
function rowsIn(value: unknown): number {
  if (Array.isArray(value)) return value.length
  if (typeof value !== 'object' || value === null) return 0
  let rows = 0
  for (const part of Object.values(value)) if (Array.isArray(part)) rows += part.length
  return rows
}

/** The calls that return one answer, as functions that have it when they return. */
export type AtOnce<Repository> = {
  [Name in keyof Repository as NonNullable<Repository[Name]> extends Call ? Name : never]: NonNullable<
    Repository[Name]
  > extends (...values: infer Values) => Promise<infer Answer>
    ? (...values: Values) => Answer
    : never
}

type Call = (...values: never[]) => Promise<unknown>

/** The same functions as they are in a repository. */
type Promising<Calls> = {
  [Name in keyof Calls]: Calls[Name] extends (...values: infer Values) => infer Answer
    ? (...values: Values) => Promise<Answer>
    : never
}

/** Returns wrappers of calls and scans that leave turns of the event loop between them. */
export function turnsOfEventLoop() {
  const pace = pacer(rowsAtOnce)
  return {
    /** Wraps calls: each is done before it returns its promise; only the answer may wait for a turn. */
    between<Calls extends object>(calls: Calls): Promising<Calls> {
      const entries = Object.entries(calls) as [string, (...values: unknown[]) => unknown][]
      const paced = entries.map(([name, call]) => {
        const isWalk = walks.has(name)
        return [
          name,
          async (...values: unknown[]) => {
            const answer = call(...values)
            const rows = values.reduce((sum: number, value) => sum + rowsIn(value), 1 + rowsIn(answer))
            const turn = pace(isWalk ? rowsAtOnce : rows)
            if (turn) await turn
            return answer
          },
        ]
      })
      return Object.fromEntries(paced) as Promising<Calls>
    },
    /** Yields the same batches, with a turn behind those that bring the rows to `rowsAtOnce`. */
    async *batches<Row>(scan: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
      for await (const rows of scan) {
        yield rows
        const turn = pace(rows.length)
        if (turn) await turn
      }
    },
  }
}
