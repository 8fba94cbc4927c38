/** The URL of a callback ends with the attempt's id, by which a callback says what it is about. */

const attemptId = /(?<=[/?&=])att_[0-9A-Za-z_-]+$/

/** Returns true for a text that may be the id of an attempt. */
export function isAttemptId(text: string): boolean {
  return /^att_[0-9A-Za-z_-]+$/.test(text)
}

/** Adds the id of an attempt to the end of a callback's URL. */
export function callbackUrlOf(callbackUrl: string, id: string): string {
  return callbackUrl.includes('?') ? `${callbackUrl}&attempt=${id}` : `${callbackUrl.replace(/\/+$/, '')}/${id}`
}

/** Returns the id of an attempt at the end of a callback's URL; `null` where there is none. */
export function attemptIdIn(url: string): string | null {
  const [match] = attemptId.exec(url.replace(/\/+$/, '')) ?? []
  return match ?? null
}
