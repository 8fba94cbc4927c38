import { type AccountLine, sumOfAllocations } from '../../domain/reconciliation/account-line.js'
import { JsonLog } from './json-log.js'
import { NumberByText } from './number-by-text.js'

/** Texts that many lines share, such as their account, written down once. */
class SharedTexts {
  private readonly texts: string[] = []
  private readonly numbers = new Map<string, number>()

  numberOf(text: string): number {
    let number = this.numbers.get(text)
    if (number === undefined) this.numbers.set(text, (number = this.texts.push(text) - 1))
    return number
  }

  text(number: number): string {
    return this.texts[number]!
  }
}

/** A line without names of fields: a fourth of the size with them. `former` is the number of the version before, or -1. */
type WrittenLine = readonly [
  key: string,
  shared: readonly number[],
  row: number,
  amount: number,
  allocations: AccountLine['allocations'],
  version: number,
  flags: number,
  former: number,
  texts: readonly (string | 0)[],
  givenBack?: number,
]

const flag = { debit: 1, held: 2, stored: 4 } as const

/** One version of a line, and whether a version of it was stored before the dry run. */
export interface ChangedLine {
  readonly line: AccountLine
  readonly wasStored: boolean
}

/**
 * The statement lines that a dry run changed, each version after the other and numbered, as bytes: those of a year's statement
 * fit into the memory of a small server. No version is ever overwritten, so that a scan can go on reading those of its own time.
 */
export class ChangedLines {
  private readonly versions = new JsonLog()
  private readonly latest = new NumberByText()
  private readonly shared = new SharedTexts()
  /** The number of the next version of the same line, where there is one. */
  private readonly nexts = new Map<number, number>()

  get size(): number {
    return this.versions.size
  }

  /**
   * Adds the next version of a line.
   *
   * @param wasStored whether the storage has a version of the whole line
   */
  add(line: AccountLine, wasStored: boolean): void {
    const number = this.size
    const former = this.latest.get(line.key) ?? -1
    this.versions.add(this.written(line, wasStored, former))
    this.latest.set(line.key, number)
    if (former >= 0) this.nexts.set(former, number)
  }

  has(key: string): boolean {
    return this.latest.get(key) !== undefined
  }

  /** Reads the line's latest version, or its latest among the first `size`; the line is the caller's own. */
  find(key: string, size = this.size): ChangedLine | undefined {
    for (let number = this.latest.get(key) ?? -1; number >= 0;) {
      const written = this.versions.get(number) as WrittenLine
      if (number < size) return this.read(written)
      number = written[7]
    }
    return undefined
  }

  /** Reads the latest version of each line among the first `size` versions. */
  *all(size = this.size): Generator<ChangedLine> {
    for (let number = 0; number < size; number++) {
      const next = this.nexts.get(number)
      if (next === undefined || next >= size) yield this.read(this.versions.get(number) as WrittenLine)
    }
  }

  private written(line: AccountLine, wasStored: boolean, former: number): WrittenLine {
    const { key, account, importId, row, direction, amount, currency, valueDate, outcome, held, allocations, version } =
      line
    const { createdAt, updatedAt, assignee, bookedAt, reference, providerTransactionId, narration } = line
    const shared = [
      account,
      currency,
      valueDate,
      outcome,
      createdAt,
      updatedAt,
      ...(importId === null ? [] : [importId]),
    ]
    const numbers = shared.map((text) => this.shared.numberOf(text))
    // An empty text is a text: what is absent is 0.
    const texts = [reference, narration, providerTransactionId, bookedAt, assignee].map((text) => text ?? 0)
    while (texts.at(-1) === 0) texts.pop()
    const flags = (direction === 'debit' ? flag.debit : 0) | (held ? flag.held : 0) | (wasStored ? flag.stored : 0)
    const start = [key, numbers, row, amount, allocations, version, flags, former, texts] as const
    return line.givenBack === 0 ? start : [...start, line.givenBack]
  }

  private read([
    key,
    numbers,
    row,
    amount,
    allocations,
    version,
    flags,
    ,
    texts,
    givenBack = 0,
  ]: WrittenLine): ChangedLine {
    const shared = numbers.map((number) => this.shared.text(number))
    const [account, currency, valueDate, outcome, createdAt, updatedAt, importId = null] = shared
    const [reference = 0, narration = 0, providerTransactionId = 0, bookedAt = 0, assignee = 0] = texts
    const allocated = Number(sumOfAllocations(allocations))
    const line = {
      key,
      account,
      importId,
      row,
      direction: (flags & flag.debit) > 0 ? 'debit' : 'credit',
      amount,
      currency,
      valueDate,
      bookedAt: bookedAt === 0 ? null : bookedAt,
      ...(reference !== 0 && { reference }),
      ...(providerTransactionId !== 0 && { providerTransactionId }),
      ...(narration !== 0 && { narration }),
      outcome,
      status: allocated === amount ? 'settled' : 'open',
      held: (flags & flag.held) > 0,
      allocated,
      givenBack,
      allocations,
      assignee: assignee === 0 ? null : assignee,
      version,
      createdAt,
      updatedAt,
    } as AccountLine
    return { line, wasStored: (flags & flag.stored) > 0 }
  }
}
