import { memoryRepository } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { ofPaymentsAlone } from '../../support/finance-repositories.js'
import { collect, refusal, request, testService } from '../../support/service.js'

const seen = { expectedVersion: 1 }
const allocations = [{ to: 'category', category: 'a', amount: 1 }] as const

describe('PaymentRepository: a repository that stores payments alone', () => {
  const { payments } = testService({ repository: ofPaymentsAlone(memoryRepository()) })
  const { lines, refunds, search } = payments
  const none = 'ref_00000000000000000000000000'

  it.each<[string, () => Promise<unknown>]>([
    ['list', () => lines.list()],
    ['get', () => lines.get('id:1')],
    ['get of no key', () => lines.get(5 as never)],
    ['history', () => lines.history('id:1')],
    ['suggest', () => lines.suggest('id:1')],
    ['suggestMany', () => lines.suggestMany(['id:1'])],
    ['totals', () => lines.totals()],
    ['acceptSuggestion', () => lines.acceptSuggestion('id:1', { ...seen, paymentId: 'pay_1' })],
    ['allocate', () => lines.allocate('id:1', { ...seen, allocations })],
    ['unallocate', () => lines.unallocate('id:1', { ...seen, reason: 'x' })],
    ['hold', () => lines.hold('id:1', seen)],
    ['release', () => lines.release('id:1', seen)],
    ['assign', () => lines.assign('id:1', { ...seen, assignee: null })],
    ['note', () => lines.note('id:1', { text: 'x' })],
    ['notes', () => lines.notes('id:1')],
    ['exportCsv', () => collect(lines.exportCsv())],
    ['forget', () => lines.eraseText({ before: '2026-11-20' })],
    ['search', () => search()],
    ['refunds.create', () => refunds.create({ lineKey: 'id:1', amount: 1, reason: 'duplicate' })],
    ['refunds.approve', () => refunds.approve(none)],
    ['refunds.reject', () => refunds.reject(none, { reason: 'x' })],
    ['refunds.confirm', () => refunds.confirm(none)],
    ['refunds.fail', () => refunds.fail(none, { reason: 'x' })],
    ['refunds.cancel', () => refunds.cancel(none, { reason: 'x' })],
    ['refunds.get', () => refunds.get(none)],
    ['refunds.list', () => refunds.list()],
    ['refunds.history', () => refunds.history(none)],
    ['refunds.totals', () => refunds.totals()],
    ['refunds.exportCsv', () => collect(refunds.exportCsv())],
  ])('refuses %s with internal_error', async (_, call) => {
    const error = await refusal(call(), 'internal_error')
    expect(error.message).toMatch(/^this repository stores no statement lines/)
  })

  it('creates and confirms payments', async () => {
    const { id } = await payments.createPayment(request())
    expect((await payments.confirmPayment(id)).status).toBe('succeeded')
  })

  it('is replaced by another repository, which may store lines', async () => {
    expect(await payments.using(memoryRepository()).lines.list()).toEqual({ items: [], nextCursor: null })
    await refusal(testService().payments.using(ofPaymentsAlone(memoryRepository())).lines.list(), 'internal_error')
  })
})
