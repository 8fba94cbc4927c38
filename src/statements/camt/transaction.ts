import { allAt, childrenOf, type Element, textAt, textOf } from './element.js'
import { type Direction, directionOf, minorUnits, type WrittenAmount, writtenAmount } from './money.js'

/** Why the money moved, as far as the payer or the bank tells. */
export interface Details {
  /** EndToEndId; '' where the payer gave none. */
  reference: string
  /** Structured references, then free texts. */
  narration: string[]
}

/** What one transaction (`TxDtls`) of an entry moved. */
export interface Part {
  direction: Direction
  amount: number
}

/** The transactions of an entry. */
export function transactionsOf(entry: Element): readonly Element[] {
  return allAt(entry, 'NtryDtls', 'TxDtls')
}

export function detailsOf(transaction: Element): Details {
  const reference = textAt(transaction, 'Refs', 'EndToEndId')
  const narration = [
    ...allAt(transaction, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
    ...allAt(transaction, 'RmtInf', 'Strd', 'RfrdDocInf', 'Nb'),
    ...allAt(transaction, 'RmtInf', 'Ustrd'),
    // The message of a Swiss QR bill is here.
    ...allAt(transaction, 'RmtInf', 'Strd', 'AddtlRmtInf'),
    ...childrenOf(transaction, 'AddtlTxInf'),
  ]
  return {
    reference: /^not ?provided$/i.test(reference) ? '' : reference,
    narration: narration.map(textOf),
  }
}

/**
 * The amount of a transaction in that currency; `null` where it has none. It is `Amt` since version 3, before that only
 * `AmtDtls/TxAmt/Amt`, and banks that must give an `Amt` and have none write 0, or the payer's currency.
 */
function amountIn(currency: string, transaction: Element): number | null {
  const written = [...childrenOf(transaction, 'Amt'), ...allAt(transaction, 'AmtDtls', 'TxAmt', 'Amt')].map(
    writtenAmount,
  )
  const amounts = written.flatMap((one) => (one?.currency === currency ? [minorUnits(one)] : []))
  return amounts.find((amount) => amount !== null) ?? null
}

/**
 * What each transaction of an entry moved; `null` unless all say so in the entry's currency and come to its amount,
 * those in the other direction (a charge held back, a return) subtracted. One without a direction has the entry's.
 */
export function partsOf(
  transactions: readonly Element[],
  total: WrittenAmount & { amount: number; direction: Direction },
): Part[] | null {
  const parts: Part[] = []
  let sum = 0n
  for (const transaction of transactions) {
    const amount = amountIn(total.currency, transaction)
    const written = childrenOf(transaction, 'CdtDbtInd').length > 0
    const direction = written ? directionOf(transaction) : total.direction
    if (amount === null || direction === undefined) return null
    parts.push({ direction, amount })
    sum += direction === total.direction ? BigInt(amount) : -BigInt(amount)
  }
  return sum === BigInt(total.amount) ? parts : null
}
