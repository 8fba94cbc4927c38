import { describe, expect, it } from 'vitest'
import { at, badFields, minute, refusal } from '../../support/service.js'
import { counter, allocation, toCategory } from './support/counter.js'

describe('notes', () => {
  it('stand beside a line, oldest first, and change neither its version nor its history', async () => {
    const desk = counter()
    const line = await desk.line()
    const { note, notes } = desk.payments.lines
    const first = await note(line.key, { text: 'His wife paid.\nAsk again.', actor: 'amina' })
    expect(first).toStrictEqual({ text: 'His wife paid.\nAsk again.', actor: 'amina', createdAt: at(0) })
    // Within a millisecond too.
    await note(line.key, { text: 'second' })
    await note(line.key, { text: 'third' })
    desk.clock.advance(minute)
    await note(line.key, { text: 'x'.repeat(2000) })
    expect((await notes(line.key)).map(({ text, createdAt }) => [text.slice(0, 6), createdAt])).toEqual([
      ['His wi', at(0)],
      ['second', at(0)],
      ['third', at(0)],
      ['xxxxxx', at(minute)],
    ])
    expect(await desk.payments.lines.get(line.key)).toStrictEqual(line)
    expect(await desk.payments.lines.history(line.key)).toHaveLength(1)
  })

  it('are refused for their shape, and for no line', async () => {
    const desk = counter()
    const { note, notes } = desk.payments.lines
    for (const [options, problems] of [
      [undefined, ['text is required']],
      [{ text: ' ' }, ['text is empty']],
      [{ text: 'x'.repeat(2001) }, ['text is longer than 2000 characters']],
      [{ text: 5, actor: '' }, ['text must be text', 'actor is empty']],
      [{ text: 'x', expectedVersion: 1 }, ['expectedVersion is not a known field']],
    ] as const) {
      expect(await badFields(note('id:1', (options ?? {}) as never))).toEqual(problems)
    }
    expect(await badFields(note(5 as never, { text: 'x' }))).toEqual(['key must be text'])
    await refusal(note('id:unknown', { text: 'x' }), 'line_not_found')
    expect(await notes('id:unknown')).toEqual([])
    expect(await notes(5 as never)).toEqual([])
  })

  it('are refused under the id of another note: the call may be repeated', async () => {
    const desk = counter()
    const { key } = await desk.line()
    const { replace } = desk.repository
    const withOneId = (rows: Parameters<typeof replace>[0]['rows']) =>
      rows?.map((entry) => ({ ...entry, row: { ...entry.row, id: 'not_1' } }))
    const { lines } = desk.payments.using({
      ...desk.repository,
      replace: (group) => replace({ ...group, rows: withOneId(group.rows) ?? [] }),
    })
    await lines.note(key, { text: 'first' })
    const error = await refusal(lines.note(key, { text: 'second' }), 'concurrent_update')
    expect(error).toMatchObject({ retryable: true, message: 'Write conflict; nothing was stored. Try again.' })
    expect((await lines.notes(key)).map(({ text }) => text)).toEqual(['first'])
  })

  it('take 2,000 characters of any script', async () => {
    const desk = counter()
    const { key } = await desk.line()
    await desk.payments.lines.note(key, { text: '👍'.repeat(2000) })
    expect(await badFields(desk.payments.lines.note(key, { text: '👍'.repeat(2001) }))).toHaveLength(1)
  })
})

describe('eraseText', () => {
  it('erases narrations and notes of lines valued before a day, and nothing else', async () => {
    const desk = counter()
    const old = await desk.line({ valueDate: '2026-11-17', narration: 'from Abebe', reference: 'INV-1' })
    const noted = await desk.line({ valueDate: '2026-11-17' })
    const plain = await desk.line({ valueDate: '2026-11-17' })
    const young = await desk.line({ valueDate: '2026-11-18', narration: 'from Almaz' })
    await desk.payments.lines.note(noted.key, { text: 'Called.' })
    await allocation(desk, old.key, [toCategory(1000)])
    const { eraseText, get, notes, list } = desk.payments.lines
    expect(await eraseText({ before: '2026-11-18' })).toEqual({ forgotten: 2 })
    expect(await get(old.key)).not.toHaveProperty('narration')
    expect(await get(old.key)).toMatchObject({ version: 2, reference: 'INV-1', allocated: 1000 })
    expect(await notes(noted.key)).toEqual([])
    expect(await get(plain.key)).toStrictEqual(plain)
    expect(await get(young.key)).toStrictEqual(young)
    expect((await list({ text: 'abebe' })).items).toEqual([])
    expect(await desk.payments.lines.history(old.key)).toHaveLength(2)
    expect(await eraseText({ before: '2026-11-18' })).toEqual({ forgotten: 0 })
    expect(await eraseText({ before: '2026-11-19' })).toEqual({ forgotten: 1 })
  })

  it('goes through any number of lines, a thousand at a time', async () => {
    const desk = counter()
    for (let i = 0; i < 2500; i++) await desk.line({ narration: i % 2 ? 'from Abebe' : undefined })
    const limits: unknown[] = []
    const counted = desk.payments.using({
      ...desk.repository,
      eraseLineTexts: (query: Parameters<typeof desk.repository.eraseLineTexts>[0]) => {
        limits.push(query.limit)
        return desk.repository.eraseLineTexts(query)
      },
    } as never)
    expect(await counted.lines.eraseText({ before: '2026-11-20' })).toEqual({ forgotten: 1250 })
    expect(limits.length).toBeGreaterThan(2)
    expect(new Set(limits)).toEqual(new Set([1000]))
  })

  it('refuses what is no day', async () => {
    const { eraseText } = counter().payments.lines
    for (const before of ['2026-02-30', 'yesterday', '', '1969-12-31']) {
      expect(await badFields(eraseText({ before }))).toEqual([
        'before must be a calendar day YYYY-MM-DD of 1970 to 9998',
      ])
    }
    expect(await badFields(eraseText({} as never))).toEqual(['before is required'])
  })
})
