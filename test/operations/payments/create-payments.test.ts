import { type HospitalPayments, memoryRepository, PaymentError } from 'hospital-payments'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { KeyedRequest } from '../../../src/operations/input/create-request.js'
import { channels, keyedRequest, oneByOne, visibleOf } from '../../support/creation.js'
import { gate } from '../../support/gate.js'
import { altered, ofLargeGroups, watched, wrapped } from '../../support/repositories.js'
import { examples } from '../../support/rounds.js'
import { badFields, contents, refusal, request, testService } from '../../support/service.js'

const bills = (count: number, first = 1): KeyedRequest[] =>
  Array.from({ length: count }, (_, n) => ({ request: request({ reference: `INV-${first + n}` }) }))

const codes = (answers: Awaited<ReturnType<HospitalPayments['createPayments']>>) =>
  answers.map(({ error }) => error?.code ?? 'created')

describe('createPayments', () => {
  it('answers each request for itself, in order, and has stored what it answers', async () => {
    const { payments } = testService()
    const answers = await payments.createPayments([
      { request: request(), idempotencyKey: 'a' },
      { request: request({ reference: 'INV-2', amount: 0 }) },
      { request: request({ reference: 'INV-3', channel: 'cash' }) },
    ])
    expect(answers.map((answer) => Object.keys(answer))).toEqual([['payment'], ['error'], ['payment']])
    expect(answers[0]?.payment?.reference).toBe('INV-1')
    expect(answers[1]?.error).toBeInstanceOf(PaymentError)
    expect(answers[2]?.payment?.reference).toBe('INV-3')
    for (const { payment } of answers) {
      if (payment) expect(await payments.getPayment(payment.id)).toStrictEqual(payment)
    }
    expect((await payments.reportPayments()).items).toHaveLength(2)
  })

  it('returns nothing for an empty list, and needs no second argument', async () => {
    const { repository, log } = watched(memoryRepository())
    const { payments } = testService({ repository })
    expect(await payments.createPayments([])).toEqual([])
    expect(log).toEqual([])
  })

  it('writes together, in groups of up to 1,000 of the good ones', async () => {
    const sizes: number[] = []
    const repository = altered(ofLargeGroups(), ({ insert }) => ({
      insert(entries) {
        sizes.push(entries.length)
        return insert(entries)
      },
    }))
    const { payments } = testService({ repository })
    const bad = { request: request({ amount: 0 }) }
    const answers = await payments.createPayments([...bills(1500), bad, ...bills(999, 1501)])
    expect(answers.flatMap(({ payment }) => payment?.reference ?? 'bad')).toEqual(
      bills(2499).flatMap(({ request }, at) => (at === 1500 ? ['bad', request.reference] : [request.reference])),
    )
    expect(sizes).toEqual([1000, 1000, 499])
  })

  it('stores one event each, with the actor', async () => {
    const { payments, repository } = testService()
    await payments.createPayments(bills(2), { actor: 'billing-run' })
    const stored = await contents(repository)
    expect(stored.map(({ events }) => events.map(({ type, actor }) => [type, actor]))).toEqual([
      [['payment.created', 'billing-run']],
      [['payment.created', 'billing-run']],
    ])
  })

  it('stores the requests as they were when it was called, also where they change meanwhile', async () => {
    const { opened, open } = gate()
    const slow = wrapped(memoryRepository(), (_, proceed) => opened.then(proceed))
    const { payments, repository } = testService({ repository: slow })
    const requests = bills(1001)
    const call = payments.createPayments(requests)
    Object.assign(requests[1000]!.request, { amount: 1 })
    requests.length = 0
    open()
    const answers = await call
    expect(answers[1000]?.payment?.amount).toBe(150_000)
    Object.assign(answers[0]!.payment!, { amount: 7 })
    expect((await contents(repository))[0]?.payment.amount).toBe(150_000)
  })
})

describe('createPayments: a call that is refused as a whole', () => {
  const max = 'must be a list of at most 5000 requests'

  it.each([
    ['more than 5,000 requests', bills(5001)],
    ['no list', { request: request() }],
    ['text', 'INV-1'],
    ['an iterable that is no list', new Set(bills(1))],
    ['nothing', undefined],
    ['null', null],
  ])('has %s, and nothing is stored', async (_, requests) => {
    const { repository, log } = watched(memoryRepository())
    expect(await badFields(testService({ repository }).payments.createPayments(requests as never))).toEqual([max])
    expect(log).toEqual([])
  })

  it('has more than 5,000 requests: a list of 5,000 is stored', async () => {
    const answers = await testService().payments.createPayments(bills(5000))
    expect(answers).toHaveLength(5000)
    expect(new Set(codes(answers))).toEqual(new Set(['created']))
  })

  it.each([
    ['an empty actor', { actor: '' }, 'actor is empty'],
    ['an actor that is no text', { actor: 5 }, 'actor must be text'],
    ['a key for all', { idempotencyKey: 'k' }, 'idempotencyKey is not a known field'],
    ['options that are null', null, 'must be an object'],
  ])('has %s, and nothing is stored', async (_, options, problem) => {
    const { repository, log } = watched(memoryRepository())
    const call = testService({ repository }).payments.createPayments(bills(2), options as never)
    expect(await badFields(call)).toEqual([problem])
    expect(log).toEqual([])
  })
})

describe('createPayments: a request that is refused', () => {
  it.each<[string, unknown, string]>([
    ['is null', null, 'The request was refused: must be an object.'],
    ['is missing', undefined, 'The request was refused: must be an object.'],
    ['is text', 'INV-1', 'The request was refused: must be an object.'],
    ['is a list', [request()], 'The request was refused: must be an object.'],
    ['is a Map', new Map([['request', request()]]), 'The request was refused: must be an object.'],
    [
      'is a request without its wrapping',
      request(),
      'The request was refused: amount is not a known field; currency is not a known field',
    ],
    [
      'has an actor of its own',
      { request: request(), actor: 'x' },
      'The request was refused: actor is not a known field.',
    ],
    ['has nothing in it', {}, 'The request was refused: must be an object.'],
    ['has null in it', { request: null }, 'The request was refused: must be an object.'],
    [
      'has wrong fields',
      { request: request({ amount: 0, customer: { phone: '1' } }) },
      'The request was refused: amount must be',
    ],
    [
      'has an empty key',
      { request: request(), idempotencyKey: '' },
      'The request was refused: idempotencyKey must be 1 to 255',
    ],
    [
      'has null for its key',
      { request: request(), idempotencyKey: null },
      'The request was refused: idempotencyKey must be text.',
    ],
  ])('since it %s has invalid_request as its answer, and the others are stored', async (_, element, message) => {
    const { payments, repository } = testService()
    const [first, wrong, last] = await payments.createPayments([bills(1)[0]!, element as never, bills(1, 2)[0]!])
    expect(wrong?.error?.code).toBe('invalid_request')
    expect(wrong?.error?.message.startsWith(message), wrong?.error?.message).toBe(true)
    expect(await contents(repository)).toHaveLength(2)
    expect([first?.payment?.reference, last?.payment?.reference]).toEqual(['INV-1', 'INV-2'])
  })

  it('has issues with the same paths as in createPayment', async () => {
    const { payments } = testService()
    const wrong = request({ amount: 0, customer: { phone: '1' }, metadata: { ward: 7 } })
    const single = await refusal(payments.createPayment(wrong), 'invalid_request')
    const [answer] = await payments.createPayments([{ request: wrong }])
    expect(answer?.error).toMatchObject({ message: single.message, details: single.details })
    expect(single.details.issues.map(({ path }) => path)).toEqual(['amount', 'customer.phone', 'metadata.ward'])
  })

  it('may be a hole in the list', async () => {
    const { payments } = testService()
    expect(codes(await payments.createPayments([bills(1)[0]!, , bills(1, 2)[0]!] as never))).toEqual([
      'created',
      'invalid_request',
      'created',
    ])
  })

  it('since it throws when it is read has internal_error as its answer', async () => {
    const thrown = new Error('no database for this getter')
    const trap = Object.defineProperty({}, 'amount', {
      enumerable: true,
      get() {
        throw thrown
      },
    })
    const { payments } = testService()
    const answers = await payments.createPayments([{ request: trap as never }, ...bills(1)])
    expect(codes(answers)).toEqual(['internal_error', 'created'])
    expect(answers[0]?.error?.cause).toBe(thrown)
    expect(answers[0]?.error?.message).toBe('This payment could not be created. See the cause.')
  })

  it('is none with an undefined key or an unknown field that is undefined', async () => {
    const { payments } = testService()
    const element = { request: request(), idempotencyKey: undefined, colour: undefined }
    expect(codes(await payments.createPayments([element], { actor: undefined }))).toEqual(['created'])
  })
})

describe('createPayments: the keys of one call', () => {
  it('return the same payment for the same request, and idempotency_conflict for another', async () => {
    const { payments, repository } = testService()
    const [first, again, other, second] = await payments.createPayments([
      { request: request(), idempotencyKey: 'a' },
      { request: request(), idempotencyKey: 'a' },
      { request: request({ amount: 1 }), idempotencyKey: 'a' },
      { request: request(), idempotencyKey: 'b' },
    ])
    expect(again).toStrictEqual(first)
    expect(again?.payment).not.toBe(first?.payment)
    expect(other?.error?.code).toBe('idempotency_conflict')
    expect(second?.payment?.id).not.toBe(first?.payment?.id)
    expect(await contents(repository)).toHaveLength(2)
  })

  it('are those of createPayment, before and behind', async () => {
    const { payments } = testService()
    const before = await payments.createPayment(request(), { idempotencyKey: 'a' })
    const requests = [
      { request: request(), idempotencyKey: 'a' },
      { request: request({ reference: 'INV-2' }), idempotencyKey: 'b' },
    ]
    const answers = await payments.createPayments(requests)
    expect(answers[0]?.payment).toStrictEqual(before)
    const behind = await payments.createPayment(requests[1]!.request, { idempotencyKey: 'b' })
    expect(behind).toStrictEqual(answers[1]?.payment)
  })

  it('make the whole call repeatable', async () => {
    const { payments, repository } = testService()
    const requests = bills(1200).map(({ request }, at) => ({ request, idempotencyKey: `key-${at}` }))
    const first = await payments.createPayments(requests)
    expect(await payments.createPayments(requests)).toStrictEqual(first)
    expect(await contents(repository)).toHaveLength(1200)
  })

  it('are known from one group to the next', async () => {
    const { payments } = testService()
    const first = { request: request(), idempotencyKey: 'a' }
    const answers = await payments.createPayments([first, ...bills(1500, 2), first])
    expect(answers.at(-1)).toStrictEqual(answers[0])
  })
})

describe('createPayments: the references of one call', () => {
  it('are held by the first, where only one payment of each may be live', async () => {
    const { payments } = testService({ referencePolicy: 'one-live' })
    const [first, second, third] = await payments.createPayments([...bills(1), ...bills(1), ...bills(1, 2)])
    expect(second?.error).toMatchObject({
      code: 'reference_conflict',
      details: { existingPaymentId: first?.payment?.id },
    })
    expect(third?.payment?.reference).toBe('INV-2')
  })

  it('may repeat where any number of payments may be live', async () => {
    expect(codes(await testService().payments.createPayments([...bills(1), ...bills(1)]))).toEqual([
      'created',
      'created',
    ])
  })
})

describe('createPayments: ids that are taken', () => {
  it('are passed over, and the others of the group keep theirs', async () => {
    const repository = memoryRepository()
    for (let i = 0; i < 3; i++) await testService({ repository }).payments.createPayment(request())
    const sizes: number[] = []
    const counting = altered(repository, ({ insert }) => ({
      insert(entries) {
        sizes.push(entries.length)
        return insert(entries)
      },
    }))
    const answers = await testService({ repository: counting }).payments.createPayments(bills(5))
    expect(codes(answers)).toEqual(Array(5).fill('created'))
    expect(new Set(answers.map(({ payment }) => payment?.id)).size).toBe(5)
    expect(sizes).toEqual([5, 3])
    expect(await contents(repository)).toHaveLength(8)
  })

  it('are drawn anew five times, then the error names the random source', async () => {
    const full = altered(memoryRepository(), () => ({
      insert: async (entries) => entries.map(({ payment }) => ({ outcome: 'id_taken', payment })),
    }))
    const { repository, log } = watched(full)
    const answers = await testService({ repository }).payments.createPayments(bills(2))
    expect(codes(answers)).toEqual(['internal_error', 'internal_error'])
    expect(answers[1]?.error?.message).toMatch(/random source/)
    expect(log).toEqual(Array(5).fill('insert'))
  })
})

describe('createPayments: a channel', () => {
  it('throws for one payment: it is the error of that one, and uses no key up', async () => {
    const cause = new Error('gateway down')
    let fails = true
    const { payments } = testService({
      channels: {
        till({ reference }) {
          if (fails && reference === 'INV-2') throw cause
          return { type: 'text', message: reference }
        },
      },
    })
    const requests = bills(3).map(({ request }) => ({
      request: { ...request, channel: 'till' },
      idempotencyKey: request.reference,
    }))
    const answers = await payments.createPayments(requests)
    expect(codes(answers)).toEqual(['created', 'internal_error', 'created'])
    expect(answers[1]?.error).toMatchObject({
      message: 'The channel failed to make instructions; nothing was stored. See the cause.',
      cause,
    })
    fails = false
    const again = await payments.createPayments(requests)
    expect(codes(again)).toEqual(['created', 'created', 'created'])
    expect([again[0], again[2]]).toStrictEqual([answers[0], answers[2]])
  })

  it('is called in order, at most 8 times at once, and before anything of its group is written', async () => {
    const log: string[] = []
    let running = 0
    let max = 0
    const repository = wrapped(ofLargeGroups(), (name, proceed) => {
      log.push(name)
      return proceed()
    })
    const till = async ({ reference }: { reference: string }) => {
      log.push(reference)
      max = Math.max(max, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      return { type: 'text', message: reference } as const
    }
    const { payments } = testService({ repository, channels: { till } })
    const requests = bills(1002).map(({ request }) => ({ request: { ...request, channel: 'till' } }))
    expect(new Set(codes(await payments.createPayments(requests)))).toEqual(new Set(['created']))
    const references = requests.map(({ request }) => request.reference)
    expect(log).toEqual([...references.slice(0, 1000), 'insert', ...references.slice(1000), 'insert'])
    expect(max).toBe(8)
  })

  it('is not called for a request that is refused', async () => {
    const seen: string[] = []
    const till = ({ reference }: { reference: string }) => {
      seen.push(reference)
      return { type: 'text', message: reference } as const
    }
    const { payments } = testService({ channels: { till } })
    const requests = [{ amount: 0 }, { currency: 'XAU' }, { reference: 'INV-2' }].map((change) => ({
      request: request({ channel: 'till', ...change }),
    }))
    expect(codes(await payments.createPayments(requests))).toEqual([
      'invalid_request',
      'unsupported_currency',
      'created',
    ])
    expect(seen).toEqual(['INV-2'])
  })
})

describe('createPayments: a group that cannot be written', () => {
  const requests = [...bills(1000), { request: request({ amount: 0 }) }, ...bills(1000, 1001), ...bills(500, 2001)]

  it.each([
    ['storage_unavailable', 'before'],
    ['concurrent_update', 'before'],
    ['outcome_unknown', 'after'],
  ] as const)('has %s for each of its payments, and the other groups are stored', async (code, moment) => {
    for (const failing of [1, 2, 3]) {
      const stored = ofLargeGroups()
      let calls = 0
      const repository = altered(stored, ({ insert }) => ({
        async insert(entries) {
          const fails = ++calls === failing
          const answers = fails && moment === 'before' ? [] : await insert(entries)
          if (fails) throw new PaymentError(code, 'A fault.')
          return answers
        },
      }))
      const answers = await testService({ repository }).payments.createPayments(requests)
      const good = codes(answers.filter((_, at) => at !== 1000))
      const expected = [1000, 1000, 500].map((size, group) =>
        Array(size).fill(group + 1 === failing ? code : 'created'),
      )
      expect(good).toEqual(expected.flat())
      expect(answers[1000]?.error?.code).toBe('invalid_request')
      const there = new Map((await contents(stored)).map(({ payment }) => [payment.id, payment]))
      for (const { payment } of answers) if (payment) expect(there.get(payment.id)).toStrictEqual(payment)
      const lost = moment === 'before' ? [1000, 1000, 500][failing - 1]! : 0
      expect(there.size).toBe(2500 - lost)
    }
  })

  it('is completed by the same call again, where the payments have keys', async () => {
    let calls = 0
    const stored = ofLargeGroups()
    const repository = altered(stored, ({ insert }) => ({
      async insert(entries) {
        const answers = await insert(entries)
        if (++calls === 2) throw new PaymentError('outcome_unknown', 'A fault.')
        return answers
      },
    }))
    const { payments } = testService({ repository })
    const keyed = bills(2500).map(({ request }) => ({ request, idempotencyKey: request.reference }))
    expect(codes(await payments.createPayments(keyed)).filter((code) => code === 'outcome_unknown')).toHaveLength(1000)
    expect(new Set(codes(await payments.createPayments(keyed)))).toEqual(new Set(['created']))
    expect(await contents(stored)).toHaveLength(2500)
  })

  it.each([
    ['an error that is no PaymentError', () => Promise.reject(new Error('ECONNRESET'))],
    ['too few answers', async () => []],
  ])('by a storage that answers %s has internal_error for each', async (_, insert) => {
    const { payments } = testService({ repository: altered(memoryRepository(), () => ({ insert })) })
    const answers = await payments.createPayments(bills(2))
    expect(codes(answers)).toEqual(['internal_error', 'internal_error'])
    expect(answers[0]?.error?.cause).toBeInstanceOf(Error)
  })

  it('is none when the clock fails for one payment', async () => {
    let calls = 0
    const { payments } = testService({ clock: () => (++calls === 4 ? Number.NaN : 0) })
    const answers = await payments.createPayments(bills(4))
    expect(codes(answers).toSorted()).toEqual(['created', 'created', 'created', 'internal_error'])
    expect(answers.find(({ error }) => error)?.error?.message).toMatch(/clock/)
  })
})

describe('HospitalPayments.using: createPayments', () => {
  it('stores in the other repository', async () => {
    const { payments, repository } = testService()
    const other = memoryRepository()
    await payments.using(other).createPayments(bills(3))
    expect(await contents(repository)).toEqual([])
    expect(await contents(other)).toHaveLength(3)
  })
})

describe('createPayments: a random list', () => {
  it('comes to the same as one createPayment after the other', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(keyedRequest, { maxLength: 14 }),
        fc.array(keyedRequest, { maxLength: 4 }),
        fc.constantFrom('allow', 'one-live'),
        async (requests, earlier, referencePolicy) => {
          const [many, single] = [
            testService({ channels, referencePolicy }),
            testService({ channels, referencePolicy }),
          ]
          for (const { payments } of [many, single]) await oneByOne(payments, earlier)
          const together = await many.payments.createPayments(requests, { actor: 'run' })
          expect(together.map(visibleOf)).toStrictEqual(
            (await oneByOne(single.payments, requests, { actor: 'run' })).map(visibleOf),
          )
          expect(await contents(many.repository)).toStrictEqual(await contents(single.repository))
        },
      ),
      { numRuns: examples(300) },
    )
  })
})
