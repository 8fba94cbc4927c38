/** Cursors that running clients hold: what each is made of stays as it is, and what is made by hand is refused. */
import { type HospitalPayments, memoryRepository, type Page } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { encodeCursor, type Position } from '../../src/domain/cursor.js'
import { minute, refusal, request, start, testService, unknownId } from '../support/service.js'
import { storeLine } from './lines/support/counter.js'

const account = 'cbe-1000'
const day = '2026-11-19'
const hash = 'a'.repeat(64)
const ofId = (prefix: string) => prefix + unknownId.slice(3)

interface Cursors {
  list(payments: HospitalPayments, query: object): Promise<Page<object>>
  /** The filters of the call. */
  query: object
  /** The text to which the cursors are bound. */
  text: string
  /** Returns the position of the first row. */
  position(row: never): Position
  possible: Position
  impossible: Position[]
}

const wrongInstants = ['2026-11-20T09:00:00.00Z0', '2026-02-30T09:00:00.000Z', '2026-11-20t09:00:00.000z']

function byInstant(prefix: string): Pick<Cursors, 'possible' | 'impossible'> {
  const id = ofId(prefix)
  return {
    possible: { at: start, id },
    impossible: [
      ...wrongInstants.map((at) => ({ at, id })),
      ...['', id.toUpperCase(), ofId('xxx'), `${id}0`, `x${id}`].map((wrong) => ({ at: start, id: wrong })),
    ],
  }
}

const closings: Omit<Cursors, 'list'> = {
  query: { account, from: '2026-11-01', to: '2026-11-30' },
  text: '["days.list","cbe-1000","2026-11-01","2026-11-30"]',
  position: ({ createdAt, sequence, hash }: { createdAt: string; sequence: number; hash: string }) => ({
    at: createdAt,
    id: `${sequence}.${hash}`,
  }),
  possible: { at: start, id: `1234567890.${hash}` },
  impossible: [
    ...wrongInstants.map((at) => ({ at, id: `1.${hash}` })),
    ...['', '1', `.${hash}`, `0.${hash}`, `01.${hash}`, `12345678901.${hash}`, `x1.${hash}`, `-1.${hash}`].map(
      (id) => ({
        at: start,
        id,
      }),
    ),
    ...[`1.${hash}a`, `1.${hash.slice(1)}`, `1.${hash.toUpperCase()}`, `1x${hash}`].map((id) => ({ at: start, id })),
  ],
}

const createdAndId = ({ createdAt, id }: { createdAt: string; id: string }) => ({ at: createdAt, id })

const lists: Record<string, Cursors> = {
  search: {
    list: (payments, query) => payments.search(query),
    query: { amount: 1000, phone: '2547*678', status: 'succeeded', channel: 'cash', from: day },
    text: '["search",null,1000,{"first":"2547","last":"678"},null,["succeeded"],["cash"],"2026-11-19T00:00:00.000Z",null]',
    position: createdAndId,
    ...byInstant('pay'),
  },
  deadEvents: {
    list: (payments, query) => payments.deadEvents(query),
    query: {},
    text: '["deadEvents"]',
    position: createdAndId,
    ...byInstant('evt'),
  },
  'statements.list': {
    list: (payments, query) => payments.statements.list(query),
    query: { account },
    text: '["statements.list","cbe-1000"]',
    position: createdAndId,
    ...byInstant('imp'),
  },
  'days.list': { list: (payments, query) => payments.days.list(query), ...closings },
  'days.records': { list: (payments, query) => payments.days.records(query), ...closings },
  'receipts.list': {
    list: (payments, query) => payments.receipts.list(query),
    query: { year: 2026 },
    text: '["receipts.list",2026,null,null,null,null,null]',
    position: ({ year, number }: { year: number; number: number }) => ({ at: `${year}`, id: `${number}` }),
    possible: { at: '2026', id: '123456789012345' },
    impossible: [
      ...['0202', '202x', 'x202', '-202'].map((at) => ({ at, id: '1' })),
      ...['', '0', '01', '1x', 'x1', '-1', '1.5', '1234567890123456'].map((id) => ({ at: '2026', id })),
    ],
  },
}

/** Stores two rows for each list. */
async function twoOfEach(): Promise<HospitalPayments> {
  const repository = memoryRepository()
  const { payments, clock } = testService({ repository })
  for (const reference of ['A', 'B']) {
    const customer = { phone: '+254712345678' }
    const { id } = await payments.createPayment(request({ reference, amount: 1000, channel: 'cash', customer }))
    await payments.confirmPayment(id)
    await payments.receipts.issue(id)
    await storeLine(repository, { key: `id:${reference}`, account })
    await payments.statements.import([], { account })
    clock.advance(minute)
  }
  for (const one of ['2026-11-18', day]) await payments.days.close({ account, day: one, actor: 'amina' })
  await payments.deliverEvents(async () => 'dead', { limit: 2 })
  return payments
}

describe.each(Object.entries(lists))(
  'Page.nextCursor: a cursor of %s',
  (_, { list, query, text, position, possible, impossible }) => {
    it('is made of the last row and of the function with its filters', async () => {
      const payments = await twoOfEach()
      const { items, nextCursor } = await list(payments, { ...query, limit: 1 })
      expect(nextCursor).toBe(encodeCursor(position(items[0] as never), text))
      const rest = await list(payments, { ...query, cursor: nextCursor })
      expect(rest).toMatchObject({ items: [expect.anything()], nextCursor: null })
    })

    it('is refused with invalid_cursor where no row can have its position', async () => {
      const { payments } = testService()
      const cursor = encodeCursor(possible, text)
      expect(await list(payments, { ...query, cursor })).toEqual({ items: [], nextCursor: null })
      for (const wrong of impossible) {
        await refusal(list(payments, { ...query, cursor: encodeCursor(wrong, text) }), 'invalid_cursor')
      }
    })
  },
)
