/** All unclosed days of an account, closed by one call. */
import { type HospitalPayments, memoryRepository } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wrappedFinance, contendedFinance } from '../../support/finance-repositories.js'
import { examples } from '../../support/rounds.js'
import { badFields, day as dayMs } from '../../support/service.js'
import { dice, turns } from '../../support/turns.js'
import { allocation, counter, toCategory } from '../lines/support/counter.js'

const account = 'cbe-1000'
const actor = 'amina'
const through = { account, day: '2026-11-19', actor }

/** Stores a line of each of these days. */
async function withLines(days: readonly string[], repository: FinanceRepository = memoryRepository()) {
  const desk = counter({ repository })
  const lines = []
  for (const valueDate of days) lines.push(await desk.line({ valueDate }))
  return { ...desk, lines, days: desk.payments.days }
}

const dayOf = ({ day }: { day: string }) => day
const chain = async ({ days }: HospitalPayments) =>
  (await days.records({ account })).items.map(({ day, kind }) => `${day} ${kind}`).reverse()

describe('days.closeThrough', () => {
  it('closes each day with lines up to the day, the oldest first, and no day of another account', async () => {
    const { payments, days, line } = await withLines(['2026-11-19', '2026-10-31', '2026-11-17', '2026-11-17'])
    await line({ account: 'other', valueDate: '2026-11-01' })
    const { closed, stopped } = await days.closeThrough({ ...through, day: '2026-11-18' })
    expect(stopped).toBeNull()
    expect(closed.map(dayOf)).toEqual(['2026-10-31', '2026-11-17'])
    expect(closed.map(({ actor, changedSince }) => [actor, changedSince])).toEqual([
      [actor, []],
      [actor, []],
    ])
    expect(closed[1]).toEqual(await days.get({ account, day: '2026-11-17' }))
    expect(await days.closeThrough(through)).toMatchObject({ closed: [{ day: '2026-11-19' }], stopped: null })
    expect(await days.closeThrough(through)).toEqual({ closed: [], stopped: null })
    expect(await payments.days.unclosed()).toMatchObject([{ account: 'other', days: ['2026-11-01'] }])
    expect((await days.verify({ account })).ok).toBe(true)
  })

  it('closes a reopened day again, and leaves a closed day with late lines as it is', async () => {
    const { payments, days, line } = await withLines(['2026-11-17', '2026-11-18'])
    await days.closeThrough(through)
    await line({ valueDate: '2026-11-17', amount: 5 })
    await days.reopen({ account, day: '2026-11-18', actor, reason: 'wrong patient' })
    const { closed, stopped } = await days.closeThrough(through)
    expect([closed.map(dayOf), stopped]).toEqual([['2026-11-18'], null])
    expect((await days.get({ account, day: '2026-11-17' }))?.changedSince).toHaveLength(1)
    const links = ['2026-11-17 closing', '2026-11-18 closing', '2026-11-18 reopening', '2026-11-18 closing']
    expect(await chain(payments)).toEqual(links)
  })

  it('a day that is not over stops it; the days before it stay closed', async () => {
    const { days } = await withLines(['2026-11-18', '2026-11-20', '2026-11-21'])
    const { closed, stopped } = await days.closeThrough({ ...through, day: '2026-12-31' })
    expect(closed.map(dayOf)).toEqual(['2026-11-18'])
    expect(stopped).toEqual({ day: '2026-11-20', code: 'invalid_request' })
  })

  it('an open session stops the days of its point of cash', async () => {
    const { payments, clock } = counter({ cashSupervisors: () => true })
    const { cash, days } = payments
    const { id } = await cash.open({ point: 'window-1', currency: 'ETB', float: 100, actor })
    clock.advance(dayMs)
    const call = { account: 'cash.window-1', day: '2026-11-20', actor: 'sara' }
    expect(await days.closeThrough(call)).toEqual({
      closed: [],
      stopped: { day: '2026-11-20', code: 'session_conflict' },
    })
    await cash.close({ sessionId: id, counted: 100, actor })
    expect(await days.closeThrough(call)).toMatchObject({ closed: [{ day: '2026-11-20' }], stopped: null })
  })

  it('a failure of the storage at a day stops it with its code, and the same call goes on', async () => {
    const stored = memoryRepository()
    let isAway = false
    const failing = wrappedFinance(stored, async (name, proceed, argument) => {
      const isOfDay = name === 'addClosing' && (argument as { day: string }).day === '2026-11-18'
      if (isOfDay && isAway) throw new Error('the disk is full')
      return proceed()
    })
    const { days } = await withLines(['2026-11-17', '2026-11-18', '2026-11-19'], failing)
    isAway = true
    const { closed, stopped } = await days.closeThrough(through)
    expect([closed.map(dayOf), stopped]).toEqual([['2026-11-17'], { day: '2026-11-18', code: 'internal_error' }])
    isAway = false
    const rest = await days.closeThrough(through)
    expect([rest.closed.map(dayOf), rest.stopped]).toEqual([['2026-11-18', '2026-11-19'], null])
  })

  it.each(['before', 'after'])(
    'whichever call of the storage fails %s it is done: each day is closed or not, and the same call ends as a clean one',
    async (moment) => {
      const days = ['2026-11-16', '2026-11-17', '2026-11-18']
      const clean = await withLines(days)
      let calls = 0
      const counting = wrappedFinance(clean.repository, async (_, proceed) => {
        calls++
        return proceed()
      })
      await clean.payments.using(counting).days.closeThrough(through)
      const links = await chain(clean.payments)
      for (let failing = 1; failing <= calls; failing++) {
        const stored = memoryRepository()
        const desk = await withLines(days, stored)
        let count = 0
        const broken = wrappedFinance(stored, async (_, proceed) => {
          const isFailing = ++count === failing
          if (isFailing && moment === 'before') throw new Error('cut')
          const answer = await proceed()
          if (isFailing) throw new Error('cut')
          return answer
        })
        const first = await desk.payments
          .using(broken)
          .days.closeThrough(through)
          .catch(() => null)
        const closed = await chain(desk.payments)
        expect(closed, `call ${failing}`).toEqual(links.slice(0, closed.length))
        if (first) expect(first.stopped === null || closed.length >= first.closed.length).toBe(true)
        const rest = await desk.days.closeThrough(through)
        expect([await chain(desk.payments), rest.stopped], `call ${failing}`).toEqual([links, null])
      }
      expect(calls).toBeGreaterThan(15)
    },
  )

  it('a missing link of the chain stops it', async () => {
    const stored = memoryRepository()
    const shortened: FinanceRepository = {
      ...stored,
      chainStates: async (names) => (await stored.chainStates(names)).map((state) => ({ ...state, sequence: 7 })),
    }
    const { days } = await withLines(['2026-11-17'], shortened)
    await withLines(['2026-11-16'], stored).then(({ days: whole }) => whole.close({ ...through, day: '2026-11-16' }))
    expect(await days.closeThrough(through)).toEqual({
      closed: [],
      stopped: { day: '2026-11-17', code: 'internal_error' },
    })
  })

  it('bad fields are named before any day is closed', async () => {
    const { payments, days } = await withLines(['2026-11-17'])
    expect(await badFields(days.closeThrough({ account: '', day: '2026-02-30', actor: '' }))).toHaveLength(3)
    expect(await chain(payments)).toEqual([])
  })

  it('calls at once beside imports and undos: each day is closed once, by one of them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 2, max: 4 }), async (seed, callers) => {
        const stored = memoryRepository()
        const order = turns(dice(seed))
        const first = await withLines(['2026-11-16', '2026-11-17', '2026-11-18'], stored)
        const { version } = await allocation(first, first.lines[1]!.key, [toCategory(1000)])
        const { payments } = counter({ repository: contendedFinance(stored, order) })
        const late = {
          row: 1,
          direction: 'credit',
          amount: 7,
          currency: 'ETB',
          valueDate: '2026-11-17',
          lineId: 'late',
        } as const
        const options = { expectedVersion: version, reason: 'wrong patient' }
        const closers = Array.from(
          { length: callers },
          (_, at) => () => payments.days.closeThrough({ ...through, actor: `a${at}` }),
        )
        const answers = await order.race<unknown>([
          ...closers,
          () => payments.statements.import([late], { account }),
          () => payments.lines.unallocate(first.lines[1]!.key, options),
        ])
        const outcomes = answers.slice(0, callers).map((answer) => {
          if (answer.status === 'rejected') throw answer.reason
          return answer.value as Awaited<ReturnType<HospitalPayments['days']['closeThrough']>>
        })
        expect(outcomes.map(({ stopped }) => stopped)).toEqual(outcomes.map(() => null))
        const closed = outcomes.flatMap((outcome) => outcome.closed.map(dayOf)).sort()
        expect(closed).toEqual(['2026-11-16', '2026-11-17', '2026-11-18'])
        expect((await chain(first.payments)).length).toBe(3)
        expect(await first.days.unclosed()).toEqual([])
        expect((await first.days.verify({ account })).ok).toBe(true)
        const { items } = await first.days.month({ account, month: '2026-11' })
        expect(items[0]).toMatchObject({ credits: '3007', difference: '0' })
      }),
      { numRuns: examples(100) },
    )
  })
})
