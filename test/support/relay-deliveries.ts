/** What relays delivered: every event, those of a payment in order, and none twice unless a relay died. */

/** One event delivered once by one relay. Lists of them are in the order of time. */
export interface Delivery {
  readonly relay: string
  readonly eventId: string
  readonly paymentId: string
  readonly version: number
}

/**
 * Lists the versions of each payment as they were delivered, such as `1 2`; what was delivered again at once counts
 * once.
 */
export function versionsDelivered(deliveries: readonly Delivery[]): Map<string, string> {
  const versions = new Map<string, number[]>()
  for (const { paymentId, version } of deliveries) {
    const before = versions.get(paymentId) ?? []
    if (before.at(-1) !== version) versions.set(paymentId, [...before, version])
  }
  return new Map(Array.from(versions, ([paymentId, delivered]) => [paymentId, delivered.join(' ')]))
}

/** Returns the deliveries after which the same event was delivered once more. */
export function deliveredAgain(deliveries: readonly Delivery[]): Delivery[] {
  const last = new Map(deliveries.map((delivery) => [delivery.eventId, delivery]))
  return deliveries.filter((delivery) => last.get(delivery.eventId) !== delivery)
}

/**
 * Returns the deliveries that were repeated without a death of their relay: a relay with one send at a time can leave
 * no more behind than the last event that it delivered, and it must have died after that.
 */
export function deliveredAgainWithoutDeath(deliveries: readonly Delivery[], died: ReadonlySet<string>): Delivery[] {
  const lastOf = new Map(deliveries.map((delivery) => [delivery.relay, delivery]))
  return deliveredAgain(deliveries).filter(
    (delivery) => !died.has(delivery.relay) || lastOf.get(delivery.relay) !== delivery,
  )
}
