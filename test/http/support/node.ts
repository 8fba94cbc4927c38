/** Requests and responses of Node as the listener takes them, without a server: what a socket would send is emitted. */
import { EventEmitter } from 'node:events'
import type { NodeRequest, NodeResponse } from 'hospital-payments/http'
import { NodeIncoming } from '../../../src/http/node/request.js'

export class FakeRequest extends EventEmitter {
  /** True while it is to give its body. */
  isFlowing = false
  readonly rawHeaders: readonly string[] = []

  pause(): void {
    this.isFlowing = false
  }

  resume(): void {
    this.isFlowing = true
  }

  /** Counts the listeners of each event. */
  get listening(): Record<string, number> {
    return Object.fromEntries(this.eventNames().map((name) => [String(name), this.listenerCount(name)]))
  }
}

export function nodeRequest(facts: Partial<NodeRequest> = {}): FakeRequest & NodeRequest {
  return Object.assign(new FakeRequest(), { method: 'POST', url: '/' }, facts)
}

export class FakeResponse extends EventEmitter {
  headersSent = false
  writableFinished = false
  destroyed = false
  readonly socket: NodeResponse['socket'] = null
  readonly sent: unknown[] = []

  writeHead(status: number, headers: Readonly<Record<string, string>>): void {
    this.headersSent = true
    this.sent.push(status, headers)
  }

  write(chunk: Uint8Array): boolean {
    this.sent.push(new TextDecoder().decode(chunk))
    return true
  }

  end(...body: Uint8Array[]): void {
    this.sent.push(...body.map((bytes) => new TextDecoder().decode(bytes)), 'end')
  }

  destroy(): void {
    this.sent.push('destroyed')
  }
}

export function nodeResponse(facts: Partial<NodeResponse> = {}): FakeResponse & NodeResponse {
  return Object.assign(new FakeResponse(), facts) as FakeResponse & NodeResponse
}

/** Makes a request to `/v1/payments`, with facts of it and of its response. */
export function nodeIncoming(facts: Partial<NodeRequest> = {}, responseFacts: Partial<NodeResponse> = {}) {
  const request = nodeRequest(facts)
  const response = nodeResponse(responseFacts)
  const incoming = new NodeIncoming(request, response, { pathname: '/v1/payments', search: '?a=b' })
  return { request, response, incoming }
}
