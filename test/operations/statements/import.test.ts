import {
  type AccountLine,
  type HospitalPayments,
  memoryRepository,
  type StatementLine,
  type StatementRecord,
} from 'hospital-payments'
import type { ChangeGroup, FinanceRepository } from 'hospital-payments/repository'
import { readMt940 } from 'hospital-payments/statements'
import { describe, expect, it } from 'vitest'
import { credit, debit, file, hospital, account } from '../../reconciliation/support/hospital.js'
import { importsOf, ofPaymentsAlone } from '../../support/finance-repositories.js'
import { altered } from '../../support/repositories.js'
import { badFields, collect, refusal, start, testService } from '../../support/service.js'

const clinic = () => {
  const made = hospital()
  const { payments } = made
  const linesOf = async (): Promise<readonly AccountLine[]> => (await payments.lines.list({ limit: 500 })).items
  const imported = (records: Iterable<StatementRecord> | AsyncIterable<StatementRecord>, options = {}) =>
    payments.statements.import(records, { account, ...options })
  return { ...made, linesOf, imported }
}

const day = (valueDate: string, ...lines: Partial<StatementLine>[]) =>
  lines.map((line) => credit({ valueDate, ...line }))

describe('statements.import', () => {
  it('stores every line, settled or not, with its outcome', async () => {
    const made = clinic()
    const { bill, imported, linesOf } = made
    const clock = () => new Date(made.clock()).toISOString()
    await bill({ reference: 'INV-1' })
    await bill({ reference: 'INV-2' })
    const done = await imported(
      file(
        credit({ reference: 'INV-1', providerTransactionId: 'TX-1' }),
        credit({ reference: 'INV-2', amount: 200_000 }),
        credit({ narration: 'a relative of Abebe' }),
        debit({ amount: 500, narration: 'charge' }),
      ),
      { actor: 'desk-1', fileName: 'november.csv' },
    )
    expect(done).toMatchObject({
      account,
      actor: 'desk-1',
      fileName: 'november.csv',
      createdAt: clock(),
      from: '2026-11-20',
      to: '2026-11-20',
      rejected: [],
      rejectedCount: 0,
      skipped: 0,
      leftOut: [],
      statements: [],
      warnings: [],
    })
    expect(done.completedAt).not.toBeNull()
    const stored = await linesOf()
    expect(stored.map(({ row, outcome, status, allocated }) => [row, outcome, status, allocated]).sort()).toEqual([
      [2, 'confirmed', 'settled', 150_000],
      [3, 'over_paid', 'open', 0],
      [4, 'unmatched_line', 'open', 0],
      [5, 'reversal_candidate', 'open', 0],
    ])
    expect(new Set(stored.map(({ importId }) => importId))).toEqual(new Set([done.id]))
    expect(stored.find(({ row }) => row === 4)?.narration).toBe('a relative of Abebe')
  })

  it('stores one event a new line, with its allocations', async () => {
    const { bill, imported, linesOf, payments } = clinic()
    const { id } = await bill({ reference: 'INV-1' })
    await imported(file(credit({ reference: 'INV-1' }), credit({ reference: 'nothing' })), { actor: 'desk-1' })
    for (const { key, outcome } of await linesOf()) {
      const allocation = { to: 'payment', paymentId: id, amount: 150_000 }
      expect(await payments.lines.history(key)).toMatchObject([
        {
          type: 'line.imported',
          version: 1,
          actor: 'desk-1',
          allocations: outcome === 'confirmed' ? [allocation] : [],
        },
      ])
    }
  })

  it('stores the summary of its lines and of the payments of the period', async () => {
    const { bill, imported, payments } = clinic()
    const cash = await bill({ reference: 'INV-9' })
    await payments.confirmPayment(cash.id)
    await bill({ reference: 'INV-1' })
    const period = { from: '2026-11-20', to: '2026-11-20' }
    const done = await imported(file(credit({ reference: 'INV-1' })), { period })
    expect(done.lines).toEqual([
      { outcome: 'confirmed', direction: 'credit', currency: 'ETB', count: 1, amount: '150000' },
    ])
    expect(done.payments.map(({ outcome, count }) => [outcome, count])).toEqual([
      ['matched', 1],
      ['expected', 1],
    ])
    const other = await imported([], { period, channels: ['till'] })
    expect(other.payments).toEqual([])
  })

  it('stores the first thousand rejected rows with their reasons, and counts the others', async () => {
    const { imported, linesOf } = clinic()
    const rows = Array.from({ length: 1002 }, (_, row) => ({ row, rejected: `row ${row} has no amount` }))
    const done = await imported(rows)
    expect(done.rejectedCount).toBe(1002)
    expect(done.rejected).toHaveLength(1000)
    expect(done.rejected[999]).toEqual({ row: 999, reason: 'row 999 has no amount' })
    expect(await linesOf()).toEqual([])
    expect(done).toMatchObject({ from: null, to: null })
  })

  it('stores the balances of the file', async () => {
    const { imported } = clinic()
    const text = [
      ':20:X',
      ':25:ACC',
      ':28C:1',
      ':60F:C261119ETB100,00',
      ':61:261120C50,00NTRFINV-1',
      ':62F:C261120ETB150,00',
      '-',
    ]
    const done = await imported(readMt940(text.join('\r\n')))
    expect(done.statements).toEqual([
      { opening: { currency: 'ETB', amount: '10000' }, closing: { currency: 'ETB', amount: '15000' }, addsUp: true },
    ])
  })
})

describe('statements.import: a stored line in the next import', () => {
  it('is decided anew while it is open, and written only where the outcome changes', async () => {
    const { bill, imported, linesOf, payments } = clinic()
    const line = credit({ reference: 'INV-1', amount: 200_000 })
    await imported([line])
    const [first] = await linesOf()
    expect(first).toMatchObject({ outcome: 'unmatched_line', version: 1 })
    await bill({ reference: 'INV-1' })
    await imported([line])
    expect((await linesOf())[0]).toEqual({ ...first, outcome: 'over_paid' })
    await bill({ reference: 'INV-1', amount: 200_000 })
    const done = await imported([line], { actor: 'desk-2' })
    expect(done.lines).toMatchObject([{ outcome: 'confirmed', count: 1 }])
    expect((await linesOf())[0]).toMatchObject({ status: 'settled', version: 2, importId: first!.importId })
    expect((await payments.lines.history(first!.key)).map(({ type, actor }) => [type, actor])).toEqual([
      ['line.imported', null],
      ['line.allocated', 'desk-2'],
    ])
    expect((await imported([line])).lines).toMatchObject([{ outcome: 'already_reconciled' }])
  })

  it('is on hold and untouched where a person holds it, or has allocated a part', async () => {
    const { bill, imported, linesOf, payments } = clinic()
    const lines = file(credit({ reference: 'INV-1' }), credit({ reference: 'INV-2' }))
    await imported(lines)
    const [held, shared] = await linesOf()
    await payments.lines.hold(held!.key, { expectedVersion: 1 })
    await payments.lines.allocate(shared!.key, {
      expectedVersion: 1,
      allocations: [{ to: 'category', category: 'deposit', amount: 100 }],
    })
    await bill({ reference: 'INV-1' })
    await bill({ reference: 'INV-2' })
    const before = await linesOf()
    expect((await imported(lines)).lines).toMatchObject([{ outcome: 'on_hold', count: 2 }])
    expect(await linesOf()).toEqual(before)
    await payments.lines.release(held!.key, { expectedVersion: 2 })
    expect((await imported(lines)).lines.map(({ outcome }) => outcome)).toEqual(['confirmed', 'on_hold'])
  })

  it('is set aside and untouched where its money went to categories alone', async () => {
    const { imported, payments, linesOf } = clinic()
    await imported([debit({ amount: 500, narration: 'charge' })])
    const [line] = await linesOf()
    await payments.lines.allocate(line!.key, {
      expectedVersion: 1,
      allocations: [{ to: 'category', category: 'bank_fee', amount: 500 }],
    })
    const before = await linesOf()
    expect((await imported([debit({ amount: 500, narration: 'charge' })])).lines).toMatchObject([
      { outcome: 'set_aside', count: 1 },
    ])
    expect(await linesOf()).toEqual(before)
  })

  it('takes the narration of the newest statement, as long as nothing of it is allocated', async () => {
    const { bill, imported, linesOf } = clinic()
    const line = credit({ lineId: 'A-1', reference: 'INV-1', narration: 'first' })
    await imported([line])
    await imported([{ ...line, narration: 'second' }])
    expect(await linesOf()).toMatchObject([{ narration: 'second', status: 'open', version: 1 }])
    await bill({ reference: 'INV-1' })
    await imported([{ ...line, narration: 'third' }])
    await imported([{ ...line, narration: 'fourth' }])
    expect(await linesOf()).toMatchObject([{ narration: 'third', status: 'settled', version: 2 }])
  })

  it('takes no narration again after it was erased', async () => {
    const { bill, imported, linesOf, payments } = clinic()
    const line = credit({ lineId: 'A-1', reference: 'INV-1', narration: 'from Abebe' })
    await imported([line])
    await payments.lines.eraseText({ before: '2026-12-01' })
    await imported([{ ...line, narration: 'from Abebe Bekele' }])
    await bill({ reference: 'INV-1' })
    await imported([line])
    const [stored] = await linesOf()
    expect(stored).toMatchObject({ status: 'settled', amount: 150_000 })
    expect(stored).not.toHaveProperty('narration')
  })
})

describe('categoryOf: a category of the host', () => {
  const categoryOf = ({ narration }: StatementLine) => (narration?.includes('FEE') ? 'bank_fee' : undefined)

  it('settles a line by rule in an import, and stands in a preview', async () => {
    const { imported, linesOf, preview } = clinic()
    const charge = debit({ amount: 500, narration: 'MONTHLY FEE' })
    const { lines } = await preview([charge], { categoryOf })
    expect(lines).toMatchObject([{ outcome: 'set_aside', applied: false, rule: null, allocations: [] }])
    expect(await linesOf()).toEqual([])
    await imported([charge], { categoryOf })
    expect(await linesOf()).toMatchObject([
      {
        outcome: 'set_aside',
        status: 'settled',
        allocations: [{ to: 'category', category: 'bank_fee', amount: 500, by: 'rule' }],
      },
    ])
  })

  it('is applied where lines are stored, and not over a repository of payments alone', async () => {
    const charge = debit({ amount: 500, narration: 'MONTHLY FEE' })
    const { apply, repository, linesOf } = clinic()
    const alone = hospital({ repository: ofPaymentsAlone(repository as FinanceRepository) as never })
    expect((await alone.apply([charge], { categoryOf })).lines).toMatchObject([
      { outcome: 'set_aside', applied: false },
    ])
    expect(await linesOf()).toEqual([])
    expect((await apply([charge], { categoryOf })).lines).toMatchObject([{ outcome: 'set_aside', applied: true }])
    expect(await linesOf()).toMatchObject([{ outcome: 'set_aside', version: 1 }])
  })

  it('is computed once for a line that a file repeats, in a preview too; lines without a category stay as they are', async () => {
    const charge = debit({ amount: 500, narration: 'MONTHLY FEE', lineId: 'A' })
    const gift = credit({ narration: 'a gift', lineId: 'B' })
    for (const apply of [false, true]) {
      const lineIds: string[] = []
      const { lines } = await clinic().reconcile(file(charge, gift, charge, gift), {
        apply,
        categoryOf: (line) => (lineIds.push(line.lineId!), categoryOf(line)),
      })
      expect(lines.map(({ outcome }) => outcome)).toEqual([
        'set_aside',
        'unmatched_line',
        'possible_duplicate',
        'possible_duplicate',
      ])
      expect(lineIds.filter((lineId) => lineId === 'A')).toHaveLength(1)
    }
  })

  it('is computed only for lines that no payment settles', async () => {
    const { bill, imported } = clinic()
    await bill({ reference: 'INV-1' })
    const references: string[] = []
    await imported(file(credit({ reference: 'INV-1' }), credit({ reference: 'other' })), {
      categoryOf: ({ reference }: StatementLine) => void references.push(reference!),
    })
    expect(references).toEqual(['other'])
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('Abebe')
      },
      'categoryOf threw; nothing of this line was written.',
    ],
    [
      'is no category',
      () => 'Bank fee',
      'categoryOf must return undefined, or 1 to 64 of the characters a-z, 0-9, _, . and -.',
    ],
    ['is a number', () => 7, 'categoryOf must return undefined, or 1 to 64 of the characters a-z, 0-9, _, . and -.'],
  ])('%s: the import ends with internal_error', async (_, categoryOf, message) => {
    const { imported, linesOf, payments } = clinic()
    const error = await refusal(imported([debit()], { categoryOf }), 'internal_error')
    expect(error.message).toBe(message)
    expect(await linesOf()).toEqual([])
    expect((await payments.statements.list()).items).toMatchObject([{ completedAt: null }])
  })
})

describe('statements.import: an import that is cut off', () => {
  it('is completed by the same call to the state of a clean one', async () => {
    const lines = file(
      ...Array.from({ length: 2500 }, (_, i) => credit({ reference: `INV-${i % 40}`, amount: 100 + i })),
    )
    const clean = clinic()
    const cut = clinic()
    for (const { bill } of [clean, cut])
      for (let i = 0; i < 40; i++) await bill({ reference: `INV-${i}`, amount: 100 + i })
    await clean.imported(lines)
    async function* broken() {
      yield* lines.slice(0, 1700)
      await Promise.resolve()
      throw new Error('the connection was lost')
    }
    await expect(cut.imported(broken())).rejects.toThrow('the connection was lost')
    expect((await cut.payments.statements.list()).items).toMatchObject([{ completedAt: null, warnings: [] }])
    const again = await cut.imported(lines)
    expect(again.completedAt).not.toBeNull()
    const brief = async ({ linesOf }: ReturnType<typeof clinic>) =>
      (await linesOf()).map(({ key, outcome, status, allocated }) => [key, outcome, status, allocated])
    expect(await brief(cut)).toEqual(await brief(clean))
  })

  it('ends by its signal between two groups, with the reason, and keeps the stored lines', async () => {
    const { imported, payments } = clinic()
    const leave = new AbortController()
    const lines = file(...Array.from({ length: 3000 }, (_, i) => credit({ reference: `INV-${i}` })))
    const seen: number[] = []
    const call = imported(lines, {
      signal: leave.signal,
      onProgress({ lines }: { lines: number }) {
        seen.push(lines)
        leave.abort(new Error('the client left'))
      },
    })
    await expect(call).rejects.toThrow('the client left')
    expect(seen).toEqual([1000])
    const stored = await collect(payments.lines.exportCsv())
    expect(stored.join('').split('\r\n').length - 2).toBeGreaterThanOrEqual(1000)
    const [kept] = (await payments.statements.list()).items
    expect(kept).toMatchObject({ completedAt: null, from: '2026-11-20' })
    await expect(imported(lines, { signal: leave.signal })).rejects.toThrow('the client left')
    expect((await payments.statements.list()).items).toHaveLength(1)
  })

  it('writes no group of lines that was read when its signal was aborted', async () => {
    const { imported, payments } = clinic()
    const leave = new AbortController()
    function* lines() {
      yield* file(...Array.from({ length: 999 }, (_, i) => credit({ reference: `INV-${i}` })))
      leave.abort(new Error('the client left'))
      yield* file(credit({ reference: 'INV-999' }))
    }
    await expect(imported(lines(), { signal: leave.signal })).rejects.toThrow('the client left')
    expect((await payments.lines.list()).items).toEqual([])
  })

  it.each([
    [
      'an import',
      (payments: HospitalPayments, lines: AsyncIterable<StatementLine>, signal: AbortSignal) =>
        payments.statements.import(lines, { account, signal }),
    ],
    [
      'reconcile',
      (payments: HospitalPayments, lines: AsyncIterable<StatementLine>, signal: AbortSignal) =>
        collect(payments.reconcile(lines, { account, apply: true, signal })),
    ],
  ])('ends with the reason when its signal is aborted while the source stalls: %s', async (_, call) => {
    const { payments } = clinic()
    const leave = new AbortController()
    let wasEnded = false
    const lines = {
      [Symbol.asyncIterator]: () => ({
        next: () => {
          setImmediate(() => leave.abort(new Error('the client left')))
          return new Promise<never>(() => undefined)
        },
        return: () => ((wasEnded = true), new Promise<never>(() => undefined)),
      }),
    }
    await expect(call(payments, lines, leave.signal)).rejects.toThrow('the client left')
    expect(wasEnded).toBe(true)
  })

  it('reports its progress at least every thousand lines, also where onProgress throws', async () => {
    const { imported } = clinic()
    const seen: number[] = []
    await imported(file(...Array.from({ length: 2100 }, (_, i) => credit({ reference: `INV-${i}` }))), {
      onProgress({ lines }: { lines: number }) {
        seen.push(lines)
        throw new Error('no')
      },
    })
    expect(seen).toEqual([1000, 2000, 2100])
  })

  it('reports progress of lines alone, and none of payments and the summary', async () => {
    const { imported, bill, payments } = clinic()
    const { id } = await bill({ reference: 'X' })
    await payments.confirmPayment(id)
    const seen: number[] = []
    const lines = file(...Array.from({ length: 1000 }, (_, i) => credit({ reference: `INV-${i}` })))
    const period = { from: '2026-11-20', to: '2026-11-20' }
    const done = await imported(lines, {
      period,
      onProgress: (progress: { lines: number }) => seen.push(progress.lines),
    })
    expect(done.payments).toMatchObject([{ count: 1 }])
    expect(seen).toEqual([1000, 1000])
  })

  it('fails with the error of the storage, also where the import cannot be stored', async () => {
    const { repository } = testService()
    let saves = 0
    const broken = altered(
      repository,
      (original) =>
        ({
          replace: async (group: ChangeGroup) => {
            if (importsOf(group).length > 0 && ++saves > 1) throw new Error('no')
            return original.replace(group)
          },
          lookup: () => Promise.reject(new Error('the disk is full')),
        }) as never,
    )
    const { payments } = testService({ repository: broken })
    const error = await refusal(payments.statements.import([credit()], { account }), 'internal_error')
    expect((error.cause as Error).message).toBe('the disk is full')
  })
})

describe('statements.import: the warnings', () => {
  const balances = (opening: string, closing: string, ...days: string[]) =>
    readMt940(
      [
        ':20:X',
        ':25:ACC',
        ':28C:1',
        `:60F:C261119ETB${opening}`,
        ...days.map((date) => `:61:${date}C50,00NTRFINV-${date}`),
        `:62F:C261120ETB${closing}`,
        '-',
      ].join('\r\n'),
    )

  it('are empty for a file like the one before', async () => {
    const { imported } = clinic()
    await imported(balances('100,00', '150,00', '261120'))
    expect((await imported(balances('150,00', '200,00', '261121'))).warnings).toEqual([])
  })

  it('name a day with fewer lines than before', async () => {
    const { imported } = clinic()
    const lines = day('2026-11-20', { reference: 'A' }, { reference: 'B' })
    await imported(lines)
    expect((await imported(lines)).warnings).toEqual([])
    expect((await imported(lines.slice(1))).warnings).toEqual([{ code: 'fewer_lines', day: '2026-11-20' }])
    // Neither lines of another account nor those of another day are missing here.
    expect((await imported(lines.slice(1), { account: 'other' })).warnings).toEqual([])
    expect((await imported(day('2026-11-21', { reference: 'C' }))).warnings).toEqual([])
  })

  it('name balances that do not chain', async () => {
    const { imported } = clinic()
    await imported(balances('100,00', '150,00', '261120'))
    expect((await imported(balances('160,00', '210,00', '261121'))).warnings).toEqual([
      { code: 'balance_gap', day: '2026-11-21' },
    ])
  })

  it('name days between two files', async () => {
    const { imported } = clinic()
    await imported(day('2026-11-10', { reference: 'A' }))
    expect((await imported(day('2026-11-13', { reference: 'B' }))).warnings).toEqual([
      { code: 'days_missing', day: '2026-11-11' },
    ])
  })

  it('name another format than that of the file before', async () => {
    const { imported } = clinic()
    await imported(balances('100,00', '150,00', '261120'))
    await imported(day('2026-11-21', { reference: 'A' }))
    const camt = Object.assign(day('2026-11-21', { reference: 'A' }), { format: 'camt' })
    expect((await imported(camt)).warnings).toEqual([{ code: 'other_format' }])
    expect((await imported(Object.assign([], { format: 'csv' }))).warnings).toEqual([])
  })

  it('name a file that differs from its own totals', async () => {
    const { imported } = clinic()
    expect((await imported(balances('100,00', '999,00', '261120'))).warnings).toEqual([{ code: 'totals_differ' }])
  })
})

describe('statements.list, statements.get and statements.import: imports', () => {
  it('are listed newest first, by account, a page at a time', async () => {
    const { imported, payments, clock } = clinic()
    const ids: string[] = []
    for (let i = 0; i < 5; i++) {
      clock.set(new Date(Date.parse(start) + i * 1000).toISOString())
      ids.unshift((await imported([], { account: i === 2 ? 'other' : account })).id)
    }
    const [last, , other] = ids
    expect((await payments.statements.list()).items.map(({ id }) => id)).toEqual(ids)
    const pages = async () => {
      const idsOfPages: string[] = []
      let cursor: string | null | undefined
      do {
        const page = await payments.statements.list({ account, limit: 1, ...(cursor && { cursor }) })
        idsOfPages.push(...page.items.map(({ id }) => id))
        cursor = page.nextCursor
      } while (cursor !== null)
      return idsOfPages
    }
    expect(await pages()).toEqual(ids.filter((id) => id !== other))
    const { nextCursor } = await payments.statements.list({ account, limit: 1 })
    await refusal(payments.statements.list({ cursor: nextCursor! }), 'invalid_cursor')
    expect(await payments.statements.get(last!)).toEqual((await payments.statements.list({ limit: 1 })).items[0])
    expect(await payments.statements.get('imp_unknown')).toBeNull()
    expect(await payments.statements.get('imp_00000000000000000000000000')).toBeNull()
  })

  it.each([
    [{}, ['account is required']],
    [{ account, apply: true }, ['apply is not a known field']],
    [{ account, graceDays: 2 }, ['graceDays is not a known field']],
    [{ account, fileName: ' ', onProgress: 7 }, ['fileName is empty', 'onProgress must be a function']],
  ])('are refused with wrong options: %j', async (options, fields) => {
    const { payments } = clinic()
    expect(await badFields(payments.statements.import([], options as never))).toEqual(fields)
    expect((await payments.statements.list()).items).toEqual([])
  })

  it('are read with the filters of the query and no others, and not for an account that no import can have', async () => {
    const queries: object[] = []
    const pageRows: FinanceRepository['pageRows'] = async (_, query) => (queries.push(query), [])
    const repository: FinanceRepository = { ...memoryRepository(), pageRows }
    const { statements } = testService({ repository }).payments
    await statements.list({ account, limit: 1 })
    await statements.list({ account: undefined })
    expect(await statements.list({ account: ' cbe' })).toEqual({ items: [], nextCursor: null })
    expect(queries).toEqual([
      { list: 'account', where: { account }, direction: 'desc', limit: 2 },
      { list: 'created', direction: 'desc', limit: 101 },
    ])
  })

  it('are stored before their first line, as begun and empty', async () => {
    const original = memoryRepository()
    const saved: object[] = []
    const replace: FinanceRepository['replace'] = async (group) => {
      saved.push(...structuredClone(importsOf(group)))
      return original.replace(group)
    }
    const repository: FinanceRepository = { ...original, replace }
    const { payments } = testService({ repository })
    const records = Object.assign([credit()], { format: 'x'.repeat(255) })
    const { id } = await payments.statements.import(records, { account, fileName: 'november.csv' })
    expect(saved).toHaveLength(2)
    expect(saved[0]).toStrictEqual({
      id,
      account,
      actor: null,
      fileName: 'november.csv',
      format: 'x'.repeat(255),
      layout: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
      createdAt: start,
      completedAt: null,
      lines: [],
      payments: [],
      skipped: 0,
      leftOut: [],
      rejected: [],
      rejectedCount: 0,
      from: null,
      to: null,
      statements: [],
      warnings: [],
    })
    expect(saved[1]).toMatchObject({ id, completedAt: start, from: '2026-11-20', to: '2026-11-20' })
  })

  it.each([5, 'a\0b', 'x'.repeat(256), null])('have no format that no storage could hold: %j', async (format) => {
    const original = memoryRepository()
    const formats: unknown[] = []
    const replace: FinanceRepository['replace'] = async (group) => (
      formats.push(...importsOf(group).map((entry) => entry.format)),
      original.replace(group)
    )
    const repository: FinanceRepository = { ...original, replace }
    const { payments } = testService({ repository })
    await payments.statements.import(Object.assign([], { format }), { account })
    expect(formats).toEqual([null, null])
  })

  it('count the stored lines of each day once, and of no text that is no day', async () => {
    const original = memoryRepository()
    const queries: object[] = []
    const neighbours: object[] = []
    const repository: FinanceRepository = {
      ...original,
      countLines: async (filter) => (queries.push(filter), original.countLines(filter)),
      pageRows: async (of, query) => {
        if (of.name === 'statement_imports') neighbours.push(query)
        return original.pageRows(of, query)
      },
    }
    const { payments } = testService({ repository })
    const wrong = [5, '2026-02-30', ['2026-11-20'], '1969-12-31'].map((valueDate) => ({ ...credit(), valueDate }))
    await payments.statements.import(wrong as never, { account })
    expect([queries, neighbours]).toEqual([[], []])
    await payments.statements.import([...day('2026-11-19', {}, {}), ...day('2026-11-18', {}), null as never], {
      account,
    })
    expect(queries).toEqual(['2026-11-19', '2026-11-18'].map((date) => ({ account, from: date, to: date })))
    const completed = { where: { account }, has: ['completedAt'], limit: 1 }
    expect(neighbours).toEqual([
      { ...completed, list: 'begin', from: '2026-11-20', direction: 'asc' },
      { ...completed, list: 'end', before: '2026-11-18', direction: 'desc' },
      { ...completed, list: 'account', has: ['completedAt', 'format'], direction: 'desc' },
    ])
  })

  it('need lines that can be iterated', async () => {
    const { payments } = clinic()
    expect(await badFields(payments.statements.import(7 as never, { account }))).toEqual([
      'lines must be an iterable of statement lines',
    ])
  })

  it('reject on a repository of payments alone, which reconciles as before', async () => {
    const { repository } = testService()
    const { payments, apply, bill } = hospital({ repository: ofPaymentsAlone(repository) })
    for (const call of [
      payments.statements.import([], { account }),
      payments.statements.get('imp_00000000000000000000000000'),
      payments.statements.list(),
    ]) {
      expect((await refusal(call, 'internal_error')).message).toContain('this repository stores no statement lines')
    }
    await bill({ reference: 'INV-1' })
    expect((await apply([credit({ reference: 'INV-1' })])).lines).toMatchObject([
      { outcome: 'confirmed', applied: true },
    ])
  })
})
