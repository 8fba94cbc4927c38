/** All books that the simulation of lines keeps beside the library. */
import type { AccountLine, CashSession, HospitalPayments } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { Books, checkLedger, type StoredRows } from './books.js'
import { checkAttention, checkCounter } from './cash-books.js'
import { DayBooks } from './day-books.js'

/** Lists how each transfer of cash was settled, to see which ways occurred. */
function transfersOf(lines: readonly AccountLine[]): string[] {
  return lines.flatMap(({ transferTo, status, allocations }) => {
    if (transferTo === null || status === 'open') return []
    const pair = allocations.find(({ to }) => to === 'line')
    const other = lines.find(({ key }) => pair?.to === 'line' && pair.lineKey === key)
    const word = allocations.length > 1 ? 'in part' : 'whole'
    return [`transfer: ${word} to ${other ? other.account.replace(/^cash.*/, 'cash') : 'a category'}`]
  })
}

/** All that is stored now, with the sessions at the counter. */
export interface FinanceRows extends StoredRows {
  readonly sessions: readonly CashSession[]
}

export class SecondBooks {
  private readonly books = new Books()
  private readonly days = new DayBooks()

  /** @param reader a service over the very storage, whose calls meet no faults */
  constructor(
    private readonly repository: FinanceRepository,
    private readonly reader: HospitalPayments,
  ) {}

  private withEvents(rows: StoredRows) {
    return { ...rows, eventsOf: (key: string) => this.books.ledger.eventsOf(key) }
  }

  /** Checks what is stored after a step, which is one call, and returns it. */
  async check(): Promise<FinanceRows> {
    const stored = await checkLedger(this.repository, this.books)
    await this.days.check(this.repository, this.reader, this.withEvents(stored))
    return { ...stored, sessions: await checkCounter(this.reader, stored) }
  }

  /** Checks everything once more at the end, and returns the steps that refunds and transfers went through. */
  async checkAll(now: number): Promise<string[]> {
    const stored = await checkLedger(this.repository)
    const sessions = await checkCounter(this.reader, stored)
    await checkAttention(this.reader, { ...stored, sessions, now })
    await this.days.checkAll(this.reader, this.withEvents(stored))
    return [...this.books.refunds.trace(), ...transfersOf(stored.lines)]
  }
}
