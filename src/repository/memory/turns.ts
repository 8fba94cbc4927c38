/** Turns of the event loop between the calls of a storage that never waits for anything. */
import { pacer } from '../../internal/event-loop.js'
import type { FinanceRepository } from '../finance-port.js'

/** So many rows are handed over or given out before the host's event loop may do other work. */
const rowsAtOnce = 200

/** These look at many rows for the few that they give out. */
const walks: ReadonlySet<string> = new Set<keyof FinanceRepository>([
  'totals',
  'pageLines',
  'countLines',
  'sumOpenLines',
  'searchPayments',
  'findCandidates',
  'sumUnproved',
  'refundTotals',
  'unclosedDays',
  'forgetLines',
])

/** Of a list, or of the lists in an object, such as those of a group of changes. */
function rowsIn(value: unknown): number {
  if (Array.isArray(value)) return value.length
  if (typeof value !== 'object' || value === null) return 0
  let rows = 0
  for (const part of Object.values(value)) if (Array.isArray(part)) rows += part.length
  return rows
}

type Calls = Readonly<Record<string, (...values: never[]) => Promise<unknown>>>

export function turnsOfEventLoop() {
  const pace = pacer(rowsAtOnce)
  return {
    /** The same calls, each done before it returns its promise; only the answer may wait for a turn. */
    between<All extends object>(calls: All): All {
      const paced = Object.entries(calls as Calls).map(([name, call]) => {
        const isWalk = walks.has(name)
        return [
          name,
          async (...values: never[]) => {
            const answer = await call(...values)
            const turn = pace(
              isWalk ? rowsAtOnce : values.reduce((sum, value) => sum + rowsIn(value), 1 + rowsIn(answer)),
            )
            if (turn) await turn
            return answer
          },
        ]
      })
      return Object.fromEntries(paced) as All
    },
    /** The same batches, with a turn behind those that bring the rows to so many. */
    async *batches<Row>(scan: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
      for await (const rows of scan) {
        yield rows
        const turn = pace(rows.length)
        if (turn) await turn
      }
    },
  }
}
