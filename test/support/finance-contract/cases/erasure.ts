import { withoutNarration } from '../../../../src/domain/reconciliation/account-line.js'
import type { FinanceRepository, LinePosition } from '../../../../src/repository/finance-port.js'
import { equal } from '../../../../src/testing/assert.js'
import { changeFixture, insertFixture, paymentFixture } from '../../../../src/testing/fixtures.js'
import { lineChangeFixture, lineEntryFixture, lineFixture } from '../line-fixtures.js'
import {
  addNote,
  allLines,
  changeLine,
  importLine,
  importLines,
  inOrder,
  noteFixture,
  notesOf,
  positionOf,
  write,
} from '../line-steps.js'
import { proveFinance } from '../proof.js'
import { type RefundWrite, refundChangeFixture } from '../refund-fixtures.js'
import { findRefund, lineRefund, paymentRefund, storeRefund } from '../refund-steps.js'
import { deliverAll, each, ids, insert, insertOne, keyed } from '../../../../src/testing/steps.js'

const secret = 'Abebe Bikila 0911234567'

/** Stores a payment with a key and terms, and a refund of it with a note. */
async function notedRefund(repository: FinanceRepository, key: string, terms: readonly string[]): Promise<RefundWrite> {
  const payment = await insert(repository, paymentFixture(), { terms, idempotency: keyed(key) })
  return paymentRefund(repository, payment, { amount: 1, note: secret })
}

/** Names for each refund whether it has its note, and its version. */
function notesOfRefunds(repository: FinanceRepository, writes: readonly RefundWrite[]): Promise<string[]> {
  return Promise.all(
    writes.map(async ({ entry }) => {
      const refund = await findRefund(repository, entry.refund.id)
      return `${refund?.note === secret ? 'note' : 'no note'} v${refund?.version}`
    }),
  )
}

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

  proveFinance(
    28,
    'A change erases search terms, the fingerprint of a key and the notes of refunds, and no version of a refund',
    async (repository) => {
      const terms = ['r:1nv7', 'w:abebe', 'p:119']
      const [one, two] = [await notedRefund(repository, 'key-1', terms), await notedRefund(repository, 'key-2', terms)]
      const change = changeFixture(one.changes[0]!.payment, {}, { erases: { terms: terms.slice(1) } })
      equal(await write(repository, [], [change]), 'replaced', 'answer')
      const [first, second] = [one, two].map(({ entry }) => entry.refund.paymentId!)
      const paymentsWith = async (term: string) =>
        ids(await repository.searchPayments({ clauses: [{ terms: [term] }], limit: 9 })).sort()
      equal(await paymentsWith('w:abebe'), [second], 'payments found by a name')
      equal(await paymentsWith('p:119'), [second], 'payments found by a phone')
      equal(await paymentsWith('r:1nv7'), [first, second].sort(), 'payments found by a reference')
      const fingerprints = await Promise.all(
        ['key-1', 'key-2'].map(async (key) => {
          const answer = await insertOne(repository, insertFixture(paymentFixture(), { idempotency: keyed(key) }))
          return answer.outcome === 'key_taken' ? answer.fingerprint : answer.outcome
        }),
      )
      equal(fingerprints, [null, keyed('key-2').fingerprint], 'fingerprints of keys')
      equal(await notesOfRefunds(repository, [one, two]), ['no note v1', 'note v1'], 'the refunds')
      await storeRefund(repository, refundChangeFixture(one, { status: 'failed' }, { payment: change.payment }))
      equal(await notesOfRefunds(repository, [one]), ['no note v2'], 'the refund by a writer that had its note')
    },
  ),

  proveFinance(28, 'A line erases its notes and the notes of its refunds', async (repository) => {
    const [one, two] = await importLines(repository, [{}, {}])
    for (const { key } of [one!, two!]) await addNote(repository, noteFixture(key, { text: secret }))
    const refunds = await Promise.all(
      [one!, two!].map(({ key }) => lineRefund(repository, { lineKey: key, note: secret })),
    )
    const entry = { ...lineEntryFixture(one!, { expected: 1, event: null }), erases: true } as const
    equal(await write(repository, [entry]), 'replaced', 'answer')
    equal(await allLines(repository), inOrder([one!, two!]), 'the lines')
    const notes = await Promise.all([one!, two!].map(async ({ key }) => (await notesOf(repository, key)).length))
    equal(notes, [0, 1], 'their notes')
    equal(await notesOfRefunds(repository, refunds), ['no note v1', 'note v1'], 'their refunds')
  }),

  proveFinance(28, 'What a refused write erases stays', async (repository) => {
    const payment = await insert(repository, paymentFixture(), { terms: ['w:abebe'], idempotency: keyed('key-1') })
    const line = await importLine(repository, { narration: secret })
    await addNote(repository, noteFixture(line.key, { text: secret }))
    const change = changeFixture({ ...payment, version: 5 }, {}, { erases: { terms: ['w:abebe'] } })
    const entry = { ...lineEntryFixture(withoutNarration(line), { expected: 1, event: null }), erases: true } as const
    equal(await write(repository, [entry], [change]), `stale ${payment.id} v1`, 'answer')
    equal(await allLines(repository), [line], 'the line')
    equal((await notesOf(repository, line.key)).length, 1, 'its notes')
    const payments = await repository.searchPayments({ clauses: [{ terms: ['w:abebe'] }], limit: 9 })
    equal(payments.length, 1, 'payments found by a name')
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
