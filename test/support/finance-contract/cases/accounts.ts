import { type AccountState, movedAccount } from '../../../../src/domain/accounts/account.js'
import type { LineMarks } from '../../../../src/domain/reconciliation/line-key.js'
import { accounts } from '../../../../src/repository/aggregates/accounts.js'
import type { RowEntry } from '../../../../src/repository/aggregates/port.js'
import type { FinanceRepository } from '../../../../src/repository/finance-port.js'
import type { ReplaceOutcome } from '../../../../src/repository/port.js'
import { equal } from '../../../../src/testing/assert.js'
import { lineEntryFixture, lineFixture } from '../line-fixtures.js'
import { answerOf, changeLine, saveImports, storedLine, write } from '../line-steps.js'
import { proveFinance } from '../proof.js'
import { each } from '../../../../src/testing/steps.js'
import { onlyWinner } from './line-races.js'

const account = 'cbe-1000123'

/** An account whose row a write raises: from a version, by an amount. */
interface Raise {
  version: number
  account?: string
  currency?: string
  change?: bigint
  /** The balance before. */
  balance?: string
  openSessionId?: string | null
}

/** Makes the entry that raises the row of an account which has a version; 0 where it has no row. */
function raised({ version, change = 0n, balance = '0', openSessionId, ...of }: Raise): RowEntry {
  const key = { account, currency: 'ETB', ...of }
  const former =
    version === 0
      ? null
      : { ...key, balance, byMonth: { '2026-11': balance }, openSessionId: null, lastDay: null, version }
  const row = movedAccount(former, key, change, openSessionId === undefined ? {} : { openSessionId })
  const isNew = former === null
  return { of: accounts, row, beside: isNew ? {} : null, expected: isNew ? 'nothing' : version, events: [] }
}

function accountText({ account: name, currency, balance, version }: AccountState): string {
  return `${name} ${currency} ${balance} v${version}`
}

/** Writes an answer in brief: `accounts stale cbe-1000123 ETB 0 v2`. */
function accountAnswer(answer: ReplaceOutcome): string {
  if (answer.outcome !== 'row_stale' || answer.of !== accounts.name) return answerOf(answer)
  return `accounts stale ${answer.stored ? accountText(answer.stored.row as AccountState) : 'nothing'}`
}

async function writeOn(repository: FinanceRepository, raises: readonly Raise[], line = lineFixture()) {
  const group = { changes: [], lines: [lineEntryFixture(line)], rows: raises.map(raised) }
  return accountAnswer(await repository.replace(group))
}

async function rowsOf(repository: FinanceRepository, of = account): Promise<string[]> {
  return (await repository.findRows(accounts, 'account', [of])).map(({ row }) => accountText(row)).sort()
}

/** Lists the keys of the lines that have a mark, in one order. */
async function markedKeys(
  repository: FinanceRepository,
  kind: keyof LineMarks,
  marks: readonly string[],
): Promise<string[]> {
  const marked = await repository.markedLines(kind, marks)
  return marked.map(({ mark, line }) => `${mark}: ${line.key} v${line.version}`).sort()
}

async function storeMarked(repository: FinanceRepository, marks: readonly LineMarks[]) {
  const entries = marks.map((one) => lineEntryFixture(lineFixture(), { marks: one }))
  equal(await write(repository, entries), 'replaced', 'import of lines with marks')
  return entries.map(({ line }) => line)
}

export const accountCases = [
  proveFinance(26, 'A write that raises the row of an account stores its balance', async (repository) => {
    equal(await rowsOf(repository), [], 'accounts before any write')
    const largest = '-9999999999999999999999999999999999999999'.slice(0, 39)
    equal(await writeOn(repository, [{ version: 0, change: 700n }]), 'replaced', 'the first write')
    equal(await writeOn(repository, [{ version: 1, balance: '700', change: -900n }]), 'replaced', 'the second')
    equal(await rowsOf(repository), [`${account} ETB -200 v2`], 'the row after two writes')
    equal(await write(repository, [lineEntryFixture(lineFixture())]), 'replaced', 'a write that raises none')
    equal(await rowsOf(repository), [`${account} ETB -200 v2`], 'the row after a write that raises none')
    const session = { version: 2, balance: largest, openSessionId: 'csh_00000000000000000000000001' }
    equal(await writeOn(repository, [session]), 'replaced', 'a write of a session and many digits')
    const [open] = await repository.findRows(accounts, 'account', [account])
    equal(open?.row, raised(session).row, 'the row with a session')
    const end = raised({ version: 3, openSessionId: null, balance: largest })
    equal(answerOf(await repository.replace({ changes: [], lines: [], rows: [end] })), 'replaced', 'a row alone')
    const [after] = await repository.findRows(accounts, 'account', [account])
    equal(after?.row, end.row, 'the row without a session')
  }),

  proveFinance(
    26,
    'A write on another version of an account stores nothing, and shows the row of now',
    async (repository) => {
      equal(await writeOn(repository, [{ version: 0, change: 5n }]), 'replaced', 'the first write')
      for (const version of [0, 2, 7]) {
        const line = lineFixture()
        equal(
          await writeOn(repository, [{ version, change: 1n }], line),
          `accounts stale ${account} ETB 5 v1`,
          `a write on ${version}`,
        )
        equal(await storedLine(repository, line), 'nothing', 'its line')
        equal(await repository.lineHistory(line.key), [], 'events of its line')
      }
      equal(await rowsOf(repository), [`${account} ETB 5 v1`], 'the row behind refused writes')
      const unknown = [{ version: 1, account: 'unknown' }]
      equal(await writeOn(repository, unknown), 'accounts stale nothing', 'a write on an account without a row')
    },
  ),

  proveFinance(26, 'The currencies of an account, and accounts, have rows of their own', async (repository) => {
    const usd = { version: 0, currency: 'USD', change: 7n }
    equal(await writeOn(repository, [{ version: 0 }, usd]), 'replaced', 'a write on two currencies')
    equal(await writeOn(repository, [{ version: 1, change: 3n }]), 'replaced', 'a write on one of them')
    const both = [`${account} ETB 3 v2`, `${account} USD 7 v1`]
    equal(await rowsOf(repository), both, 'rows of both')
    const line = lineFixture()
    const moved = `accounts stale ${account} USD 7 v1`
    equal(await writeOn(repository, [{ version: 2, balance: '3' }, usd], line), moved, 'a write of which one has moved')
    equal(await storedLine(repository, line), 'nothing', 'its line')
    equal(await rowsOf(repository), both, 'rows behind it')
    for (const other of [account.toUpperCase(), `${account} `, `${account}é`]) {
      equal(await writeOn(repository, [{ version: 0, account: other }]), 'replaced', `a write on ${other}`)
      equal(await rowsOf(repository, other), [`${other} ETB 0 v1`], `rows of ${other}`)
    }
    equal(await rowsOf(repository, 'unknown'), [], 'rows of an unknown account')
  }),

  proveFinance(26, 'Of 50 writes at once on one version of an account exactly one is stored', async (repository) => {
    for (const version of [0, 1]) {
      const lines = each(50, () => lineFixture())
      const raise = { version, balance: `${version}`, change: 1n }
      const answers = await Promise.all(lines.map((line) => writeOn(repository, [raise], line)))
      const now = `${account} ETB ${version + 1} v${version + 1}`
      const winner = lines[onlyWinner(answers, `accounts stale ${now}`)]!
      const stored = await repository.findLines(lines.map(({ key }) => key))
      equal(
        stored.map(({ key }) => key),
        [winner.key],
        'lines that are stored',
      )
      equal(await rowsOf(repository), [now], 'the row')
    }
  }),

  proveFinance(26, 'Lines are found by their marks, as they are now, whatever changed of them', async (repository) => {
    const [a, b, c] = await storeMarked(repository, [
      { identity: 'M1', receipt: 'M2' },
      { identity: 'M1', entry: 'M2' },
      { receipt: 'm1' },
    ])
    await storeMarked(repository, [{}])
    equal(await markedKeys(repository, 'identity', ['M1']), [`M1: ${a!.key} v1`, `M1: ${b!.key} v1`].sort(), 'one mark')
    equal(await markedKeys(repository, 'receipt', ['M1', 'M2', 'M2']), [`M2: ${a!.key} v1`], 'a mark of another kind')
    equal(await markedKeys(repository, 'receipt', ['m1']), [`m1: ${c!.key} v1`], 'a mark in other letters')
    equal(await markedKeys(repository, 'entry', ['M1', 'M 2', '']), [], 'marks that no line has')
    const changed = await changeLine(repository, a!, { held: true })
    const now = [`M1: ${changed.key} v2`, `M1: ${b!.key} v1`].sort()
    equal(await markedKeys(repository, 'identity', ['M1']), now, 'a line that changed')
    equal((await repository.markedLines('receipt', ['M2']))[0]?.line, changed, 'the line')
  }),

  proveFinance(26, 'Lines are looked for by 5,000 marks at once, and a mark may have many', async (repository) => {
    const lines = await storeMarked(
      repository,
      each(120, (i) => ({ receipt: i < 60 ? 'shared' : `mark-${i}` })),
    )
    const marks = ['shared', ...each(4999, (i) => `mark-${i}`)]
    const marked = await repository.markedLines('receipt', marks)
    equal(marked.map(({ line }) => line.key).sort(), lines.map(({ key }) => key).sort(), 'lines that are found')
  }),

  proveFinance(26, 'Imports of another layout are those whose days meet, or are not known yet', async (repository) => {
    const saved = await saveImports(repository, [
      { layout: 'one', from: '2026-11-01', to: '2026-11-10' },
      { layout: 'two', from: '2026-11-11', to: '2026-11-20' },
      { layout: 'one', from: '2026-11-21', to: '2026-11-30' },
      { layout: 'one', from: null, to: null, completedAt: null },
      { layout: null, from: '2026-11-01', to: '2026-11-30' },
      { layout: 'one', from: '2026-11-01', to: '2026-11-30', account: 'other' },
      { layout: 'ONE', from: '2026-11-05', to: '2026-11-05' },
    ])
    const places = async (layout: string, from: string, to: string, of = account) =>
      (await repository.importsOfOtherLayout({ account: of, layout, from, to }))
        .map((id) => saved.findIndex((one) => one.id === id))
        .sort()
    equal(await places('two', '2026-11-10', '2026-11-20'), [0, 3], 'days that meet at an end')
    equal(await places('two', '2026-11-11', '2026-11-21'), [2, 3], 'days that meet at the other end')
    equal(await places('two', '2026-11-12', '2026-11-12'), [3], 'days of the same layout alone')
    equal(await places('one', '2026-11-01', '2026-11-30'), [1, 6], 'a layout in other letters')
    equal(await places('two', '2026-11-01', '2026-11-30', 'other'), [5], 'another account')
  }),
]
