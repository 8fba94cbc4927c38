/** A payment provider, simulated: it signs time and body by HMAC-SHA256, as most do, and repeats a message until it is answered 2xx. */
import { createHmac } from 'node:crypto'

export interface Sent {
  readonly id: string
  readonly body: string
}

export interface Reply {
  readonly status: number
  readonly result: string
}

let messages = 0

/**
 * Makes a message, with line breaks, as some providers do: a receiver that checks anything but the raw bytes refuses
 * all of it.
 */
export function message(type: string, data: object, id = `msg_${++messages}`): Sent {
  return { id, body: JSON.stringify({ id, type, timestamp: new Date().toISOString(), data }, null, 2) }
}

export function paid(reference: string, amount: string, transactionId: string, id?: string): Sent {
  return message('payment.completed', { reference, amount, currency: 'ETB', transactionId }, id)
}

export function failed(reference: string, reason: string): Sent {
  return message('payment.failed', { reference, reason })
}

export interface SendOptions {
  /** The age of the signature in seconds. */
  readonly ageSeconds?: number
  /** A body that is sent in place of the signed one. */
  readonly insteadOfBody?: string
}

export function providerFor(url: string, secret: string) {
  function answer({ body }: Sent, { ageSeconds = 0, insteadOfBody = body }: SendOptions = {}): Promise<Response> {
    const timestamp = String(Math.floor(Date.now() / 1000) - ageSeconds)
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
    const headers = {
      'Content-Type': 'application/json',
      'X-Timestamp': timestamp,
      'X-Signature': `sha256=${signature}`,
    }
    return fetch(url, { method: 'POST', headers, body: insteadOfBody })
  }

  async function send(sent: Sent, options?: SendOptions): Promise<Reply> {
    const response = await answer(sent, options)
    const { result } = (await response.json()) as { result: string }
    return { status: response.status, result }
  }

  /**
   * Sends a message until the first 2xx; returns every answer. Real providers wait for minutes and hours between their
   * tries.
   */
  async function deliver(sent: Sent, maxTries = 10): Promise<readonly Reply[]> {
    const replies: Reply[] = []
    while (replies.length < maxTries) {
      const reply = await send(sent)
      replies.push(reply)
      if (reply.status >= 200 && reply.status < 300) break
    }
    return replies
  }

  return { answer, send, deliver }
}

export type Provider = ReturnType<typeof providerFor>
