/** Writers at work while payments are exported, each with a log of all states that its payments had. */
import type { Payment, PaymentRepository } from 'hospital-payments'
import { changeFixture, insertFixture, paymentFixture } from 'hospital-payments/testing'
import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'vitest'
import { at, hour } from '../../support/service.js'
import { dice } from '../../support/turns.js'
import { group, insertOne } from '../../support/writes.js'

/** Puts what happens in this process into one order. */
let now = 0
export const tick = () => ++now

/** One transaction of a writer, and what an export shows of its payments from then on. */
export interface Logged {
  readonly began: number
  /** Infinite until the database has said that it is stored. */
  acknowledged: number
  readonly lines: ReadonlyMap<string, string>
}

export interface Log {
  readonly first: ReadonlyMap<string, string>
  readonly changes: readonly Logged[]
}

export interface Writers {
  readonly logs: readonly Log[]
  /** Resolves when so many more transactions are acknowledged. */
  progress(count: number): Promise<void>
  /** Rejects with what a writer failed with. */
  stop(): Promise<void>
}

/** Writes a line in the order of `shownColumns`, which differ for every version of a payment. */
export function lineOf({ id, reference, amount, currency, status, paidAt, amountReconciled }: Payment): string {
  return [id, reference, amount, currency, status, paidAt, amountReconciled].join(',')
}

export const shownColumns = ['amountReconciled'] as const

const pairs = 8

/** Starts writers, each with payments of its own, which stand far apart in an export but change two at a time. */
export async function startWriters(repository: PaymentRepository, count: number): Promise<Writers> {
  const written: (() => void)[] = []
  let stopped = false
  let total = 0
  const notify = () => {
    total++
    for (const resolve of written.splice(0)) resolve()
  }
  const started = await Promise.all(Array.from({ length: count }, (_, i) => prepare(repository, i)))
  const runs = started.map(async ({ change }) => {
    while (!stopped) {
      await change()
      notify()
      await turn()
    }
  })
  const failure = Promise.all(runs).then(() => undefined)
  failure.catch(() => {
    stopped = true
    notify()
  })
  return {
    logs: started.map(({ log }) => log),
    async progress(count) {
      const goal = total + count
      while (total < goal && !stopped) await new Promise<void>((resolve) => written.push(resolve))
    },
    async stop() {
      stopped = true
      await failure
    },
  }
}

/** Returns a time anywhere among the payments that are exported. */
const somewhere = (roll: (n: number) => number) => at(roll(24 * hour))

async function prepare(repository: PaymentRepository, seed: number) {
  const roll = dice(seed)
  const payments: [Payment, Payment][] = Array.from({ length: pairs }, () => [
    paymentFixture({ createdAt: at(roll(hour)) }),
    paymentFixture({ createdAt: at(23 * hour + roll(hour)) }),
  ])
  for (const payment of payments.flat()) expect(await insertOne(repository, insertFixture(payment))).toBeTruthy()
  const changes: Logged[] = []

  async function log(after: readonly Payment[], write: () => Promise<{ outcome: string }>, stored: string) {
    const lines = new Map(after.map((payment) => [payment.id, lineOf(payment)]))
    const logged = { began: tick(), acknowledged: Infinity, lines }
    changes.push(logged)
    expect((await write()).outcome).toBe(stored)
    logged.acknowledged = tick()
  }

  async function change(): Promise<void> {
    if (roll(4) === 0) {
      const payment = paymentFixture({ createdAt: somewhere(roll) })
      await log([payment], () => insertOne(repository, insertFixture(payment)), 'inserted')
      return
    }
    const place = roll(pairs)
    const pair = payments[place]!.map((payment) => nextVersion(payment, roll))
    const after = pair.map(({ payment }) => payment)
    await log(after, () => repository.replace(group(pair)), 'replaced')
    payments[place] = after as [Payment, Payment]
  }

  const first = new Map(payments.flat().map((payment) => [payment.id, lineOf(payment)]))
  return { change, log: { first, changes } }
}

function nextVersion(payment: Payment, roll: (n: number) => number) {
  const amountReconciled = payment.amountReconciled + 1
  if (payment.status === 'succeeded' || roll(3) > 0) return changeFixture(payment, { amountReconciled })
  return changeFixture(payment, { amountReconciled, status: 'succeeded', paidAt: somewhere(roll) })
}
