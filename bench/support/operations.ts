/** The operations that are measured on a hospital's payments, each many times a sample. */
import { firstDay, type Hospital } from './payments.js'
import { seededNumbers } from './random.js'

export interface Operation {
  readonly kind: 'read' | 'write'
  /** The number of runs of a sample. */
  readonly count: number
  /** Prepares, untimed, and returns the function that is timed. */
  prepare(hospital: Hospital): Promise<(turn: number) => Promise<unknown>>
}

type ReportQuery = NonNullable<Parameters<Hospital['payments']['reportPayments']>[0]>

export const pageSize = 100
export const firstPage = `first page of ${pageSize}`
export const lastPage = `last page of ${pageSize} (the 10,000th, the 100th)`

const random = seededNumbers(1)
const lookups = 2000
const writes = 50

/** Draws at random, as text that comes from outside: equal to the stored one, but not the same object. */
export function some(texts: readonly string[], count = lookups): string[] {
  const drawn = Array.from({ length: count }, () => texts[Math.floor(random() * texts.length)]!)
  return JSON.parse(JSON.stringify(drawn)) as string[]
}

async function lastCursor({ payments, ids }: Hospital): Promise<string> {
  let query: ReportQuery = { limit: pageSize }
  for (let page = 1; page < Math.floor(ids.length / pageSize); page++) {
    const { nextCursor } = await payments.reportPayments(query)
    query = { limit: pageSize, cursor: nextCursor! }
  }
  return query.cursor!
}

function page(query: ReportQuery): Operation {
  return {
    kind: 'read',
    count: 200,
    prepare:
      async ({ payments }) =>
      () =>
        payments.reportPayments(query),
  }
}

const day = { from: firstDay, to: firstDay }

export async function operations(hospitals: readonly Hospital[]): Promise<Record<string, Operation>> {
  const cursors = new Map<Hospital, string>()
  for (const hospital of hospitals) cursors.set(hospital, await lastCursor(hospital))

  return {
    [firstPage]: page({ limit: pageSize }),
    [lastPage]: {
      ...page({}),
      prepare: (hospital) => page({ limit: pageSize, cursor: cursors.get(hospital)! }).prepare(hospital),
    },
    [`page of ${pageSize} of a day`]: page({ ...day, limit: pageSize }),
    'page of 25 of a status that one in 200 has': page({ status: 'reversed', limit: 25 }),
    [`page of ${pageSize} of a day by \`paidAt\``]: page({ ...day, basis: 'paidAt', limit: pageSize }),
    getPayment: {
      kind: 'read',
      count: lookups,
      async prepare({ payments, ids }) {
        const drawn = some(ids)
        return (turn) => payments.getPayment(drawn[turn]!)
      },
    },
    findByReference: {
      kind: 'read',
      count: lookups,
      async prepare({ payments, references }) {
        const drawn = some(references)
        return (turn) => payments.findByReference(drawn[turn]!)
      },
    },
    'totals of a day': {
      kind: 'read',
      count: 10,
      prepare:
        async ({ payments }) =>
        () =>
          payments.totals(day),
    },
    createPayment: { kind: 'write', count: writes, prepare: async ({ create }) => create },
    'confirmPayment of a random pending one, paid in its own time': {
      kind: 'write',
      count: writes,
      async prepare({ payments, pending }) {
        const drawn = Array.from({ length: writes }, () => pending.splice(Math.floor(random() * pending.length), 1)[0]!)
        const pendingPayments = await Promise.all(drawn.map((id) => payments.getPayment(id)))
        return (turn) => payments.confirmPayment(drawn[turn]!, { paidAt: pendingPayments[turn]!.createdAt })
      },
    },
  }
}
