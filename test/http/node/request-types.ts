/** A request of `node:http` by the types of Node 26, whose listeners are of any values; `npm run typecheck` reads it. */
import type { NodeRequest } from 'hospital-payments/http'
import type { IncomingMessage } from 'node:http'

interface Events {
  close: []
  data: [chunk: Uint8Array]
}

interface Listens<Self> {
  <Name extends keyof Events>(eventName: Name, listener: (...args: Events[Name]) => void): Self
  (eventName: string | symbol, listener: (...args: any[]) => void): Self
}

interface RequestOfNode26 extends Omit<IncomingMessage, 'on' | 'removeListener'> {
  on: Listens<this>
  removeListener: Listens<this>
}

export const asListenersGet = (request: RequestOfNode26): NodeRequest => request
