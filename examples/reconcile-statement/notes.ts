import type { HospitalPayments, LineItem, PaymentItem } from 'hospital-payments'

/** A few of what there may be a million of; the CSV has them all. */
export class Few<Item> {
  count = 0
  readonly first: Item[] = []

  constructor(private readonly max = 20) {}

  add(item: Item): void {
    this.count++
    if (this.first.length < this.max) this.first.push(item)
  }
}

/** Money that went out, and the payment that it may have paid back. */
export interface WentOut {
  readonly row: number
  readonly amount: number
  readonly currency: string
  readonly reference: string
  readonly paid: number
}

/** The outcomes that a person must look at, the most pressing first. */
export const peoplesMatter: readonly LineItem['outcome'][] = [
  'rejected_line',
  'unmatched_line',
  'ambiguous',
  'duplicate_credit',
  'over_paid',
  'currency_mismatch',
  'status_mismatch',
  'under_paid',
]

/** The items that a person must look at after a reconciliation: kept small, whatever the statement's length. */
export class Notes {
  readonly lines = new Map<LineItem['outcome'], Few<LineItem>>()
  /** Debits that name a payment: of its whole amount, and of a part of it, as charges are. */
  readonly paidBack = new Few<WentOut>()
  readonly partly = new Few<WentOut>()
  readonly payments = new Map<PaymentItem['outcome'], Few<PaymentItem>>()

  constructor(private readonly hospital: HospitalPayments) {}

  async line(item: LineItem): Promise<void> {
    if (peoplesMatter.includes(item.outcome)) few(this.lines, item.outcome).add(item)
    const [meant] = item.allocations
    if (item.outcome !== 'reversal_candidate' || !item.line || !meant) return
    const { row, amount, currency } = item.line
    const paid = (await this.hospital.getPayment(meant.paymentId))?.amount ?? 0
    const list = paid === amount ? this.paidBack : this.partly
    list.add({ row, amount, currency, reference: meant.reference, paid })
  }

  payment(item: PaymentItem): void {
    if (item.outcome !== 'matched') few(this.payments, item.outcome).add(item)
  }
}

function few<Key, Item>(map: Map<Key, Few<Item>>, key: Key): Few<Item> {
  const known = map.get(key)
  if (known) return known
  const made = new Few<Item>()
  map.set(key, made)
  return made
}
