/** A provider in the process of a test, whose calls come over HTTP: processes that call it may die, and it knows what it did. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { AttemptRequest, CallbackContent, CallbackRequest, Outcome, Provider } from 'hospital-payments'
import { type FakeProvider, fakeProvider, type FakeScript } from 'hospital-payments/testing'

export const providerName = 'loopback'
/** The reference of the bill whose payer does nothing. */
export const ignored = 'INV-3'

export interface Loopback {
  readonly url: string
  readonly fake: FakeProvider
  close(): Promise<void>
}

/** Opens a provider on a port of its own; payers accept at once, but for the one who does nothing. */
export async function openLoopback(script: FakeScript): Promise<Loopback> {
  const fake = fakeProvider({ name: providerName, ...script })
  const signal = new AbortController().signal

  async function answerOf(path: string, body: string): Promise<unknown> {
    const value = JSON.parse(body) as AttemptRequest & { session: null } & {
      proof: 'signed' | 'hint'
    } & CallbackRequest
    switch (path) {
      case '/start': {
        const answer = await fake.start(value, signal)
        if (value.reference !== ignored) fake.accept(value.id)
        return answer
      }
      case '/status':
        return fake.status(value, signal)
      case '/cancel':
        return fake.cancel!(value, signal)
      default: {
        if (!fake.pushes.includes(value.id)) return null
        const { body: bytes, headers, ...request } = fake.callback(value.id, { proof: value.proof })
        return { ...request, headers: [...headers], body: Buffer.from(bytes).toString() }
      }
    }
  }

  const server = createServer((request, response) => {
    void text(request)
      .then((body) => answerOf(request.url!, body))
      .then(
        (answer) => response.end(JSON.stringify(answer)),
        () => response.writeHead(500).end(),
      )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    fake,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

async function ask<Answer>(url: string, value: object): Promise<Answer> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(value) })
  if (!response.ok) throw new Error(`answered ${response.status}`)
  return (await response.json()) as Answer
}

/** The seconds after the start at which the status is asked for. */
export const polls = [10, 60, 300]
export const promptSeconds = 60

/** Makes the provider that calls it. */
export function loopbackProvider(url: string, startIsIdempotent: boolean): Provider {
  // Reads callbacks, and takes no calls.
  const reader = fakeProvider({ name: providerName })
  return {
    name: providerName,
    account: providerName,
    ...{ startIsIdempotent, polls, promptSeconds },
    start: (attempt) => ask(`${url}/start`, attempt),
    status: (attempt) => ask<Outcome>(`${url}/status`, attempt),
    cancel: (attempt) => ask<Outcome>(`${url}/cancel`, attempt),
    receive: (request): CallbackContent => reader.receive(request),
    reply: (isTaken) => ({ status: isTaken ? 200 : 401 }),
  }
}

/** Returns the callback about an attempt, as its provider sends it; `null` for one that the provider does not know. */
export async function callbackOf(url: string, id: string, proof: 'signed' | 'hint'): Promise<CallbackRequest | null> {
  type Sent = Omit<CallbackRequest, 'headers' | 'body'> & { headers: [string, string][]; body: string }
  const sent = await ask<Sent | null>(`${url}/callback`, { id, proof })
  if (!sent) return null
  const { headers, body, ...request } = sent
  return { ...request, headers: new Headers(headers), body: new TextEncoder().encode(body) }
}
