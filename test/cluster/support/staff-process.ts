/**
 * One process of the hospital's staff, with a pool of its own: clerks, a relay or a reconciler. It reports every answer
 * that it got to the test that started it, and ends with it.
 */
import { placeOf } from '../../../src/domain/event-stream.js'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { isPaymentError } from 'hospital-payments'
import { fromMysql2, fromPg, type SqlDatabase } from 'hospital-payments/sql'
import { createPool } from 'mysql2/promise'
import pg from 'pg'
import { gate } from '../../support/gate.js'
import { confirm, create, reconcile, serviceOver } from './bills.js'
import type { Job, Order, Place, Report, Role } from './staff-messages.js'

const job = JSON.parse(process.argv[2]!) as Job
const payments = serviceOver(connect(job.place), job)
const started = gate()
let working = true
const waiting: ((bill: number | null) => void)[] = []
let lately: readonly number[] = []
let maxCallMs = 0

function connect({ dialect, url, prepare = true }: Place): SqlDatabase {
  if (dialect === 'mysql') return fromMysql2(createPool({ uri: url, connectionLimit: 10 }))
  const pool = new pg.Pool({ connectionString: url })
  // Connections that are idle when the server goes away.
  pool.on('error', () => undefined)
  return fromPg(pool, { prepare })
}

/** Reads the clock that all processes of a machine share. */
function now(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}

const report = (message: Report) => void process.send!(message)

/**
 * Calls again after an error. Returns `null` when the bill is in a state that does not allow the call, or when the day
 * is over before an answer.
 */
async function callUntilAnswered<Result>(call: () => Promise<Result>): Promise<Result | null> {
  for (;;) {
    const begun = performance.now()
    try {
      return await call()
    } catch (error) {
      if (isPaymentError(error, 'invalid_transition') || isPaymentError(error, 'duplicate_payment')) return null
      if (isPaymentError(error) && error.retryable) report({ kind: 'error', code: error.code })
      else report({ kind: 'unexpected', error: inspect(error) })
    } finally {
      maxCallMs = Math.max(maxCallMs, performance.now() - begun)
    }
    await sleep(100)
    if (!working) return null
  }
}

async function pay(bill: number): Promise<void> {
  const made = await callUntilAnswered(() => create(payments, bill))
  if (!made) return
  report({ kind: 'created', bill, id: made.id, at: now() })
  // Of those who share a bill, one reports that it was declined: another one for each bill.
  const isDeclined = (bill + job.index) % 3 === 1
  const changed = await callUntilAnswered(() =>
    isDeclined ? payments.failPayment(made.id, { reason: 'declined' }) : confirm(payments, bill, made.id),
  )
  if (!changed) return
  const { id, version, status } = changed
  report({ kind: 'changed', change: { id, version, status }, at: now() })
}

async function clerk(): Promise<void> {
  while (working) {
    report({ kind: 'free' })
    const bill = await new Promise<number | null>((resolve) => waiting.push(resolve))
    if (bill === null) return
    const begunAt = now()
    await pay(bill)
    report({ kind: 'ended', bill, begunAt, at: now() })
    await sleep(Math.random() * 20)
  }
}

async function relay(): Promise<void> {
  while (working) {
    await callUntilAnswered(() =>
      payments.deliverEvents(
        async (event) => {
          const { stream: paymentId, version } = placeOf(event)
          report({ kind: 'delivered', eventId: event.id, paymentId, version, at: now() })
        },
        { limit: 50, leaseMs: job.leaseMs },
      ),
    )
    await sleep(50)
  }
}

async function reconciler(): Promise<void> {
  while (working) {
    const bills = lately
    const applied = bills.length > 0 ? await callUntilAnswered(() => reconcile(payments, bills)) : null
    if (applied !== null) report({ kind: 'reconciled', applied })
    await sleep(100)
  }
}

const work: Record<Role, () => Promise<unknown>> = {
  clerks: () => Promise.all(Array.from({ length: job.clerks }, clerk)),
  relay,
  reconciler,
}

process.on('message', (order: Order) => {
  switch (order.kind) {
    case 'start':
      return started.open()
    case 'stop':
      working = false
      for (const goOn of waiting.splice(0)) goOn(null)
      return
    case 'bill':
      waiting.shift()?.(order.bill)
      return
    case 'acknowledged':
      lately = [...lately, order.bill].slice(-20)
  }
})
process.once('disconnect', () => process.exit())

report({ kind: 'ready' })
await started.opened
await work[job.role]()
// It ends when the test has received this, and lets go of it.
report({ kind: 'done', maxCallMs })
