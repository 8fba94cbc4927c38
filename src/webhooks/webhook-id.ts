/**
 * What is signed is `id.timestamp.body`. So a webhook whose body begins with digits and a full stop could be sent again
 * by somebody else, its time moved to the end of its id, and the digits taken for another time.
 */
const timeMovedIn = /\.\d{10}(?:\.|$)/

/** Visible ASCII characters, without Unix seconds behind a full stop. */
export function isWebhookId(id: string): boolean {
  return /^[!-~]+$/.test(id) && !timeMovedIn.test(id)
}
