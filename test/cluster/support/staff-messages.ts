/** Messages between a test and the processes of its staff. */
import type { PaymentStatus } from 'hospital-payments'

export type Role = 'clerks' | 'relay' | 'reconciler'

/** The place where a process reads and writes, through a pool of its own. */
export interface Place {
  readonly dialect: 'postgres' | 'mysql'
  readonly url: string
  /** `false` where statements cannot be prepared, as behind a PgBouncer in transaction mode. */
  readonly prepare?: boolean
}

/** The work of one process. */
export interface Job {
  readonly role: Role
  /** The number of the process in its role: 0, 1, … */
  readonly index: number
  readonly place: Place
  readonly tenant: string
  readonly timeoutMs: number
  readonly leaseMs: number
  /** The number of them that work at once in the process, where the role is that of clerks. */
  readonly clerks: number
}

/** From the test to a process. */
export type Order =
  | { readonly kind: 'start' }
  /** Ends its calls in flight, and no new one begins. */
  | { readonly kind: 'stop' }
  /** The next bill for a clerk of that process, and for one of the others. */
  | { readonly kind: 'bill'; readonly bill: number }
  /** A bill's payment was acknowledged for the first time: from now on the bank's statement has a line for it. */
  | { readonly kind: 'acknowledged'; readonly bill: number }

/** From a process to the test. `at` is in milliseconds of the clock that all processes of the machine share. */
export type Report =
  | { readonly kind: 'ready' }
  /** A clerk waits for a bill. */
  | { readonly kind: 'free' }
  | { readonly kind: 'created'; readonly bill: number; readonly id: string; readonly at: number }
  | { readonly kind: 'changed'; readonly change: Change; readonly at: number }
  | { readonly kind: 'ended'; readonly bill: number; readonly begunAt: number; readonly at: number }
  | {
      readonly kind: 'delivered'
      readonly eventId: string
      readonly paymentId: string
      readonly version: number
      readonly at: number
    }
  | { readonly kind: 'reconciled'; readonly applied: number }
  /** A `PaymentError` that is retryable. */
  | { readonly kind: 'error'; readonly code: string }
  /** Any other error: a server that fails must not lead to one. */
  | { readonly kind: 'unexpected'; readonly error: string }
  | { readonly kind: 'done'; readonly maxCallMs: number }

/** A change of status that was acknowledged. */
export interface Change {
  readonly id: string
  readonly version: number
  readonly status: PaymentStatus
}
