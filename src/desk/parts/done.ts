/**
 * What an action did, announced once by the page that follows. The answer to the post keeps it in a cookie for that page alone:
 * an address that someone made up announces nothing.
 */
import type { Reply } from '../../http/reply.js'
import { type Messages, english } from './messages.js'

/** The text that says what was done. */
export type DoneKey = Extract<keyof Messages, `done.${string}`>

export interface Done {
  readonly key: DoneKey
  /** Of how many, where the text says it. */
  readonly count?: number
}

const cookieName = 'hp_desk_done'
const shape = new RegExp(`^${cookieName}=([a-z_.]+)(?:-(\\d{1,6}))?$`)
/** Seconds: the page that announces it is asked for at once. */
const maxAge = 60

function cookie(value: string, pathname: string, age: number): string {
  return `${cookieName}=${value}; Path=${pathname}; Max-Age=${age}; HttpOnly; SameSite=Strict`
}

/** The headers with which the page at `location` announces it. */
export function announcing({ key, count }: Done, location: string): Reply['headers'] {
  const value = key.slice('done.'.length) + (count === undefined ? '' : `-${count}`)
  return { 'set-cookie': cookie(value, location.split('?')[0]!, maxAge) }
}

/** The headers of a page that has announced it. */
export function announced(pathname: string): Reply['headers'] {
  return { 'set-cookie': cookie('', pathname, 0) }
}

/** What is to be announced; `null` for nothing, and for what no action of the desk has left. */
export function doneOf(cookies: string | null): Done | null {
  for (const one of (cookies ?? '').split(/;\s*/)) {
    const [, name, count] = shape.exec(one) ?? []
    const key = `done.${name}`
    if (name !== undefined && Object.hasOwn(english, key))
      return { key: key as DoneKey, ...(count !== undefined && { count: Number(count) }) }
  }
  return null
}
