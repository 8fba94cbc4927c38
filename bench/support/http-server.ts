/** A server in a process of its own: the library's handler over the memory repository, or one that only answers. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHospitalPayments, memoryRepository, textChannel } from 'hospital-payments'
import { bearerKeys, createHandler, toNodeListener } from 'hospital-payments/http'

/** What the handler answered, byte for byte: by method. */
export type Answers = Readonly<Record<string, { status: number; headers: Record<string, string>; body: string }>>

export interface Order {
  /** Left out: the handler itself. */
  readonly answers?: Answers
  readonly sha256: string
  /** So many payments are there already. */
  readonly payments: number
}

async function handlerListener({ sha256, payments: count }: Order): Promise<RequestListener> {
  const payments = createHospitalPayments({
    repository: memoryRepository(),
    channels: { cash: textChannel('Pay {amount} {currency} for {reference}.') },
    timeZone: 'Africa/Addis_Ababa',
  })
  for (let i = 0; i < count; i++)
    await payments.createPayment({ amount: 150_000, currency: 'ETB', reference: `INV-${i}`, channel: 'cash' })
  const authenticate = bearerKeys([{ sha256, actor: 'bench', scopes: ['payments:write', 'reports:read'] }])
  return toNodeListener(createHandler({ payments, authenticate }))
}

/** Reads what it is sent, because no server could do without. */
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
  const server = createServer(order.answers ? bareListener(order.answers) : await handlerListener(order))
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
}

process.once('message', (order: Order) => void serve(order))
