import type { AccountLine } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { badFields, minute, at, refusal } from '../../support/service.js'
import { counter, type Counter, allocation, toCategory } from './support/counter.js'

type Mark = (desk: Counter, line: AccountLine, expectedVersion?: number) => Promise<AccountLine>

const hold: Mark = ({ payments }, { key, version }, expectedVersion = version) =>
  payments.lines.hold(key, { expectedVersion, reason: 'ask the bank', actor: 'amina' })
const release: Mark = ({ payments }, { key, version }, expectedVersion = version) =>
  payments.lines.release(key, { expectedVersion, reason: 'ask the bank', actor: 'amina' })
const assignTo =
  (assignee: string | null): Mark =>
  ({ payments }, { key, version }, expectedVersion = version) =>
    payments.lines.assign(key, { expectedVersion, assignee, reason: 'ask the bank', actor: 'amina' })

const marks: Record<string, { type: string; mark: Mark; after: Partial<AccountLine>; before?: Mark }> = {
  hold: { type: 'line.held', mark: hold, after: { held: true } },
  release: { type: 'line.released', mark: release, after: { held: false }, before: hold },
  assign: { type: 'line.assigned', mark: assignTo('selam'), after: { assignee: 'selam' } },
  'assign to no one': {
    type: 'line.assigned',
    mark: assignTo(null),
    after: { assignee: null },
    before: assignTo('selam'),
  },
}

describe.each(Object.entries(marks))('lines: %s', (_, { type, mark, after, before }) => {
  async function made() {
    const desk = counter()
    const stored = await desk.line()
    return { desk, line: before ? await before(desk, stored) : stored }
  }

  it('is one event and one version, and touches no money', async () => {
    const { desk, line } = await made()
    desk.clock.advance(minute)
    const marked = await mark(desk, line)
    expect(marked).toStrictEqual({ ...line, ...after, version: line.version + 1, updatedAt: at(minute) })
    expect(await desk.payments.lines.get(line.key)).toStrictEqual(marked)
    expect((await desk.payments.lines.history(line.key)).at(-1)).toMatchObject({
      type,
      version: marked.version,
      actor: 'amina',
      reason: 'ask the bank',
      allocations: [],
    })
  })

  it('changes nothing where the line is so already, for any expectedVersion', async () => {
    const { desk, line } = await made()
    const marked = await mark(desk, line)
    for (const version of [line.version, marked.version, 99]) {
      expect(await mark(desk, line, version)).toStrictEqual(marked)
    }
    expect(await desk.payments.lines.history(line.key)).toHaveLength(marked.version)
  })

  it('is refused on another version, and for no line', async () => {
    const { desk, line } = await made()
    const { payments } = desk
    await allocation(desk, line.key, [toCategory(1)])
    const error = await refusal(mark(desk, line), 'line_changed')
    expect(error.details.line.version).toBe(line.version + 1)
    await refusal(mark({ ...desk, payments }, { ...line, key: 'id:unknown' }), 'line_not_found')
  })

  it('is refused for its shape', async () => {
    const { desk, line } = await made()
    const problems = await badFields(mark(desk, line, 0))
    expect(problems).toEqual(['expectedVersion must be an integer from 1'])
  })
})

it('lines.assign: an assignee is required, and its text is checked like an actor', async () => {
  const { payments } = counter()
  const assign = (assignee: unknown) =>
    badFields(payments.lines.assign('id:1', { expectedVersion: 1, assignee } as never))
  expect(await assign(undefined)).toEqual(['assignee is required'])
  expect(await assign('')).toEqual(['assignee is empty'])
  expect(await assign('x'.repeat(256))).toEqual(['assignee is longer than 128 characters'])
  expect(await assign(5)).toEqual(['assignee must be text'])
})

it('lines.hold, lines.release and lines.assign: a settled line stays settled', async () => {
  const desk = counter()
  const line = await desk.line()
  let now = await allocation(desk, line.key, [toCategory(1000)])
  for (const mark of [hold, release, assignTo('selam')]) now = await mark(desk, now)
  expect(now).toMatchObject({ status: 'settled', allocated: 1000, version: 5 })
})
