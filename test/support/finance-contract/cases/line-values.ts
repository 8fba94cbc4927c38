import { wholeLine } from '../../../../src/repository/rows.js'
import type { AccountLine } from '../../../../src/domain/reconciliation/account-line.js'
import type { FinanceRepository } from '../../../../src/repository/finance-port.js'
import { equal } from '../../../../src/testing/assert.js'
import { freeTexts, hostileTexts } from '../../../../src/testing/hostile.js'
import { lineEntryFixture, lineFixture } from '../line-fixtures.js'
import {
  allLines,
  categoryAllocation,
  changeLine,
  findLine,
  importLine,
  importLines,
  keysOf,
  addNote,
  noteFixture,
  notesOf,
  saveImports,
  scannedLines,
  write,
} from '../line-steps.js'
import { proveFinance } from '../proof.js'
import { each, insert, later } from '../../../../src/testing/steps.js'
import { findImport, pageImports } from '../../../../src/operations/statements/stored-imports.js'

const max = Number.MAX_SAFE_INTEGER
const nine = '2026-11-20T09:00:00.000Z'

/** Reads the line by every read and by a conflict, and lists the results by their names. */
async function readings(
  repository: FinanceRepository,
  line: AccountLine,
): Promise<[string, AccountLine | null | undefined][]> {
  const ofSameKey = (lines: readonly AccountLine[]) => lines.find(({ key }) => key === line.key)
  const stale = wholeLine({ ...line, version: line.version + 7 }, line.version + 7, null)
  const answer = await repository.replace({ changes: [], lines: [stale] })
  return [
    ['found', await findLine(repository, line.key)],
    ['page', ofSameKey(await allLines(repository))],
    ['scan', ofSameKey(await scannedLines(repository.scanLines({})))],
    ['conflict', answer.outcome === 'line_stale' ? answer.line : undefined],
  ]
}

/** Spoils every value in reach. Frozen objects stay as they are: they are independent enough. */
function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const key of Object.keys(value)) {
    spoil(Reflect.get(value, key))
    Reflect.set(value, key, 'spoilt')
  }
}

export const lineValueCases = [
  proveFinance(
    7,
    'A line is shown with every field as it was stored, by every read and conflict',
    async (repository) => {
      const payment = await insert(repository)
      const [imported] = await saveImports(repository, [{}])
      const bare = await importLine(repository, { valueDate: '1970-01-01' })
      const full = await importLine(repository, {
        importId: imported!.id,
        row: 2_147_483_647,
        direction: 'debit',
        amount: max,
        currency: 'JOD',
        valueDate: '9998-12-31',
        bookedAt: '2026-11-20T09:00:00.001Z',
        reference: 'INV-1',
        providerTransactionId: 'TX-1',
        narration: 'Abebe',
        outcome: 'reversal_candidate',
        held: true,
        allocations: [
          { to: 'payment', paymentId: payment.id, amount: 1, by: 'rule' },
          { to: 'refund', refundId: 'ref_00000000000000000000000001', amount: 2, by: 'hand' },
          { to: 'line', lineKey: bare.key, amount: 3, by: 'hand' },
          { to: 'category', category: 'bank_fee', amount: -max, by: 'rule' },
          { to: 'category', category: 'rest', amount: max - 7, by: 'hand' },
          { to: 'category', category: 'more', amount: max, by: 'hand' },
        ],
        assignee: 'sara',
        sessionId: 'csh_00000000000000000000000001',
        payerId: 'pyr_00000000000000000000000001',
        transferTo: 'cash.safe',
        createdAt: '2026-11-20T09:00:00.123Z',
        updatedAt: '2026-11-20T09:00:00.999Z',
      })
      for (const line of [bare, full]) {
        for (const [read, stored] of await readings(repository, line)) equal(stored, line, `${read}`)
      }
      const changed = await changeLine(repository, full, {
        ...{ allocations: [], assignee: null, held: false },
        payerId: 'pyr_00000000000000000000000002',
      })
      for (const [read, stored] of await readings(repository, changed)) equal(stored, changed, `${read} after a change`)
    },
  ),

  proveFinance(7, 'Integers to 2^53-1 are kept exactly in lines, allocations and sums', async (repository) => {
    const lines = await importLines(
      repository,
      each(40, (i) => ({
        amount: max - i,
        row: i + 1,
        allocations:
          i % 2
            ? [categoryAllocation('fee', max - i - 1)]
            : [categoryAllocation('a', max - 2 * i - 1), categoryAllocation('b', i)],
      })),
    )
    equal(await allLines(repository), lines, 'lines')
    equal(keysOf(await allLines(repository, { amount: max - 3 })), [lines[3]!.key], 'lines of one amount')
    const events = (await repository.lineHistory(lines[4]!.key)).flatMap(({ allocations }) => allocations)
    equal(
      events.map(({ amount }) => amount),
      [max - 9, 4],
      'allocations of an event',
    )
  }),

  proveFinance(7, 'Texts of lines, events and notes are kept as they are', async (repository) => {
    const lines = await importLines(
      repository,
      freeTexts.map((text, i) => ({
        narration: text,
        reference: hostileTexts[i % hostileTexts.length]!,
        providerTransactionId: `${i} ${[...hostileTexts[(i + 5) % hostileTexts.length]!].slice(0, 250).join('')}`,
      })),
    )
    equal(await allLines(repository), lines, 'lines')
    for (const [i, line] of lines.entries()) {
      await addNote(repository, noteFixture(line.key, { text: freeTexts[i]!, createdAt: later(nine, i) }))
      equal(
        (await notesOf(repository, line.key)).map(({ text }) => text),
        [freeTexts[i]],
        `note ${i + 1}`,
      )
    }
    const reasons = freeTexts.slice(0, 20).map((text) => [...text].slice(0, 200).join(''))
    const entries = reasons.map((reason) => {
      const entry = lineEntryFixture(lineFixture())
      return { ...entry, event: { ...entry.event!, reason, actor: reason } }
    })
    equal(await write(repository, entries), 'replaced', 'lines with reasons')
    for (const { line, event } of entries) equal(await repository.lineHistory(line.key), [event], 'event with a reason')
  }),

  proveFinance(4, 'What is handed in and given out changes nothing that is stored', async (repository) => {
    const entry = lineEntryFixture(
      lineFixture({ allocations: [categoryAllocation('fee', 10), categoryAllocation('tax', 20)] }),
    )
    const [line, event] = [structuredClone(entry.line), structuredClone(entry.event!)]
    equal(await write(repository, [entry]), 'replaced', 'import')
    spoil(entry)
    const [imported] = await saveImports(repository, [{ warnings: [{ code: 'days_missing', day: '2026-11-19' }] }])
    const kept = structuredClone(imported!)
    spoil(imported)
    const note = noteFixture(line.key)
    const keptNote = { ...note }
    await addNote(repository, note)
    spoil(note)
    for (let round = 0; round < 2; round++) {
      for (const [read, stored] of await readings(repository, line)) {
        equal(stored, line, `${read}, round ${round + 1}`)
        spoil(stored)
      }
      const reads: [string, () => Promise<unknown>, unknown][] = [
        ['history', () => repository.lineHistory(line.key), [event]],
        ['notes', () => notesOf(repository, line.key), [keptNote]],
        ['import', () => findImport(repository, kept.id), kept],
        ['page of imports', () => pageImports(repository, { limit: 9 }), [kept]],
      ]
      for (const [name, read, expected] of reads) {
        const result = await read()
        equal(result, expected, `${name}, round ${round + 1}`)
        spoil(result)
      }
    }
  }),

  proveFinance(17, '5,000 lines are found by their keys at once, each once', async (repository) => {
    const lines = await importLines(
      repository,
      each(30, () => ({})),
    )
    const unknown = each(4940, (i) => `id:unknown-${i}`)
    const keys = [...lines.slice(0, 15), ...lines.slice(0, 15)].map(({ key }) => key)
    const foundLines = await repository.findLines([...keys, ...unknown, ...keysOf(lines)].slice(-5000))
    equal(keysOf(foundLines).sort(), keysOf(lines).sort(), 'lines')
    equal(await repository.findLines([]), [], 'lines of no keys')
  }),
]
