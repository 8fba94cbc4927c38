/**
 * A server in a process of its own: the library's handler over the memory repository, routes of Fastify written by hand over
 * the same service, or one that only answers.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHospitalPayments, memoryRepository, textChannel } from 'hospital-payments'
import { bearerKeys, createHandler, toNodeListener } from 'hospital-payments/http'
import fastify from 'fastify'
import * as z from 'zod'

/** The answers of the handler, byte for byte, by method. */
export type Answers = Readonly<Record<string, { status: number; headers: Record<string, string>; body: string }>>

export interface Order {
  readonly server: 'ours' | 'fastify' | 'bare'
  /** The answers of the bare server. */
  readonly answers?: Answers
  readonly sha256: string
  /** The number of payments that are stored already. */
  readonly payments: number
}

async function filledService(count: number) {
  const payments = createHospitalPayments({
    repository: memoryRepository(),
    channels: { cash: textChannel('Pay {amount} {currency} for {reference}.') },
    timeZone: 'Africa/Addis_Ababa',
  })
  for (let i = 0; i < count; i++)
    await payments.createPayment({ amount: 150_000, currency: 'ETB', reference: `INV-${i}`, channel: 'cash' })
  return payments
}

async function handlerListener({ sha256, payments: count }: Order): Promise<RequestListener> {
  const payments = await filledService(count)
  const authenticate = bearerKeys([{ sha256, actor: 'bench', scopes: ['payments:write', 'reports:read'] }])
  return toNodeListener(createHandler({ payments, authenticate }))
}

const body = z.strictObject({
  amount: z.int().min(1),
  currency: z.string().regex(/^[A-Z]{3}$/),
  reference: z.string().min(1).max(255),
  channel: z.string(),
  description: z.string().max(500),
  customer: z.strictObject({ name: z.string().max(200), phone: z.string().regex(/^\+[1-9]\d{1,14}$/) }),
})
const idempotencyKey = z.string().regex(/^[\x21-\x7e]{1,255}$/)
const query = z.strictObject({
  status: z.enum(['pending', 'succeeded']),
  limit: z.coerce.number().int().min(1).max(500),
})

/** Serves the two routes as a team would write them that has Fastify: the same key, zod, the same service. */
async function fastifyServer({ sha256, payments: count }: Order) {
  const payments = await filledService(count)
  const digest = Buffer.from(sha256, 'hex')
  const app = fastify()
  app.addHook('onRequest', async (request, reply) => {
    const key = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    if (!timingSafeEqual(createHash('sha256').update(key).digest(), digest))
      return reply.code(401).send({ error: { code: 'unauthorized' } })
  })
  app.post('/v1/payments', async (request, reply) => {
    const key = idempotencyKey.parse(request.headers['idempotency-key'] ?? 'none')
    const created = await payments.createPayment(body.parse(request.body), { idempotencyKey: key, actor: 'bench' })
    return reply.code(201).header('location', `/v1/payments/${created.id}`).send(created)
  })
  app.get('/v1/reports/payments', async (request) => payments.reportPayments(query.parse(request.query)))
  return app
}

/** Reads the request, because no server could do without. */
function bareListener(answers: Answers): RequestListener {
  return (request, response) => {
    request.resume()
    request.on('end', () => {
      const { status, headers, body } = answers[request.method!]!
      response.writeHead(status, headers).end(body)
    })
  }
}

async function serve(order: Order): Promise<void> {
  const report = (port: number) => process.send!(port)
  if (order.server === 'fastify') {
    const app = await fastifyServer(order)
    await app.listen({ port: 0, host: '127.0.0.1' })
    report((app.server.address() as AddressInfo).port)
    return
  }
  const server = createServer(order.server === 'bare' ? bareListener(order.answers!) : await handlerListener(order))
  server.listen(0, '127.0.0.1', () => report((server.address() as AddressInfo).port))
}

process.once('message', (order: Order) => void serve(order))
