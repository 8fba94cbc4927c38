/** Messages of providers as the port stores them. */
import { messages, type StoredMessage } from '../../repository/aggregates/messages.js'
import type { RowEntry } from '../../repository/aggregates/port.js'
import type { FinanceRepository } from '../../repository/finance-port.js'

/** Makes the entry by which a message is done; it keeps nothing of what the provider said. */
export function doneEntry(message: StoredMessage): RowEntry {
  const row: StoredMessage = { ...message, status: 'done', content: null, version: message.version + 1 }
  return { of: messages, row, beside: null, expected: message.version, events: [] }
}

/** Finds a stored message; `null` where there is none. */
export async function findMessage(
  finance: Pick<FinanceRepository, 'findRows'>,
  id: string,
): Promise<StoredMessage | null> {
  const [stored] = await finance.findRows(messages, 'id', [id])
  return stored?.row ?? null
}

/** Returns true where a message has not counted yet. */
export async function isNewStill(
  finance: Pick<FinanceRepository, 'findRows'>,
  { id }: StoredMessage,
): Promise<boolean> {
  return (await findMessage(finance, id))?.status === 'new'
}
