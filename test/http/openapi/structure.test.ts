import { errorCodes } from 'hospital-payments'
import { beforeAll, describe, expect, test } from 'vitest'
import { testService } from '../../support/service.js'
import { documentOf, handlerOf, type OpenApi, variants } from './support/handlers.js'
import { validatorsOf } from './support/validators.js'

const shared = [
  '/v1/openapi.json',
  '/v1/payments',
  '/v1/payments/batch',
  '/v1/payments/search',
  '/v1/payments/{paymentId}',
  '/v1/payments/{paymentId}/history',
  '/v1/payments/{paymentId}/attempts',
  ...['', '/{attemptId}', '/{attemptId}/history', '/{attemptId}/check', '/{attemptId}/abandon'].map(
    (rest) => `/v1/attempts${rest}`,
  ),
  '/v1/reports/payments',
  '/v1/reports/payments.csv',
  '/v1/reports/totals',
]
const managed = ['cancel', 'confirm', 'expire', 'fail', 'reverse'].map((verb) => `/v1/payments/{paymentId}/${verb}`)

/** No operation of the document answers these: there is none at such a path, or of such a method. */
const outside: readonly string[] = ['not_found', 'method_not_allowed']

const ofFinance = [
  ...['/v1/layouts', '/v1/layouts/{layout}'],
  ...['/v1/imports', '/v1/imports/{importId}', '/v1/lines', '/v1/lines.csv', '/v1/lines/totals', '/v1/lines/{lineKey}'],
  ...[
    'suggestions',
    'history',
    'notes',
    'allocate',
    'accept',
    'unallocate',
    'hold',
    'release',
    'mark-duplicate',
    'assign',
    'payer',
    'propose',
  ].map((rest) => `/v1/lines/{lineKey}/${rest}`),
  ...['/v1/rules', '/v1/rules/try', '/v1/rules/{ruleId}', '/v1/rules/{ruleId}/apply'],
  ...['/v1/waivers', '/v1/waivers/{waiverId}', '/v1/waivers.csv'],
  ...['approve', 'reject', 'cancel', 'revoke'].map((verb) => `/v1/waivers/{waiverId}/${verb}`),
  ...['/v1/refunds', '/v1/refunds/{refundId}', '/v1/reports/refunds', '/v1/reports/refunds.csv'],
  ...['approve', 'reject', 'confirm', 'fail', 'cancel'].map((verb) => `/v1/refunds/{refundId}/${verb}`),
  ...['/v1/receipts', '/v1/receipts.csv', '/v1/receipts/{year}/{number}/print', '/v1/payments/{paymentId}/receipt'],
  ...['journal.csv', 'actors', 'audit', 'audit.csv'].map((report) => `/v1/reports/${report}`),
  ...['/v1/closings', '/v1/closings.csv', '/v1/closings/reopen', '/v1/closings/through', '/v1/months/{month}'],
  '/v1/lines/{lineKey}/void',
  ...['', '/{sessionId}'].map((rest) => `/v1/cash/sessions${rest}`),
  ...['history', 'report', 'take', 'pay-out', 'send', 'close', 'explain'].map(
    (rest) => `/v1/cash/sessions/{sessionId}/${rest}`,
  ),
  ...['/v1/cash/transits', '/v1/cash/transfers/{lineKey}/receive', '/v1/cash/transfers/{lineKey}/recall'],
  ...['/v1/payers/{payerId}', '/v1/payers/{payerId}/statement', '/v1/payers/{payerId}/apply'],
  ...['/v1/accounts', '/v1/accounts/{account}/balance', '/v1/attention', '/v1/days/{day}/report', '/v1/erasures'],
]

function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)]
}

describe.each(variants)(
  'openApiDocument: manage $manage, basePath "$basePath", open $isOpen, finance $finance',
  (variant) => {
    let document: OpenApi
    beforeAll(async () => {
      document = await documentOf(handlerOf(testService().payments, variant), variant)
    })

    test('has exactly the routes, below the base path', () => {
      const { paths, servers } = document
      expect(Object.keys(paths).sort()).toEqual(
        [...shared, ...(variant.manage ? managed : []), ...(variant.finance ? ofFinance : [])].sort(),
      )
      expect(servers.map(({ url }) => url)).toEqual([variant.basePath || '/'])
    })

    test.runIf(variant.basePath !== '')('has the components of the document without a base path', async () => {
      const plain = { ...variant, basePath: '' } as const
      const { components } = await documentOf(handlerOf(testService().payments, plain), plain)
      expect(document.components).toEqual(components)
    })

    test.runIf(variant.basePath === '')('has schemas that are closed, and compile in strict mode', () => {
      const { schemas } = document.components
      const validate = validatorsOf(document)
      for (const [name, schema] of Object.entries(schemas)) {
        expect(() => validate('components', 'schemas', name)).not.toThrow()
        for (const one of objectsIn(schema).filter(({ type }) => type === 'object')) {
          // The names of some are the caller's own.
          if (!('propertyNames' in one))
            expect(one, name).toMatchObject({ additionalProperties: false, required: expect.any(Array) })
          // What zod cannot say, and what nothing says beside it, would be a schema of anything.
          for (const [property, ofProperty] of Object.entries(one['properties'] ?? {}))
            expect(ofProperty, `${name}.${property}`).not.toEqual({})
        }
      }
    })

    test('refers to every component, and to nothing else', () => {
      const used = new Set(objectsIn(document).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : [])))
      const there = (['schemas', 'headers'] as const).flatMap((kind) =>
        Object.keys(document.components[kind]).map((name) => `#/components/${kind}/${name}`),
      )
      expect([...used].sort()).toEqual(there.sort())
    })

    test('describes errors at their own status', () => {
      const { paths } = document
      const described = new Set<string>()
      for (const { responses } of Object.values(paths).flatMap((item) => Object.values(item))) {
        for (const [status, { content }] of Object.entries(responses)) {
          for (const { $ref } of objectsIn(content)) {
            const code = typeof $ref === 'string' && /Error_(\w+)$/.exec($ref)?.[1]
            if (!code) continue
            described.add(code)
            expect(errorCodes[code as keyof typeof errorCodes].status).toBe(Number(status))
          }
        }
      }
      if (!variant.manage || variant.isOpen || !variant.finance) return
      expect([...described].sort()).toEqual(
        Object.keys(errorCodes)
          .filter((code) => !outside.includes(code))
          .sort(),
      )
    })
  },
)
