/** What relays told: every event, those of a payment in order, and none twice unless a relay died. */

/** One event told once by one relay. Lists of them are in the order of time. */
export interface Telling {
  readonly relay: string
  readonly eventId: string
  readonly paymentId: string
  readonly version: number
}

/** The versions of each payment as they were told, such as `1 2`; what was told again at once counts once. */
export function versionsTold(tellings: readonly Telling[]): Map<string, string> {
  const versions = new Map<string, number[]>()
  for (const { paymentId, version } of tellings) {
    const before = versions.get(paymentId) ?? []
    if (before.at(-1) !== version) versions.set(paymentId, [...before, version])
  }
  return new Map(Array.from(versions, ([paymentId, told]) => [paymentId, told.join(' ')]))
}

/** Those after which somebody told the same event once more. */
export function toldAgain(tellings: readonly Telling[]): Telling[] {
  const last = new Map(tellings.map((telling) => [telling.eventId, telling]))
  return tellings.filter((telling) => last.get(telling.eventId) !== telling)
}

/**
 * Those told again though no death explains it: a relay with one send at a time can leave no more behind than the last
 * event that it told, and it must have died after that.
 */
export function toldAgainWithoutDeath(tellings: readonly Telling[], died: ReadonlySet<string>): Telling[] {
  const lastOf = new Map(tellings.map((telling) => [telling.relay, telling]))
  return toldAgain(tellings).filter((telling) => !died.has(telling.relay) || lastOf.get(telling.relay) !== telling)
}
