import type { CallbackContent, CallbackReply } from 'hospital-payments'
import type { till } from './till.js'

/** Lets the provider send a callback with this content, whatever its shape; another body is another request. */
export function receiveContent(on: ReturnType<typeof till>, content: unknown, body = ''): Promise<CallbackReply> {
  const request = { method: 'POST', url: 'https://hospital.example/callback', headers: new Headers() }
  const receiveOf = on.fake.receive
  Object.assign(on.fake, { receive: () => content as CallbackContent })
  return on.receive({ ...request, body: new TextEncoder().encode(body) }).finally(() => {
    Object.assign(on.fake, { receive: receiveOf })
  })
}
