/** Errors of the operating system, of Node and of TLS, as every driver over a socket passes them on. */
import type { FaultKind } from '../core/fault.js'

const noConnection: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'EMFILE',
  'ENFILE',
])

/** Codes of certificates that are not trusted, and the like: they come again at every try. */
const wrongTls = /CERT|^ERR_TLS_|^ERR_SSL_|^UNABLE_TO_VERIFY_|^HOSTNAME_MISMATCH$|^INVALID_(?:CA|PURPOSE)$/

/**
 * Returns the kind of an error which no server sent. An unknown one counts as a lost connection, the only kind that does not
 * claim that nothing was stored.
 */
export function systemKind(error: unknown): FaultKind {
  const code = fieldOf(error, 'code')
  if (noConnection.has(code)) return 'unreachable'
  return typeof code === 'string' && wrongTls.test(code) ? 'refused' : 'lost'
}

export function fieldOf(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined
}
