import type { Hospital } from './hospital.js'
import { lockInvoice, settle } from './invoices.js'

/**
 * Confirms a payment for a clerk by the receipt on the payer's phone, in the same way as a callback does. The receipt
 * is required: by it the callback that follows is matched to the same money.
 */
export function confirmAtDesk(
  hospital: Hospital,
  number: string,
  { receipt, clerk }: { readonly receipt: string; readonly clerk: string },
): Promise<boolean> {
  return hospital.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, number)
    if (!invoice) throw new Error('There is no such invoice.')
    return settle(tx, invoice, { providerTransactionId: receipt, actor: `desk:${clerk}` })
  })
}
