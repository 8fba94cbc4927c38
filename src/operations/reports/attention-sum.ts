/** Payments, refunds or attempts of one currency that wait for people. */
export interface AttentionSum {
  readonly currency: string
  readonly count: number
  /** Exact decimal digits in minor units. */
  readonly amount: string
}
