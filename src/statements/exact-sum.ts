/**
 * A sum of minor units that is exact past 2^53. Only what a number cannot hold is kept in `BigInt`, which takes longer.
 */
export class ExactSum {
  private before = 0n
  private since = 0

  /** @param amount a safe integer */
  add(amount: number): void {
    const sum = this.since + amount
    if (Number.isSafeInteger(sum)) this.since = sum
    else {
      this.before += BigInt(this.since)
      this.since = amount
    }
  }

  get value(): bigint {
    return this.before + BigInt(this.since)
  }

  equals(amount: number): boolean {
    return this.before === 0n ? this.since === amount : this.value === BigInt(amount)
  }
}
