/** Every filter in every order from every kind of place, in pages of every size, over what a sequence has left behind. */
import type { PaymentStatus } from 'hospital-payments'
import type { Filter, PageQuery, ScanField } from 'hospital-payments/repository'
import fc from 'fast-check'
import { agreed, type Pair } from './agree.js'
import type { Cast } from './cast.js'
import { pagesOf, rowsOf, totalsOf } from './reads.js'
import { isLong } from './runs.js'

/** It takes longer than the sequence itself, so each one is followed by a part; primes, so that all parts differ. */
const parts = isLong ? 7 : 61

export const gridParts: fc.Arbitrary<number> = fc.nat(parts - 1)

const orders = ['createdAt', 'paidAt', 'reversedAt', 'expiresAt'] as const
const statusLists: readonly (readonly PaymentStatus[] | undefined)[] = [
  undefined,
  ['pending'],
  ['reversed', 'succeeded'],
  ['pending', 'succeeded', 'failed', 'expired', 'reversed'],
  [],
]
const fields = [
  'id',
  'createdAt',
  'updatedAt',
  'expiresAt',
  'paidAt',
  'reversedAt',
  'canceledAt',
  'customerId',
  'customerName',
] as const satisfies ScanField[]
const limits = [1, 2, 3, 1000]

function periodsOf([one, other]: readonly string[]): Pick<Filter, 'from' | 'before'>[] {
  const [from, before] = [one!, other!].sort() as [string, string]
  return [{}, { from }, { before }, { from, before }]
}

/** Lists places of pages: the start, and two behind a place where mostly no row is. */
function placesOf({ ids, instants }: Cast): PageQuery['after'][] {
  return [undefined, { at: instants[1]!, id: ids[0]! }, { at: instants[2]!, id: '' }]
}

function filtersOf({ channels, references, instants }: Cast): Filter[] {
  const channelLists = [undefined, [channels[0]!], [channels[1]!, channels[2]!, channels[1]!], []]
  return orders.flatMap((by) =>
    statusLists.flatMap((statuses) =>
      channelLists.flatMap((list) =>
        [undefined, references[0]!].flatMap((reference) =>
          periodsOf(instants.slice(1, 3)).map((period) => ({
            by,
            ...period,
            ...(statuses && { statuses }),
            ...(list && { channels: list }),
            ...(reference !== undefined && { reference }),
          })),
        ),
      ),
    ),
  )
}

type Check = (pair: Pair) => Promise<unknown>

function checksOf(cast: Cast): Check[] {
  const places = placesOf(cast)
  let turn = 0
  return filtersOf(cast).flatMap((filter): Check[] => {
    const pages = (['asc', 'desc'] as const).flatMap((direction) =>
      places.map((after): Check => {
        const query = { ...filter, direction, limit: limits[turn++ % limits.length]!, ...(after && { after }) }
        return (pair) => agreed(pair, { pages: query }, (repository) => pagesOf(repository, query))
      }),
    )
    const rows: Check = (pair) =>
      agreed(pair, { scan: filter }, (repository) => rowsOf(repository, { ...filter, fields }))
    const sums: Check = (pair) => agreed(pair, { totals: filter }, (repository) => totalsOf(repository, filter))
    return [...pages, rows, sums]
  })
}

/** The number of checks at once, as many as a pool has connections. */
const atOnce = 8

export async function expectSameGrid(pair: Pair, cast: Cast, part: number): Promise<void> {
  const checks = checksOf(cast).filter((_, i) => i % parts === part)
  for (let start = 0; start < checks.length; start += atOnce)
    await Promise.all(checks.slice(start, start + atOnce).map((check) => check(pair)))
}
