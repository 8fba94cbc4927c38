import {
  errorCodes,
  memoryRepository,
  type PaymentRepository,
  PaymentError,
  type PaymentErrorCode,
} from 'hospital-payments'
import { mpesaCustomer } from 'hospital-payments/statements'
import { expect, it } from 'vitest'
import { altered, broken } from '../support/repositories.js'
import { at, hour, request, unknownId } from '../support/service.js'
import { counter } from './support/counter.js'
import { csvImport, financeServer, sent, tillFile } from './support/finance.js'
import { codeOf, post, type Server, server } from './support/server.js'
import { attemptServer, unknownAttempt } from './support/attempts.js'

const create = ({ ask }: Server, json: object = request(), headers?: Record<string, string>) =>
  ask('/v1/payments', { json, headers })

async function idOf(on: Server, json?: object): Promise<string> {
  return ((await (await create(on, json)).json()) as { id: string }).id
}

const managed = (repository: PaymentRepository = memoryRepository()) => server({ manage: true }, { repository })

const overBroken = (code: PaymentErrorCode) =>
  create(managed(broken(memoryRepository(), new PaymentError(code, 'From the storage.'))))

async function changeOfLine(verb: string, json: object): Promise<Response> {
  const { ask, line } = financeServer()
  await ask(csvImport, sent(tillFile('2026-11-20,1.50,,')))
  return ask(`/v1/lines/${(await line()).key}/${verb}`, { json })
}

/** Moves cash of a new session, or closes it, and asks again for what `ask` says. */
async function atCounter(ask: (session: string, on: ReturnType<typeof counter>) => Promise<Response>) {
  const on = counter()
  const { id } = await on.opened()
  return ask(`/v1/cash/sessions/${id}`, on)
}

const producers: Record<PaymentErrorCode, () => Promise<Response>> = {
  invalid_request: () => create(server(), {}),
  invalid_date_range: () => server().ask('/v1/reports/totals?from=2026-02-30'),
  invalid_cursor: () => server().ask('/v1/reports/payments?cursor=x'),
  unsupported_channel: () => create(server(), request({ channel: 'card' })),
  unsupported_currency: () => create(server(), request({ currency: 'XAU' })),
  unauthorized: () => create(server({ authenticate: () => null })),
  forbidden: () => create(server({ authenticate: () => ({ actor: 'a', scopes: [] }) })),
  payment_not_found: () => server().ask(`/v1/payments/${unknownId}`),
  not_found: () => server().ask('/v1/patients'),
  method_not_allowed: () => server().ask('/v1/payments', { method: 'PUT' }),
  payload_too_large: () => post(' '.repeat(65_537)),
  unsupported_media_type: () => post('{}', { 'content-type': 'text/plain' }),
  invalid_transition: async () => {
    const here = managed()
    return here.ask(`/v1/payments/${await idOf(here, request({ expiresAt: at(hour) }))}/expire`, { json: {} })
  },
  amount_mismatch: async () => {
    const here = managed()
    return here.ask(`/v1/payments/${await idOf(here)}/confirm`, { json: { amount: 1 } })
  },
  duplicate_payment: async () => {
    const here = managed()
    const confirm = async () =>
      here.ask(`/v1/payments/${await idOf(here)}/confirm`, { json: { providerTransactionId: 'TX-1' } })
    await confirm()
    return confirm()
  },
  reference_conflict: async () => {
    const here = server({}, { referencePolicy: 'one-live' })
    await create(here)
    return create(here)
  },
  idempotency_conflict: async () => {
    const here = server()
    await create(here, request(), { 'idempotency-key': 'k' })
    return create(here, request({ amount: 1 }), { 'idempotency-key': 'k' })
  },
  line_not_found: () => financeServer().ask('/v1/lines/x'),
  import_not_found: () => financeServer().ask('/v1/imports/x'),
  session_not_found: () => counter().askAs('sara', '/v1/cash/sessions/x'),
  session_conflict: () =>
    atCounter((_, { post }) => post('bekele', '/v1/cash/sessions', { point: 'window-1', currency: 'ETB', float: 0 })),
  session_closed: () =>
    atCounter(async (session, { post }) => {
      await post('sara', `${session}/close`, { counted: 50_000 })
      return post('sara', `${session}/send`, { amount: 1, to: 'cash.safe' })
    }),
  cash_short: () =>
    atCounter((session, { post }) => post('sara', `${session}/send`, { amount: 50_001, to: 'cash.safe' })),
  transfer_differs: () =>
    atCounter(async (session, { post, moved }) => {
      const { line } = await moved('sara', `${session}/send`, { amount: 2, to: 'cash.safe' })
      return post('lily', `/v1/cash/transfers/${encodeURIComponent(line.key)}/receive`, { counted: 1 })
    }),
  line_changed: () => changeOfLine('hold', { expectedVersion: 2 }),
  allocation_exceeds: () =>
    changeOfLine('allocate', { expectedVersion: 1, allocations: [{ to: 'category', category: 'fee', amount: 151 }] }),
  unsupported_provider: () =>
    attemptServer().ask(`/v1/payments/${unknownId}/attempts`, { json: { provider: 'mpesa' } }),
  attempt_not_found: () => attemptServer().ask(`/v1/attempts/${unknownAttempt}`),
  attempt_conflict: async () => {
    const here = attemptServer()
    return here.start((await here.started()).paymentId)
  },
  provider_unavailable: async () => {
    const here = attemptServer({}, { faultOf: () => 'unavailable' })
    return here.start((await here.bill()).id)
  },
  receipt_not_found: () => financeServer().ask('/v1/receipts/2026/1/print', { method: 'POST' }),
  layout_not_found: () => financeServer().ask('/v1/layouts/x'),
  layout_conflict: async () => {
    const here = financeServer({ authenticate: () => ({ actor: 'amina', scopes: ['lines:write'] }) })
    const create = () => here.ask('/v1/layouts', { json: { name: 'mine', mapping: mpesaCustomer } })
    await create()
    return create()
  },
  rule_not_found: () => financeServer().ask('/v1/rules/x'),
  waiver_not_found: () => financeServer().ask('/v1/waivers/x'),
  refund_not_found: () => financeServer().ask('/v1/refunds/x'),
  refund_exceeds: async () => {
    const here = server({ finance: true })
    const json = { paymentId: await idOf(here), amount: 1, reason: 'duplicate' }
    return here.ask('/v1/refunds', { json })
  },
  self_approval: async () => {
    const here = server({ finance: true, manage: true }, { refundApproval: () => true })
    const paymentId = await idOf(here)
    await here.ask(`/v1/payments/${paymentId}/confirm`, { json: {} })
    const answer = await here.ask('/v1/refunds', { json: { paymentId, amount: 1, reason: 'duplicate' } })
    const { id } = (await answer.json()) as { id: string }
    return here.ask(`/v1/refunds/${id}/approve`, { json: {} })
  },
  // No day is closed yet.
  day_closed: () => overBroken('day_closed'),
  concurrent_update: async () => {
    const here = managed(
      altered(memoryRepository(), () => ({ replace: async () => ({ outcome: 'stale', current: null }) })),
    )
    return here.ask(`/v1/payments/${await idOf(here)}/fail`, { json: { reason: 'declined' } })
  },
  internal_error: () => overBroken('internal_error'),
  storage_unavailable: () => overBroken('storage_unavailable'),
  outcome_unknown: () => overBroken('outcome_unknown'),
}

it.each(Object.keys(producers) as (keyof typeof producers)[])(
  'errorCodes: %s is answered over HTTP with its status',
  async (code) => {
    expect(await codeOf(producers[code]())).toEqual([errorCodes[code].status, code])
  },
)

it('internal_error: an error of a newer copy of the library, with an unknown code, is a fault of the server', async () => {
  const newer = Object.assign(new PaymentError('invalid_request', 'New.'), { code: 'payer_blocked', httpStatus: 402 })
  expect(await codeOf(create(managed(broken(memoryRepository(), newer))))).toEqual([500, 'internal_error'])
})
