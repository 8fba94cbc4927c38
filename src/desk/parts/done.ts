/**
 * The result of an action, announced once by the page that follows. The answer to the post keeps it in a cookie for that page
 * alone: an invented address announces nothing.
 */
import type { Reply } from '../../http/reply.js'
import { type Messages, english } from './messages.js'

/** The text that announces an action. */
export type DoneKey = Extract<keyof Messages, `done.${string}`>

export interface Done {
  readonly key: DoneKey
  /** The number of things, where the text has one. */
  readonly count?: number
}

const cookieName = 'hp_desk_done'
const shape = new RegExp(`^${cookieName}=([a-zA-Z_.]+)(?:-(\\d{1,6}))?$`)
/** Seconds until the cookie ends: the page that announces the action is requested at once. */
const maxAge = 60

function cookie(value: string, pathname: string, age: number): string {
  return `${cookieName}=${value}; Path=${pathname}; Max-Age=${age}; HttpOnly; SameSite=Strict`
}

/** Makes the headers with which the page at `location` announces an action. */
export function announcementHeaders({ key, count }: Done, location: string): Reply['headers'] {
  const value = key.slice('done.'.length) + (count === undefined ? '' : `-${count}`)
  return { 'set-cookie': cookie(value, location.split(/[?#]/)[0]!, maxAge) }
}

/** Makes the headers of a page that has announced it. */
export function announcedHeaders(pathname: string): Reply['headers'] {
  return { 'set-cookie': cookie('', pathname, 0) }
}

/** Reads the action to announce. Returns `null` where there is none, and for a cookie that no action of the desk has set. */
export function doneOf(cookies: string | null): Done | null {
  for (const cookieText of (cookies ?? '').split(/;\s*/)) {
    const [, name, count] = shape.exec(cookieText) ?? []
    const key = `done.${name}`
    if (name !== undefined && Object.hasOwn(english, key))
      return { key: key as DoneKey, ...(count !== undefined && { count: Number(count) }) }
  }
  return null
}
