import { allAt, childOf, type Element, holding, money, text, textAt } from './element.js'
import { type Direction, directionOf, minorUnits, type WrittenAmount, writtenAmount } from './amounts.js'

export const transactionShape = holding({
  Refs: holding({ EndToEndId: text }),
  Amt: money,
  AmtDtls: holding({ TxAmt: holding({ Amt: money }) }),
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

/** Why the money moved, as far as the payer or the bank gives it. */
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

function narrationOf(element: Element): string[] {
  const free = allAt(element, 'RmtInf', 'Ustrd')
  const structured = allAt(element, 'RmtInf', 'Strd')
  const further = allAt(element, 'AddtlTxInf')
  const found =
    structured.length === 0
      ? [...free, ...further]
      : [
          ...structured.flatMap((one) => allAt(one, 'CdtrRefInf', 'Ref')),
          ...structured.flatMap((one) => allAt(one, 'RfrdDocInf', 'Nb')),
          ...free,
          // The message of a Swiss QR bill is here.
          ...structured.flatMap((one) => allAt(one, 'AddtlRmtInf')),
          ...further,
        ]
  return found.map((one) => one.text)
}

/**
 * It is `Amt` since version 3, before that only `AmtDtls/TxAmt/Amt`, and banks that must give an `Amt` and have none
 * write 0, or the payer's currency.
 */
function amountsOf(element: Element): WrittenAmount[] {
  const found = [...allAt(element, 'Amt'), ...allAt(element, 'AmtDtls', 'TxAmt', 'Amt')]
  return found.map(writtenAmount).filter((amount) => amount !== null)
}

export function transactionOf(element: Element): Transaction {
  const reference = textAt(element, 'Refs', 'EndToEndId')
  return {
    reference: /^not ?provided$/i.test(reference) ? '' : reference,
    narration: narrationOf(element),
    direction: childOf(element, 'CdtDbtInd') && (directionOf(element) ?? null),
    amounts: amountsOf(element),
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
 * What each transaction of an entry moved; `null` unless all have one in the entry's currency and come to its amount,
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
