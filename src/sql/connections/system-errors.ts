/** What the operating system, Node and TLS report, as every driver over a socket passes it on. */
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

/** Certificates that are not trusted, and the like: the same at every try. */
const wrongTls = /CERT|^ERR_TLS_|^ERR_SSL_|^UNABLE_TO_VERIFY_|^HOSTNAME_MISMATCH$|^INVALID_(?:CA|PURPOSE)$/

/**
 * Of an error which no server sent. An unknown one counts as a lost connection, the only kind that does not claim that
 * nothing was stored.
 */
export function systemKind(error: unknown): FaultKind {
  const code = fieldOf(error, 'code')
  if (noConnection.has(code)) return 'unreachable'
  return typeof code === 'string' && wrongTls.test(code) ? 'refused' : 'lost'
}

export function fieldOf(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined
}
