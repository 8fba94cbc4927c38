import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invalidReference } from '../../support/arbitraries.js'
import { isAccepted, problems } from '../../support/create-request.js'
import { examples } from '../../support/rounds.js'
import { refusal, request, testService } from '../../support/service.js'

const amountRule = 'amount must be an integer of minor units from 1 to 9007199254740991'
const instantRule = 'expiresAt must be an ISO 8601 date and time with Z or an offset'
const phoneRule = 'customer.phone must be in E.164 form: + and at most 15 digits'
const keyRule = 'idempotencyKey must be 1 to 255 visible ASCII characters'

describe('CreatePaymentRequest', () => {
  it.each([null, undefined, 'x', 1, true, [], [request()], () => request()])(
    'is refused where it is %j',
    async (input) => {
      expect(await problems(input)).toEqual(['must be an object'])
    },
  )

  it.each([
    ['a Map', new Map([['amount', 1]])],
    ['URLSearchParams', new URLSearchParams('amount=1')],
    ['a Date', new Date(0)],
    ['an Error', new Error('x')],
  ])('is refused where it is %s, whose content is no property, and does not count as empty', async (_what, input) => {
    expect(await problems(input)).toEqual(['must be an object'])
    expect(await problems(request(), input as never)).toEqual(['must be an object'])
    expect(await problems(request({ customer: input, metadata: input }))).toEqual([
      'customer must be an object',
      'metadata must be an object of text',
    ])
    const { payments } = testService()
    await refusal(payments.reportPayments(input as never), 'invalid_request')
    await refusal(payments.totals(input as never), 'invalid_request')
    await refusal(payments.findByReference('INV-1', input as never), 'invalid_request')
  })

  it('without any field is refused with all required ones', async () => {
    const missing = ['amount is required', 'currency is required', 'reference is required', 'channel is required']
    expect(await problems({})).toEqual(missing)
  })

  it('is refused with every bad field at once, each by its path', async () => {
    const wrong = {
      amount: 0,
      currency: 'etb',
      reference: '',
      channel: 4,
      description: 'a\0',
      customer: { name: 'x'.repeat(201), phone: '0911', age: 3, 'Abebe Bikila': 1 },
      metadata: JSON.parse('{"__proto__":"a","constructor":"b","prototype":"c","bad name":"x","n":5}') as object,
      expiresAt: 'soon',
      extra: 1,
      'strange name': 2,
    }
    expect(await problems(wrong)).toEqual([
      amountRule,
      'currency must be three capital letters (ISO 4217)',
      'reference is empty',
      'channel must be text',
      'description contains a NUL character',
      'customer.name is longer than 200 characters',
      phoneRule,
      'customer.age is not a known field',
      'customer.? is not a known field',
      'metadata.__proto__ has a reserved name',
      'metadata.constructor has a reserved name',
      'metadata.prototype has a reserved name',
      'metadata.? has a name outside [A-Za-z0-9_.-]{1,40}',
      'metadata.n must be text',
      instantRule,
      'extra is not a known field',
      '? is not a known field',
    ])
  })

  it('may hold null nowhere', async () => {
    const fields = ['amount', 'currency', 'reference', 'channel', 'description', 'customer', 'metadata', 'expiresAt']
    const nothing = Object.fromEntries(fields.map((name) => [name, null]))
    expect(await problems(nothing)).toEqual([
      amountRule,
      'currency must be text',
      'reference must be text',
      'channel must be text',
      'description must be text',
      'customer must be an object',
      'metadata must be an object of text',
      instantRule.replace(/must.*/, 'must be text'),
    ])
    const inside = request({ customer: { name: null, phone: null }, metadata: { a: null } })
    expect(await problems(inside)).toEqual([
      'customer.name must be text',
      'customer.phone must be text',
      'metadata.a must be text',
    ])
    expect(await problems(request(), null)).toEqual(['must be an object'])
    expect(await problems(request(), { idempotencyKey: null, actor: null })).toEqual([
      'idempotencyKey must be text',
      'actor must be text',
    ])
  })

  it('may be a class instance or have no prototype, its own properties counting', async () => {
    class Invoice {
      amount = 5
      currency = 'ETB'
      reference = 'INV-1'
      channel = 'cash'
      get description() {
        return 'not an own property'
      }
    }
    const { payments } = testService()
    const payment = await payments.createPayment(new Invoice())
    expect(payment.amount).toBe(5)
    expect(payment).not.toHaveProperty('description')
    const bare = Object.assign(Object.create(null) as object, request({ customer: Object.create(null) as object }))
    const other = await payments.createPayment(bare as never)
    expect(other).toStrictEqual({ ...other, reference: 'INV-1', customer: {} })
    expect(Object.getPrototypeOf(other.customer)).toBe(Object.prototype)
  })

  it('gets nothing from its prototype, not even when it brings __proto__ as a field', async () => {
    expect(await problems(Object.create(request()))).toHaveLength(4)
    expect(await problems(JSON.parse('{"__proto__":{"amount":5}}'))).toContain('__proto__ is not a known field')
    const withProto = JSON.parse('{"__proto__":{"name":"x"},"phone":"+12"}') as object
    expect(await problems(request({ customer: withProto }))).toEqual(['customer.__proto__ is not a known field'])
  })
})

describe('amount', () => {
  const wrong = [0, -0, -1, 2 ** 53, NaN, Infinity, -Infinity, '1', '', true, 1n, {}, [1], new Number(1)]
  it.each(wrong.map((amount) => [amount]))('%s is refused, never coerced', async (amount) => {
    expect(await problems(request({ amount }))).toEqual([amountRule])
  })

  it.each([1.5, 1500.005, '1500.00', '1500,50', `1.${'0'.repeat(30)}`])(
    '%j is refused with the function that reads it',
    async (amount) => {
      const hint = "; parseAmount('1500.50', 'ETB') converts decimal text"
      expect(await problems(request({ amount }))).toEqual([amountRule + hint])
    },
  )

  it.each(['ETB 1.5', '1.5 ETB', '1.', '.5', `1.${'0'.repeat(31)}`])('%j is refused without it', async (amount) => {
    expect(await problems(request({ amount }))).toEqual([amountRule])
  })
})

describe('currency', () => {
  it.each(['', 'ET', 'ETBB', 'etb', 'Etb', ' ETB', 'ETB\n', 'E1B', 'ЕТВ'])('%j is malformed', async (currency) => {
    expect(await problems(request({ currency }))).toEqual(['currency must be three capital letters (ISO 4217)'])
  })
})

describe('reference', () => {
  it('is refused, never repaired, for each rule that it breaks', async () => {
    await fc.assert(
      fc.asyncProperty(invalidReference(), async (reference) => {
        const [problem, ...others] = await problems(request({ reference }))
        expect(problem).toMatch(/^reference (is|contains|begins)/)
        expect(others).toEqual([])
      }),
      { numRuns: examples(100) },
    )
  })

  it('is counted in code points: 255 are accepted, 256 are not', async () => {
    await isAccepted({ reference: '𝔘'.repeat(255) })
    expect(await problems(request({ reference: '𝔘'.repeat(256) }))).toEqual(['reference is longer than 255 characters'])
  })
})

describe('createPayment: the options', () => {
  it.each(['!', '~', 'a'.repeat(255)])('accept the key %s', (idempotencyKey) => isAccepted({}, { idempotencyKey }))

  it.each(['', ' ', 'a b', 'a\n', 'é', '\u007f', 'a'.repeat(256)])('refuse the key %j', async (idempotencyKey) => {
    expect(await problems(request(), { idempotencyKey })).toEqual([keyRule])
  })

  it('take an actor of 1 to 128 code points', async () => {
    await isAccepted({}, { actor: '👍'.repeat(128) })
    expect(await problems(request(), { actor: '' })).toEqual(['actor is empty'])
    expect(await problems(request(), { actor: 'x'.repeat(129) })).toEqual(['actor is longer than 128 characters'])
    expect(await problems(request(), { actor: 'a\0' })).toEqual(['actor contains a NUL character'])
  })

  it('refuse unknown fields by name', async () => {
    expect(await problems(request(), { idempotency: 'k', 'a b': 1 })).toEqual([
      'idempotency is not a known field',
      '? is not a known field',
    ])
  })
})

describe('invalid_request: a refusal', () => {
  it('never has a text that the caller sent', async () => {
    const canary = 'Zx9Canary'
    const fields = { amount: canary, currency: canary, reference: `${canary} `, channel: 5, description: `${canary}\0` }
    const customer = { name: `${canary}\0`, phone: canary, [`${canary} 1`]: canary }
    const { payments } = testService()
    const { message, details } = await refusal(
      payments.createPayment({
        ...fields,
        customer,
        metadata: { [`${canary} 2`]: canary },
        expiresAt: canary,
      } as never),
      'invalid_request',
    )
    expect(details.issues).toHaveLength(10)
    expect(message + JSON.stringify(details)).not.toContain(canary)
  })
})
