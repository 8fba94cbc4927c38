/**
 * A provider under attack: the calls about its attempts, and a naive ledger of the money that it took. The provider's own list of
 * money is the truth, whatever the callbacks said.
 */
import type {
  AccountLine,
  Attempt,
  CallbackRequest,
  HospitalPayments,
  LineEvent,
  Payment,
  Provider,
} from 'hospital-payments'
import { type FakePayment, fakeProvider, type FakeProvider } from 'hospital-payments/testing'
import type { Turns } from '../../support/turns.js'
import { demand } from '../simulation/invariants.js'
import type { Call } from './calls.js'

type Roll = (n: number) => number

/** The name of the provider, and its account. */
export const walletName = 'wallet'
/** The phone of every payer, which nothing shows. */
const phone = '+251911234567'
const day = 86_400_000
const living = ['starting', 'pending', 'unknown']

/** The rows that the ledger is compared with. */
interface WalletRows {
  readonly lines: readonly AccountLine[]
  readonly payments: readonly Payment[]
  readonly attempts: readonly Attempt[]
  readonly events: ReadonlyMap<string, readonly LineEvent[]>
}

/** The form of a callback on its way. */
type Proof = 'signed' | 'hint' | 'forged'

/** A provider whose payers, callbacks and answers a seed decides. */
export class Wallet {
  readonly fake: FakeProvider
  /** The callbacks that were sent: each arrives in any order, twice, or never. */
  private readonly posts: { readonly request: CallbackRequest; readonly proof: Proof }[] = []
  private readonly fee: number

  constructor(
    private readonly roll: Roll,
    private readonly order: Turns,
    private readonly clock: () => number,
  ) {
    this.fee = [0, 3][roll(2)]!
    this.fake = fakeProvider({
      name: walletName,
      clock,
      promptSeconds: 600,
      startIsIdempotent: roll(2) === 0,
      canCancel: roll(2) === 0,
      hasReceipts: roll(3) > 0,
      fee: this.fee,
      faultOf: (call) =>
        roll(8) > 0 ? undefined : call === 'list' ? 'broken' : (['lost', 'broken', 'refused'] as const)[roll(3)],
    })
  }

  /** Makes the provider of the service: other callers may come first before and behind each of its calls. */
  provider(): Provider {
    const { fake, order } = this
    const passing = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
      await order.pass()
      const answer = await call()
      await order.pass()
      return answer
    }
    return {
      ...fake,
      start: (attempt, signal) => passing(() => fake.start(attempt, signal)),
      status: (attempt, signal) => passing(() => fake.status(attempt, signal)),
      ...(fake.cancel && { cancel: (attempt, signal) => passing(() => fake.cancel!(attempt, signal)) }),
    }
  }

  /** Plays the payer's phone, and sends callbacks. */
  private act(id: string): void {
    const { roll, fake } = this
    if (!fake.pushes.includes(id)) return
    const kind = roll(8)
    const payment =
      kind < 4
        ? fake.accept(id)
        : kind === 4
          ? fake.accept(id, { amount: [40, 2000][roll(2)]! })
          : kind === 5
            ? fake.payAgain(id)
            : null
    if (kind === 6) fake.refuse(id)
    const proof = (['signed', 'hint', 'forged'] as const)[roll(3)]!
    this.posts.push({ request: fake.callback(id, { proof }), proof })
    if (!payment || roll(2) === 0) return
    const ofRecord = (['signed', 'hint'] as const)[roll(2)]!
    this.posts.push({ request: fake.recordCallback(payment, { proof: ofRecord }), proof: ofRecord })
  }

  private async deliver(payments: HospitalPayments): Promise<void> {
    const at = this.roll(Math.max(1, this.posts.length))
    const post = this.posts[at]
    if (!post) return
    // Some arrive once more, and some never again.
    if (this.roll(3) === 0) this.posts.splice(at, 1)
    const { status } = await payments.attempts.receive(walletName, post.request)
    const right = post.proof === 'forged' ? [401] : [200, 503]
    demand(right.includes(status), `a ${post.proof} callback that is answered ${status}`)
  }

  /** Makes the statement of some of its money, with fees. */
  private statement(some: readonly FakePayment[]) {
    return some.flatMap(({ receipt, amount, currency, bookedAt, reference }, at) => {
      const line = { currency, valueDate: bookedAt.slice(0, 10), bookedAt, providerTransactionId: receipt, reference }
      const credit = { ...line, row: 2 * at + 1, direction: 'credit', amount } as const
      return this.fee > 0
        ? [credit, { ...line, row: 2 * at + 2, direction: 'debit', amount: this.fee } as const]
        : [credit]
    })
  }

  /** Draws a call about attempts. */
  draw(payments: HospitalPayments, { payments: bills, attempts: started }: WalletRows): Call {
    const { roll, fake } = this
    const { attempts } = payments
    const pending = bills.filter(({ status }) => status === 'pending')
    const bill = (roll(4) > 0 ? pending[roll(Math.max(1, pending.length))] : undefined) ?? bills[roll(bills.length)]!
    const paymentId = bill.id
    const alive = started.filter(({ status }) => living.includes(status))
    const chosen = roll(2) > 0 && alive.length > 0 ? alive : started
    const id = chosen[roll(Math.max(1, chosen.length))]?.id
    const kind = id === undefined ? 0 : roll(16)
    if (pending.length === 0 && roll(2) === 0) {
      const { reference, currency, channel } = bill
      return ['create', () => payments.createPayment({ reference, amount: 100, currency, channel })]
    }
    if (kind <= 3 || id === undefined) {
      const amount = roll(3) === 0 ? { amount: [40, 100][roll(2)]! } : {}
      const key = roll(3) === 0 ? { idempotencyKey: `start-${paymentId}-${roll(2)}` } : {}
      return ['start', () => attempts.start({ paymentId, provider: walletName, phone, ...amount, actor: 'sara' }, key)]
    }
    if (kind <= 6) return ['payer acts', async () => this.act(id)]
    if (kind <= 9) return ['callback', () => this.deliver(payments)]
    if (kind === 10) return ['checkDue', () => attempts.checkDue({ limit: 1 + roll(4) })]
    if (kind === 11) return ['check', () => attempts.check(id)]
    if (kind === 12)
      return ['abandon', () => attempts.abandon(id, { reason: 'left', actor: 'amina', force: roll(2) === 0 })]
    if (kind === 13) {
      const range = {
        from: new Date(this.clock() - 9 * day).toISOString(),
        to: new Date(this.clock() + 1).toISOString(),
      }
      return ['pull', () => attempts.pull(walletName, range)]
    }
    if (kind === 14)
      return ['cancel with attempt', () => payments.cancelPayment(paymentId, { reason: 'mistaken', attempts: 'keep' })]
    const records = this.statement(fake.payments.filter(() => roll(2) === 0))
    return ['provider statement', () => payments.statements.import(records, { account: walletName })]
  }

  /** Checks what must hold between calls: nothing is pushed twice, no money counts twice, and one attempt of a payment lives. */
  check({ lines, payments, attempts, events }: WalletRows): void {
    const { fake } = this
    demand(new Set(fake.pushes).size === fake.pushes.length, 'an attempt that was pushed twice')
    const livingOf = new Map<string, string>()
    const lineKeys = new Set<string>()
    const byKey = new Map(lines.map((line) => [line.key, line]))
    for (const { id, paymentId, status, lineKey } of attempts) {
      if (living.includes(status)) {
        demand(!livingOf.has(paymentId), 'two living attempts of one payment')
        livingOf.set(paymentId, id)
      }
      demand((lineKey !== null) === (status === 'paid'), 'an attempt with a line that is not paid, or paid without one')
      if (lineKey === null) continue
      demand(!lineKeys.has(lineKey), 'a line of two attempts')
      lineKeys.add(lineKey)
      demand(byKey.get(lineKey)?.direction === 'credit', 'a paid attempt whose line is no credit')
      demand(
        fake.payments.some(({ attemptId }) => attemptId === id),
        'an attempt that is paid without money',
      )
    }
    for (const { id, attemptId } of payments)
      demand(attemptId === (livingOf.get(id) ?? null), 'a payment that names another attempt than lives')
    this.checkMoney(lines, events)
  }

  /** Checks that each money and each fee of the provider counts once at most. A person may release a line that was held. */
  private checkMoney(lines: readonly AccountLine[], events: WalletRows['events']): void {
    const { fake, fee } = this
    const nameOf = (direction: string, amount: number) => `${direction} ${amount}`
    const right = new Map<string, number>()
    const add = (sums: Map<string, number>, name: string) => sums.set(name, (sums.get(name) ?? 0) + 1)
    for (const { amount } of fake.payments) {
      add(right, nameOf('credit', amount))
      if (fee > 0) add(right, nameOf('debit', fee))
    }
    const counted = new Map<string, number>()
    for (const { account, outcome, direction, amount, key } of lines) {
      const isReleased = events.get(key)!.some(({ type }) => type === 'line.released')
      if (account !== walletName || isReleased || outcome === 'possible_duplicate' || outcome === 'unproved') continue
      add(counted, nameOf(direction, amount))
    }
    for (const [name, count] of counted)
      demand(count <= (right.get(name) ?? 0), `${count} lines ${name} where the provider had ${right.get(name) ?? 0}`)
  }

  /** Lets every attempt end, reads all that the provider took, and checks that no money of it is lost. */
  async end(payments: HospitalPayments, advance: (ms: number) => void, read: () => Promise<WalletRows>): Promise<void> {
    for (const seconds of [120, 3_600, 86_400, 300, 300]) {
      advance(seconds * 1000)
      await this.order.race([() => payments.attempts.checkDue(), () => payments.attempts.checkDue()])
    }
    await payments.statements.import(this.statement(this.fake.payments), { account: walletName })
    const stored = await read()
    this.check(stored)
    for (const { status, id } of stored.attempts) {
      demand(status !== 'starting', 'an attempt that is still starting')
      const isPaid = this.fake.payments.some(({ attemptId }) => attemptId === id)
      demand(isPaid || status !== 'paid', 'an attempt that is paid without money')
    }
    const receipts = new Set(
      stored.lines.flatMap(({ account, providerTransactionId: receipt = '' }) =>
        account === walletName ? [receipt.toLowerCase()] : [],
      ),
    )
    for (const { receipt } of this.fake.payments)
      demand(receipts.has(receipt.toLowerCase()), 'money of the provider that no line shows')
  }
}
