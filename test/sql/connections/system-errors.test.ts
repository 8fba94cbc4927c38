import { expect, it } from 'vitest'
import { fieldOf, systemKind } from '../../../src/sql/connections/system-errors.js'

const coded = (code: unknown) => Object.assign(new Error('system'), { code })

it.each([
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
])('systemKind: %s means that there was no connection', (code) => {
  expect(systemKind(coded(code))).toBe('unreachable')
})

it.each([
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'INVALID_PURPOSE',
])('systemKind: %s is refused, for it would be the same at every try', (code) => {
  expect(systemKind(coded(code))).toBe('refused')
})

it.each([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'X_ERR_TLS_',
  'X_ERR_SSL_',
  'X_UNABLE_TO_VERIFY_',
  'X_HOSTNAME_MISMATCH',
  'HOSTNAME_MISMATCH_X',
  'X_INVALID_CA',
  'INVALID_CA_X',
  undefined,
  ['ERR_TLS_'],
])('systemKind: %s counts as lost, which alone does not claim that nothing was stored', (code) => {
  expect(systemKind(coded(code))).toBe('lost')
})

it('fieldOf: a field is read of objects alone', () => {
  for (const value of [undefined, null, 'text', 7]) expect(fieldOf(value, 'length')).toBeUndefined()
  expect(fieldOf({ code: 7 }, 'code')).toBe(7)
})
