import { memoryRepository, PaymentError } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { altered, rowByRow } from '../../support/repositories.js'
import { collect, csvOf, refusal, request, testService } from '../../support/service.js'

async function threeRows() {
  const original = testService()
  const ids: string[] = []
  for (let i = 0; i < 3; i++) ids.push((await original.payments.createPayment(request())).id)
  const { repository, log, signals } = rowByRow(original.repository)
  return { ...original, ids, log, signals, rows: original.payments.using(repository) }
}

const reason = new Error('the client left')

async function thrown(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (value) => ({ resolved: value }),
    (error: unknown) => error,
  )
}

describe('exportCsv: the stream', () => {
  it('reads nothing before it is iterated', async () => {
    const { rows, log } = await threeRows()
    const texts = rows.exportCsv()
    await Promise.resolve()
    expect(log).toEqual([])
    await collect(texts)
    expect(log).toEqual(['begin', 'row', 'row', 'row', 'end', 'freed'])
  })

  it('reads a batch only for the next piece', async () => {
    const { rows, log, ids } = await threeRows()
    const texts = rows.exportCsv()[Symbol.asyncIterator]()
    const first = await texts.next()
    expect(first.value).toMatch(new RegExp(`^paymentId,.*\r\n${ids[0]},.*\r\n$`))
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(log).toEqual(['begin', 'row'])
    expect((await texts.next()).value).toMatch(new RegExp(`^${ids[1]},`))
    expect(log).toEqual(['begin', 'row', 'row'])
  })

  it('is one point in time even while payments change between its pieces', async () => {
    const { payments } = testService()
    const ids: string[] = []
    for (let i = 0; i < 2500; i++) ids.push((await payments.createPayment(request())).id)
    const before = await csvOf(payments.exportCsv())
    const texts: string[] = []
    for await (const text of payments.exportCsv()) {
      texts.push(text)
      await payments.confirmPayment(ids[2499]!)
      await payments.failPayment(ids[1200 + texts.length]!, { reason: 'declined' })
      await payments.createPayment(request())
    }
    expect(texts.map((text) => text.split('\r\n').length - 1)).toEqual([1001, 1000, 500])
    expect(texts.join('')).toBe(before)
    expect(await csvOf(payments.exportCsv())).not.toBe(before)
  })

  it('frees the scan when it is left early', async () => {
    const { rows, log } = await threeRows()
    for await (const text of rows.exportCsv()) {
      expect(text).not.toBe('')
      break
    }
    expect(log).toEqual(['begin', 'row', 'freed'])
    const texts = rows.exportCsv()[Symbol.asyncIterator]()
    await texts.next()
    await texts.return?.()
    expect(log.slice(3)).toEqual(['begin', 'row', 'freed'])
    expect(await texts.next()).toStrictEqual({ done: true, value: undefined })
  })

  it('breaks with a PaymentError when the storage fails later, and never looks complete', async () => {
    const cause = new Error('driver text')
    const unavailable = new PaymentError('storage_unavailable', 'The storage did not answer.')
    for (const error of [cause, unavailable]) {
      const repository = altered(memoryRepository(), () => ({
        async *scan() {
          yield [['pay_1', 'INV-1', 1, 'ETB', 'pending', null]]
          throw error
        },
      }))
      const texts = testService({ repository }).payments.exportCsv()[Symbol.asyncIterator]()
      expect((await texts.next()).value).toContain('pay_1,INV-1')
      if (error === cause) expect((await refusal(texts.next(), 'internal_error')).cause).toBe(cause)
      else expect(await thrown(texts.next())).toBe(unavailable)
    }
  })

  it('returns no text at all when the storage fails at once', async () => {
    const repository = altered(memoryRepository(), () => ({
      async *scan() {
        throw new Error('driver text')
      },
    }))
    const texts: string[] = []
    const failing = async () => {
      for await (const text of testService({ repository }).payments.exportCsv({ bom: true })) texts.push(text)
    }
    await refusal(failing(), 'internal_error')
    expect(texts).toEqual([])
  })
})

describe('exportCsv: the signal', () => {
  it('is passed to the storage', async () => {
    const { rows, signals } = await threeRows()
    const { signal } = new AbortController()
    await collect(rows.exportCsv({}, { signal }))
    await collect(rows.exportCsv())
    expect(signals).toEqual([signal, undefined])
  })

  it('aborted before the first piece: its reason is thrown and the storage is not read', async () => {
    const { rows, log } = await threeRows()
    const texts = rows.exportCsv({}, { signal: AbortSignal.abort(reason) })
    expect(await thrown(collect(texts))).toBe(reason)
    expect(await thrown(collect(rows.exportCsv({ reference: '' }, { signal: AbortSignal.abort(reason) })))).toBe(reason)
    expect(log).toEqual([])
  })

  it('aborted between pieces: the next one throws its reason and the scan is freed', async () => {
    const { rows, log } = await threeRows()
    const controller = new AbortController()
    const texts = rows.exportCsv({}, { signal: controller.signal })[Symbol.asyncIterator]()
    await texts.next()
    controller.abort(reason)
    expect(await thrown(texts.next())).toBe(reason)
    expect(log).toEqual(['begin', 'row', 'freed'])
    expect(await texts.next()).toStrictEqual({ done: true, value: undefined })
  })

  it('aborted after the last piece: still no end that looks complete', async () => {
    const { rows } = await threeRows()
    const controller = new AbortController()
    const texts = rows.exportCsv({}, { signal: controller.signal })[Symbol.asyncIterator]()
    for (let i = 0; i < 3; i++) expect((await texts.next()).done).toBe(false)
    controller.abort(reason)
    expect(await thrown(texts.next())).toBe(reason)
  })

  it('aborted while a batch is on its way: its reason is thrown, not the batch', async () => {
    const original = testService()
    await original.payments.createPayment(request())
    const controller = new AbortController()
    let freed = false
    const repository = altered(original.repository, (inner) => ({
      async *scan(query) {
        try {
          for await (const batch of inner.scan(query)) {
            controller.abort(reason)
            yield batch
          }
        } finally {
          freed = true
        }
      },
    }))
    const texts = original.payments.using(repository).exportCsv({}, { signal: controller.signal })
    expect(await thrown(collect(texts))).toBe(reason)
    expect(freed).toBe(true)
  })

  it('throws its reason also where the storage rejects because of it', async () => {
    const controller = new AbortController()
    for (const rejection of [reason, new Error('socket hang up')]) {
      const repository = altered(memoryRepository(), () => ({
        async *scan() {
          yield [['pay_1', 'INV-1', 1, 'ETB', 'pending', null]]
          controller.abort(reason)
          throw rejection
        },
      }))
      const { payments } = testService({ repository })
      const texts = payments.exportCsv({}, { signal: controller.signal })
      expect(await thrown(collect(texts))).toBe(reason)
    }
  })

  it('stops the scan of the memory repository as well', async () => {
    const { payments } = testService()
    for (let i = 0; i < 1001; i++) await payments.createPayment(request())
    const controller = new AbortController()
    const texts = payments.exportCsv({}, { signal: controller.signal })[Symbol.asyncIterator]()
    await texts.next()
    controller.abort()
    expect(await thrown(texts.next())).toBe(controller.signal.reason)
  })

  it('aborted after the end changes nothing', async () => {
    const { rows } = await threeRows()
    const controller = new AbortController()
    const csv = await csvOf(rows.exportCsv({}, { signal: controller.signal }))
    controller.abort(reason)
    expect(csv.split('\r\n')).toHaveLength(5)
  })
})
