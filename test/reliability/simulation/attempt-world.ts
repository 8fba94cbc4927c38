/** A hospital whose processes die and whose provider fails, in the order of a seed; the provider's own money is the truth. */
import {
  createHospitalPayments,
  type HospitalPayments,
  memoryRepository,
  PaymentError,
  type StatementRecord,
  textChannel,
} from 'hospital-payments'
import type { CallbackReply, CallbackRequest, Provider } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import {
  type FakeFault,
  type FakePayment,
  fakeProvider,
  type FakeProvider,
  type ManualClock,
  manualClock,
  seededRandom,
} from 'hospital-payments/testing'
import { wrappedFinance } from '../../support/finance-repositories.js'
import { dice, type Turns, turns } from '../../support/turns.js'

export const providerName = 'fake'
export const bank = 'cbe'
export const phone = '+254712345678'
export const currency = 'KES'

/** The milliseconds after which a call of the provider is given up. */
const callMs = 30_000

/** The end of a process: every call of the storage and of the provider that it still makes fails, and does nothing. */
class ProcessEnd extends Error {}

/** Returns true for the error of a call whose process ended. */
export function isOfProcessEnd(error: unknown): boolean {
  return error instanceof ProcessEnd || (error instanceof Error && isOfProcessEnd(error.cause))
}

/** The behaviour of a seed's provider. */
export interface Nature {
  readonly startIsIdempotent: boolean
  readonly hasReceipts: boolean
  readonly canCancel: boolean
  readonly fee: number
  /** True where the status says that the money came, and nothing more of it. */
  readonly saysLittle: boolean
  /** True where the status never answers: messages and statements alone decide. */
  readonly isMute: boolean
  /** True where the reference of the payment is never what the payer sees. */
  readonly sendsCodes: boolean
}

const promptSeconds = 600

function natureOf(roll: (n: number) => number): Nature {
  const hasReceipts = roll(10) < 7
  return {
    startIsIdempotent: roll(2) === 0,
    hasReceipts,
    canCancel: roll(2) === 0,
    fee: roll(2) === 0 ? 3 : 0,
    saysLittle: roll(5) === 0,
    isMute: roll(8) === 0,
    sendsCodes: roll(4) === 0,
  }
}

/** The calls of a provider for which an answer is awaited. */
type ProviderCall = 'start' | 'status' | 'cancel'

/** A callback on its way. */
export interface Post {
  readonly request: CallbackRequest
  readonly kind: 'signed' | 'hint' | 'forged'
  /** The attempt of which a signed callback says that it is paid; `null` for any other. */
  readonly paid: string | null
}

/** One process of the hospital. Others share its storage. */
export interface Server {
  readonly payments: HospitalPayments
  isAlive: boolean
}

export class World {
  readonly roll: (n: number) => number
  readonly nature: Nature
  readonly clock: ManualClock = manualClock()
  readonly order: Turns
  readonly fake: FakeProvider
  /** Reads for the books, without faults. */
  readonly reader: HospitalPayments
  readonly servers: Server[] = []
  /** The callbacks that have not arrived. */
  readonly posts: Post[] = []
  /** The money of the payer who accepted, by attempt. */
  readonly accepted = new Map<string, FakePayment>()
  /** The attempts that a signed callback that was taken calls paid. */
  readonly signed = new Set<string>()
  /** The calls of `start` that reached the provider, by attempt. */
  readonly starts = new Map<string, number>()
  readonly counts: Record<string, number> = {}
  /** The rules that were broken where a call of the library would catch an error. */
  readonly broken: string[] = []
  private readonly logged: string[] = []
  private serial = 0
  /** False at the end: what is left is decided without faults. */
  isStormy = true

  constructor(
    readonly seed: number,
    readonly original: FinanceRepository = memoryRepository(),
  ) {
    this.roll = dice(seed)
    this.order = turns(this.roll)
    this.nature = natureOf(this.roll)
    const { startIsIdempotent, hasReceipts, canCancel, fee, sendsCodes } = this.nature
    this.fake = fakeProvider({
      name: providerName,
      clock: this.clock,
      promptSeconds,
      ...{ startIsIdempotent, hasReceipts, canCancel, fee },
      ...(sendsCodes && { limits: { reference: /^never$/ } }),
      faultOf: (call) => this.faultOf(call),
    })
    this.reader = this.serviceOf(original, this.fake)
    for (let n = 0; n < 3; n++) this.servers.push(this.begun())
  }

  count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1
  }

  private faultOf(call: string): FakeFault | undefined {
    if (call === 'status' && this.nature.isMute) return 'broken'
    if (!this.isStormy || this.roll(6) > 0) return undefined
    const faults = ['lost', 'lost', 'broken', 'unavailable', 'unavailable', 'refused'] as const
    const fault = faults[this.roll(faults.length)]!
    this.count(`${call} ${fault}`)
    return fault
  }

  private serviceOf(repository: FinanceRepository, provider: Provider): HospitalPayments {
    const log = (...parts: readonly unknown[]) => void this.logged.push(JSON.stringify(parts))
    return createHospitalPayments({
      repository,
      channels: { mobile: textChannel('Pay {amount} {currency} with reference {reference}.') },
      clock: this.clock,
      random: seededRandom(1000 * this.seed + this.serial++),
      cashSupervisors: () => true,
      providers: { [providerName]: provider },
      logger: { debug: log, info: log, warn: log, error: log },
    })
  }

  /** Starts a process over the same storage. */
  private begun(): Server {
    const server = { isAlive: true } as { isAlive: boolean; payments: HospitalPayments }
    const repository = wrappedFinance(this.original, async (name, proceed) => {
      await this.step(server)
      if (this.isStormy && this.roll(150) === 0) throw new PaymentError('storage_unavailable', 'A fault.')
      const answer = await proceed()
      await this.step(server)
      if (this.isStormy && this.roll(250) === 0)
        throw new PaymentError(name === 'replace' ? 'outcome_unknown' : 'storage_unavailable', 'A fault.')
      return answer
    })
    server.payments = this.serviceOf(repository, this.providerOf(server))
    return server
  }

  /** Puts a new process in the place of each that ended. */
  restart(): void {
    for (const [place, { isAlive }] of this.servers.entries()) if (!isAlive) this.servers[place] = this.begun()
  }

  server(): Server {
    return this.servers[this.roll(this.servers.length)]!
  }

  /** Lets others come first between two steps; time may pass, and the process may end. */
  private async step(server: Server): Promise<void> {
    await this.order.pass()
    if (this.isStormy) {
      // Processes that are stopped for a while, and go on.
      if (this.roll(60) === 0) this.clock.advance([1_000, 12_000, 31_000, 61_000, 100_000][this.roll(5)]!)
      if (this.roll(250) === 0) {
        server.isAlive = false
        this.count('kills')
      }
    }
    if (!server.isAlive) throw new ProcessEnd('the process has ended')
  }

  private providerOf(server: Server): Provider {
    const { fake } = this
    const call = async <Answer>(
      kind: ProviderCall,
      attemptId: string,
      work: () => Promise<Answer>,
    ): Promise<Answer> => {
      const began = this.clock()
      const late = () => Object.assign(new Error('no answer in time'), { code: 'timed_out' })
      await this.step(server)
      // A request that was given up while it was on its way arrives all the same, or does not.
      if (this.clock() - began > callMs && this.roll(2) === 0) throw late()
      if (kind === 'start') this.starts.set(attemptId, (this.starts.get(attemptId) ?? 0) + 1)
      const answer = await work().then(
        (value) => () => value,
        (error: unknown) => () => {
          throw error
        },
      )
      if (kind === 'start' && this.isStormy && this.roll(3) === 0) {
        // The payer is faster than the answer.
        this.payerActs(attemptId)
        if (this.roll(2) === 0) await this.deliver()
      }
      await this.step(server)
      if (this.clock() - began > callMs) throw late()
      return answer()
    }
    return {
      ...fake,
      start: (attempt, signal) => call('start', attempt.id, () => fake.start(attempt, signal)),
      status: (attempt, signal) =>
        call('status', attempt.id, async () => {
          const outcome = await fake.status(attempt, signal)
          const isWhole = outcome.state === 'paid' && outcome.amount === attempt.amount
          return this.nature.saysLittle && isWhole ? { state: 'paid' } : outcome
        }),
      ...(fake.cancel && {
        cancel: (attempt, signal) => call('cancel', attempt.id, () => fake.cancel!(attempt, signal)),
      }),
      list: (range, signal) => this.listed(server, range, signal),
    }
  }

  private async *listed(server: Server, ...[range, signal]: Parameters<NonNullable<Provider['list']>>) {
    await this.step(server)
    for await (const record of this.fake.list!(range, signal)) {
      await this.step(server)
      yield record
    }
  }

  /** Plays the payer's phone, and sends callbacks about it. */
  payerActs(attemptId: string): void {
    if (!this.fake.pushes.includes(attemptId)) return
    const act = this.roll(12)
    if (act < 9) {
      const amount = [undefined, undefined, undefined, undefined, undefined, 300, 1700][this.roll(7)]
      const payment = act === 8 ? this.fake.payAgain(attemptId) : this.fake.accept(attemptId, { amount })
      if (payment && act !== 8) this.accepted.set(attemptId, payment)
      if (payment && this.roll(6) === 0) this.postRecord(payment)
    } else if (act < 11) this.fake.refuse(attemptId)
    this.post(attemptId)
  }

  /** Puts callbacks about an attempt on their way: none, one, or several of which some are the same. */
  post(attemptId: string): void {
    const kind = (['signed', 'signed', 'hint', 'hint', 'forged'] as const)[this.roll(5)]!
    const messageId = `${attemptId} ${this.accepted.has(attemptId)} ${this.roll(2)}`
    const request = this.fake.callback(attemptId, { proof: kind, messageId })
    const body = JSON.parse(new TextDecoder().decode(request.body)) as { outcome?: { state: string } }
    const paid = kind === 'signed' && body.outcome?.state === 'paid' ? attemptId : null
    for (let n = [0, 1, 1, 1, 2, 3][this.roll(6)]!; n > 0; n--) this.posts.push({ request, kind, paid })
  }

  /** Puts a callback about money on its way. */
  postRecord(payment: FakePayment): void {
    const kind = this.roll(2) === 0 ? 'signed' : 'hint'
    this.posts.push({ request: this.fake.recordCallback(payment, { proof: kind }), kind, paid: null })
  }

  /** Delivers a callback, in any order; one that is not taken is sent again, or lost. */
  async deliver(): Promise<void> {
    const [post] = this.posts.splice(this.roll(Math.max(1, this.posts.length)), 1)
    if (!post) return
    const server = this.server()
    const reply = await server.payments.attempts.receive(providerName, post.request).then(
      (answer: CallbackReply) => answer,
      () => null,
    )
    if (!server.isAlive || reply === null || reply.status === 503) {
      this.count('not answered')
      if (this.roll(3) > 0) this.posts.push(post)
      return
    }
    const status = post.kind === 'forged' ? 401 : 200
    if (reply.status !== status) this.broken.push(`a ${post.kind} callback is answered ${reply.status}`)
    this.count(post.kind)
    if (post.paid !== null) this.signed.add(post.paid)
  }

  /** Makes the statement of some of the provider's money, with its fees. */
  statement(payments: readonly FakePayment[], hasFees: boolean): StatementRecord[] {
    const { fee } = this.nature
    return payments.flatMap(({ receipt, amount, currency, bookedAt, reference }, at): StatementRecord[] => {
      const line = { currency, valueDate: bookedAt.slice(0, 10), providerTransactionId: receipt, reference }
      const credit = { ...line, row: 2 * at + 1, direction: 'credit', amount, bookedAt } as const
      return fee > 0 && hasFees ? [credit, { ...line, row: 2 * at + 2, direction: 'debit', amount: fee }] : [credit]
    })
  }

  /** Returns true where a log line has the phone of a payer. */
  hasLoggedPhone(): boolean {
    return this.logged.some((line) => line.includes(phone.slice(4)))
  }
}
