import { createHandler } from 'hospital-payments/http'
import { describe, expect, it } from 'vitest'
import { request, testService } from '../support/service.js'
import { requestTo } from './support/server.js'
import { till } from './support/finance.js'

describe('createHandler', () => {
  const { payments } = testService()
  const { createPayment: _, ...withoutCreate } = payments
  const { exportCsv: __, ...withoutExport } = payments
  const noService = 'payments must be a service, or a function that returns one'
  const noAuthenticate = "authenticate must be a function, such as bearerKeys(…), or the text 'none'"
  const noPath = 'basePath must be a path such as /billing, without a slash at its end'
  const noName = 'the name of a layout must be 1 to 64 characters of A-Z, a-z, 0-9, _, . and -'
  const open = { payments, authenticate: 'none' }
  const wrong: [unknown, string][] = [
    ...[undefined, null, []].map((options): [unknown, string] => [options, 'options are required']),
    [{ ...open, basepath: '', b: 1 }, 'unknown option basepath, b'],
    [{ ...open, finance: 1 }, 'finance must be true or false'],
    [{ ...open, layouts: {} }, 'layouts are for finance: true'],
    ...[undefined, {}, withoutCreate, withoutExport].map((service): [unknown, string] => [
      { ...open, payments: service },
      noService,
    ]),
    ...['statements', 'lines', 'refunds', 'accounts', 'cash'].map((part): [unknown, string] => [
      { ...open, payments: { ...payments, [part]: undefined }, finance: true },
      noService,
    ]),
    [{ payments }, noAuthenticate],
    ...['all', null].map((authenticate): [unknown, string] => [{ payments, authenticate }, noAuthenticate]),
    ...[null, '/', 'billing', '/billing/', '/a//b', '/a/..', '/./b', '/a?b', '/ü', 'http://x'].map(
      (basePath): [unknown, string] => [{ ...open, basePath }, noPath],
    ),
    [{ ...open, manage: 1 }, 'manage must be true or false'],
    [{ ...open, onError: 'log' }, 'onError must be a function'],
    [{ ...open, finance: true, layouts: [till] }, 'layouts must be an object of CSV mappings'],
    ...['', 'a b', 'a/b', 'ü', 'x'.repeat(65)].map((name): [unknown, string] => [
      { ...open, finance: true, layouts: { [name]: till } },
      noName,
    ]),
  ]
  it.each(wrong.map(([options, problem]) => ({ options, problem })))(
    'refuses wrong options at once (%#): $problem',
    ({ options, problem }) => {
      expect(() => createHandler(options as never)).toThrow(new TypeError(`createHandler: ${problem}`))
    },
  )

  it('refuses a layout that is none, before any file comes', () => {
    for (const layout of [{}, null, { ...till, columns: {} }]) {
      const layouts = { layout }
      expect(() => createHandler({ ...open, finance: true, layouts } as never)).toThrow(TypeError)
    }
  })

  it('accepts a service of payments alone, and layouts of any name that a query can have', () => {
    const { statements: _, lines: __, refunds: ___, ...alone } = payments
    expect(createHandler({ payments: alone as never, authenticate: 'none' }).owns('/v1/payments')).toBe(true)
    const layouts = { 'A-Za-z0-9_.-': till, ['x'.repeat(64)]: till }
    expect(createHandler({ payments, authenticate: 'none', finance: true, layouts }).owns('/v1/imports')).toBe(true)
  })

  it('owns the paths of its routes, below its basePath', async () => {
    const handler = createHandler({ payments, authenticate: 'none', basePath: '/a.b/c', manage: true })
    expect(['', '/x', '/x/confirm'].map((rest) => handler.owns(`/a.b/c/v1/payments${rest}`))).toEqual([
      true,
      true,
      true,
    ])
    expect(['/v1/payments', '/aXb/c/v1/payments', '/a.b/c/v1'].map((path) => handler.owns(path))).toEqual(
      Array(3).fill(false),
    )
    const created = await handler(requestTo('/a.b/c/v1/payments', { json: request() }))
    expect(created.headers.get('location')).toMatch(/^\/a\.b\/c\/v1\/payments\/pay_/)
    expect(Object.isFrozen(handler)).toBe(true)
  })
})
