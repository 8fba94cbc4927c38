/** Events by the time of the action over a database. */
import type { StoredEvent } from '../../../domain/event-stream.js'
import type { EventStorage, LineMovement, LineMovementQuery } from '../../../repository/event-port.js'
import type { SqlContext } from '../context.js'
import type { SqlRow } from '../database.js'
import { eventOf } from '../row.js'
import { scanRows } from '../scan.js'
import { exactSum } from '../sums.js'
import { text, textOrNull, truth } from '../values.js'
import { lineEventColumns } from './columns.js'
import type { EventPosition } from './event-statements.js'
import { lineEventOf, lineOf } from './line-rows.js'

const countedPlace = lineEventColumns.length
/** Behind the event come whether the line counts after it, and before it. */
const linePlace = countedPlace + 2

function movementOf(row: SqlRow): LineMovement {
  return {
    event: lineEventOf(row),
    line: lineOf(row.slice(linePlace)),
    wasCounted: truth(row[countedPlace + 1]),
    isCounted: truth(row[countedPlace]),
  }
}

async function* scanLineMovements(
  context: SqlContext,
  query: LineMovementQuery,
  signal?: AbortSignal,
): AsyncGenerator<readonly LineMovement[]> {
  signal?.throwIfAborted()
  if (query.accounts?.length === 0) return
  const parts = {
    statement: (part?: { after: EventPosition | undefined; limit: number }) => context.events.movements(query, part),
    positionOf(row: SqlRow): EventPosition {
      const { createdAt, id } = lineEventOf(row)
      return { at: createdAt, id }
    },
  }
  for await (const rows of scanRows(context, parts, signal)) yield rows.map(movementOf)
}

export function eventFunctions(context: SqlContext): EventStorage {
  return {
    async pageEvents(query) {
      if (query.limit < 1) return []
      return (await context.read(context.events.page(query))).map(eventOf)
    },
    async pageLineMovements(query) {
      if (query.limit < 1) return []
      return (await context.read(context.events.pageOfLines(query))).map(movementOf)
    },
    scanLineMovements: (query, signal) => scanLineMovements(context, query, signal),
    async sumEvents(period) {
      const rows = await context.read(context.events.sums(period))
      return rows.map(([actor, type, isConfirmation, currency, count, ...sums]) => ({
        actor: textOrNull(actor),
        type: text(type) as StoredEvent['type'],
        isConfirmation: truth(isConfirmation),
        currency: text(currency),
        count: Number(count),
        amount: exactSum(sums),
      }))
    },
  }
}
