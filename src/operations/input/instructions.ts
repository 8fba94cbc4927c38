/** The payer's instructions, as channels and providers make them. They are stored and shown for ever. */
import * as z from 'zod'
import { object, someText } from './fields.js'

const maxLength = 10_000
const message = someText(maxLength)

export const instructionsOfPayer = z.discriminatedUnion('type', [
  object({ type: z.literal('text'), message }),
  object({ type: z.literal('redirect'), message, url: someText(maxLength) }),
  object({ type: z.literal('ussd'), message, code: someText(maxLength) }),
  object({ type: z.literal('qr'), message, payload: someText(maxLength) }),
])
