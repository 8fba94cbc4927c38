import { liveReference } from '../../domain/payments/reference-policy.js'
import { waiverEvent } from '../../domain/waivers/event.js'
import type { WaiverChange } from '../../domain/waivers/waiver-change.js'
import type { RowEntry } from '../../repository/aggregates/port.js'
import { waivers } from '../../repository/aggregates/waivers.js'
import type { Change } from '../../repository/port.js'
import type { Context } from '../context.js'
import { waiverEntry } from '../payers/payer-entries.js'
import { termsOfRest } from '../payments/changes.js'

/** Turns changes of waivers into what the port stores: each is an event of its payment, which has its next version with it. */
export function waiversToStore(
  { ids, referencePolicy }: Pick<Context, 'ids' | 'referencePolicy'>,
  changed: readonly WaiverChange[],
  { actor, contested }: { readonly actor: string | null; readonly contested: ReadonlySet<string> },
): { readonly changes: readonly Change[]; readonly rows: readonly RowEntry[] } {
  return {
    changes: changed.map((change) => {
      const { payment } = change
      return {
        payment,
        expectedVersion: payment.version - 1,
        event: waiverEvent(change, { id: ids.event(), actor }),
        liveReference: contested.has(payment.reference) ? null : liveReference(payment, referencePolicy),
        ...termsOfRest(payment),
      }
    }),
    rows: changed.flatMap(({ waiver, payment }): RowEntry[] => {
      const isNew = waiver.version === 1
      const expected = isNew ? ('nothing' as const) : waiver.version - 1
      const entry = { of: waivers, row: waiver, beside: isNew ? {} : null, expected, events: [] }
      return isNew ? [entry, ...waiverEntry(waiver, payment.customer?.id)] : [entry]
    }),
  }
}
