import { createHandler } from 'hospital-payments/http'
import { describe, expect, it } from 'vitest'
import { request, testService } from '../support/service.js'
import { asked } from './support/server.js'

describe('createHandler', () => {
  const { payments } = testService()
  const wrong: unknown[] = [
    undefined,
    null,
    [],
    {},
    { payments },
    { authenticate: 'none' },
    { payments: {}, authenticate: 'none' },
    { payments, authenticate: 'nobody' },
    { payments, authenticate: null },
    { payments, authenticate: 'none', manage: 1 },
    { payments, authenticate: 'none', onError: 'log' },
    { payments, authenticate: 'none', basepath: '' },
    ...[null, '/', 'billing', '/billing/', '/a//b', '/a/..', '/./b', '/a?b', '/ü', 'http://x'].map((basePath) => ({
      payments,
      authenticate: 'none',
      basePath,
    })),
  ]
  it.each(wrong.map((options) => ({ options })))('refuses wrong options at once (%#)', ({ options }) => {
    expect(() => createHandler(options as never)).toThrow(TypeError)
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
    const created = await handler(asked('/a.b/c/v1/payments', { json: request() }))
    expect(created.headers.get('location')).toMatch(/^\/a\.b\/c\/v1\/payments\/pay_/)
    expect(Object.isFrozen(handler)).toBe(true)
  })
})
