import type { LineMarks } from '../../../../src/domain/reconciliation/line-key.js'
import type { FinanceRepository } from '../../../../src/repository/finance-port.js'
import type { AccountVersion, ReplaceOutcome } from '../../../../src/repository/port.js'
import { equal } from '../../../../src/testing/assert.js'
import { lineEntryFixture, lineFixture } from '../line-fixtures.js'
import { answerOf, changeLine, saveImports, storedLine, write } from '../line-steps.js'
import { proveFinance } from '../proof.js'
import { each } from '../../../../src/testing/steps.js'
import { onlyWinner } from './line-races.js'

const account = 'cbe-1000123'

function accountAt(version: number, of: Partial<AccountVersion> = {}): AccountVersion {
  return { account, currency: 'ETB', version, ...of }
}

/** Writes an answer in brief: `account_moved ETB cbe-1000123 v2`. */
function accountAnswer(answer: ReplaceOutcome): string {
  if (answer.outcome !== 'account_moved') return answerOf(answer)
  return `account_moved ${answer.currency} ${answer.account} v${answer.version}`
}

async function writeOn(repository: FinanceRepository, accounts: readonly AccountVersion[], line = lineFixture()) {
  return accountAnswer(await repository.replace({ changes: [], lines: [lineEntryFixture(line)], accounts }))
}

async function versionsOf(repository: FinanceRepository, of = account): Promise<string[]> {
  const versions = await repository.accountVersions(of)
  return versions.map((version) => `${version.account} ${version.currency} ${version.version}`).sort()
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
  proveFinance(26, 'A write that names the version of an account raises it', async (repository) => {
    equal(await versionsOf(repository), [], 'accounts before any write')
    for (const version of [0, 1, 2]) equal(await writeOn(repository, [accountAt(version)]), 'replaced', 'a write')
    equal(await versionsOf(repository), [`${account} ETB 3`], 'versions after three writes')
    equal(await write(repository, [lineEntryFixture(lineFixture())]), 'replaced', 'a write that names none')
    equal(await versionsOf(repository), [`${account} ETB 3`], 'versions after a write that names none')
  }),

  proveFinance(
    26,
    'A write on another version of an account stores nothing, and shows the one of now',
    async (repository) => {
      equal(await writeOn(repository, [accountAt(0)]), 'replaced', 'the first write')
      for (const version of [0, 2, 7]) {
        const line = lineFixture()
        equal(
          await writeOn(repository, [accountAt(version)], line),
          `account_moved ETB ${account} v1`,
          `a write on ${version}`,
        )
        equal(await storedLine(repository, line), 'nothing', 'its line')
        equal(await repository.lineHistory(line.key), [], 'events of its line')
      }
      equal(await versionsOf(repository), [`${account} ETB 1`], 'versions behind refused writes')
    },
  ),

  proveFinance(26, 'The currencies of an account, and accounts, have versions of their own', async (repository) => {
    const usd = accountAt(0, { currency: 'USD' })
    equal(await writeOn(repository, [accountAt(0), usd]), 'replaced', 'a write on two currencies')
    equal(await writeOn(repository, [accountAt(1)]), 'replaced', 'a write on one of them')
    equal(await versionsOf(repository), [`${account} ETB 2`, `${account} USD 1`], 'versions of both')
    const line = lineFixture()
    const moved = `account_moved USD ${account} v1`
    equal(await writeOn(repository, [accountAt(2), usd], line), moved, 'a write of which one has moved')
    equal(await storedLine(repository, line), 'nothing', 'its line')
    equal(await versionsOf(repository), [`${account} ETB 2`, `${account} USD 1`], 'versions behind it')
    for (const other of [account.toUpperCase(), `${account} `, `${account}é`]) {
      equal(await writeOn(repository, [accountAt(0, { account: other })]), 'replaced', `a write on ${other}`)
      equal(await versionsOf(repository, other), [`${other} ETB 1`], `versions of ${other}`)
    }
    equal(await versionsOf(repository, 'unknown'), [], 'versions of an unknown account')
  }),

  proveFinance(26, 'Of 50 writes at once on one version of an account exactly one is stored', async (repository) => {
    for (const version of [0, 1]) {
      const lines = each(50, () => lineFixture())
      const answers = await Promise.all(lines.map((line) => writeOn(repository, [accountAt(version)], line)))
      const winner = lines[onlyWinner(answers, `account_moved ETB ${account} v${version + 1}`)]!
      const stored = await repository.findLines(lines.map(({ key }) => key))
      equal(
        stored.map(({ key }) => key),
        [winner.key],
        'lines that are stored',
      )
      equal(await versionsOf(repository), [`${account} ETB ${version + 1}`], 'versions')
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
