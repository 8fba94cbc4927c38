import type { Payment } from '../../domain/payments/payment.js'

/** Payments that conflicts showed: they may be newer than what a host's open transaction still reads, or missing there. */
export class ShownPayments {
  private readonly payments = new Map<string, Payment>()

  add(payment: Payment): void {
    const older = this.payments.get(payment.id)
    if (!older || payment.version > older.version) this.payments.set(payment.id, payment)
  }

  /** Returns the newest known version of each payment, by id. */
  over(read: readonly Payment[]): Map<string, Payment> {
    const newest = new Map(read.map((payment) => [payment.id, payment]))
    for (const payment of this.payments.values()) {
      const older = newest.get(payment.id)
      if (!older || payment.version > older.version) newest.set(payment.id, payment)
    }
    return newest
  }
}
