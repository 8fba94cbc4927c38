import type { AccountVersion, FinanceGroup } from 'hospital-payments/repository'
import { crossing } from '../broken/broken.js'
import { broken, type BrokenFinance } from './broken.js'
import { findImport } from '../../../src/operations/statements/stored-imports.js'

const without = ({ accounts: _, ...group }: FinanceGroup): FinanceGroup => group

export const brokenAccounts: readonly BrokenFinance[] = [
  broken(
    'raises the account of every line, named or not',
    'A write that names the version of an account raises it',
    (sound) => {
      let more = 0
      return {
        replaceWithLines: (group) => {
          if (!group.accounts) more++
          return sound.replaceWithLines(group)
        },
        accountVersions: async (account) =>
          (await sound.accountVersions(account)).map((one) => ({ ...one, version: one.version + more })),
      }
    },
  ),
  broken(
    'stores a line whose account has moved, and says that it has',
    'A write on another version of an account stores nothing, and shows the one of now',
    (sound) => ({
      replaceWithLines: async (group) => {
        const answer = await sound.replaceWithLines(group)
        const isFirst = group.accounts?.length === 1 && group.accounts[0]!.version > 1
        if (answer.outcome === 'account_moved' && isFirst) await sound.replaceWithLines(without(group))
        return answer
      },
    }),
  ),
  broken(
    'looks at the first account of a write alone',
    'The currencies of an account, and accounts, have versions of their own',
    (sound) => ({
      replaceWithLines: async (group) => {
        const [first, ...others] = group.accounts ?? []
        if (others.length === 0) return sound.replaceWithLines(group)
        const now = await sound.accountVersions(first!.account)
        const versionOf = ({ currency }: AccountVersion) => now.find((one) => one.currency === currency)?.version ?? 0
        const accounts = [first!, ...others.map((one) => ({ ...one, version: versionOf(one) }))]
        return sound.replaceWithLines({ ...group, accounts })
      },
    }),
  ),
  broken(
    'compares the version of an account before it writes, not in the write',
    'Of 50 writes at once on one version of an account exactly one is stored',
    (sound) => {
      const cross = crossing()
      return {
        replaceWithLines: (group) =>
          cross(group.accounts?.[0] ? `${group.accounts[0].account} ${group.accounts[0].version}` : null, (crossed) =>
            sound.replaceWithLines(crossed ? without(group) : group),
          ),
      }
    },
  ),
  broken(
    'finds a line by its marks until it changes',
    'Lines are found by their marks, as they are now, whatever changed of them',
    (sound) => ({
      markedLines: async (kind, marks) =>
        (await sound.markedLines(kind, marks)).filter(({ line }) => line.version === 1),
    }),
  ),
  broken('takes a change of a line without its marks', 'Marks of a line that is not new are refused', (sound) => ({
    replaceWithLines: (group) =>
      sound.replaceWithLines({
        ...group,
        lines: group.lines.map(({ marks, ...entry }) =>
          marks && entry.expected === 'nothing' ? { ...entry, marks } : entry,
        ),
      }),
  })),
  broken(
    'gives at most 50 lines of a mark',
    'Lines are looked for by 5,000 marks at once, and a mark may have many',
    (sound) => ({
      markedLines: async (kind, marks) => {
        const counts = new Map<string, number>()
        return (await sound.markedLines(kind, marks)).filter(({ mark }) => {
          counts.set(mark, (counts.get(mark) ?? 0) + 1)
          return counts.get(mark)! <= 50
        })
      },
    }),
  ),
  broken(
    'leaves out imports that were cut off before their days were known',
    'Imports of another layout are those whose days meet, or are not known yet',
    (sound) => ({
      importsOfOtherLayout: async (query) => {
        const ids = await sound.importsOfOtherLayout(query)
        const imports = await Promise.all(ids.map((id) => findImport(sound, id)))
        return imports.flatMap((one) => (one && one.from !== null ? [one.id] : []))
      },
    }),
  ),
]
