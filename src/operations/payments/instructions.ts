import { formatAmount } from '../../domain/money.js'
import type { Instructions } from '../../domain/payments/payment.js'
import type { CheckedRequest } from '../input/create-request.js'
import { isPaymentError, PaymentError } from '../../errors.js'
import type { Context } from '../context.js'
import { instructionsOfPayer } from '../input/instructions.js'

function copyOf(request: CheckedRequest): CheckedRequest {
  const copy = { ...request }
  if (request.customer) copy.customer = { ...request.customer }
  if (request.metadata) copy.metadata = { ...request.metadata }
  return copy
}

/** Returns true for an error about the request itself: the caller can mend it, and so the caller gets it. */
function isRefusal(error: unknown): boolean {
  return isPaymentError(error, 'invalid_request') || isPaymentError(error, 'unsupported_currency')
}

/** Runs the host's channel. Its answer is checked, because it is stored and shown for ever. */
export async function makeInstructions({ channels, logger }: Context, request: CheckedRequest): Promise<Instructions> {
  const channel = channels.get(request.channel)
  if (!channel) {
    throw new PaymentError(
      'unsupported_channel',
      'This channel is not set up here. Use one of the supported channels.',
      {
        details: { supported: [...channels.keys()] },
      },
    )
  }
  let answer: unknown
  try {
    answer = await channel({ ...copyOf(request), amountDecimal: formatAmount(request.amount, request.currency) })
  } catch (cause) {
    if (isRefusal(cause)) throw cause
    logger.error('A channel threw; no payment was stored.', { channel: request.channel })
    throw new PaymentError(
      'internal_error',
      'The channel failed to make instructions; nothing was stored. See the cause.',
      { cause },
    )
  }
  const { success, data } = instructionsOfPayer.safeParse(answer)
  if (success && data.message.includes(request.reference)) return data
  logger.error('A channel made instructions without a proper shape or without the reference; no payment was stored.', {
    channel: request.channel,
  })
  throw new PaymentError(
    'internal_error',
    'The channel made instructions of a wrong shape or without the reference; nothing was stored. Correct the channel.',
  )
}
