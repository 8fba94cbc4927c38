/**
 * The rules of refundable money of a payment that statement lines proved, also after their allocations were undone.
 * Every change of a payment follows them. Of the money that came for a payment, the undone allocations count as given
 * back last.
 */
import { amountAsked } from './open-amount.js'
import { type Payment, type UndoneAllocation, withoutField } from './payment.js'

/** The line whose allocation changes the proved money of a payment. */
export interface LineOfChange {
  readonly lineKey: string
  /** Minor units of the allocation that never came. */
  readonly writtenOff?: number | undefined
  /** True where other money paid the payment: an allocation that is taken back is then not remembered. */
  readonly isPaidOtherwise?: boolean | undefined
}

function sumOf(parts: readonly { readonly amount: number }[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0)
}

/** Sums the allocations of a payment that were taken back, in minor units. */
function amountUndone({ undoneAllocations = [] }: Payment): number {
  return sumOf(undoneAllocations)
}

/**
 * Returns the minor units that came for the payment, taken back or not. For an expired or failed payment that is the
 * money of its lines.
 */
export function amountDue(payment: Payment): number {
  const { status, amountReconciled, amountWrittenOff } = payment
  const isUnpaid = status === 'expired' || status === 'failed'
  return (isUnpaid ? amountReconciled + amountUndone(payment) : amountAsked(payment)) - amountWrittenOff
}

/** Sums the refunds of a payment that are open or were paid, in minor units. */
export function amountOfRefunds({ amountRefundPending, amountRefunded }: Payment): number {
  return amountRefundPending + amountRefunded
}

/** Returns the minor units that were given back, or are to be: by refunds, or by a reversal as a whole. */
export function amountGivenBack(payment: Payment): number {
  const { status, moneyReturned = true } = payment
  return status === 'reversed' && moneyReturned ? amountDue(payment) : amountOfRefunds(payment)
}

/**
 * Returns the minor units that were given back and that statement lines no longer prove, after an allocation was
 * undone.
 */
export function amountGivenBackUnproved(payment: Payment): number {
  if (!payment.undoneAllocations) return 0
  return Math.max(0, amountGivenBack(payment) - (payment.amountReconciled - payment.amountWrittenOff))
}

/**
 * Returns the minor units that came for an expired or failed payment and that no refund gives back; 0 for other
 * payments.
 */
export function amountKeptUnpaid(payment: Payment): number {
  const { status, amountReconciled, amountWrittenOff } = payment
  if (status !== 'expired' && status !== 'failed') return 0
  return Math.max(0, amountReconciled - amountWrittenOff - amountOfRefunds(payment))
}

/** The reasons of reversals at which the money stays with the hospital. */
export const reversalsThatKeepMoney: readonly string[] = ['match_undone', 'waiver_revoked']

/**
 * Returns the minor units that other lines still prove of a payment that was reversed because one of its lines was undone; 0 for
 * other payments.
 */
export function amountKeptReversed(payment: Payment): number {
  const { status, statusReason = '', amountReconciled, amountWrittenOff } = payment
  if (status !== 'reversed' || !reversalsThatKeepMoney.includes(statusReason)) return 0
  return Math.max(0, amountReconciled - amountWrittenOff - amountOfRefunds(payment))
}

/**
 * Returns the minor units that a refund of the payment may have: the money that came, and that is neither given back
 * nor open at its line again.
 */
export function amountRefundable(payment: Payment): number {
  if (payment.status === 'pending' || payment.status === 'reversed') return 0
  const { undoneAllocations = [] } = payment
  const openAtLines = undoneAllocations.reduce((sum, { amount, givenBack }) => sum + amount - givenBack, 0)
  return Math.max(0, amountDue(payment) - amountOfRefunds(payment) - openAtLines)
}

/**
 * Checks whether a payment expired or failed and its money is being given back, or was. Such a payment can no longer
 * succeed.
 */
export function isGivenBackUnpaid(payment: Payment): boolean {
  return (payment.status === 'expired' || payment.status === 'failed') && amountOfRefunds(payment) > 0
}

/**
 * Shortens undone allocations by the amount of a later allocation, which replaces them: first those of the same line,
 * then the oldest.
 */
function shortenAllocations(
  allocated: number,
  lineKey: string,
  undone: readonly UndoneAllocation[],
): UndoneAllocation[] {
  let amountLeft = allocated
  const shortened = new Map<UndoneAllocation, UndoneAllocation>()
  const isOfLine = (allocation: UndoneAllocation) => allocation.lineKey === lineKey
  for (const allocation of [...undone.filter(isOfLine), ...undone.filter((other) => !isOfLine(other))]) {
    const amount = allocation.amount - Math.min(amountLeft, allocation.amount)
    amountLeft -= allocation.amount - amount
    shortened.set(allocation, { ...allocation, amount, givenBack: Math.min(allocation.givenBack, amount) })
  }
  return undone.map((allocation) => shortened.get(allocation)!).filter(({ amount }) => amount > 0)
}

/** Appends an undone allocation; it is added to the last one where that is of the same line. */
function appendAllocation(undone: readonly UndoneAllocation[], lineKey: string, amount: number): UndoneAllocation[] {
  const last = undone.at(-1)
  if (last?.lineKey !== lineKey) return [...undone, { lineKey, amount, givenBack: 0 }]
  return [...undone.slice(0, -1), { ...last, amount: last.amount + amount }]
}

/**
 * Spreads the money that was given back over the undone allocations. An increase goes to the allocation that was undone
 * just now, then to the oldest; a decrease comes off the newest.
 */
function spreadGivenBack(undone: readonly UndoneAllocation[], givenBack: number, isUndo: boolean): UndoneAllocation[] {
  const next = [...undone]
  let difference = givenBack - undone.reduce((sum, allocation) => sum + allocation.givenBack, 0)
  const places = [...next.keys()]
  const order = difference < 0 || !isUndo ? places : [places.length - 1, ...places.slice(0, -1)]
  for (const place of difference < 0 ? order.reverse() : order) {
    const allocation = next[place]!
    const change =
      difference < 0
        ? -Math.min(allocation.givenBack, -difference)
        : Math.min(allocation.amount - allocation.givenBack, difference)
    next[place] = { ...allocation, givenBack: allocation.givenBack + change }
    difference -= change
  }
  return next
}

function withList<Key extends 'undoneAllocations' | 'writtenOffBy'>(
  payment: Payment,
  key: Key,
  list: NonNullable<Payment[Key]>,
): Payment {
  return list.length > 0 ? { ...payment, [key]: list } : withoutField(payment, key)
}

/** Updates the rests that lines have written off: an allocation adds its rest, and its undo removes the line's rest. */
function withWrittenOff(payment: Payment, { lineKey, writtenOff = 0 }: LineOfChange, isUndo: boolean): Payment {
  // Nearly always: a copy of the payment would take longer than all else.
  if (!payment.writtenOffBy && payment.amountWrittenOff === 0 && (isUndo || writtenOff === 0)) return payment
  const { writtenOffBy = [] } = payment
  const others = writtenOffBy.filter((rest) => rest.lineKey !== lineKey)
  const before = writtenOffBy.find((rest) => rest.lineKey === lineKey)?.amount ?? 0
  const amount = isUndo ? 0 : before + writtenOff
  const list = amount > 0 ? [...others, { lineKey, amount }] : others
  return { ...withList(payment, 'writtenOffBy', list), amountWrittenOff: sumOf(list) }
}

/**
 * Adds to the next version of a payment the fields that depend on its lines. Every change of a payment passes through
 * it, whatever it changes.
 *
 * @throws RangeError where what is proved changes and no line is named
 */
export function withMoneyOfLines(former: Payment, next: Payment, line?: LineOfChange): Payment {
  const amountProved = next.amountReconciled - former.amountReconciled
  if (amountProved === 0 && !next.undoneAllocations) return next
  if (amountProved !== 0 && !line) throw new RangeError('what is proved of a payment changes by a line')
  const isUndo = amountProved < 0
  const isRemembered = isUndo && former.status !== 'pending' && !line!.isPaidOtherwise
  const before = next.undoneAllocations ?? []
  let undone = before
  if (amountProved > 0 && before.length > 0) undone = shortenAllocations(amountProved, line!.lineKey, before)
  else if (isRemembered) undone = appendAllocation(before, line!.lineKey, -amountProved)
  const changed = amountProved === 0 ? next : withWrittenOff(next, line!, isUndo)
  const unbalanced = withList(changed, 'undoneAllocations', undone)
  if (undone.length === 0) return unbalanced
  const sum = sumOf(undone)
  const givenBack = Math.min(sum, Math.max(0, amountGivenBack(unbalanced) - (amountDue(unbalanced) - sum)))
  return withList(unbalanced, 'undoneAllocations', spreadGivenBack(undone, givenBack, isRemembered))
}

/**
 * Computes by how much the given-back money of lines changes with a payment, by the keys of the lines; a line without a
 * change is left out.
 */
export function givenBackMoves(former: Payment | null, next: Payment): ReadonlyMap<string, number> {
  const moves = new Map<string, number>()
  const add = (list: readonly UndoneAllocation[] = [], sign: 1 | -1) => {
    for (const { lineKey, givenBack } of list) moves.set(lineKey, (moves.get(lineKey) ?? 0) + sign * givenBack)
  }
  add(former?.undoneAllocations, -1)
  add(next.undoneAllocations, 1)
  for (const [lineKey, by] of moves) if (by === 0) moves.delete(lineKey)
  return moves
}
