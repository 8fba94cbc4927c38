import { allAt, childrenOf, type Element, holding, type Shape, text, textAt } from './element.js'
import { type Direction, directionOf, minorUnits, type WrittenAmount, writtenAmount } from './money.js'

export const transactionShape: Shape = holding({
  Refs: holding({ EndToEndId: text }),
  Amt: text,
  AmtDtls: holding({ TxAmt: holding({ Amt: text }) }),
  CdtDbtInd: text,
  RmtInf: holding({
    Ustrd: text,
    Strd: holding({
      RfrdDocInf: holding({ Nb: text }),
      CdtrRefInf: holding({ Ref: text }),
      AddtlRmtInf: text,
    }),
  }),
  AddtlTxInf: text,
})

/** Why the money moved, as far as the payer or the bank tells. */
export interface Details {
  /** EndToEndId; '' where the payer gave none. */
  reference: string
  /** Structured references, then free texts. */
  narration: readonly string[]
}

/** One transaction (`TxDtls`) of an entry. */
export interface Transaction extends Details {
  /** `undefined` where it has none, and so that of its entry; `null` where it cannot be read. */
  direction: Direction | null | undefined
  amounts: readonly WrittenAmount[]
}

/** What one transaction of an entry moved. */
export interface Part {
  direction: Direction
  amount: number
}

const none: readonly never[] = []

export function transactionOf(element: Element): Transaction {
  const reference = textAt(element, 'Refs', 'EndToEndId')
  const narration = [
    ...allAt(element, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
    ...allAt(element, 'RmtInf', 'Strd', 'RfrdDocInf', 'Nb'),
    ...allAt(element, 'RmtInf', 'Ustrd'),
    // The message of a Swiss QR bill is here.
    ...allAt(element, 'RmtInf', 'Strd', 'AddtlRmtInf'),
    ...childrenOf(element, 'AddtlTxInf'),
  ].flatMap((one) => (one.text === '' ? none : one.text))
  // It is `Amt` since version 3, before that only `AmtDtls/TxAmt/Amt`, and banks that must give an `Amt` and have none
  // write 0, or the payer's currency.
  const amounts = [...childrenOf(element, 'Amt'), ...allAt(element, 'AmtDtls', 'TxAmt', 'Amt')].flatMap(
    (one) => writtenAmount(one) ?? none,
  )
  const hasDirection = childrenOf(element, 'CdtDbtInd').length > 0
  return {
    reference: /^not ?provided$/i.test(reference) ? '' : reference,
    narration: narration.length === 0 ? none : narration,
    direction: hasDirection ? (directionOf(element) ?? null) : undefined,
    amounts: amounts.length === 0 ? none : amounts,
  }
}

/** The amount of a transaction in that currency; `null` where it has none. */
function amountIn(currency: string, { amounts }: Transaction): number | null {
  for (const written of amounts) {
    const amount = written.currency === currency ? minorUnits(written) : null
    if (amount !== null) return amount
  }
  return null
}

/**
 * What each transaction of an entry moved; `null` unless all say so in the entry's currency and come to its amount,
 * those in the other direction (a charge held back, a return) subtracted. One without a direction has the entry's.
 */
export function partsOf(transactions: readonly Transaction[], total: Part & { currency: string }): Part[] | null {
  const parts: Part[] = []
  let sum = 0n
  for (const transaction of transactions) {
    const amount = amountIn(total.currency, transaction)
    const { direction = total.direction } = transaction
    if (amount === null || direction === null) return null
    parts.push({ direction, amount })
    sum += direction === total.direction ? BigInt(amount) : -BigInt(amount)
  }
  return sum === BigInt(total.amount) ? parts : null
}
