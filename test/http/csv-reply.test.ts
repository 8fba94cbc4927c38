import { describe, expect, it } from 'vitest'
import { csvReply } from '../../src/http/csv-reply.js'

interface Facts {
  readonly pieces?: readonly string[]
  readonly fails?: Error
  readonly days?: { from?: string; to?: string }
  readonly signal?: AbortSignal
  /** True where the export has no `return`, which an iterator need not have. */
  readonly hasNoReturn?: boolean
}

/** Makes the answer for an export of these pieces, which then fails if it is to; and records the calls of the export. */
async function replyOf({ pieces = ['one', 'two'], fails, days = {}, signal, hasNoReturn }: Facts) {
  const seen = { pulled: 0, returned: 0, errors: [] as unknown[], signal: undefined as AbortSignal | undefined }
  const iterator: AsyncIterator<string> = {
    async next() {
      const value = pieces[seen.pulled++]
      if (value !== undefined) return { done: false, value }
      if (fails !== undefined) throw fails
      return { done: true, value: undefined }
    },
    async return() {
      seen.returned++
      throw new Error('the storage is away')
    },
  }
  if (hasNoReturn) delete iterator.return
  const reply = csvReply({
    name: 'payments',
    days,
    export(options) {
      seen.signal = options.signal
      return { [Symbol.asyncIterator]: () => iterator }
    },
    signal: signal ?? new AbortController().signal,
    onError: (error) => seen.errors.push(error),
  })
  return { seen, reply: await reply }
}

const bodyOf = async (facts: Facts) => {
  const { reply, seen } = await replyOf(facts)
  return { seen, body: reply.body as ReadableStream<Uint8Array> }
}

describe('csvReply: an exported file', () => {
  it.each([
    [{}, 'payments.csv'],
    [{ from: '2026-11-20' }, 'payments_2026-11-20.csv'],
    [{ to: '2026-11-21' }, 'payments_2026-11-21.csv'],
    [{ from: '2026-11-20', to: '2026-11-21' }, 'payments_2026-11-20_2026-11-21.csv'],
    [{ from: '2026-11-20', to: '2026-11-20' }, 'payments_2026-11-20.csv'],
  ])('with the days %j has the name %s', async (days, name) => {
    const { reply } = await replyOf({ days })
    expect([reply.status, reply.headers]).toEqual([
      200,
      {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': `attachment; filename="${name}"`,
      },
    ])
  })

  it('is read as the client reads it, and closed where it ends', async () => {
    const { body, seen } = await bodyOf({ pieces: ['one', 'ሁለት'] })
    expect(seen.pulled).toBe(1)
    const reader = body.getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('one')
    expect(seen.pulled).toBe(1)
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('ሁለት')
    expect((await reader.read()).done).toBe(true)
    expect(seen).toMatchObject({ pulled: 3, returned: 0, errors: [] })
  })

  it('is refused, and not answered, where it fails before its first piece', async () => {
    await expect(replyOf({ pieces: [], fails: new Error('away') })).rejects.toThrow('away')
  })

  it('breaks off, and is reported, where it fails later', async () => {
    const failure = new Error('away')
    const { body, seen } = await bodyOf({ pieces: ['one'], fails: failure })
    await expect(new Response(body).text()).rejects.toBe(failure)
    expect(seen.errors).toEqual([failure])
  })

  it('is ended for a client that leaves, which is not reported', async () => {
    const leaving = new AbortController()
    const { body, seen } = await bodyOf({ pieces: ['one'], fails: new Error('aborted'), signal: leaving.signal })
    expect(seen.signal?.aborted).toBe(false)
    leaving.abort('gone')
    expect([seen.signal?.aborted, seen.signal?.reason]).toEqual([true, 'gone'])
    await expect(new Response(body).text()).rejects.toThrow('aborted')
    expect(seen.errors).toEqual([])
  })

  it('is ended at once for a client that had left', async () => {
    const { seen } = await replyOf({ signal: AbortSignal.abort('gone') })
    expect([seen.signal?.aborted, seen.signal?.reason]).toEqual([true, 'gone'])
  })

  it.each([false, true])(
    'ends its export where it is cancelled, which may fail then (without a return: %s)',
    async (hasNoReturn) => {
      const { body, seen } = await bodyOf({ hasNoReturn })
      await body.cancel('enough')
      expect([seen.signal?.reason, seen.returned, seen.errors]).toEqual(['enough', hasNoReturn ? 0 : 1, []])
    },
  )

  it.each([
    ['ends', {}],
    ['breaks off', { fails: new Error('away') }],
    ['is let go of', {}],
  ])('no longer waits for its client to leave once it %s', async (how, facts) => {
    const leaving = new AbortController()
    const { body, seen } = await bodyOf({ pieces: ['one'], signal: leaving.signal, ...facts })
    if (how === 'is let go of') await body.cancel('enough')
    else await new Response(body).text().catch(() => undefined)
    leaving.abort('gone')
    expect(seen.signal?.reason).toBe(how === 'is let go of' ? 'enough' : undefined)
  })
})
