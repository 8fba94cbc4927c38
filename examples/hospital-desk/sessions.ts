/** Sessions in a cookie of the host's own. Here they live in memory; a server with several processes keeps them in its database. */
import { randomBytes } from 'node:crypto'
import type { User } from './users.js'

const name = 'hospital_session'
const lifeMs = 8 * 3_600_000

export class Sessions<Person extends User = User> {
  readonly #open = new Map<string, { readonly user: Person; readonly until: number }>()

  /** Begins a session; returns its Set-Cookie header. Behind https, add `; Secure`. */
  begin(user: Person): string {
    const id = randomBytes(32).toString('base64url')
    this.#open.set(id, { user, until: Date.now() + lifeMs })
    // Strict: no form on another site is sent with it.
    return `${name}=${id}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${lifeMs / 1000}`
  }

  userOf(cookies: string | null | undefined): Person | null {
    const session = this.#open.get(this.#idOf(cookies))
    return session && session.until > Date.now() ? session.user : null
  }

  end(cookies: string | null | undefined): string {
    this.#open.delete(this.#idOf(cookies))
    return `${name}=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0`
  }

  #idOf(cookies: string | null | undefined): string {
    return new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)`).exec(cookies ?? '')?.[1] ?? ''
  }
}
