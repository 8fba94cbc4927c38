/**
 * The people who work at the hospital: passwords are kept as scrypt hashes, and a role decides the person's rights at
 * the desk.
 */
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import type { DeskScope } from 'hospital-payments/desk'

const finance = [
  ...(['reports:read', 'lines:read', 'lines:write', 'payments:write', 'refunds:request'] as const),
  ...(['payers:read', 'payers:write', 'waivers:request', 'attempts:write'] as const),
] as const

const cashier = ['payments:read', 'cash:take'] as const

/**
 * A cashier sees the counter alone, and a supervisor also the cash of all. Refunds are approved by another person than who
 * asks for them.
 */
export const scopesOf = {
  cashier,
  supervisor: [...cashier, 'cash:supervise'],
  finance,
  manager: [...finance, 'refunds:approve', 'refunds:settle', 'waivers:approve', 'days:close'],
} as const satisfies Record<string, readonly DeskScope[]>

export type Role = keyof typeof scopesOf

export interface User {
  readonly name: string
  readonly role: Role
}

interface Account extends User {
  readonly salt: Buffer
  readonly hash: Buffer
}

const hashOf = (password: string, salt: Buffer) => scryptSync(password, salt, 32)

export class Users {
  readonly #accounts = new Map<string, Account>()
  /** The salt for names that are not known, so that they take as long as those that are. */
  readonly #unknown = randomBytes(16)

  add(name: string, role: Role, password: string): void {
    const salt = randomBytes(16)
    this.#accounts.set(name, { name, role, salt, hash: hashOf(password, salt) })
  }

  /** Returns the user; `null` for a wrong name or password, without a hint which of them is wrong. */
  signIn(name: string, password: string): User | null {
    const account = this.#accounts.get(name)
    const hash = hashOf(password, account?.salt ?? this.#unknown)
    return account && timingSafeEqual(hash, account.hash) ? account : null
  }
}
