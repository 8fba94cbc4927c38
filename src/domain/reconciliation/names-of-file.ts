import { sha256 } from '../../internal/sha256.js'
import { DigestIndex } from './digest-index.js'
import { type LineIdentity, moneyText, namedKinds } from './line-key.js'
import { Occurrences } from './occurrences.js'
import type { StatementLine } from './statement-line.js'

/** What a line of a file repeats of those before it. */
export interface Repeats {
  /** Whether one of them has its `lineId` or receipt, and its money. */
  readonly isRepeated: boolean
  /** Whether one of them has its receipt. */
  readonly hasKnownReceipt: boolean
  /** Whether the first with its `lineId` or receipt has another value date, reference or money. */
  readonly hasOtherFacts: boolean
}

/** 48 bits: two that are equal by chance leave one warning out. */
function factsOf(line: StatementLine): number {
  const digest = sha256(JSON.stringify([moneyText(line), line.valueDate, line.reference ?? null]))
  return digest.subarray(0, 6).reduce((number, byte) => number * 256 + byte, 0)
}

/** The names of a file's lines: some 70 bytes for each, and as many for each money that a name has beside that of its first line. */
export class NamesOfFile {
  private readonly names = new DigestIndex()
  /** Of the first line of each name, by the number of the name. */
  private readonly money: string[] = []
  private readonly facts: number[] = []
  private readonly laterMoney = new Occurrences()

  add({ names }: Pick<LineIdentity, 'names'>, line: StatementLine): Repeats {
    const repeats = { isRepeated: false, hasKnownReceipt: false, hasOtherFacts: false }
    let facts: number | null = null
    for (const kind of namedKinds) {
      const name = names[kind]
      if (name === undefined) continue
      facts ??= factsOf(line)
      const money = moneyText(line)
      const number = this.names.add(name)
      if (number === this.money.length) {
        this.money.push(money)
        this.facts.push(facts)
        continue
      }
      if (kind === 'receipt') repeats.hasKnownReceipt = true
      if (this.facts[number] !== facts) repeats.hasOtherFacts = true
      if (this.money[number] === money || this.laterMoney.add(sha256(`${number} ${money}`)) > 0)
        repeats.isRepeated = true
    }
    return repeats
  }
}
