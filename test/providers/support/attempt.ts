import type { AttemptRequest } from '../../../src/domain/attempts/provider.js'

/** Makes an attempt as the core gives it to a provider. */
export function attemptRequest(changes: Partial<AttemptRequest> = {}): AttemptRequest {
  return {
    id: 'att_01KD2Q0000000000000000000A',
    paymentId: 'pay_01KD2Q0000000000000000000A',
    reference: 'OPD7731',
    code: 'KQ7XR2M9PA',
    amount: 150_000,
    currency: 'KES',
    phone: '+254722111111',
    returnUrl: null,
    createdAt: '2026-11-20T09:00:00.000Z',
    ...changes,
  }
}

/** The clock of the tests, a second after the attempt began. */
export const nowMs = Date.parse('2026-11-20T09:00:01.000Z')

/** Makes a signal that is never aborted. */
export const calm = (): AbortSignal => new AbortController().signal
