import type { AccountLine, LinesQuery } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { encodeCursor } from '../../../src/domain/cursor.js'
import { lineOutcomes } from '../../../src/domain/reconciliation/items.js'
import { badFields, refusal } from '../../support/service.js'
import { counter, allocation, toCategory } from './support/counter.js'

async function several() {
  const desk = counter()
  const lines = {
    plain: await desk.line({ key: 'id:a', valueDate: '2026-11-17', reference: 'INV-0001' }),
    narrated: await desk.line({ key: 'id:b', valueDate: '2026-11-18', narration: 'VON Müller, Kind\nBett 7' }),
    receipt: await desk.line({ key: 'id:c', valueDate: '2026-11-18', providerTransactionId: 'TX-77' }),
    debit: await desk.line({ key: 'id:d', direction: 'debit', amount: 35, outcome: 'reversal_candidate' }),
    foreign: await desk.line({ key: 'id:e', currency: 'KES', account: 'mpesa', valueDate: '2026-11-20' }),
  }
  await allocation(desk, 'id:d', [toCategory(35)])
  await desk.payments.lines.hold('id:a', { expectedVersion: 1 })
  await desk.payments.lines.assign('id:b', { expectedVersion: 1, assignee: 'selam' })
  const list = async (query?: LinesQuery) => {
    const { items } = await desk.payments.lines.list(query)
    return items.map(({ key }) => key.slice(3)).join('')
  }
  return { desk, lines, list }
}

describe('lines.list', () => {
  it('returns lines in the order of value date and key', async () => {
    const { list } = await several()
    expect(await list()).toBe('abcde')
  })

  it.each<[LinesQuery, string]>([
    [{ status: 'open' }, 'abce'],
    [{ status: ['settled'] }, 'd'],
    [{ status: ['settled', 'open'] }, 'abcde'],
    [{ held: true }, 'a'],
    [{ held: false }, 'bcde'],
    [{ outcome: 'reversal_candidate' }, 'd'],
    [{ outcome: ['reversal_candidate', 'unmatched_line'] }, 'abcde'],
    [{ outcome: 'on_hold' }, ''],
    [{ account: 'mpesa' }, 'e'],
    [{ account: ' ' }, ''],
    [{ direction: 'debit' }, 'd'],
    [{ currency: 'ETB' }, 'abcd'],
    [{ from: '2026-11-18' }, 'bcde'],
    [{ to: '2026-11-18' }, 'abc'],
    [{ from: '2026-11-18', to: '2026-11-18' }, 'bc'],
    [{ amount: 1000 }, 'abce'],
    [{ text: 'inv-00' }, 'a'],
    [{ text: 'müLLER' }, 'b'],
    [{ text: 'x-7' }, 'c'],
    [{ text: 'bett' }, 'b'],
    [{ assignee: 'selam' }, 'b'],
    [{ assignee: null }, 'acde'],
    [{ importId: `imp_${'0'.repeat(25)}1` }, 'abcde'],
    [{ importId: `imp_${'0'.repeat(25)}2` }, ''],
    [{ importId: 'other' }, ''],
    [{ status: undefined, held: undefined, text: undefined, assignee: undefined, cursor: undefined }, 'abcde'],
    [{ status: 'open', direction: 'credit', held: false, assignee: null, currency: 'ETB' }, 'c'],
  ])('filters by %j', async (query, keys) => {
    const { list } = await several()
    expect(await list(query)).toBe(keys)
  })

  it.each([
    [{ status: 'held' }, ['status.0 must be one of open, settled']],
    [{ held: 'yes' }, ['held must be true or false']],
    [{ outcome: [] }, [`outcome must be one value, or a list of 1 to ${lineOutcomes.length}`]],
    [{ text: ' ' }, ['text is empty']],
    [{ text: 'a\nb' }, ['text contains a line break']],
    [{ text: 'x'.repeat(256) }, ['text is longer than 255 characters']],
    [{ text: 'a\0' }, ['text contains a NUL character']],
    [
      { amount: 0, currency: 'etb', limit: 501 },
      [
        'currency must be three capital letters (ISO 4217)',
        'amount must be an integer of minor units from 1 to 9007199254740991',
        'limit must be an integer from 1 to 500',
      ],
    ],
    [{ colour: 'blue' }, ['colour is not a known field']],
  ])('refuses %j', async (query, problems) => {
    expect(await badFields(counter().payments.lines.list(query as never))).toEqual(problems)
  })

  it('refuses days that are none', async () => {
    const { payments } = counter()
    for (const query of [{ from: '2026-02-30' }, { from: '2026-11-02', to: '2026-11-01' }, { to: '1969-12-31' }]) {
      await refusal(payments.lines.list(query), 'invalid_date_range')
    }
  })

  it('comes in pages that hold each line once, also among lines of one day', async () => {
    const desk = counter()
    for (let i = 0; i < 23; i++) await desk.line({ valueDate: `2026-11-1${i % 3}` })
    const all = (await desk.payments.lines.list()).items
    expect(all).toHaveLength(23)
    for (const limit of [1, 4, 22, 23, 24]) {
      const seen: AccountLine[] = []
      let cursor: string | undefined
      do {
        const page = await desk.payments.lines.list({ limit, cursor, direction: 'credit' })
        seen.push(...page.items)
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      expect(seen).toStrictEqual(all)
    }
  })

  it('refuses a cursor of other filters, of another function, or that was altered', async () => {
    const { desk } = await several()
    const { list } = desk.payments.lines
    const { nextCursor: cursor } = await list({ limit: 1, assignee: null })
    expect((await list({ limit: 500, assignee: null, cursor: cursor! })).items).toHaveLength(3)
    for (const query of [
      { cursor },
      { cursor, assignee: 'null' },
      { cursor, assignee: null, held: false },
      { cursor: `${cursor}x`, assignee: null },
    ]) {
      await refusal(list(query as LinesQuery), 'invalid_cursor')
    }
    await refusal(desk.payments.search({ cursor: cursor! }), 'invalid_cursor')
    await refusal(desk.payments.reportPayments({ cursor: cursor! }), 'invalid_cursor')
  })

  it('keeps its cursors from release to release', async () => {
    const { desk } = await several()
    const { list } = desk.payments.lines
    const cursorOf = async (query: LinesQuery) => (await list({ ...query, limit: 1 })).nextCursor
    expect(await cursorOf({})).toBe('MjAyNi0xMS0xN2lkOmE.BjODkty6RaeWU-3BKpCT')
    expect(await cursorOf({ assignee: null, status: 'open' })).toBe('MjAyNi0xMS0xN2lkOmE.L927skFDbhcKRWz4-aum')
  })

  it.each([
    ['a day that is none', { at: '2026-02-30', id: 'id:a' }],
    ['a key that is none', { at: '2026-11-17', id: 'no\0key' }],
  ])('refuses a cursor that was made up of %s', async (_, position) => {
    const query = JSON.stringify(['lines.list', ...Array<null>(10).fill(null), [], null])
    expect(encodeCursor({ at: '2026-11-17', id: 'id:a' }, query)).toBe(
      (await (await several()).desk.payments.lines.list({ limit: 1 })).nextCursor,
    )
    const { list } = counter().payments.lines
    await refusal(list({ cursor: encodeCursor(position, query) }), 'invalid_cursor')
  })
})

describe('lines.get and lines.history: a line', () => {
  it('is returned for its key, and nothing is for any other text', async () => {
    const { desk, lines } = await several()
    expect(await desk.payments.lines.get('id:c')).toStrictEqual(lines.receipt)
    for (const key of ['id:z', '', 'é', 'x'.repeat(300), 5, null, undefined, Symbol('x')]) {
      expect(await desk.payments.lines.get(key as string)).toBeNull()
      expect(await desk.payments.lines.history(key as string)).toEqual([])
    }
  })

  it('has one event for each version', async () => {
    const { desk } = await several()
    const [imported, held] = await desk.payments.lines.history('id:a')
    expect(imported).toMatchObject({ type: 'line.imported', version: 1, lineKey: 'id:a', allocations: [] })
    expect(held).toMatchObject({ type: 'line.held', version: 2 })
    expect(Object.keys(held!).sort()).toEqual(
      ['id', 'createdAt', 'lineKey', 'version', 'type', 'actor', 'reason', 'allocations'].sort(),
    )
  })
})
