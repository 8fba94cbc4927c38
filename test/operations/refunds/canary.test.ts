import { inspect } from 'node:util'
import { memoryRepository, type PaymentError } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { webhookSender } from 'hospital-payments/webhooks'
import { describe, expect, it } from 'vitest'
import { financeServer } from '../../http/support/finance.js'
import { recordingLogger } from '../../support/recording-logger.js'
import { csvOf, day, minute, request, unknownId } from '../../support/service.js'
import { secret } from '../../support/webhooks/secrets.js'
import { counter, allocation, toPayment } from '../lines/support/counter.js'
import { visibleText } from '../../support/visible-text.js'

const note = 'For Zewditu Canary-N8Y, call +251987654321'
const canaries = [note, 'Zewditu', 'Canary', '987654321']

const hits = (text: string) => canaries.filter((canary) => text.includes(canary))

async function scene() {
  const original = memoryRepository()
  const { logger, lines: logged } = recordingLogger()
  let stale = 0
  const repository: FinanceRepository = {
    ...original,
    replace: async (group) => (stale-- > 0 ? { outcome: 'stale', current: null } : original.replace(group)),
  }
  const refundApproval = ({ amount }: { amount: number }) => {
    if (amount === 13) throw new Error(`no refund: ${note}`)
    return amount >= 300
  }
  const desk = counter({ repository, logger, refundApproval })
  const bill = await desk.bill()
  await desk.payments.confirmPayment(bill.id)
  const line = await desk.line()
  return { desk, bill, line, logger, logged, lose: (times: number) => void (stale = times), original }
}

describe('refund: the note', () => {
  it('stands in no event, history, webhook, log, error, closing or receipt', async () => {
    const { desk, bill, line, logger, logged, lose, original } = await scene()
    const { payments, clock } = desk
    const { refunds, days, receipts } = payments
    const errors: string[] = []
    const codes = new Set<string>()
    const attempt = (call: () => Promise<unknown>) =>
      call().then(
        () => undefined,
        (error: unknown) => {
          errors.push(visibleText(error))
          codes.add((error as PaymentError).code)
        },
      )
    const of = { paymentId: bill.id, reason: 'other', note } as const
    const refund = await refunds.create({ ...of, amount: 400 }, { idempotencyKey: 'once', actor: 'amina' })
    const surplus = await refunds.create({ lineKey: line.key, amount: 200, reason: 'other', note })
    const wrong = { reason: '', actor: '', paidAt: note, providerTransactionId: `${note}\0`, [note]: note } as never
    for (const call of [
      () => refunds.create({ ...of, amount: note } as never),
      () => refunds.create({ ...of, amount: 1, reason: note } as never),
      () => refunds.create({ ...of, amount: 1, [note]: note } as never),
      () => refunds.create({ ...of, amount: 1, note: `${note}\0` }),
      () => refunds.create({ ...of, amount: 1, note: note.repeat(99) }),
      () => refunds.create({ ...of, amount: 1, reference: `${note}\n` }),
      () => refunds.create({ ...of, amount: 1, paymentId: unknownId }),
      () => refunds.create({ amount: 1, reason: 'other', note, lineKey: 'id:none' }),
      () => refunds.create({ ...of, amount: 601 }),
      () => refunds.create({ ...of, amount: 13 }),
      () => refunds.create({ ...of, amount: 401 }, { idempotencyKey: 'once' }),
      () => refunds.create({ ...of, amount: 1 }, { idempotencyKey: note } as never),
      () => refunds.approve(refund.id, { actor: 'amina' }),
      () => refunds.approve(refund.id, wrong),
      () => refunds.confirm(refund.id, wrong),
      () => refunds.confirm(refund.id),
      () => refunds.fail(refund.id, wrong),
      () => refunds.cancel(`ref_${'0'.repeat(26)}`, { reason: 'x' }),
      () => refunds.list({ status: note, cursor: note, [note]: 1 } as never),
      () => payments.reversePayment(bill.id, { reason: 'bounced' }),
      () => payments.lines.allocate(line.key, { expectedVersion: 1, allocations: [toPayment(bill)] }),
      () => payments.lines.unallocate(line.key, { expectedVersion: 2, reason: 'wrong' }),
      () => days.close({ account: note, day: note, actor: '' }),
      () => receipts.issue(unknownId),
    ]) {
      await attempt(call)
    }
    lose(2)
    await refunds.approve(refund.id, { actor: 'dawit' })
    lose(99)
    await attempt(() => refunds.confirm(refund.id))
    lose(0)
    const driver = payments.using({
      ...original,
      findRows: () => Promise.reject(new Error(`WHERE note = '${note}'`)),
    } as never)
    await attempt(() => driver.refunds.confirm(refund.id))
    clock.advance(minute)
    const debit = await desk.line({ direction: 'debit', amount: 400, narration: 'OUT' })
    await allocation(desk, debit.key, [{ to: 'refund', refundId: refund.id, amount: 400 }])
    await payments.lines.unallocate(debit.key, { expectedVersion: 2, reason: 'wrong' })
    await refunds.confirm(surplus.id)
    await refunds.fail(surplus.id, { reason: 'came back' })
    await receipts.issue(bill.id)
    clock.advance(day)
    await days.close({ account: line.account, day: line.valueDate, actor: 'amina' })

    const posted: string[] = []
    const events: unknown[] = []
    const send = webhookSender({
      url: 'https://127.0.0.1:9/hooks',
      allowHosts: ['127.0.0.1'],
      secrets: [secret],
      logger,
      fetch: async (_, init) => {
        posted.push(inspect([init?.headers, String(init?.body)], { depth: 9 }))
        return new Response(null, { status: posted.length % 2 ? 500 : 204 })
      },
    })
    for (let round = 0; round < 20; round++) {
      await payments.deliverEvents(async (event) => {
        events.push(event)
        return send(event)
      })
      clock.advance(day)
    }
    const returned = [
      await payments.history(bill.id),
      await refunds.history(refund.id),
      await refunds.history(surplus.id),
      await payments.lines.history(line.key),
      await days.list(),
      await days.report({ day: '2026-11-20' }),
      await receipts.list(),
      await refunds.totals(),
      await payments.attention(),
    ]
    expect(posted.filter((text) => text.includes('refund.')).length).toBeGreaterThan(6)
    expect(events.length).toBeGreaterThan(8)
    expect(hits([...errors, ...posted, inspect([logged, events, returned], { depth: 12 })].join('\n'))).toEqual([])
    expect(errors.length).toBeGreaterThan(24)
    expect(logged.length).toBeGreaterThan(2)
    expect([...codes].sort()).toEqual([
      ...['concurrent_update', 'idempotency_conflict', 'internal_error', 'invalid_request', 'invalid_transition'],
      ...['line_changed', 'line_not_found', 'payment_not_found', 'refund_exceeds', 'refund_not_found'],
      'self_approval',
    ])
  })

  it('stands in no refusal and no failure over HTTP', async () => {
    const failures: unknown[] = []
    const { ask, payments } = financeServer({ onError: (_, context) => failures.push(context) })
    const { id } = await payments.createPayment(request({ amount: 1000 }))
    await payments.confirmPayment(id)
    const body = { paymentId: id, amount: 400, reason: 'other', note }
    const made = await ask('/v1/refunds', { json: body, headers: { 'idempotency-key': 'once' } })
    expect(made.status).toBe(201)
    const { id: refundId } = (await made.json()) as { id: string }
    for (const [path, json, headers] of [
      ['/v1/refunds', { ...body, amount: 601 }, {}],
      ['/v1/refunds', { ...body, amount: note }, {}],
      ['/v1/refunds', { ...body, note: note.repeat(99) }, {}],
      ['/v1/refunds', { ...body, [note]: note }, {}],
      ['/v1/refunds', { ...body, note: 'another' }, { 'idempotency-key': 'once' }],
      [`/v1/refunds/${refundId}/reject`, { reason: note }, {}],
      [`/v1/refunds/${refundId}/fail`, { reason: 'x', note }, {}],
    ] as const) {
      const answer = await ask(path, { json, headers })
      const text = `${await answer.text()} ${JSON.stringify([...answer.headers])}`
      expect([path, answer.status >= 400 && answer.status < 500, hits(text)]).toEqual([path, true, []])
    }
    expect(failures).toEqual([])
  })

  it('stands in the refund, its lists and its export', async () => {
    const { desk, bill } = await scene()
    const { refunds } = desk.payments
    const { id } = await refunds.create({ paymentId: bill.id, amount: 1, reason: 'other', note })
    expect((await refunds.get(id))?.note).toBe(note)
    expect((await refunds.list()).items[0]?.note).toBe(note)
    expect(await csvOf(refunds.exportCsv())).toContain('Canary-N8Y')
  })
})
