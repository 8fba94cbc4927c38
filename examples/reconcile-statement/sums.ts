/** Money by currency, exact; read from and compared as text. */
import { money } from './text.js'

export class Sums {
  private readonly byCurrency = new Map<string, bigint>()

  add(amount: number | bigint | string, currency: string): void {
    this.byCurrency.set(currency, (this.byCurrency.get(currency) ?? 0n) + BigInt(amount))
  }

  static of(parts: readonly { readonly amount: string; readonly currency: string | null }[]): Sums {
    const sums = new Sums()
    for (const { amount, currency } of parts) if (currency !== null) sums.add(amount, currency)
    return sums
  }

  plus(other: Sums | undefined): Sums {
    return Sums.of(
      [this, other ?? new Sums()].flatMap((sums) =>
        sums.entries().map(([currency, amount]) => ({ currency, amount: `${amount}` })),
      ),
    )
  }

  /** Returns minor units, by currency: `150000 ETB, 700 USD`; equal sums are equal texts. */
  toString(): string {
    return this.entries()
      .map(([currency, amount]) => `${amount} ${currency}`)
      .join(', ')
  }

  toText(): string {
    const parts = this.entries().map(([currency, amount]) => money(amount, currency))
    return parts.length > 0 ? parts.join(', ') : '-'
  }

  private entries(): [string, bigint][] {
    return [...this.byCurrency].filter(([, amount]) => amount !== 0n).sort(([a], [b]) => (a < b ? -1 : 1))
  }
}
