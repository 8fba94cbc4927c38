import { PaymentError } from '../../errors.js'
import type { Context } from '../context.js'

/** @throws PaymentError `unsupported_currency` */
export function checkCurrency({ currencies }: Context, currency: string): void {
  if (currencies.has(currency)) return
  throw new PaymentError(
    'unsupported_currency',
    `The currency ${currency} is withdrawn, has no minor unit or is not allowed here. Use another currency.`,
    {
      details: { supported: [...currencies] },
    },
  )
}
