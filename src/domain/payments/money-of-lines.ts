/**
 * What may be given back of a payment whose money statement lines proved, also once they were undone: one rule, kept by every
 * change of a payment. Of the money that came for it, what was undone counts as given back last.
 */
import { type Payment, type UndoneAllocation, withoutField } from './payment.js'

/** The line whose allocation changes what is proved of a payment. */
export interface LineOfChange {
  readonly lineKey: string
  /** Minor units of the allocation that never came. */
  readonly writtenOff?: number | undefined
  /** The payment was paid by other money: an allocation that is taken back leaves nothing behind. */
  readonly isPaidOtherwise?: boolean | undefined
}

function sumOf(parts: readonly { readonly amount: number }[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0)
}

/** Minor units of allocations that were taken back. */
export function amountUndone({ undoneAllocations = [] }: Payment): number {
  return sumOf(undoneAllocations)
}

/** Minor units that came for the payment, taken back or not: of one that was not paid what lines brought. */
export function amountDue(payment: Payment): number {
  const { status, amount, amountReconciled, amountWrittenOff } = payment
  const isUnpaid = status === 'expired' || status === 'failed'
  return (isUnpaid ? amountReconciled + amountUndone(payment) : amount) - amountWrittenOff
}

/** Minor units of its refunds that live or were paid. */
export function amountOfRefunds({ amountRefundPending, amountRefunded }: Payment): number {
  return amountRefundPending + amountRefunded
}

/** Minor units that were given back, or are to be: by refunds, or by a reversal as a whole. */
export function amountGivenBack(payment: Payment): number {
  const { status, moneyReturned = true } = payment
  return status === 'reversed' && moneyReturned ? amountDue(payment) : amountOfRefunds(payment)
}

/** Minor units of what was given back that statement lines no longer prove, once an allocation was undone. */
export function amountGivenBackUnproved(payment: Payment): number {
  if (!payment.undoneAllocations) return 0
  return Math.max(0, amountGivenBack(payment) - (payment.amountReconciled - payment.amountWrittenOff))
}

/** Minor units that came for a payment that expired or failed, and that no refund gives back. */
export function amountKeptUnpaid(payment: Payment): number {
  const { status, amountReconciled, amountWrittenOff } = payment
  if (status !== 'expired' && status !== 'failed') return 0
  return Math.max(0, amountReconciled - amountWrittenOff - amountOfRefunds(payment))
}

/** Minor units that a refund of the payment may ask for: what came, and is neither given back nor open at its line again. */
export function amountRefundable(payment: Payment): number {
  if (payment.status === 'pending' || payment.status === 'reversed') return 0
  const { undoneAllocations = [] } = payment
  const openAtLines = undoneAllocations.reduce((sum, { amount, givenBack }) => sum + amount - givenBack, 0)
  return Math.max(0, amountDue(payment) - amountOfRefunds(payment) - openAtLines)
}

/** An expired or failed payment whose money is being given back, or was: it is not paid any more. */
export function isGivenBackUnpaid(payment: Payment): boolean {
  return (payment.status === 'expired' || payment.status === 'failed') && amountOfRefunds(payment) > 0
}

/** A later allocation takes the place of those that were undone: the line's own first, then the oldest. */
function shortenedBy(allocated: number, lineKey: string, undone: readonly UndoneAllocation[]): UndoneAllocation[] {
  let left = allocated
  const shortened = new Map<UndoneAllocation, UndoneAllocation>()
  const isOwn = (one: UndoneAllocation) => one.lineKey === lineKey
  for (const one of [...undone.filter(isOwn), ...undone.filter((other) => !isOwn(other))]) {
    const amount = one.amount - Math.min(left, one.amount)
    left -= one.amount - amount
    shortened.set(one, { ...one, amount, givenBack: Math.min(one.givenBack, amount) })
  }
  return undone.map((one) => shortened.get(one)!).filter(({ amount }) => amount > 0)
}

/** Two in a row of one line are one. */
function appended(undone: readonly UndoneAllocation[], lineKey: string, amount: number): UndoneAllocation[] {
  const last = undone.at(-1)
  if (last?.lineKey !== lineKey) return [...undone, { lineKey, amount, givenBack: 0 }]
  return [...undone.slice(0, -1), { ...last, amount: last.amount + amount }]
}

/** What more was given back goes to the allocation that was undone just now, then to the oldest; less comes off the newest. */
function balanced(undone: readonly UndoneAllocation[], givenBack: number, isUndo: boolean): UndoneAllocation[] {
  const next = [...undone]
  let difference = givenBack - undone.reduce((sum, one) => sum + one.givenBack, 0)
  const places = [...next.keys()]
  const order = difference < 0 || !isUndo ? places : [places.length - 1, ...places.slice(0, -1)]
  for (const place of difference < 0 ? order.reverse() : order) {
    const one = next[place]!
    const change =
      difference < 0 ? -Math.min(one.givenBack, -difference) : Math.min(one.amount - one.givenBack, difference)
    next[place] = { ...one, givenBack: one.givenBack + change }
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

/** The rests that lines have written off: an allocation adds its own, its undo takes it away. */
function writtenOff(payment: Payment, { lineKey, writtenOff = 0 }: LineOfChange, isUndo: boolean): Payment {
  const { writtenOffBy = [] } = payment
  const others = writtenOffBy.filter((one) => one.lineKey !== lineKey)
  const before = writtenOffBy.find((one) => one.lineKey === lineKey)?.amount ?? 0
  const amount = isUndo ? 0 : before + writtenOff
  const list = amount > 0 ? [...others, { lineKey, amount }] : others
  return { ...withList(payment, 'writtenOffBy', list), amountWrittenOff: sumOf(list) }
}

/**
 * The next version of a payment with what it remembers of its lines: called by every change of a payment, whatever it changes.
 *
 * @throws RangeError where what is proved changes and no line is named
 */
export function withMoneyOfLines(former: Payment, next: Payment, line?: LineOfChange): Payment {
  const proved = next.amountReconciled - former.amountReconciled
  if (proved === 0 && !next.undoneAllocations) return next
  if (proved !== 0 && !line) throw new RangeError('what is proved of a payment changes by a line')
  const isUndo = proved < 0
  const isRemembered = isUndo && former.status !== 'pending' && !line!.isPaidOtherwise
  const before = next.undoneAllocations ?? []
  let undone = before
  if (proved > 0) undone = shortenedBy(proved, line!.lineKey, before)
  else if (isRemembered) undone = appended(before, line!.lineKey, -proved)
  const changed = proved === 0 ? next : writtenOff(next, line!, isUndo)
  const unbalanced = withList(changed, 'undoneAllocations', undone)
  const sum = sumOf(undone)
  const givenBack = Math.min(sum, Math.max(0, amountGivenBack(unbalanced) - (amountDue(unbalanced) - sum)))
  return withList(unbalanced, 'undoneAllocations', balanced(undone, givenBack, isRemembered))
}

/** By how much the money of lines that was given back changes with a payment, by the keys of the lines. */
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
