import { PaymentError } from '../../errors.js'
import { JsonLog } from './json-log.js'

/**
 * Maximum of events: more of them take more memory than the payments and lines that they are about, and a preview never reads
 * them.
 */
const maxEvents = 12_000

function droppedEventsError(): PaymentError {
  const message = `A dry run keeps the events of its changes until they are more than ${maxEvents}.`
  return new PaymentError('storage_unavailable', message, { retryable: false })
}

/**
 * Events by the payment or line that they are of. Beyond the maximum all are dropped, and reads of them are refused: a part of
 * them would look like the whole.
 */
export class EventLog<Event> {
  private kept: JsonLog | null = new JsonLog()
  /** Numbers of the events of each subject, made at the first read: most dry runs have none. */
  private numbers: Map<string, number[]> | null = null

  constructor(private readonly subjectOf: (event: Event) => string) {}

  /** Adds an event, and returns true where it was kept. */
  add(event: Event): boolean {
    if (this.kept?.size === maxEvents) this.kept = this.numbers = null
    if (!this.kept) return false
    if (this.numbers) this.note(this.numbers, event, this.kept.size)
    this.kept.add(event)
    return true
  }

  /** Reads the events as they were added. */
  *all(): Generator<Event> {
    const { size } = this.log()
    for (let number = 0; number < size; number++) yield this.at(number)
  }

  of(subject: string): Event[] {
    if (!this.numbers) {
      const numbers = new Map<string, number[]>()
      let number = 0
      for (const event of this.all()) this.note(numbers, event, number++)
      this.numbers = numbers
    }
    return (this.numbers.get(subject) ?? []).map((number) => this.at(number))
  }

  private log(): JsonLog {
    if (!this.kept) throw droppedEventsError()
    return this.kept
  }

  private at(number: number): Event {
    return this.log().get(number) as Event
  }

  private note(numbers: Map<string, number[]>, event: Event, number: number): void {
    const subject = this.subjectOf(event)
    const ofSubject = numbers.get(subject)
    if (ofSubject) ofSubject.push(number)
    else numbers.set(subject, [number])
  }
}
