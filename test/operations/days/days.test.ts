import { type AccountLine, memoryRepository, textChannel } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { closingHash } from '../../../src/domain/days/chain.js'
import { changeLine } from '../../support/finance-contract/line-steps.js'
import { recordingLogger } from '../../support/recording-logger.js'
import { badFields, day as dayMs, minute, refusal } from '../../support/service.js'
import { type Counter, counter, allocation, toCategory, toLine, toPayment } from '../lines/support/counter.js'

const account = 'cbe-1000'
const day = '2026-11-19'
const call = { account, day, actor: 'amina' }

/** Stores a day with a credit that paid a bill less a fee, a debit, and an open credit. */
async function aDay(desk: Counter) {
  const bill = await desk.bill({ reference: 'INV-1' })
  const paid = await desk.line({ amount: 990 })
  const debit = await desk.line({ amount: 70, direction: 'debit' })
  const open = await desk.line({ amount: 30 })
  await desk.line({ amount: 5, valueDate: '2026-11-18' })
  await desk.line({ amount: 6, account: 'other' })
  desk.clock.advance(minute)
  const settled = await allocation(desk, paid.key, [toPayment(bill), toCategory(-10)])
  await allocation(desk, debit.key, [toCategory(50)])
  return { bill, settled, open, debit }
}

/** Makes a counter, and collects the reads of lines, or of their versions alone, by their days. */
function scanned() {
  const stored = memoryRepository()
  const queries: object[] = []
  const desk = counter({
    repository: {
      ...stored,
      scanLines: (filter, signal) => (queries.push(filter), stored.scanLines(filter, signal)),
      lineVersions: (of) => (queries.push(of), stored.lineVersions(of)),
    },
  })
  return { desk, queries, repository: stored }
}

const undo = ({ payments }: Counter, { key, version }: AccountLine) =>
  payments.lines.unallocate(key, { expectedVersion: version, reason: 'wrong patient', payments: 'reverse' })

describe('days.close', () => {
  it('sums up credits, debits, allocations and open money, so that nothing is left over', async () => {
    const desk = counter()
    await aDay(desk)
    const closing = await desk.payments.days.close(call)
    expect(closing).toMatchObject({ account, day, sequence: 1, kind: 'closing', actor: 'amina', reason: null })
    expect(closing.currencies).toEqual([
      {
        currency: 'ETB',
        opening: null,
        closing: null,
        credits: '1020',
        debits: '70',
        allocated: [
          { direction: 'credit', to: 'category', category: expect.any(String), amount: '-10' },
          { direction: 'credit', to: 'payment', category: null, amount: '1000' },
          { direction: 'debit', to: 'category', category: expect.any(String), amount: '50' },
        ],
        open: { count: 2, amount: '10' },
        uncounted: { count: 0, amount: '0' },
      },
    ])
    expect(closing.previousHash).toBeNull()
    expect(closing.hash).toBe(closingHash(closing))
    expect(closing.changedSince).toEqual([])
  })

  it('has the sums of a preview just before, which stores nothing', async () => {
    const desk = counter()
    await aDay(desk)
    const { days } = desk.payments
    const preview = await days.preview({ account, day })
    expect(await days.get({ account, day })).toBeNull()
    const { currencies, payments, refunds } = await days.close(call)
    expect(preview).toEqual({ account, day, currencies, payments, refunds })
    expect(currencies).toHaveLength(1)
    expect(await badFields(days.preview({ account, day: '2026-02-30' }))).toEqual([
      expect.stringMatching(/^day must be/),
    ])
  })

  it('names balances where a completed import begins or ends on the day', async () => {
    const desk = counter()
    const records = [
      { row: 2, direction: 'credit', amount: 5, currency: 'ETB', valueDate: day, reference: 'X' },
    ] as const
    const balance = (amount: string) => ({ currency: 'ETB', amount })
    const statements = [{ opening: balance('-100'), closing: balance('-95'), addsUp: true }]
    const file = { summary: () => ({ statements }), [Symbol.iterator]: () => records[Symbol.iterator]() }
    await desk.payments.statements.import(file, { account })
    const { currencies } = await desk.payments.days.close(call)
    expect(currencies).toMatchObject([{ opening: '-100', closing: '-95', credits: '5' }])
  })

  it('counts the payments that were paid on the local day', async () => {
    const desk = counter({ timeZone: 'Africa/Addis_Ababa' })
    const bill = await desk.bill()
    const before = await desk.bill()
    await desk.payments.confirmPayment(bill.id, { paidAt: '2026-11-19T00:00:00+03:00' })
    await desk.payments.confirmPayment(before.id, { paidAt: '2026-11-18T23:59:59+03:00' })
    const { payments } = await desk.payments.days.close(call)
    expect(payments).toMatchObject([{ currency: 'ETB', status: 'succeeded', count: 1, amount: '1000' }])
  })

  it('sums up the refunds that were paid out on the local day, by channel and status', async () => {
    const desk = counter({ timeZone: 'Africa/Addis_Ababa' })
    const { refunds } = desk.payments
    const bill = await desk.bill({ channel: 'cash' })
    await desk.payments.confirmPayment(bill.id, { paidAt: '2026-11-17T12:00:00.000Z' })
    const { key } = await desk.line({ amount: 70 })
    const give = async (of: { paymentId: string } | { lineKey: string }, amount: number, paidAt: string) => {
      const { id } = await refunds.create({ ...of, amount, reason: 'duplicate' })
      return refunds.confirm(id, { paidAt })
    }
    const back = await give({ paymentId: bill.id }, 100, '2026-11-19T00:00:00+03:00')
    await give({ paymentId: bill.id }, 20, '2026-11-19T23:59:59+03:00')
    await give({ lineKey: key }, 70, '2026-11-19T12:00:00+03:00')
    await give({ paymentId: bill.id }, 400, '2026-11-18T23:59:59+03:00')
    await give({ paymentId: bill.id }, 3, '2026-11-20T00:00:00+03:00')
    await refunds.create({ paymentId: bill.id, amount: 5, reason: 'duplicate' })
    await refunds.fail(back.id, { reason: 'account closed' })
    const closing = await desk.payments.days.close(call)
    const one = { currency: 'ETB', count: 1 }
    expect(closing.refunds).toEqual([
      { ...one, channel: null, status: 'succeeded', amount: '70' },
      { ...one, channel: 'cash', status: 'failed', amount: '100' },
      { ...one, channel: 'cash', status: 'succeeded', amount: '20' },
    ])
  })

  it('has the same sums in the same order for any order of the storage', async () => {
    const stored = memoryRepository()
    const reversed: FinanceRepository = {
      ...stored,
      totals: async (filter) => (await stored.totals(filter)).toReversed(),
      sumRows: async (of, query) => (await stored.sumRows(of, query)).toReversed(),
    }
    const channels = { Agent: textChannel('{reference}'), cash: textChannel('{reference}') }
    const desk = counter({ repository: stored, channels })
    for (const channel of ['cash', 'Agent']) {
      const { id } = await desk.bill({ channel, reference: channel })
      await desk.payments.confirmPayment(id, { paidAt: `${day}T12:00:00.000Z` })
      const back = await desk.payments.refunds.create({ paymentId: id, amount: 5, reason: 'duplicate' })
      await desk.payments.refunds.confirm(back.id, { paidAt: `${day}T12:00:00.000Z` })
    }
    const { key } = await desk.line({ amount: 70 })
    const ofLine = await desk.payments.refunds.create({ lineKey: key, amount: 70, reason: 'duplicate' })
    await desk.payments.refunds.confirm(ofLine.id, { paidAt: `${day}T12:00:00.000Z` })
    for (const repository of [stored, reversed]) {
      const { payments, refunds } = await counter({ repository, channels }).payments.days.preview({ account, day })
      expect(payments.map(({ channel }) => channel)).toEqual(['Agent', 'cash'])
      expect(refunds.map(({ channel }) => channel)).toEqual([null, 'Agent', 'cash'])
    }
  })

  it('returns the closing of a day that is closed, also to another actor', async () => {
    const desk = counter()
    const first = await desk.payments.days.close(call)
    expect(await desk.payments.days.close({ ...call, actor: 'sara' })).toEqual(first)
    expect((await desk.payments.days.list()).items).toEqual([first])
    const late = await desk.line({ amount: 5 })
    expect(await desk.payments.days.close(call)).toEqual({ ...first, changedSince: [late.key] })
  })

  it('makes one closing of many calls at once, and one chain of many days', async () => {
    const desk = counter()
    const same = await Promise.all(Array.from({ length: 20 }, () => desk.payments.days.close(call)))
    expect(new Set(same.map(({ hash }) => hash)).size).toBe(1)
    const days = Array.from({ length: 18 }, (_, i) => `2026-11-${String(i + 1).padStart(2, '0')}`)
    await Promise.all(days.map((one) => desk.payments.days.close({ ...call, day: one })))
    expect(await desk.payments.days.verify({ account })).toEqual({ ok: true, closings: 19, firstDifference: null })
  })

  it('refuses a day that is not over in the zone of the hospital, and a call without an actor', async () => {
    const desk = counter({ timeZone: 'Pacific/Kiritimati' })
    expect(await badFields(desk.payments.days.close({ ...call, day: '2026-11-20' }))).toEqual([
      'day must be over in Pacific/Kiritimati before it is closed',
    ])
    expect(await badFields(desk.payments.days.close({ account, day } as never))).toEqual(['actor is required'])
    expect(await badFields(desk.payments.days.close({ ...call, day: '2026-02-30' }))).toEqual([
      'day must be a calendar day YYYY-MM-DD of 1970 to 9998',
    ])
    expect((await desk.payments.days.list()).items).toEqual([])
  })
})

describe('days.get and days.verify: a day without a closing', () => {
  it('is null beside closed ones, and the chain of an account without closings is whole', async () => {
    const desk = counter()
    await desk.payments.days.close(call)
    expect(await desk.payments.days.get({ account, day: '2026-11-18' })).toBeNull()
    expect(await desk.payments.days.get({ account: 'other', day })).toBeNull()
    const none = { ok: true, closings: 0, firstDifference: null }
    expect(await desk.payments.days.verify({ account: 'other' })).toEqual(none)
  })
})

describe('chain', () => {
  /** Closes a day with an open line twice, and verifies it over a storage that was changed by hand. */
  async function changedByHand(change: (stored: FinanceRepository) => Partial<FinanceRepository>) {
    const stored = memoryRepository()
    const desk = counter({ repository: stored })
    await desk.line({ key: 'id:x', amount: 30 })
    await desk.payments.days.close(call)
    await desk.payments.days.reopen({ ...call, reason: 'x' })
    await desk.payments.days.close({ ...call, actor: 'sara' })
    const { payments } = counter({ repository: { ...stored, ...change(stored) } })
    return payments.days.verify({ account })
  }

  async function* each<Row>(
    batches: AsyncIterable<readonly Row[]>,
    change: (row: Row) => Row,
    isFound: (row: Row) => boolean = () => true,
  ) {
    for await (const batch of batches) yield batch.map(change).filter(isFound)
  }

  it.each<[string, string, (stored: FinanceRepository) => Partial<FinanceRepository>]>([
    [
      'the amount of a line',
      'lines.id:x',
      ({ scanLines }) => ({ scanLines: (query) => each(scanLines(query), (line) => ({ ...line, amount: 31 })) }),
    ],
    [
      'the open money of a line',
      'lines.id:x',
      ({ scanLines }) => ({
        scanLines: (query) =>
          each(scanLines(query), (line) => ({
            ...line,
            allocated: 5,
            allocations: [{ ...toCategory(5), by: 'hand' as const }],
          })),
      }),
    ],
    [
      'the day of a line',
      'lines.id:x',
      ({ scanLines, findLines }) => ({
        findLines: async (keys) => (await findLines(keys)).map((line) => ({ ...line, valueDate: '2026-11-18' })),
        scanLines: ({ from, ...query }) =>
          each(
            scanLines(query),
            (line) => ({ ...line, valueDate: '2026-11-18' }),
            ({ valueDate }) => !from || valueDate >= from,
          ),
      }),
    ],
    ['the lines that were kept with a closing', 'lines', () => ({ closingLines: async () => [] })],
    [
      'the actor of a closing',
      'hash',
      ({ scanClosings }) => ({
        scanClosings: (of) => each(scanClosings(of), (link) => ({ ...link, actor: 'someone' })),
      }),
    ],
    [
      'the hash at its end',
      'end',
      ({ chainStates }) => ({
        chainStates: async (accounts) =>
          (await chainStates(accounts)).map((state) => ({ ...state, hash: 'a'.repeat(64) })),
      }),
    ],
    [
      'the number at its end',
      'missing_link',
      ({ chainStates }) => ({
        chainStates: async (accounts) =>
          (await chainStates(accounts)).map((state) => ({ ...state, sequence: state.sequence + 1 })),
      }),
    ],
    [
      'the last closing, which is gone',
      'missing_link',
      ({ scanClosings }) => ({
        async *scanClosings(of) {
          for await (const batch of scanClosings(of)) yield batch.slice(0, -1)
        },
      }),
    ],
  ])('changed by hand differs first by %s', async (by, what, change) => {
    const verdict = await changedByHand(change)
    expect(verdict).toMatchObject({ ok: false, firstDifference: { day, what } })
    expect(verdict.closings).toBe(by.endsWith('gone') ? 2 : 3)
  })

  it('without its links has missing_link as its first difference, of no day', async () => {
    const verdict = await changedByHand(() => ({ async *scanClosings() {} }))
    expect(verdict).toEqual({ ok: false, closings: 0, firstDifference: { day: null, what: 'missing_link' } })
  })

  it('with a missing link is neither closed nor reopened further, and the error says so', async () => {
    const stored = memoryRepository()
    const desk = counter({ repository: stored })
    for (const one of ['2026-11-17', day]) await desk.payments.days.close({ ...call, day: one })
    const [state] = await stored.chainStates([account])
    for (const [links, sequence] of [
      [1, 2],
      [2, 0],
    ] as const) {
      const chainStates = async () => [{ ...state!, links, sequence }]
      const { days } = counter({ repository: { ...stored, chainStates } }).payments
      const refused = [days.close({ ...call, day: '2026-11-18' }), days.reopen({ ...call, reason: 'x' })]
      for (const one of refused) {
        const { message } = await refusal(one, 'internal_error')
        expect(message).toMatch(/^A closing is missing in the chain of this account: /)
      }
    }
    expect(await desk.payments.days.verify({ account })).toMatchObject({ ok: true, closings: 2 })
  })

  it('has the lines of a day read once, however often the day was closed', async () => {
    const { desk, queries } = scanned()
    await desk.line({ amount: 30 })
    for (let n = 0; n < 3; n++) {
      await desk.payments.days.close(call)
      await desk.payments.days.reopen({ ...call, reason: 'x' })
    }
    queries.length = 0
    expect(await desk.payments.days.verify({ account })).toEqual({ ok: true, closings: 6, firstDifference: null })
    expect(queries).toEqual([{ account, from: day, to: day }])
  })

  it('moved by others at each of 100 tries is refused with concurrent_update', async () => {
    const stored = memoryRepository()
    let tries = 0
    const addClosing = async () => {
      tries++
      return { outcome: 'chain_moved' as const }
    }
    const repository = { ...stored, addClosing }
    const error = await refusal(counter({ repository }).payments.days.close(call), 'concurrent_update')
    expect(error.retryable).toBe(true)
    expect(error.message).toBe('Write conflict with other closings of this account; nothing was stored. Try again.')
    expect(tries).toBe(100)
  })

  it('moved once is read again, and the log has the day and the attempt', async () => {
    const stored = memoryRepository()
    const { logger, lines: logged } = recordingLogger()
    let tries = 0
    const repository: FinanceRepository = {
      ...stored,
      addClosing: async (...values) => (++tries === 1 ? { outcome: 'chain_moved' } : stored.addClosing(...values)),
    }
    const closed = await counter({ repository, logger }).payments.days.close(call)
    expect(closed).toMatchObject({ sequence: 1, changedSince: [] })
    expect(logged).toEqual([
      {
        level: 'debug',
        message: 'Another closing or an undo was stored first; the closing of a day is decided again.',
        fields: { day, attempt: 0 },
      },
    ])
  })

  it.each([
    ['behind', [], 'end'],
    ['before', [{ account, sequence: 4, hash: 'a'.repeat(64), takenBack: 0, links: 3 }], 'missing_link'],
  ])(
    'with its last link %s the end that was stored differs there, by the day of that link',
    async (_, states, what) => {
      const stored = memoryRepository()
      const desk = counter({ repository: stored })
      for (const one of ['2026-11-17', day, '2026-11-18']) await desk.payments.days.close({ ...call, day: one })
      const { days } = counter({ repository: { ...stored, chainStates: async () => states } }).payments
      const firstDifference = { day: '2026-11-18', what }
      expect(await days.verify({ account })).toEqual({ ok: false, closings: 3, firstDifference })
    },
  )

  it('moved by other days alone has the lines of the day read once, and twice where money was taken back', async () => {
    for (const takenBack of [0, 1]) {
      const stored = memoryRepository()
      let reads = 0
      let tries = 0
      const { payments } = counter({
        repository: {
          ...stored,
          scanLines: (...values) => (reads++, stored.scanLines(...values)),
          chainStates: async () => (tries === 0 ? [] : [{ account, sequence: 0, hash: null, takenBack, links: 0 }]),
          addClosing: async (closing) => (++tries === 1 ? { outcome: 'chain_moved' } : stored.addClosing(closing, 0)),
        },
      })
      await payments.days.close(call)
      expect(reads).toBe(1 + takenBack)
    }
  })

  it.each([
    [0, 1, 1],
    [1, 2, 2],
    [5, 6, 6],
    [6, 6, 6],
    [Infinity, 6, 6],
  ])('is read again where a day is closed meanwhile: %d times, and then verified', async (times, scanned, closings) => {
    const original = memoryRepository()
    const others = counter({ repository: original })
    await others.payments.days.close(call)
    let scans = 0
    const desk = counter({
      repository: {
        ...original,
        scanClosings: async function* (...query) {
          if (scans++ < times) await others.payments.days.close({ ...call, day: `2026-11-0${scans}` })
          yield* original.scanClosings(...query)
        },
      },
    })
    // Not the one that was closed during the last look.
    expect(await desk.payments.days.verify({ account })).toEqual({ ok: true, closings, firstDifference: null })
    expect(scans).toBe(scanned)
  })
})

describe('closing: a closed day', () => {
  it('keeps settled money, until it is reopened', async () => {
    const desk = counter()
    const { settled } = await aDay(desk)
    await desk.payments.days.close(call)
    expect((await refusal(undo(desk, settled), 'day_closed')).details).toEqual({ account, day })
    expect(await desk.payments.lines.get(settled.key)).toEqual(settled)
    const reopened = await desk.payments.days.reopen({ ...call, reason: 'wrong patient' })
    const nothing = { currencies: [], payments: [], refunds: [], changedSince: [] }
    expect(reopened).toMatchObject({ kind: 'reopening', sequence: 2, reason: 'wrong patient', ...nothing })
    expect(await desk.payments.days.get({ account, day })).toEqual(reopened)
    expect((await undo(desk, settled)).allocated).toBe(0)
    const again = await desk.payments.days.close(call)
    expect(again).toMatchObject({ kind: 'closing', sequence: 3, previousHash: reopened.hash })
    expect(await desk.payments.days.verify({ account })).toEqual({ ok: true, closings: 3, firstDifference: null })
  })

  it('keeps the share of a line that cancels out with one of another, open day', async () => {
    const desk = counter()
    const credit = await desk.line({ amount: 100 })
    const debit = await desk.line({ amount: 100, direction: 'debit', valueDate: '2026-11-18', account: 'other' })
    await allocation(desk, credit.key, [toLine(debit)])
    await desk.payments.days.close(call)
    const counterLine = (await desk.payments.lines.get(debit.key))!
    expect((await refusal(undo(desk, counterLine), 'day_closed')).details).toEqual({ account, day })
  })

  it('is named by day_closed where it has one of two lines that cancel out, for an undo of either', async () => {
    for (const closed of ['credit', 'debit'] as const) {
      const desk = counter()
      const other = { account: 'other', day: '2026-11-18' }
      const credit = await desk.line({ amount: 100 })
      const debit = await desk.line({ amount: 100, direction: 'debit', valueDate: other.day, account: other.account })
      await allocation(desk, credit.key, [toLine(debit)])
      const shut = closed === 'credit' ? { account, day } : other
      // Days beside it: of the same account, and of the same date.
      await desk.payments.days.close({ ...call, day: '2026-11-17' })
      await desk.payments.days.close({ ...call, account: 'till' })
      await desk.payments.days.close({ ...shut, actor: 'amina' })
      for (const { key } of [credit, debit]) {
        const line = (await desk.payments.lines.get(key))!
        expect((await refusal(undo(desk, line), 'day_closed')).details).toEqual(shut)
      }
    }
  })

  it('allows allocations of open money, and lists each line that changed since', async () => {
    const desk = counter()
    const { open } = await aDay(desk)
    await desk.payments.days.close(call)
    await allocation(desk, open.key, [toCategory(30)])
    const late = await desk.line({ amount: 1 })
    const closing = await desk.payments.days.get({ account, day })
    expect(closing?.changedSince).toEqual([open.key, late.key].sort())
    expect(await desk.payments.days.verify({ account })).toMatchObject({ ok: true })
  })

  it('keeps its hash where runs allocate its open money and store late lines', async () => {
    const desk = counter()
    const stated = (lineId: string, reference: string) =>
      ({ row: 2, lineId, direction: 'credit', amount: 1000, currency: 'ETB', valueDate: day, reference }) as const
    await desk.payments.statements.import([stated('A1', 'INV-1')], { account })
    const { hash } = await desk.payments.days.close(call)
    const [early, late] = [await desk.bill({ reference: 'INV-1' }), await desk.bill({ reference: 'INV-2' })]
    desk.clock.advance(minute)
    await desk.payments.statements.import([stated('A1', 'INV-1'), stated('A2', 'INV-2')], { account })
    for (const { id } of [early, late]) expect((await desk.payments.getPayment(id))?.status).toBe('succeeded')
    const { items } = await desk.payments.lines.list({ account })
    expect(items.map(({ status }) => status)).toEqual(['settled', 'settled'])
    const closing = await desk.payments.days.get({ account, day })
    expect(closing).toMatchObject({ hash, changedSince: items.map(({ key }) => key).sort() })
    expect(closingHash(closing!)).toBe(hash)
  })

  it('lists a line that a later statement has with another amount or another day', async () => {
    const desk = counter()
    const stated = (amount: number, valueDate: string) =>
      [{ row: 2, lineId: 'A1', direction: 'credit', amount, currency: 'ETB', valueDate, narration: 'x' }] as const
    const read = async () => (await desk.payments.days.get({ account, day }))?.changedSince.length
    await desk.payments.statements.import(stated(5, day), { account })
    await desk.payments.days.close(call)
    expect(await read()).toBe(0)
    desk.clock.advance(minute)
    await desk.payments.statements.import(stated(6, day), { account })
    expect(await read()).toBe(1)
    await desk.payments.statements.import(stated(6, '2026-11-18'), { account })
    expect(await read()).toBe(1)
    expect(await desk.payments.days.verify({ account })).toMatchObject({ ok: true })
  })

  it('lists lines that changed in the order of their keys', async () => {
    const { desk, queries } = scanned()
    const stated = (id: number) =>
      ({ row: 2, lineId: `A${id}`, direction: 'credit', amount: id, currency: 'ETB', valueDate: day }) as const
    await desk.payments.statements.import([stated(1), stated(2), stated(3)], { account })
    await desk.payments.days.close(call)
    const [low, , high] = (await desk.payments.lines.list()).items
    queries.length = 0
    expect((await desk.payments.days.get({ account, day }))?.changedSince).toEqual([])
    // By the counts nothing has changed.
    expect(queries).toEqual([])
    desk.clock.advance(minute)
    for (const { key } of [high!, low!])
      await desk.payments.lines.assign(key, { expectedVersion: 1, assignee: 'selam' })
    queries.length = 0
    expect((await desk.payments.days.get({ account, day }))?.changedSince).toEqual([low!.key, high!.key])
    // No more is read than the day, also where lines changed.
    expect(queries).toEqual([{ account, day }])
  })

  it('keeps the changes of an earlier closing, also where its counts are those of the day again', async () => {
    const { desk, repository } = scanned()
    const stated = (id: number) =>
      ({ row: 2, lineId: `A${id}`, direction: 'credit', amount: id, currency: 'ETB', valueDate: day }) as const
    await desk.payments.statements.import([stated(1), stated(2)], { account })
    await desk.payments.days.close(call)
    await desk.payments.days.reopen({ ...call, reason: 'x' })
    const [moved, stays] = (await desk.payments.lines.list()).items
    await changeLine(repository, moved!, { valueDate: '2026-11-18' })
    await desk.payments.statements.import([stated(3)], { account })
    const { items } = await desk.payments.lines.list({ from: day })
    const late = items.find(({ key }) => key !== stays!.key)
    await desk.payments.days.close(call)
    const changes = (await desk.payments.days.list()).items.map(({ changedSince }) => changedSince)
    expect(changes).toEqual([[], [], [moved!.key, late!.key].sort()])
  })

  describe('one of 20, each with a line that changed since, and one of them closed twice,', () => {
    /** Closes twenty days, and counts the reads of each line from then on. */
    async function twenty() {
      const stored = memoryRepository()
      const read = new Map<string, number>()
      const count = (lines: readonly AccountLine[]) =>
        lines.forEach(({ key }) => read.set(key, (read.get(key) ?? 0) + 1))
      const versions = new Map<string, number>()
      const counted =
        <Query>(call: (query: Query) => Promise<AccountLine[] | readonly AccountLine[]>) =>
        async (query: Query) => {
          const lines = await call(query)
          count(lines)
          return lines
        }
      const desk = counter({
        repository: {
          ...stored,
          findLines: counted(stored.findLines),
          pageLines: counted(stored.pageLines),
          async lineVersions(of) {
            const pairs = await stored.lineVersions(of)
            for (const [key] of pairs) versions.set(key, (versions.get(key) ?? 0) + 1)
            return pairs
          },
          async *scanLines(filter, signal) {
            for await (const lines of stored.scanLines(filter, signal)) {
              count(lines)
              yield lines
            }
          },
        },
      })
      const days = Array.from({ length: 20 }, (_, n) => `2026-10-${n + 10}`)
      const stated = days.flatMap((valueDate, n) =>
        [1, 2, 3].map((at) => {
          const lineId = `${valueDate}-${at}`
          return { row: 3 * n + at, lineId, direction: 'credit', amount: at, currency: 'ETB', valueDate } as const
        }),
      )
      await desk.payments.statements.import(stated, { account })
      for (const one of days) await desk.payments.days.close({ account, day: one, actor: 'amina' })
      await desk.payments.days.reopen({ account, day: days[0]!, actor: 'amina', reason: 'x' })
      await desk.payments.days.close({ account, day: days[0]!, actor: 'amina' })
      const { items } = await desk.payments.lines.list({ account, limit: 500 })
      for (const line of items.filter(({ amount }) => amount === 2)) await allocation(desk, line.key, [toCategory(2)])
      read.clear()
      versions.clear()
      return { ...desk, keys: items.map(({ key }) => key), read, versions }
    }
    const once = (keys: readonly string[]) => new Map(keys.map((key) => [key, 1]))

    it('is listed with its changes by a read of versions alone, of each line of a listed day once', async () => {
      const { payments, keys, read, versions } = await twenty()
      const { items } = await payments.days.list({ limit: 100 })
      expect(items.map(({ kind, changedSince }) => [kind, changedSince.length])).toEqual([
        ['closing', 1],
        ['reopening', 0],
        ...Array.from({ length: 20 }, () => ['closing', 1]),
      ])
      expect(versions).toEqual(once(keys))
      versions.clear()
      // As many lines as those days have, and no others of the account.
      expect((await payments.days.list({ from: '2026-10-11', to: '2026-10-12' })).items).toHaveLength(2)
      expect(versions.size).toBe(6)
      versions.clear()
      expect((await payments.days.records({ limit: 100 })).items).toHaveLength(22)
      expect(versions.size).toBe(0)
      expect(read.size).toBe(0)
    })

    it('is verified by one read of each line', async () => {
      const { payments, keys, read } = await twenty()
      expect(await payments.days.verify({ account })).toEqual({ ok: true, closings: 22, firstDifference: null })
      expect(read).toEqual(once(keys))
    })
  })

  it('is reopened once, and an open day never', async () => {
    const desk = counter()
    const reopen = () => desk.payments.days.reopen({ ...call, reason: 'x' })
    await refusal(reopen(), 'invalid_transition')
    await desk.payments.days.close(call)
    await reopen()
    const error = await refusal(reopen(), 'invalid_transition')
    expect(error.details).toEqual({ account, day, from: 'open', to: 'open' })
    expect(error.message).toContain(`The day ${day} is not closed`)
    expect(await badFields(desk.payments.days.reopen(call as never))).toEqual(['reason is required'])
  })

  it('is no longer in the unclosed days of attention', async () => {
    const desk = counter()
    await aDay(desk)
    // A day that is not over waits for no one.
    await desk.line({ account: 'today', valueDate: '2026-11-20' })
    await desk.line({ account: 'agent' })
    await desk.payments.days.close(call)
    const waiting = (await desk.payments.attention()).unclosedDays
    expect(waiting).toEqual(await desk.payments.days.unclosed())
    expect(waiting).toEqual([
      { account: 'agent', count: 1, oldest: day, days: [day] },
      { account, count: 1, oldest: '2026-11-18', days: ['2026-11-18'] },
      { account: 'other', count: 1, oldest: day, days: [day] },
    ])
  })
})

describe('days.list, days.records and days.unclosed', () => {
  it('page through closings, newest first, by account and day', async () => {
    const desk = counter()
    for (const one of ['2026-11-17', '2026-11-18', '2026-11-19']) await desk.payments.days.close({ ...call, day: one })
    await desk.payments.days.close({ ...call, account: 'till' })
    const days: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await desk.payments.days.list({ account, limit: 1, ...(cursor && { cursor }) })
      days.push(...page.items.map((closing) => closing.day))
      cursor = page.nextCursor
    }
    expect(days).toEqual(['2026-11-19', '2026-11-18', '2026-11-17'])
    const { items } = await desk.payments.days.list({ from: '2026-11-19' })
    expect(items.map((closing) => closing.account).sort()).toEqual([account, 'till'])
    const early = await desk.payments.days.list({ to: '2026-11-18' })
    expect(early.items.map((closing) => closing.day)).toEqual(['2026-11-18', '2026-11-17'])
    expect(await desk.payments.days.list({ account: ' till' })).toEqual({ items: [], nextCursor: null })
    await refusal(desk.payments.days.list({ from: '2026-11-20', to: '2026-11-19' }), 'invalid_date_range')
    await refusal(desk.payments.days.list({ cursor: 'x' }), 'invalid_cursor')
    const { nextCursor } = await desk.payments.days.list({ account, limit: 1 })
    await refusal(desk.payments.days.list({ account: 'till', limit: 1, cursor: nextCursor! }), 'invalid_cursor')
  })

  it('pass the filters of the query to the storage and no others, and no account that no line can have', async () => {
    const queries: object[] = []
    const pageClosings: FinanceRepository['pageClosings'] = async (query) => (queries.push(query), [])
    const { days } = counter({ repository: { ...memoryRepository(), pageClosings } }).payments
    await days.list({ account, from: undefined, limit: 1 })
    await days.records({ from: '2026-11-01' })
    await days.list({ to: '2026-11-30' })
    await days.list({ account: ' till' })
    expect(queries).toStrictEqual([
      { account, limit: 2 },
      { from: '2026-11-01', limit: 101 },
      { to: '2026-11-30', limit: 101 },
    ])
  })

  it('return the closings of a page without changedSince, and the days that are not closed', async () => {
    const desk = counter()
    await aDay(desk)
    const other = { account: 'other', count: 1, oldest: day, days: [day] }
    expect(await desk.payments.days.unclosed()).toEqual([
      { account, count: 2, oldest: '2026-11-18', days: ['2026-11-18', day] },
      other,
    ])
    const { changedSince: _, ...closing } = await desk.payments.days.close({ ...call, day: '2026-11-18' })
    expect(await desk.payments.days.unclosed()).toEqual([{ account, count: 1, oldest: day, days: [day] }, other])
    expect(await desk.payments.days.records({ account })).toEqual({ items: [closing], nextCursor: null })
    await refusal(desk.payments.days.records({ cursor: 'x' }), 'invalid_cursor')
  })
})

describe('days.report', () => {
  it('sums up paid, late and reversed money, and open money', async () => {
    const desk = counter()
    const { bill, open, debit } = await aDay(desk)
    const other = await desk.bill({ channel: 'cash', reference: 'INV-9' })
    await desk.payments.confirmPayment(other.id)
    await desk.payments.reversePayment(other.id, { reason: 'charged twice' })
    const none = { count: 0, amount: '0' }
    const one = { count: 1, amount: '1000' }
    const { channels, openLines, closings } = await desk.payments.days.report({
      day: '2026-11-20',
      channel: 'cash',
    })
    expect(channels).toEqual([
      {
        channel: 'cash',
        currency: 'ETB',
        paid: one,
        late: none,
        waived: none,
        reversed: one,
        refunded: none,
        net: '1000',
      },
    ])
    expect(openLines.filter((sum) => sum.account === account)).toEqual([
      {
        account,
        currency: 'ETB',
        outcome: open.outcome,
        count: 3,
        amount: String(open.amount - (debit.amount - 50) + 5),
        oldest: '2026-11-18',
      },
    ])
    expect(closings).toEqual([])
    const paidOn = (await desk.payments.getPayment(bill.id))!.paidAt!.slice(0, 10)
    expect((await desk.payments.days.report({ day: paidOn, channel: 'Cash\0' })).channels).toEqual([])
    const all = await desk.payments.days.report({ day: paidOn })
    expect(all.channels.find(({ channel }) => channel === bill.channel)).toMatchObject({ paid: one, net: '1000' })
  })

  it('has the same net of a day for ever, also where a payment is reversed or a payout comes back later', async () => {
    const desk = counter()
    const { refunds } = desk.payments
    const [kept, undone] = [await desk.bill({ reference: 'A' }), await desk.bill({ reference: 'B' })]
    for (const { id } of [kept, undone]) await desk.payments.confirmPayment(id)
    const { key } = await desk.line({ amount: 70 })
    desk.clock.advance(minute)
    const back = await refunds.create({ paymentId: kept.id, amount: 400, reason: 'duplicate' })
    const ofLine = await refunds.create({ lineKey: key, amount: 70, reason: 'overpayment' })
    for (const { id } of [back, ofLine]) await refunds.confirm(id)
    const net = async () => (await desk.payments.days.report({ day: '2026-11-20' })).channels.map((one) => one.net)
    expect(await net()).toEqual(['-70', '1600'])
    desk.clock.advance(dayMs)
    for (const { id } of [back, ofLine]) await refunds.fail(id, { reason: 'account closed' })
    const again = await refunds.create({ paymentId: kept.id, amount: 400, reason: 'duplicate' })
    await refunds.confirm(again.id)
    await desk.payments.reversePayment(undone.id, { reason: 'charged twice' })
    expect(await net()).toEqual(['-70', '1600'])
    const next = await desk.payments.days.report({ day: '2026-11-21' })
    expect(next.channels).toMatchObject([{ refunded: { count: 1, amount: '400' }, net: '-400' }])
  })

  it('has the refunds of its channel alone, and the lines up to the day, in a fixed order', async () => {
    const desk = counter()
    const { refunds, days } = desk.payments
    for (const channel of ['cash', 'mobile-banking']) {
      const { id } = await desk.bill({ channel, reference: channel })
      await desk.payments.confirmPayment(id)
      desk.clock.advance(minute)
      const back = await refunds.create({ paymentId: id, amount: 400, reason: 'duplicate' })
      await refunds.confirm(back.id)
    }
    for (const [account, valueDate] of [
      ['till', '2026-11-20'],
      ['bank', '2026-11-20'],
      ['bank', '2026-11-21'],
    ]) {
      await desk.line({ amount: 5, account: account!, valueDate: valueDate! })
    }
    const report = await days.report({ day: '2026-11-20', channel: 'cash' })
    expect(report.channels).toMatchObject([{ channel: 'cash', refunded: { count: 1, amount: '400' }, net: '600' }])
    expect(report.openLines.map((sum) => [sum.account, sum.count, sum.amount])).toEqual([
      ['bank', 1, '5'],
      ['till', 1, '5'],
    ])
  })

  it('counts late money as paid too', async () => {
    const desk = counter()
    const late = await desk.bill({ channel: 'cash', reference: 'A', expiresAt: '2026-11-20T09:00:00.001Z' })
    const timely = await desk.bill({ channel: 'cash', reference: 'B', amount: 7 })
    desk.clock.advance(minute)
    await desk.payments.expirePayment(late.id)
    for (const { id } of [late, timely]) await desk.payments.confirmPayment(id)
    const { channels } = await desk.payments.days.report({ day: '2026-11-20' })
    expect(channels).toMatchObject([
      { paid: { count: 2, amount: '1007' }, late: { count: 1, amount: '1000' }, net: '1007' },
    ])
  })

  it('has the oldest of open credits and debits together, in either order of the storage', async () => {
    const stored = memoryRepository()
    const desk = counter({ repository: stored })
    const outcome = 'unmatched_line'
    await desk.line({ amount: 30, valueDate: day, outcome })
    await desk.line({ amount: 70, valueDate: '2026-11-18', direction: 'debit', outcome })
    const reversed = {
      ...stored,
      sumOpenLines: async (query: Parameters<FinanceRepository['sumOpenLines']>[0]) =>
        (await stored.sumOpenLines(query)).toReversed(),
    }
    for (const repository of [stored, reversed]) {
      const { openLines } = await counter({ repository }).payments.days.report({ day })
      expect(openLines).toEqual([{ account, currency: 'ETB', outcome, count: 2, amount: '-40', oldest: '2026-11-18' }])
    }
  })

  it('has refunds of lines before the channels, whose names may be in capital letters', async () => {
    const desk = counter({ channels: { Agent: textChannel('{reference}') } })
    const { id } = await desk.bill({ channel: 'Agent' })
    await desk.payments.confirmPayment(id)
    const { key } = await desk.line({ amount: 70 })
    const refund = await desk.payments.refunds.create({ lineKey: key, amount: 70, reason: 'duplicate' })
    await desk.payments.refunds.confirm(refund.id)
    const { channels } = await desk.payments.days.report({ day: '2026-11-20' })
    expect(channels.map(({ channel }) => channel)).toEqual([null, 'Agent'])
  })

  it('has nothing of a channel that no payment can have, and does not read payments for it', async () => {
    const queries: object[] = []
    const repository: FinanceRepository = {
      ...memoryRepository(),
      totals: async (filter) => (queries.push(filter), []),
    }
    const { report } = counter({ repository }).payments.days
    expect((await report({ day, channel: 'no such channel' })).channels).toEqual([])
    expect(queries).toEqual([])
    await report({ day, channel: 'cash' })
    await report({ day })
    const filter = { by: 'paidAt', from: `${day}T00:00:00.000Z`, before: '2026-11-20T00:00:00.000Z' }
    for (const channels of [{ channels: ['cash'] }, {}]) {
      const paid = { ...filter, ...channels }
      const others = [{ flag: 'late' }, { isWaived: true }, { by: 'reversedAt' }]
      expect(queries.splice(0, 4)).toStrictEqual([paid, ...others.map((other) => ({ ...paid, ...other }))])
    }
  })

  it('reads the closings of the day page after page for the last of each account', async () => {
    const stored = memoryRepository()
    const desk = counter({ repository: stored })
    await desk.payments.days.close(call)
    const [link] = await stored.findClosings([{ account, day }])
    const newestFirst = Array.from({ length: 1001 }, (_, i) => ({
      ...link!,
      sequence: 1001 - i,
      account: `till-${i % 2}`,
    }))
    const queries: (object | undefined)[] = []
    const pageClosings: FinanceRepository['pageClosings'] = async ({ from, to, limit, after }) => {
      expect([from, to]).toEqual([day, day])
      queries.push(after)
      return newestFirst.filter(({ sequence }) => sequence < (after?.sequence ?? 1002)).slice(0, limit)
    }
    const { closings } = await counter({ repository: { ...stored, pageClosings } }).payments.days.report({ day })
    expect(closings.map((one) => [one.account, one.sequence])).toEqual([
      ['till-0', 1001],
      ['till-1', 1000],
    ])
    const position = { at: link!.createdAt, hash: link!.hash }
    expect(queries).toEqual([undefined, { ...position, sequence: 502 }, { ...position, sequence: 2 }])
  })

  it('has the last closing of each account', async () => {
    const desk = counter()
    await desk.payments.days.close(call)
    const reopened = await desk.payments.days.reopen({ ...call, reason: 'x' })
    desk.clock.advance(dayMs)
    const till = await desk.payments.days.close({ ...call, account: 'till' })
    expect((await desk.payments.days.report({ day })).closings).toEqual([reopened, till])
  })
})
