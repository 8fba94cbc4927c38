import { withoutNarration } from '../../../../src/domain/reconciliation/account-line.js'
import type { LinePosition } from '../../../../src/repository/finance-port.js'
import { equal } from '../../../../src/testing/assert.js'
import { changeFixture } from '../../../../src/testing/fixtures.js'
import { lineChangeFixture, lineEntryFixture, lineFixture } from '../line-fixtures.js'
import {
  addNote,
  allLines,
  changeLine,
  importLine,
  importLines,
  noteFixture,
  notesOf,
  positionOf,
  write,
} from '../line-steps.js'
import { proveFinance } from '../proof.js'
import { deliverAll, each, insert } from '../../../../src/testing/steps.js'

const secret = 'Abebe Bikila 0911234567'

export const erasureCases = [
  proveFinance(
    19,
    'Narrations and notes of the lines valued before a day are erased, and nothing else',
    async (repository) => {
      const lines = await importLines(repository, [
        { valueDate: '2026-10-30', narration: secret, reference: 'INV-1', providerTransactionId: 'TX-1' },
        { valueDate: '2026-10-31', narration: secret },
        { valueDate: '2026-11-01', narration: secret },
      ])
      for (const { key } of lines) await addNote(repository, noteFixture(key, { text: secret }))
      const histories = await Promise.all(lines.map(({ key }) => repository.lineHistory(key)))
      equal((await repository.eraseLineTexts({ before: '2026-11-01', limit: 100 })).forgotten, 2, 'lines that had any')
      const expected = lines.map((line, i) => (i < 2 ? withoutNarration(line) : line))
      equal(await allLines(repository), expected, 'the lines')
      equal(await Promise.all(lines.map(({ key }) => repository.lineHistory(key))), histories, 'their histories')
      const notes = await Promise.all(lines.map(async ({ key }) => (await notesOf(repository, key)).length))
      equal(notes, [0, 0, 1], 'their notes')
      equal((await repository.pageLines({ text: 'abebe', limit: 9 })).length, 1, 'lines found by a narration')
      const next = await changeLine(repository, expected[0]!, { held: true })
      equal((await allLines(repository))[0], next, 'a change of a line without its narration')
    },
  ),

  proveFinance(
    19,
    'A line that was read before it was forgotten is stored without its narration, by a change and without an event',
    async (repository) => {
      const [one, two] = await importLines(repository, [{ narration: secret }, { narration: secret }])
      await repository.eraseLineTexts({ before: '2026-12-01', limit: 100 })
      const held = lineChangeFixture(one!, { held: true })
      const decided = lineEntryFixture({ ...two!, outcome: 'ambiguous' }, { expected: 1, event: null })
      equal(held.line.narration, secret, 'the narration that the writer still has')
      equal(await write(repository, [held, decided]), 'replaced', 'answer')
      const expected = [held.line, decided.line].map(withoutNarration)
      equal(await allLines(repository), expected, 'the lines')
      equal(await repository.pageLines({ text: 'abebe', limit: 9 }), [], 'lines found by a narration')
    },
  ),

  proveFinance(
    19,
    'Lines are forgotten so many at a time, and counted where they had a narration or notes',
    async (repository) => {
      const lines = await importLines(
        repository,
        each(10, (i) => ({ valueDate: `2026-10-0${1 + (i >> 2)}`, ...(i % 3 === 0 && { narration: secret }) })),
      )
      await addNote(repository, noteFixture(lines[0]!.key))
      await addNote(repository, noteFixture(lines[0]!.key))
      await addNote(repository, noteFixture(lines[1]!.key))
      let forgotten = 0
      let calls = 0
      for (let after: LinePosition | undefined; calls < 20; calls++) {
        const done = await repository.eraseLineTexts({ before: '2026-10-09', limit: 3, ...(after && { after }) })
        forgotten += done.forgotten
        // The first three lines had a narration, a note, and neither.
        if (calls === 0) equal(done, { forgotten: 2, last: positionOf(lines[2]!) }, 'the first call')
        if (!done.last) break
        after = done.last
      }
      equal(calls < 20, true, 'an end')
      equal(forgotten, 5, 'lines that had any')
      equal((await allLines(repository)).filter((line) => 'narration' in line).length, 0, 'narrations that are left')
      const again = await repository.eraseLineTexts({ before: '2026-10-09', limit: 100 })
      equal(again.forgotten, 0, 'lines that had any, the second time')
    },
  ),

  proveFinance(19, 'What is said of payers stands in no event', async (repository) => {
    const payment = await insert(repository)
    const line = lineFixture({ narration: secret })
    const paid = changeFixture(payment, { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z' })
    equal(await write(repository, [lineEntryFixture(line)], [paid]), 'replaced', 'answer')
    await addNote(repository, noteFixture(line.key, { text: secret }))
    const held = await changeLine(repository, line, { held: true })
    await addNote(repository, noteFixture(held.key, { text: secret }))
    const events = [
      ...(await repository.lineHistory(line.key)),
      ...(await repository.history(payment.id)),
      ...(await repository.histories([payment.id])),
    ]
    equal(events.length, 6, 'events')
    equal(JSON.stringify(events).includes('Abebe'), false, 'a narration or note in an event')
    equal((await deliverAll(repository)).length, 2, 'events that are delivered')
  }),

  proveFinance(19, 'Notes are of one line, oldest first', async (repository) => {
    const [a, b] = [await importLine(repository), await importLine(repository)]
    const notes = each(4, (i) =>
      noteFixture(i === 2 ? b.key : a.key, { actor: i === 1 ? 'sara' : null, text: `note ${i}` }),
    )
    for (const place of [3, 0, 2, 1]) await addNote(repository, notes[place]!)
    equal(await notesOf(repository, a.key), [notes[0], notes[1], notes[3]], 'notes of one line')
    equal(await notesOf(repository, b.key), [notes[2]], 'notes of the other')
    equal(await notesOf(repository, 'id:unknown'), [], 'notes of an unknown line')
  }),
]
