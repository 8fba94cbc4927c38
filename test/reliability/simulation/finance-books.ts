/** All books that the simulation of lines keeps beside the library. */
import type { HospitalPayments } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { Books, checkLedger, type StoredRows } from './books.js'
import { DayBooks } from './day-books.js'

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
  async check(): Promise<StoredRows> {
    const stored = await checkLedger(this.repository, this.books)
    await this.days.check(this.repository, this.reader, this.withEvents(stored))
    return stored
  }

  /** Checks everything once more at the end, and returns the steps that refunds went through. */
  async checkAll(): Promise<string[]> {
    const stored = await checkLedger(this.repository)
    await this.days.checkAll(this.reader, this.withEvents(stored))
    return this.books.refunds.trace()
  }
}
