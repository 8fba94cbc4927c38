import 'reflect-metadata'
import type { INestApplication } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { SendEvent } from 'hospital-payments'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppModule } from '../../examples/nestjs/app.module.js'
import { HospitalPaymentsModule } from '../../examples/nestjs/hospital-payments.module.js'
import { digestOf } from '../../examples/nestjs/keys.guard.js'

const delivered: string[] = []
let begin = () => {}
let release = () => {}
const hasBegun = new Promise<void>((resolve) => (begin = resolve))
const mayDeliver = new Promise<void>((resolve) => (release = resolve))

let app: INestApplication
let url: string

beforeAll(async () => {
  const staff = new Map([
    [digestOf('c-secret'), { name: 'chala', role: 'cashier' as const }],
    [digestOf('m-secret'), { name: 'hana', role: 'manager' as const }],
  ])
  const send: SendEvent = async ({ type, data }) => {
    begin()
    await mayDeliver
    delivered.push(`${type} ${data.reference}`)
  }
  app = await NestFactory.create(AppModule.of(staff, send), { logger: false })
  HospitalPaymentsModule.mount(app)
  await app.listen(0, '127.0.0.1')
  url = await app.getUrl()
})
afterAll(() => app.close())

const call = (path: string, key: string, body?: object, method = body ? 'POST' : 'GET') =>
  fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })

describe('examples/nestjs', () => {
  it('makes a payment in a controller, by the name that the guard found', async () => {
    const answer = await call('/invoices/INV-1/payment', 'c-secret', { amount: '1500.50' })
    expect(answer.status).toBe(201)
    const { id } = (await answer.json()) as { id: string }
    expect(await (await call('/invoices/INV-1/payment', 'c-secret')).json()).toMatchObject({ id, amount: 150_050 })
    const history = await (await call(`/billing/v1/payments/${id}/history`, 'c-secret')).json()
    expect(history).toMatchObject([{ type: 'payment.created', actor: 'chala' }])
  })

  it('answers errors of the library with their status and code', async () => {
    const repeated = await call('/invoices/INV-1/payment', 'c-secret', { amount: '1' })
    expect([repeated.status, await repeated.json()]).toMatchObject([409, { error: { code: 'idempotency_conflict' } }])
    expect((await call('/invoices/INV-2/payment', 'c-secret', { amount: 'much' })).status).toBe(400)
    expect((await call('/invoices/INV-2/payment', 'c-secret')).status).toBe(404)
  })

  it('lets the guard decide over HTTP and at the desk too, and roles over scopes', async () => {
    for (const path of ['/invoices/INV-1/payment', '/billing/v1/payments?reference=INV-1', '/finance/'])
      expect((await call(path, 'guessed')).status, path).toBe(401)
    expect((await call('/finance/', 'c-secret')).status).toBe(403)
    const desk = await call('/finance/', 'm-secret')
    expect([desk.status, await desk.text()]).toEqual([200, expect.stringContaining('hana')])
    const { items } = (await (await call('/billing/v1/payments?reference=INV-1', 'm-secret')).json()) as {
      items: { id: string }[]
    }
    expect((await call(`/billing/v1/payments/${items[0]!.id}/confirm`, 'c-secret', {})).status).toBe(403)
    expect((await call(`/billing/v1/payments/${items[0]!.id}/confirm`, 'm-secret', {})).status).toBe(200)
  })

  it('reads bodies as they were sent, before the parsers of Nest', async () => {
    const headers = { authorization: 'Bearer c-secret', 'content-type': 'application/json' }
    const wrong = await fetch(`${url}/billing/v1/payments`, { method: 'POST', headers, body: '{' })
    expect(wrong.status).toBe(400)
    // Of the library, and not of the parser of Nest.
    expect(await wrong.json()).toMatchObject({ error: { code: 'invalid_request' } })
  })

  it('ends when the event that is being delivered has been delivered', async () => {
    await hasBegun
    const closing = app.close()
    expect(delivered).toEqual([])
    release()
    await closing
    expect(delivered[0]).toBe('payment.created INV-1')
  })
})
