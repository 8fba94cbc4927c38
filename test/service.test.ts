import { createHospitalPayments, memoryRepository, textChannel } from 'hospital-payments'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { at, collect, hour, refusal, request, start, testService, unknownId } from './support/service.js'

const functions = [
  'createPayment',
  'createPayments',
  'getPayment',
  'findByReference',
  'search',
  'confirmPayment',
  'failPayment',
  'expirePayment',
  'reversePayment',
  'cancelPayment',
  'expireDue',
  'reportPayments',
  'exportCsv',
  'totals',
  'history',
  'reconcile',
  'deliverEvents',
  'eraseCustomer',
  'importHistory',
  'redeliverEvents',
  'deadEvents',
  'attention',
  'using',
  'within',
] as const

/** Objects of functions within the service. */
const groups = {
  statements: ['import', 'get', 'list'],
  layouts: ['create', 'replace', 'get', 'list', 'history', 'byDigest'],
  lines: [
    ...[
      'list',
      'get',
      'history',
      'histories',
      'suggest',
      'suggestMany',
      'acceptSuggestion',
      'totals',
      'allocate',
      'propose',
      'unallocate',
      'hold',
      'release',
      'markDuplicate',
      'assign',
      'setPayer',
    ],
    ...['note', 'notes', 'exportCsv', 'eraseText'],
  ],
  refunds: [
    ...['create', 'approve', 'reject', 'confirm', 'fail', 'cancel', 'get', 'list', 'history', 'totals'],
    'exportCsv',
  ],
  waivers: ['request', 'approve', 'reject', 'cancel', 'revoke', 'get', 'list', 'history', 'exportCsv'],
  attempts: ['start', 'get', 'list', 'check', 'history', 'abandon', 'receive', 'checkDue', 'pull'],
  days: [
    ...['preview', 'close', 'closeThrough', 'reopen', 'get', 'list', 'records', 'unclosed', 'verify', 'report'],
    ...['month', 'exportCsv'],
  ],
  receipts: ['issue', 'get', 'list', 'print', 'exportCsv'],
  reports: ['journal', 'byActor', 'audit', 'exportAudit'],
  rules: ['create', 'get', 'list', 'delete', 'try', 'apply'],
  payers: ['get', 'statement', 'apply'],
  accounts: ['list', 'balance'],
  cash: [
    ...['open', 'take', 'payOut', 'send', 'receive', 'recall', 'transits', 'void', 'close', 'explain'],
    ...['get', 'list', 'history', 'report'],
  ],
} as const

describe('createHospitalPayments', () => {
  it('returns a frozen plain object of exactly the documented functions', () => {
    const { payments } = testService()
    expect(Object.keys(payments).sort()).toEqual([...functions, ...Object.keys(groups)].sort())
    expect(functions.every((name) => typeof payments[name] === 'function')).toBe(true)
    expect(Object.isFrozen(payments)).toBe(true)
    expect(Object.getPrototypeOf(payments)).toBe(Object.prototype)
  })

  it.each(Object.entries(groups))('has the group %s, frozen and plain as itself', (name, members) => {
    for (const { payments } of [testService(), { payments: testService().payments.using(memoryRepository()) }]) {
      const group = payments[name as keyof typeof groups]
      expect(Object.keys(group)).toEqual(members)
      expect(Object.values(group).every((value) => typeof value === 'function')).toBe(true)
      expect(Object.isFrozen(group)).toBe(true)
      expect(Object.getPrototypeOf(group)).toBe(Object.prototype)
    }
  })

  it('returns functions that work when taken out of it', async () => {
    const { createPayment, confirmPayment, history, reportPayments, totals, exportCsv, findByReference, using } =
      testService().payments
    const { id } = await createPayment(request())
    expect((await confirmPayment(id)).status).toBe('succeeded')
    expect(await history(id)).toHaveLength(2)
    expect((await reportPayments()).items).toHaveLength(1)
    expect((await findByReference('INV-1')).items).toHaveLength(1)
    expect((await totals()).items).toHaveLength(1)
    expect(await collect(exportCsv())).toHaveLength(1)
    expect(await using(memoryRepository()).getPayment(id)).toBeNull()
  })

  it('rejects and never throws, whatever a function is given', async () => {
    const { payments } = testService()
    const {
      using: _,
      within: ______,
      exportCsv: __,
      getPayment: ___,
      history: ____,
      reconcile: _____,
      layouts,
      lines,
      refunds,
      waivers,
      attempts,
      statements,
      days,
      receipts,
      accounts,
      cash,
      payers,
      reports,
      rules,
      ...checked
    } = payments
    const { get: _get, history: _history, notes: _notes, exportCsv: _exportCsv, ...checkedOfLines } = lines
    const { get: _one, history: _events, exportCsv: _csv, ...checkedOfRefunds } = refunds
    const { get: _waiver, history: _ofWaiver, exportCsv: _waivers, ...checkedOfWaivers } = waivers
    const { get: _rule, ...checkedOfRules } = rules
    const { get: _attempt, history: _ofAttempt, ...checkedOfAttempts } = attempts
    const { get: _receipt, exportCsv: _receipts, ...checkedOfReceipts } = receipts
    const { unclosed: _unclosed, exportCsv: _closings, ...checkedOfDays } = days
    const { get: _session, history: _changes, ...checkedOfCash } = cash
    const { get: _layout, history: _versions, byDigest: _digest, ...checkedOfLayouts } = layouts
    const { journal: _journal, exportAudit: _audit, ...checkedReports } = reports
    const groups = [
      checked,
      checkedOfLines,
      checkedOfRefunds,
      checkedOfWaivers,
      checkedOfRules,
      checkedOfAttempts,
      checkedOfDays,
      checkedOfReceipts,
      checkedOfCash,
      checkedOfLayouts,
      payers,
      accounts,
      checkedReports,
    ]
    const calls = [...groups.flatMap((group) => Object.values<unknown>({ ...group })), statements.list]
    for (const call of calls as ((...args: unknown[]) => Promise<unknown>)[]) {
      await refusal(call(Symbol('x'), Symbol('y')), 'invalid_request')
    }
  })

  it('needs nothing but a repository', async () => {
    const payments = createHospitalPayments({ repository: memoryRepository() })
    expect((await payments.reportPayments()).items).toEqual([])
    expect((await refusal(payments.createPayment(request()), 'unsupported_channel')).details.supported).toEqual([])
  })
})

describe('createHospitalPayments: the defaults of clock and random', () => {
  afterEach(() => void vi.useRealTimers())

  it('are the host’s clock, read at each call, and its secure randomness', async () => {
    vi.useFakeTimers({ now: Date.parse(start), toFake: ['Date'] })
    const channels = { cash: textChannel('{reference}') }
    const payments = createHospitalPayments({ repository: memoryRepository(), channels })
    const other = createHospitalPayments({ repository: memoryRepository(), channels })
    const first = await payments.createPayment(request({ channel: 'cash' }))
    expect(first.createdAt).toBe(start)
    const second = await other.createPayment(request({ channel: 'cash' }))
    expect(second.id > first.id).toBe(true)
    vi.setSystemTime(at(hour))
    expect((await payments.createPayment(request({ channel: 'cash' }))).createdAt).toBe(at(hour))
  })
})

describe('HospitalPayments.using', () => {
  it('returns the same service over another repository', async () => {
    const { payments, clock } = testService({ referencePolicy: 'one-live', defaultTtlMs: hour })
    await payments.createPayment(request())
    const other = payments.using(memoryRepository())
    clock.advance(5)
    const payment = await other.createPayment(request())
    expect(payment).toMatchObject({ createdAt: at(5), expiresAt: at(5 + hour) })
    await refusal(other.createPayment(request()), 'reference_conflict')
    expect(await payments.getPayment(payment.id)).toBeNull()
    expect(Object.isFrozen(other)).toBe(true)
    expect(Object.keys(other)).toEqual(Object.keys(payments))
  })

  it.each([undefined, null, {}, 'x'])('refuses %j with a TypeError', (repository) => {
    expect(() => testService().payments.using(repository as never)).toThrow(TypeError)
  })
})

describe('createHospitalPayments: importing the library', () => {
  it('draws no randomness, starts no timer and opens no connection', async () => {
    vi.resetModules()
    const spies = [
      vi.spyOn(Math, 'random'),
      vi.spyOn(crypto, 'getRandomValues'),
      vi.spyOn(globalThis, 'fetch'),
      vi.spyOn(globalThis, 'setInterval'),
    ]
    const library = await import('hospital-payments')
    const calls = spies.map((spy) => spy.mock.calls.length)
    vi.restoreAllMocks()
    expect(library.createHospitalPayments).not.toBe(createHospitalPayments)
    expect(calls).toEqual([0, 0, 0, 0])
  })
})

describe('payment: through its whole life', () => {
  it('is the same in the answer of every function', async () => {
    const { payments, clock } = testService({ timeZone: 'Africa/Addis_Ababa' })
    const payment = await payments.createPayment(request({ expiresAt: at(hour) }), { idempotencyKey: 'k' })
    clock.set(at(2 * hour))
    expect(await payments.expireDue()).toStrictEqual({ expired: 1 })
    clock.set(at(3 * hour))
    const paid = await payments.confirmPayment(payment.id, { amount: 150_000, providerTransactionId: 'TX-1' })
    expect(paid).toMatchObject({ status: 'succeeded', late: true, version: 3 })
    clock.set(at(4 * hour))
    const reversed = await payments.reversePayment(payment.id, { reason: 'refund' })
    expect(await payments.getPayment(payment.id)).toStrictEqual(reversed)
    expect((await payments.findByReference('INV-1')).items).toStrictEqual([reversed])
    expect(
      (await payments.reportPayments({ basis: 'reversedAt', from: '2026-11-20', to: '2026-11-20' })).items,
    ).toHaveLength(1)
    expect((await payments.totals({ basis: 'paidAt' })).items).toStrictEqual([
      { currency: 'ETB', channel: 'mobile-banking', status: 'reversed', count: 1, amount: '150000', waived: '0' },
    ])
    expect((await payments.history(payment.id)).map(({ data }) => data.status)).toEqual([
      'pending',
      'expired',
      'succeeded',
      'reversed',
    ])
    expect(await payments.getPayment(unknownId)).toBeNull()
  })
})
