import type { AuditEntry } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { fakeProvider } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { csvOf, day, minute, refusal, request, testService } from '../../support/service.js'
import { importDay, today } from './support/books.js'

/** Makes a day with an event of each kind, a minute apart. */
async function busyDay() {
  const service = testService({
    providers: { fake: fakeProvider({ clock: () => service.clock() }) },
    refundApproval: () => false,
    cashSupervisors: () => true,
  })
  const { payments, clock } = service
  const next = () => clock.advance(minute)
  const bill = await payments.createPayment(request({ amount: 900 }), { actor: 'amina' })
  next()
  const [line] = await importDay(payments, [{ amount: 300 }])
  next()
  const call = { paymentId: bill.id, amount: 200, scheme: 'poor', reason: 'no_income' }
  const waiver = await payments.waivers.request(call, { actor: 'sara' })
  next()
  const session = await payments.cash.open({ point: 'a', currency: 'ETB', float: 0, actor: 'sara' })
  next()
  await payments.cash.take({ sessionId: session.id, paymentId: bill.id, amount: 500, actor: 'sara' })
  next()
  const refund = await payments.refunds.create({ lineKey: line!.key, amount: 100, reason: 'duplicate' }, { actor: 'amina' })
  next()
  const attempt = await payments.attempts.start({ paymentId: bill.id, provider: 'fake', phone: '+251911000000' })
  clock.advance(day)
  await payments.days.close({ account: 'cbe', day: '2026-11-19', actor: 'hana' })
  next()
  await payments.days.reopen({ account: 'cbe', day: '2026-11-19', actor: 'hana', reason: 'late file' })
  return { ...service, bill, line: line!, waiver, session, refund, attempt }
}

const brief = ({ actor, kind, type, amount, currency, reason }: AuditEntry) =>
  [actor, kind, type, amount, currency, reason].map(String).join(' ')

const both = { from: '2026-11-20', to: '2026-11-21' }

describe('reports.audit', () => {
  it('lists the events of every kind by the time of the action, newest first', async () => {
    const { payments, bill, line, waiver, session, refund, attempt } = await busyDay()
    const { items, nextCursor } = await payments.reports.audit(both)
    expect(nextCursor).toBeNull()
    const times = items.map(({ at }) => at)
    expect(times).toEqual([...times].sort().reverse())
    expect(items.map(brief).sort()).toEqual(
      [
        'amina payment payment.created 900 ETB null',
        'run line line.imported 300 ETB null',
        'sara waiver waiver.requested 200 ETB null',
        'sara session session.opened 0 ETB null',
        'sara session session.took 500 ETB null',
        'sara line line.recorded 500 ETB null',
        'sara payment payment.reconciled 900 ETB null',
        'amina refund refund.pending 100 ETB null',
        'amina line line.allocated 300 ETB null',
        'null payment payment.attempt_started 900 ETB null',
        'null attempt attempt.started 400 ETB null',
        'null attempt attempt.pending 400 ETB null',
        'hana closing day.closed null null null',
        'hana closing day.reopened null null late file',
      ].sort(),
    )
    const idOf = (kind: AuditEntry['kind']) => [...new Set(items.filter((one) => one.kind === kind).map(({ id }) => id))]
    expect(idOf('payment')).toEqual([bill.id])
    expect(idOf('line')).toContain(line.key)
    expect(idOf('waiver')).toEqual([waiver.id])
    expect(idOf('session')).toEqual([session.id])
    expect(idOf('refund')).toEqual([refund.id])
    expect(idOf('attempt')).toEqual([attempt.id])
    expect(idOf('closing')).toEqual(['cbe/2026-11-19'])
  })

  it('has the events of some days, and of one person, byte for byte', async () => {
    const { payments } = await busyDay()
    const ofFirstDay = await payments.reports.audit(today)
    expect(ofFirstDay.items.some(({ kind }) => kind === 'closing')).toBe(false)
    const ofHana = await payments.reports.audit({ ...both, actor: 'hana' })
    expect(ofHana.items.map(({ type }) => type)).toEqual(['day.reopened', 'day.closed'])
    expect((await payments.reports.audit({ ...both, actor: 'Hana' })).items).toEqual([])
    const ofSara = await payments.reports.audit({ ...both, actor: 'sara' })
    expect(new Set(ofSara.items.map(({ actor }) => actor))).toEqual(new Set(['sara']))
    expect(ofSara.items).toHaveLength(5)
  })

  it.each([1, 2, 3, 5, 13, 14])('gives each event once in pages of %i, of one instant too', async (limit) => {
    const { payments, clock } = await busyDay()
    await importDay(payments, [{ lineId: 'x' }, { lineId: 'y' }, { lineId: 'z' }], 'abay')
    for (let n = 0; n < 3; n++) await payments.createPayment(request({ reference: `INV-${n}` }))
    clock.advance(day)
    for (const account of ['cbe', 'abay']) await payments.days.close({ account, day: '2026-11-19', actor: 'hana' })
    const query = { from: '2026-11-20', to: '2026-11-30' }
    const whole = (await payments.reports.audit({ ...query, limit: 500 })).items
    expect(whole).toHaveLength(22)
    const items: AuditEntry[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: Awaited<ReturnType<typeof payments.reports.audit>> = await payments.reports.audit({
        ...query,
        limit,
        ...(cursor !== undefined && { cursor }),
      })
      expect(page.items.length).toBeLessThanOrEqual(limit)
      items.push(...page.items)
      cursor = page.nextCursor
    }
    expect(items).toEqual(whole)
  })

  it('finds the few closings of a person among many others', async () => {
    const { payments, clock } = testService()
    for (let n = 1; n <= 20; n++) {
      const valueDate = `2026-10-${String(n).padStart(2, '0')}`
      await importDay(payments, [{ valueDate, lineId: `${n}` }])
      await payments.days.close({ account: 'cbe', day: valueDate, actor: n === 3 ? 'sara' : 'hana' })
      clock.advance(minute)
    }
    const { items } = await payments.reports.audit({ ...today, actor: 'sara', limit: 2 })
    expect(items.map(({ id }) => id)).toEqual(['cbe/2026-10-03'])
  })

  it('refuses a cursor of other days or another person, and wrong days', async () => {
    const { payments } = await busyDay()
    const { nextCursor } = await payments.reports.audit({ ...both, limit: 2 })
    const cursor = nextCursor!
    await refusal(payments.reports.audit({ ...today, cursor }), 'invalid_cursor')
    await refusal(payments.reports.audit({ ...both, actor: 'sara', cursor }), 'invalid_cursor')
    await refusal(payments.reports.audit({ ...both, cursor: 'x' }), 'invalid_cursor')
    await refusal(payments.reports.audit({ from: '2026-11-21', to: '2026-11-20' }), 'invalid_date_range')
    await refusal(payments.reports.audit({ from: '2026-11-21' } as never), 'invalid_request')
    await refusal(payments.reports.audit({ ...both, limit: 501 }), 'invalid_request')
  })

  it('leaves out the prints of receipts, and what else people did not do to money', async () => {
    const { payments, repository } = await busyDay()
    const { items } = await payments.receipts.list()
    const { number, year } = items[0]!
    await payments.receipts.print(number, year, { actor: 'sara' })
    await payments.receipts.print(number, year, { actor: 'sara' })
    const events = await (repository as FinanceRepository).pageRowEvents({ limit: 500 })
    expect(events.some(({ type }) => type.startsWith('receipt.'))).toBe(true)
    const audit = await payments.reports.audit({ ...both, limit: 500 })
    expect(audit.items.some(({ type }) => type.startsWith('receipt.'))).toBe(false)
  })
})

describe('reports.exportAudit', () => {
  it('writes the same entries as CSV, in decimals of the currency', async () => {
    const { payments } = await busyDay()
    const csv = await csvOf(payments.reports.exportAudit(both))
    const [header, ...rows] = csv.trimEnd().split('\r\n')
    expect(header).toBe('at,actor,kind,id,type,amount,currency,reason')
    const { items } = await payments.reports.audit({ ...both, limit: 500 })
    const decimal = (amount: number | null) => (amount === null ? '' : (amount / 100).toFixed(2))
    expect(rows).toEqual(
      items.map(({ at, actor, kind, id, type, amount, currency, reason }) =>
        [at, actor ?? '', kind, id, type, decimal(amount), currency ?? '', reason ?? ''].join(','),
      ),
    )
  })

  it('neutralises formulas of people in spreadsheet mode, goes on over many pages, and ends with its signal', async () => {
    const { payments } = testService()
    for (let n = 0; n < 1200; n++) await payments.createPayment(request(), { actor: '=amina' })
    const csv = await csvOf(payments.reports.exportAudit({ ...today, actor: '=amina' }))
    const rows = csv.trimEnd().split('\r\n').slice(1)
    expect(new Set(rows.map((row) => row.split(',')[3])).size).toBe(1200)
    expect(rows.every((row) => row.includes(",'=amina,"))).toBe(true)
    const exact = await csvOf(payments.reports.exportAudit(today, { mode: 'exact' }))
    expect(exact).toContain(',=amina,')
    const abort = new AbortController()
    const reason = new Error('the client left')
    const left = payments.reports.exportAudit(today, { signal: abort.signal })[Symbol.asyncIterator]()
    await left.next()
    abort.abort(reason)
    await expect(left.next()).rejects.toBe(reason)
  })
})
