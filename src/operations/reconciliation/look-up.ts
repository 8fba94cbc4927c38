import type { Payment } from '../../domain/payments/payment.js'
import { mostKeys } from '../../repository/checks.js'
import type { PaymentRepository } from '../../repository/port.js'

function* parts(keys: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < keys.length; start += mostKeys) yield keys.slice(start, start + mostKeys)
}

const none = { references: [], providerTransactionIds: [], lineKeys: [] } as const

/** Every payment with one of these references or transactions, by as many look-ups as they need. */
export async function findPayments(
  { lookup }: PaymentRepository,
  references: readonly string[],
  transactions: readonly string[],
): Promise<Payment[]> {
  const found = new Map<string, Payment>()
  const add = async (keys: Partial<Parameters<typeof lookup>[0]>) => {
    for (const payment of (await lookup({ ...none, ...keys })).payments) found.set(payment.id, payment)
  }
  for (const part of parts(transactions)) await add({ providerTransactionIds: part })
  for (const part of parts(references)) await add({ references: part })
  return [...found.values()]
}

/** Which of these lines are stored already. */
export async function findLines({ lookup }: PaymentRepository, keys: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const lineKeys of parts(keys)) for (const { key } of (await lookup({ ...none, lineKeys })).lines) found.push(key)
  return found
}
