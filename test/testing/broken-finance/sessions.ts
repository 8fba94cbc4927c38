import type { FinanceGroup, RowEntry } from 'hospital-payments/repository'
import { broken, type BrokenFinance } from './broken.js'

const isOf =
  (...names: readonly string[]) =>
  ({ of }: RowEntry) =>
    names.includes(of.name)

const isOfSession = isOf('cash_sessions')
const isOfReceipt = isOf('receipts')

/** Returns true for a write with a row of this kind, and without a refund. */
function writes({ rows = [] }: FinanceGroup, isKind: (entry: RowEntry) => boolean): boolean {
  return rows.some(isKind) && !rows.some(isOf('refunds'))
}

function without({ rows = [], ...group }: FinanceGroup, isKind: (entry: RowEntry) => boolean): FinanceGroup {
  return { ...group, rows: rows.filter((entry) => !isKind(entry)) }
}

export const brokenSessions: readonly BrokenFinance[] = [
  broken(
    'answers a second open session of a point as if it were stored',
    'A point has one open session in a currency, and the next one after its close',
    (sound) => ({
      replaceWithLines: async (group) => {
        const answer = await sound.replaceWithLines(group)
        const isSecond = answer.outcome === 'row_taken' && answer.of === 'cash_sessions'
        return isSecond ? { outcome: 'replaced' } : answer
      },
    }),
  ),
  broken(
    'stores the movement of a session that has moved, and says that it has',
    'A movement on another version of its session stores nothing, and shows the session of now',
    (sound) => ({
      replaceWithLines: async (group) => {
        const answer = await sound.replaceWithLines(group)
        const isMoved = answer.outcome === 'row_stale' && answer.of === 'cash_sessions'
        if (isMoved && writes(group, isOfSession) && !group.rows!.some(isOfReceipt))
          await sound.replaceWithLines(without(group, isOfSession))
        return answer
      },
    }),
  ),
  broken(
    'keeps the receipt of a take that it refuses',
    'A take has the next receipt of the year in its own write, also behind refused ones',
    (sound) => ({
      replaceWithLines: async (group) => {
        const answer = await sound.replaceWithLines(group)
        const isRefused = answer.outcome !== 'replaced' && writes(group, isOfReceipt) && group.lines.length > 0
        if (isRefused) await sound.replace({ changes: [], lines: [], rows: group.rows!.filter(isOfReceipt) })
        return answer
      },
    }),
  ),
  broken(
    'stores the account of a movement whose line it refuses',
    'A line, its payment, refund, receipt, session and account change in one write, or none of them',
    (sound) => ({
      replaceWithLines: async (group) => {
        const answer = await sound.replaceWithLines(group)
        if (answer.outcome === 'line_stale' && group.rows?.some(isOfSession) === true)
          await sound.replace({ changes: [], lines: [], rows: group.rows.filter(isOf('accounts')) })
        return answer
      },
    }),
  ),
]
