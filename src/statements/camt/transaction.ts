import { type Direction, directionOf, type WrittenAmount, writtenAmount } from './amounts.js'
import { holding, money, type Shape, text } from './element.js'
import { ExactSum } from '../exact-sum.js'

/** The reason why the money moved, as far as the payer or the bank gives it. */
export interface Details {
  /** EndToEndId; '' where the payer gave none. */
  reference: string
  /** Structured references, then free texts. */
  narration: readonly string[]
}

/** One transaction (`TxDtls`) of an entry. */
export interface Transaction extends Details {
  /** The bank's own numbers of it, the best first: AcctSvcrRef, TxId. */
  numbers: readonly string[]
  /** `undefined` where it has none, and so that of its entry; `null` where it cannot be read. */
  direction: Direction | null | undefined
  amounts: readonly WrittenAmount[]
}

/** One line of an entry: what it moved, and why. */
export interface EntryLine extends Details {
  direction: Direction
  amount: number
  /** The bank's own number of the movement. */
  receipt: string | undefined
}

/** The texts of a narration in the order in which they are given out. The message of a Swiss QR bill is `message`. */
const places = { creditorReference: 0, document: 1, free: 2, message: 3, further: 4 } as const

interface Note {
  place: number
  text: string
}

/** The parts of a transaction that are read. */
interface ReadTransaction {
  reference: string | undefined
  bankReference: string
  transactionId: string
  direction: string | undefined
  amounts: WrittenAmount[]
  notes: Note[]
}

function emptyTransaction(): ReadTransaction {
  return { reference: undefined, bankReference: '', transactionId: '', direction: undefined, amounts: [], notes: [] }
}

/** The numbers of most transactions: none. */
const noNumbers: readonly string[] = []

function numbersOf({ bankReference, transactionId }: ReadTransaction): readonly string[] {
  return bankReference === '' && transactionId === '' ? noNumbers : [bankReference, transactionId]
}

function transactionOf(read: ReadTransaction): Transaction {
  const { reference = '', direction, amounts, notes } = read
  if (notes.length > 1) notes.sort((a, b) => a.place - b.place)
  return {
    numbers: numbersOf(read),
    reference: /^not ?provided$/i.test(reference) ? '' : reference,
    narration: notes.map(({ text: note }) => note),
    direction: direction === undefined ? undefined : (directionOf(direction) ?? null),
    amounts,
  }
}

export function transactionShape(take: (transaction: Transaction) => void): Shape {
  let read = emptyTransaction()
  const note = (place: number) => text((written) => void read.notes.push({ place, text: written }))
  const amount = money((digits, currency) => {
    const written = writtenAmount(digits, currency)
    if (written) read.amounts.push(written)
  })
  return holding(
    {
      Refs: holding({
        EndToEndId: text((reference) => void (read.reference ??= reference)),
        AcctSvcrRef: text((reference) => void (read.bankReference ||= reference)),
        TxId: text((id) => void (read.transactionId ||= id)),
      }),
      // It is `Amt` since version 3, before that only `AmtDtls/TxAmt/Amt`, and banks that must give an `Amt` and have none
      // write 0, or the payer's currency.
      Amt: amount,
      AmtDtls: holding({ TxAmt: holding({ Amt: amount }) }),
      CdtDbtInd: text((code) => void (read.direction ??= code)),
      RmtInf: holding({
        Ustrd: note(places.free),
        Strd: holding({
          // The second name of each is that of version 1.
          RfrdDocInf: holding({ Nb: note(places.document), RfrdDocNb: note(places.document) }),
          CdtrRefInf: holding({ Ref: note(places.creditorReference), CdtrRef: note(places.creditorReference) }),
          AddtlRmtInf: note(places.message),
        }),
      }),
      AddtlTxInf: note(places.further),
    },
    {
      ended() {
        take(transactionOf(read))
        read = emptyTransaction()
      },
    },
  )
}

/** A movement of an entry. */
export interface Moved {
  direction: Direction
  amount: number
  currency: string
}

/** Returns the amount of a transaction in that currency, in minor units; `null` where it has none. */
function amountIn(currency: string, { amounts }: Transaction): number | null {
  for (const written of amounts) {
    if (written.currency === currency && written.minorUnits !== null) return written.minorUnits
  }
  return null
}

/**
 * Returns a line for each transaction of an entry; `null` unless all have an amount in the entry's currency and come to
 * its amount, those in the other direction (a charge held back, a return) subtracted. One without a direction has the
 * entry's.
 */
export function splitOf(
  transactions: readonly Transaction[],
  total: Moved,
  receipts: readonly (string | undefined)[],
): EntryLine[] | null {
  const lines: EntryLine[] = []
  const sum = new ExactSum()
  for (const [index, transaction] of transactions.entries()) {
    const amount = amountIn(total.currency, transaction)
    const { direction = total.direction, reference, narration } = transaction
    if (amount === null || direction === null) return null
    lines.push({ direction, amount, receipt: receipts[index], reference, narration })
    sum.add(direction === total.direction ? amount : -amount)
  }
  return sum.equals(total.amount) ? lines : null
}
