import { inspect } from 'node:util'
import { memoryRepository, type PaymentError } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { recordingLogger } from '../../support/recording-logger.js'
import { collect, csvOf, unknownId } from '../../support/service.js'
import { counter, allocation, storeLine, toCategory, toPayment } from './support/counter.js'
import { visibleText } from '../../support/visible-text.js'

const name = 'Zewditu Canary-Q7X'
const phone = '+251987654321'
const note = 'Her sister paid: Canary-N8Y'
const narration = `FROM ${name} ${phone} Canary-T9Z`
const canaries = [name, phone, note, 'Zewditu', 'Canary', '987654321', 'sister']

async function scene() {
  const original = memoryRepository()
  const { logger, lines: logged } = recordingLogger()
  let stale = 0
  const repository: FinanceRepository = {
    ...original,
    replace: async (group) => (stale-- > 0 ? { outcome: 'stale', current: null } : original.replace(group)),
  }
  const desk = counter({ repository, logger })
  const bill = await desk.bill({ customer: { name, phone } })
  const line = await storeLine(original, { narration, providerTransactionId: 'TX-1' })
  await desk.payments.lines.note(line.key, { text: note, actor: 'amina' })
  return { desk, bill, line, logged, lose: (times: number) => void (stale = times), original }
}

describe('payer: name, phone, narration and note', () => {
  it('stand in no error, no log, no event and no history of the calls on lines', async () => {
    const { desk, bill, line, logged, lose, original } = await scene()
    const { lines, search } = desk.payments
    const errors: string[] = []
    const codes = new Set<string>()
    const attempt = async (call: () => Promise<unknown>) => {
      await call().catch((error: unknown) => {
        errors.push(visibleText(error))
        codes.add((error as PaymentError).code)
      })
    }
    const seen = { expectedVersion: 1 }
    const wrong = {
      [name]: phone,
      expectedVersion: name,
      reason: '',
      actor: '',
      payments: name,
      assignee: '',
      text: `${note}\0`,
      before: name,
      allocations: [{ to: name, amount: phone }, { to: 'category', category: name, amount: 0, [name]: 1 }, name],
    } as never
    const filter = {
      [phone]: name,
      status: name,
      outcome: [name],
      direction: phone,
      currency: name,
      text: `${name}\n`,
      from: name,
      amount: phone,
      held: note,
      cursor: 5,
      limit: name,
    } as never
    const { key } = line
    for (const call of [
      () => lines.allocate(key, wrong),
      () => lines.unallocate(key, wrong),
      () => lines.hold(key, wrong),
      () => lines.release(key, wrong),
      () => lines.assign(key, wrong),
      () => lines.note(key, wrong),
      () => lines.eraseText(wrong),
      () => lines.list(filter),
      () => lines.list({ from: name }),
      () => lines.list({ cursor: name }),
      () => collect(lines.exportCsv(filter)),
      () => search({ ...(filter as object), text: `${name}\0`, phone: name } as never),
      () => search({ text: name, cursor: name }),
      () => search({ to: name }),
      () => lines.allocate(key, { ...seen, allocations: [{ to: 'payment', paymentId: name, amount: 1 }] }),
      () => lines.allocate(key, { ...seen, allocations: [{ to: 'payment', paymentId: unknownId, amount: 1 }] }),
      () => lines.allocate(key, { ...seen, allocations: [toPayment(bill, 2000)] }),
      () => lines.allocate('id:unknown', { ...seen, allocations: [toCategory(1)] }),
      () => lines.hold(key, { expectedVersion: 9 }),
    ]) {
      await attempt(call)
    }
    lose(2)
    await allocation(desk, key, [toPayment(bill)])
    await attempt(() => lines.hold(key, seen))
    await attempt(() => lines.unallocate(key, { expectedVersion: 2, reason: 'x' }))
    lose(99)
    await attempt(() => lines.hold(key, { expectedVersion: 2 }))
    lose(0)
    await lines.unallocate(key, { expectedVersion: 2, reason: 'wrong bill', payments: 'keep' })
    await lines.assign(key, { expectedVersion: 3, assignee: 'selam' })
    const driver = desk.payments.using({
      ...original,
      findLines: () => Promise.reject(new Error(`WHERE narration = '${narration}'`)),
      searchPayments: () => Promise.reject(new Error(`LIKE '${name}'`)),
    } as never)
    await attempt(() => driver.lines.get(key))
    await attempt(() => driver.search({ text: name }))

    const events: unknown[] = []
    await desk.payments.deliverEvents(async (event) => void events.push(event))
    const histories = [await lines.history(key), await desk.payments.history(bill.id)]
    expect(events).toHaveLength(3)
    expect(histories.map(({ length }) => length)).toEqual([4, 3])
    const text = [...errors, inspect(logged, { depth: 9 }), inspect([events, histories], { depth: 9 })].join('\n')
    expect(canaries.filter((canary) => text.includes(canary))).toEqual([])
    expect(errors.length).toBeGreaterThan(20)
    expect(logged.length).toBeGreaterThan(4)
    expect([...codes].sort()).toEqual([
      'allocation_exceeds',
      'concurrent_update',
      'internal_error',
      'invalid_cursor',
      'invalid_date_range',
      'invalid_request',
      'line_changed',
      'line_not_found',
    ])
  })

  it('stand in the line, its notes, lists and exports, until lines.eraseText erases them', async () => {
    const { desk, line } = await scene()
    const { lines } = desk.payments
    const everything = async () =>
      JSON.stringify([await lines.get(line.key), await lines.list(), await lines.notes(line.key)]) +
      (await csvOf(lines.exportCsv()))
    expect(await everything()).toContain('Canary-T9Z')
    expect(await everything()).toContain('Canary-N8Y')
    await lines.eraseText({ before: '2026-11-20' })
    const after = await everything()
    expect(canaries.filter((canary) => after.includes(canary))).toEqual([])
  })
})
