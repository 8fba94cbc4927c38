import { PaymentError } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { bodyFailure, fetchIncoming, piecesOf } from '../../../src/http/request/incoming.js'
import { host } from '../support/server.js'

const bytes = (text: string) => new TextEncoder().encode(text)
const brokeOff = expect.objectContaining({ code: 'invalid_request' })
const wasRead = expect.objectContaining({
  code: 'internal_error',
  message: 'The body was read before the handler. `authenticate` and middleware must leave it unread.',
})

/** Makes a stream of pieces, and records if it was cancelled before its end. */
function streamOf(...pieces: string[]) {
  const seen = { pulled: 0, left: 0 }
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces[seen.pulled++]
        if (piece === undefined) controller.close()
        else if (piece === 'error') controller.error(new Error('SECRET'))
        else controller.enqueue(bytes(piece))
      },
      cancel: () => void seen.left++,
    },
    { highWaterMark: 0 },
  )
  return { stream, seen }
}

function posted(body: ReadableStream<Uint8Array> | string | null, signal?: AbortSignal): Request {
  return new Request(`${host}/v1/payments?a=b`, { method: 'POST', body, duplex: 'half', signal } as RequestInit)
}

async function all(pieces: AsyncIterable<Uint8Array | string>): Promise<unknown[]> {
  const read = []
  for await (const piece of pieces) read.push(piece)
  return read
}

describe('piecesOf: a stream in pieces', () => {
  const signal = () => new AbortController().signal

  it('is read to its end, and not cancelled', async () => {
    const { stream, seen } = streamOf('one', 'two')
    expect(await all(piecesOf(stream, signal()))).toEqual([bytes('one'), bytes('two')])
    expect(seen).toEqual({ pulled: 3, left: 0 })
  })

  it('is cancelled by a reader that stops', async () => {
    const { stream, seen } = streamOf('one', 'two')
    for await (const piece of piecesOf(stream, signal())) {
      expect(piece).toEqual(bytes('one'))
      break
    }
    expect(seen).toEqual({ pulled: 1, left: 1 })
  })

  it('is a mistake of the sender where it fails', async () => {
    await expect(all(piecesOf(streamOf('one', 'error').stream, signal()))).rejects.toEqual(brokeOff)
  })

  it('is never whole to a reader that waits while the client leaves', async () => {
    const leaving = new AbortController()
    let left: unknown
    const waiting = new ReadableStream<Uint8Array>({ cancel: (reason) => void (left = reason) })
    const first = piecesOf(waiting, leaving.signal).next()
    leaving.abort('gone')
    await expect(first).rejects.toEqual(brokeOff)
    expect(left).toBe('gone')
  })

  it('has no listener for a client that leaves once it was read', async () => {
    let listeners = 0
    const counted = {
      aborted: false,
      addEventListener: () => listeners++,
      removeEventListener: () => listeners--,
    } as unknown as AbortSignal
    await all(piecesOf(streamOf('one').stream, counted))
    expect(listeners).toBe(0)
  })
})

describe('fetchIncoming: a request of Fetch', () => {
  it('has its own fields, and has left when its signal says so', () => {
    const leaving = new AbortController()
    const request = posted('text', leaving.signal)
    const incoming = fetchIncoming(request)
    expect(incoming).toMatchObject({ method: 'POST', pathname: '/v1/payments', search: '?a=b', origin: host })
    expect(incoming.asRequest()).toBe(request)
    expect(incoming.isGone()).toBe(false)
    leaving.abort()
    expect([incoming.isGone(), incoming.signal.aborted]).toEqual([true, true])
  })

  it('has an empty body without one', async () => {
    expect(await fetchIncoming(posted(null)).readBody(0)).toEqual(new Uint8Array())
    expect(await all(fetchIncoming(posted(null)).streamBody())).toEqual([])
  })

  it('has so many bytes read and no more', async () => {
    expect(await fetchIncoming(posted(streamOf('one', 'two').stream)).readBody(6)).toEqual(bytes('onetwo'))
    const { stream, seen } = streamOf('one', 'two', 'three')
    expect(await fetchIncoming(posted(stream)).readBody(5)).toBeNull()
    expect(seen).toEqual({ pulled: 2, left: 1 })
    await expect(fetchIncoming(posted(streamOf('error').stream)).readBody(5)).rejects.toEqual(brokeOff)
  })

  it('is a fault of the host where its body was read, or is being read', async () => {
    const used = posted('text')
    await used.text()
    const locked = posted('text')
    locked.body!.getReader()
    for (const request of [used, locked]) {
      await expect(fetchIncoming(request).readBody(10)).rejects.toEqual(wasRead)
      await expect(all(fetchIncoming(request).streamBody())).rejects.toEqual(wasRead)
    }
  })

  it('fails with an error of ours as it is', () => {
    const ours = new PaymentError('internal_error', 'Read before.')
    expect(bodyFailure(ours)).toBe(ours)
    expect(bodyFailure(undefined)).toEqual(brokeOff)
  })
})
