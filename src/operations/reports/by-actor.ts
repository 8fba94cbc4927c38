/** Counts and sums by person: who created, confirmed, took, gave back and waived. */
import type { StoredEvent } from '../../domain/event-stream.js'
import { sortedByText } from '../../internal/sorted-by-text.js'
import type { EventPeriod, EventSum } from '../../repository/event-port.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { daysQuery, type DaysQuery, eventPeriod } from '../input/book-calls.js'
import { parse } from '../input/parse.js'
import { financeOf } from '../storage.js'

/** The action that a sum is of. */
export type ActorAction = 'created' | 'confirmed' | 'took' | 'gaveBack' | 'waived'

/** The actions of one person, of one kind and currency. */
export interface ActorSum {
  /** The person or system; `null` where none was named. */
  readonly actor: string | null
  /**
   * `created`: payments; `confirmed`: payments that were confirmed without a line; `took`: cash at the counter; `gaveBack`: refunds
   * that were paid out; `waived`: waivers that were granted.
   */
  readonly action: ActorAction
  readonly currency: string
  readonly count: number
  /** Exact decimal digits in minor units. */
  readonly amount: string
}

const actions: Partial<Record<StoredEvent['type'], ActorAction>> = {
  'payment.created': 'created',
  'payment.succeeded': 'confirmed',
  'refund.succeeded': 'gaveBack',
  'waiver.granted': 'waived',
}

function actionOf({ type, isConfirmation }: EventSum): ActorAction | null {
  // A payment that a line paid was confirmed by no person.
  if (type === 'payment.succeeded' && !isConfirmation) return null
  return actions[type] ?? null
}

const eventsAtOnce = 1000

/** Sums of persons, by action and currency. */
class Sums {
  private readonly sums = new Map<string, Omit<ActorSum, 'amount'> & { readonly amount: bigint }>()

  add(actor: string | null, action: ActorAction, { currency, count, amount }: Pick<EventSum, 'currency' | 'count' | 'amount'>) {
    const name = JSON.stringify([actor ?? '', action, currency])
    const former = this.sums.get(name)
    this.sums.set(name, {
      ...{ actor, action, currency },
      count: count + (former?.count ?? 0),
      amount: BigInt(amount) + (former?.amount ?? 0n),
    })
  }

  items(): ActorSum[] {
    const items = Array.from(this.sums, ([name, sum]) => ({ name, sum: { ...sum, amount: `${sum.amount}` } }))
    return sortedByText(items, ({ name }) => name).map(({ sum }) => sum)
  }
}

/** Adds up what sessions took at the counter, a page of events at a time. */
async function addTakes(finance: FinanceRepository, period: EventPeriod, sums: Sums): Promise<void> {
  for (let after: { at: string; id: string } | undefined; ;) {
    const page = { ...period, kinds: ['session'], limit: eventsAtOnce, ...(after && { after }) }
    const events = await finance.pageRowEvents(page)
    for (const { type, actor, data } of events) {
      if (type !== 'session.took') continue
      sums.add(actor, 'took', { currency: String(data['currency']), count: 1, amount: String(data['amount']) })
    }
    const last = events.at(-1)
    if (!last || events.length < eventsAtOnce) return
    after = { at: last.createdAt, id: last.id }
  }
}

export async function byActor(context: Context, query: DaysQuery): Promise<{ items: ActorSum[] }> {
  const period = eventPeriod(parse(daysQuery, query), context.timeZone)
  const finance = financeOf(context)
  const sums = new Sums()
  for (const sum of await finance.sumEvents(period)) {
    const action = actionOf(sum)
    if (action !== null) sums.add(sum.actor, action, sum)
  }
  await addTakes(finance, period, sums)
  return { items: sums.items() }
}
