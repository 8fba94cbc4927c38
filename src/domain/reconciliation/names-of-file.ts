import { sha256 } from '../../internal/sha256.js'
import { DigestIndex } from './digest-index.js'
import { type LineIdentity, namedKinds } from './line-key.js'
import { Occurrences } from './occurrences.js'
import type { StatementLine } from './statement-line.js'

/** The names that a line repeats of the lines before it in its file. */
interface Repeats {
  /** True where one of them has its `lineId` or receipt, and its money. */
  readonly isRepeated: boolean
  /** True where one of them has its receipt. */
  readonly hasKnownReceipt: boolean
  /** True where the first with its `lineId` or receipt has another value date, reference or money. */
  readonly hasOtherFacts: boolean
}

/** Computes a digest of a line's facts, of 48 bits: two that are equal by chance only leave one warning out. */
function factsOf({ direction, amount, currency, valueDate, reference }: StatementLine): number {
  const digest = sha256(JSON.stringify([direction, amount, currency, valueDate, reference ?? null]))
  const part = (at: number) => (digest[at]! << 16) | (digest[at + 1]! << 8) | digest[at + 2]!
  return part(0) * 2 ** 24 + part(3)
}

/**
 * The names of a file's lines: some 60 bytes for each, and as many for each money that a name has beside that of its first line.
 */
export class NamesOfFile {
  private readonly names = new DigestIndex()
  private readonly currencies: string[] = []
  /** The amount of the first line of each name, by the number of the name; a debit's amount is below 0. */
  private readonly amounts: number[] = []
  private readonly currencyNumbers: number[] = []
  private readonly facts: number[] = []
  private readonly laterMoney = new Occurrences()

  add({ names }: Pick<LineIdentity, 'names'>, line: StatementLine): Repeats {
    const repeats = { isRepeated: false, hasKnownReceipt: false, hasOtherFacts: false }
    const amount = line.direction === 'credit' ? line.amount : -line.amount
    let facts: number | null = null
    for (const kind of namedKinds) {
      const name = names[kind]
      if (name === undefined) continue
      facts ??= factsOf(line)
      const currency = this.numberOf(line.currency)
      const number = this.names.add(name)
      if (number === this.facts.length) {
        this.amounts.push(amount)
        this.currencyNumbers.push(currency)
        this.facts.push(facts)
        continue
      }
      if (kind === 'receipt') repeats.hasKnownReceipt = true
      if (this.facts[number] !== facts) repeats.hasOtherFacts = true
      const isFirstMoney = this.amounts[number] === amount && this.currencyNumbers[number] === currency
      if (isFirstMoney || this.laterMoney.add(sha256(`${number} ${amount} ${currency}`)) > 0) repeats.isRepeated = true
    }
    return repeats
  }

  private numberOf(currency: string): number {
    const index = this.currencies.indexOf(currency)
    return index < 0 ? this.currencies.push(currency) - 1 : index
  }
}
