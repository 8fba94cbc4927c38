/** Every statement about closed days. */
import { millisecondsOf } from '../../../domain/instant.js'
import type { ChainEnd, ClosingPageQuery, StoredClosing } from '../../../repository/day-port.js'
import type { SqlStatement, SqlValue, WriteStatement } from '../database.js'
import { insertText } from '../row-statements.js'
import { sharedText } from '../shared-texts.js'
import { statementTexts } from '../statement-texts.js'
import type { StatementSettings } from '../statements.js'
import {
  chainColumns,
  closingColumns,
  closingLineColumns,
  closingLineValues,
  closingValues,
  linesOfLinkColumns,
  writtenClosingColumns,
} from './day-rows.js'

export function dayStatements({ dialect, tables, tenant }: StatementSettings) {
  const { closingChains, closings, closingLines, accountLines } = tables
  const columns = closingColumns.join(', ')
  const withPlaceholders = (text: string) => sharedText(dialect, text)
  const { command } = statementTexts({ dialect, tenant })

  const counted = (text: string) => withPlaceholders(text + dialect.finance.counted)

  const insertChain = withPlaceholders(
    insertText(closingChains, chainColumns, 1) + dialect.finance.orNothing('tenant, account'),
  )
  const moveChain = counted(
    `UPDATE ${closingChains} SET sequence = ?, hash = ? ` +
      'WHERE tenant = ? AND account = ? AND sequence = ? AND taken_back = ?',
  )
  // A row that an UPDATE does not change is none that it changed, on MySQL.
  const countTaken = counted(
    `UPDATE ${closingChains} SET taken_back = taken_back + 1 WHERE tenant = ? AND account = ? AND sequence = ?`,
  )
  const insertClosing = counted(insertText(closings, writtenClosingColumns, 1))
  const insertLines = counted(insertText(closingLines, closingLineColumns, 1))
  const linesOf = withPlaceholders(
    `SELECT document FROM ${closingLines} WHERE tenant = ? AND account = ? AND sequence = ? ORDER BY part`,
  )
  const versionsOf = withPlaceholders(
    `SELECT line_key, version FROM ${accountLines} WHERE tenant = ? AND account = ? AND value_date = ?`,
  )
  const linkAt = withPlaceholders(
    `SELECT ${columns} FROM ${closings} WHERE tenant = ? AND account = ? AND sequence = ?${dialect.lockingRead}`,
  )
  // A day is closed where its last link is a closing. Days come first, of which there are few beside their lines.
  const unclosedOf = (lineDays: string) =>
    withPlaceholders(
      `SELECT account, value_date FROM (
${lineDays}
) AS line_day WHERE value_date < ? AND NOT EXISTS (
  SELECT 1 FROM ${closings} AS link WHERE link.tenant = ? AND link.account = line_day.account
  AND link.day = line_day.value_date AND link.kind = 'closing' AND NOT EXISTS (
    SELECT 1 FROM ${closings} AS later WHERE later.tenant = ? AND later.account = link.account
    AND later.day = link.day AND later.sequence > link.sequence
  )
)`,
    )
  const lineDays = {
    ofAll: dialect.finance.lineDays(accountLines, ['tenant']),
    ofAccount: dialect.finance.lineDays(accountLines, ['tenant', 'account']),
  }
  const unclosedTexts = { ofAll: unclosedOf(lineDays.ofAll), ofAccount: unclosedOf(lineDays.ofAccount) }

  /** Returns the statement for the days that are not closed; each condition on lines has a value for each of its columns. */
  function unclosed({ before, account }: { before: string; account?: string }): SqlStatement {
    const name = account === undefined ? 'ofAll' : 'ofAccount'
    const values = account === undefined ? [tenant] : [tenant, account]
    const conditions = Array.from(lineDays[name].matchAll(/tenant = \?/g), () => values)
    return { text: unclosedTexts[name], values: [...conditions.flat(), before, tenant, tenant] }
  }

  /**
   * Returns a query for chains with the number of their links. The links are counted in the same statement, so that
   * both are of one instant; where the row of a chain is missing, the row has the links alone.
   */
  const chainsWithLinks = (isWanted: string) =>
    `SELECT ${chainColumns.join(', ')}, (
  SELECT COUNT(*) FROM ${closings} AS link WHERE link.tenant = ? AND link.account = chain.account
) AS links FROM ${closingChains} AS chain WHERE tenant = ? AND ${isWanted}
UNION ALL
SELECT account, 0, NULL, 0, COUNT(*) FROM ${closings} AS link WHERE tenant = ? AND ${isWanted} AND NOT EXISTS (
  SELECT 1 FROM ${closingChains} AS chain WHERE chain.tenant = ? AND chain.account = link.account
) GROUP BY account`

  /**
   * Returns the statement that makes the row of a chain without a link, which has none yet: concurrent writes wait for
   * that row.
   */
  function chainRow({ account, sequence }: ChainEnd): WriteStatement[] {
    return sequence === 0 ? [{ text: insertChain, values: [tenant, account, 0, null, 0] }] : []
  }

  function listed(start: string, column: string, values: readonly string[], end: string, first: readonly SqlValue[]) {
    return dialect.batches(values).map((part) => {
      const { text, values: list } = dialect.oneOf(column, part)
      return command(`${start} AND ${text}${end}`, [...first, ...list])
    })
  }

  /** Returns the statements for these columns of all links about some days of an account, first to last. */
  function ofDays(list: string, account: string, days: readonly string[]) {
    const select = `SELECT ${list} FROM ${closings} WHERE tenant = ? AND account = ?`
    return listed(select, 'day', days, ' ORDER BY sequence', [tenant, account])
  }

  function page({ account, from, to, createdFrom, createdBefore, after, limit }: ClosingPageQuery): SqlStatement {
    const conditions = [
      { text: 'tenant = ?', values: [tenant] as SqlValue[] },
      ...(account === undefined ? [] : [{ text: 'account = ?', values: [account] }]),
      ...days(from, to),
      ...(createdFrom === undefined ? [] : [{ text: 'created_at >= ?', values: [millisecondsOf(createdFrom)] }]),
      ...(createdBefore === undefined ? [] : [{ text: 'created_at < ?', values: [millisecondsOf(createdBefore)] }]),
      ...(after ? [behind(after)] : []),
    ]
    return command(
      `SELECT ${columns} FROM ${closings} WHERE ${conditions.map(({ text }) => text).join(' AND ')} ` +
        'ORDER BY created_at DESC, sequence DESC, hash DESC LIMIT ?',
      [...conditions.flatMap(({ values }) => values), dialect.limit(limit)],
    )
  }

  /** Returns the statement for the whole chain of an account, or for the next links behind one. */
  function chain(account: string, part?: { after: number | undefined; limit: number }): SqlStatement {
    const select = `SELECT ${columns} FROM ${closings} WHERE tenant = ? AND account = ?`
    if (!part) return command(`${select} ORDER BY sequence`, [tenant, account])
    const { after = 0, limit } = part
    return command(`${select} AND sequence > ? ORDER BY sequence LIMIT ?`, [
      tenant,
      account,
      after,
      dialect.limit(limit),
    ])
  }

  return {
    add: (closing: StoredClosing, takenBack: number): WriteStatement[] => {
      const { account, sequence, hash } = closing
      const moved = [sequence, hash, tenant, account, sequence - 1, takenBack]
      return [
        ...chainRow({ account, sequence: sequence - 1 }),
        { text: moveChain, values: moved, mustChange: 1 },
        { text: insertClosing, values: [tenant, ...closingValues(closing)], mustChange: 1 },
        ...closingLineValues(closing).map((values) => ({
          text: insertLines,
          values: [tenant, ...values],
          mustChange: 1,
        })),
      ]
    },
    /**
     * Returns statements that hold a chain at its end. A write that is decided on the end of a chain waits for a
     * closing that is under way, and is refused behind it.
     */
    holdChain: (end: ChainEnd): WriteStatement[] => [
      ...chainRow(end),
      { text: countTaken, values: [tenant, end.account, end.sequence], mustChange: 1 },
    ],
    /** Returns the statements for the ends alone, as they are now. */
    chains: (accounts: readonly string[]) =>
      listed(
        `SELECT ${chainColumns.join(', ')} FROM ${closingChains} WHERE tenant = ?`,
        'account',
        accounts,
        dialect.lockingRead,
        [tenant],
      ),
    chainsWithLinks: (accounts: readonly string[]) =>
      dialect.batches(accounts).map((part) => {
        const { text, values } = dialect.oneOf('account', part)
        return command(chainsWithLinks(text), [tenant, tenant, ...values, tenant, ...values, tenant])
      }),
    linkAt: ({ account, sequence }: ChainEnd): SqlStatement => ({ text: linkAt, values: [tenant, account, sequence] }),
    ofDays: (account: string, days: readonly string[]) => ofDays(columns, account, days),
    linesOfDays: (account: string, days: readonly string[]) => ofDays(linesOfLinkColumns.join(', '), account, days),
    page,
    chain,
    lines: ({ account, sequence }: ChainEnd): SqlStatement => ({ text: linesOf, values: [tenant, account, sequence] }),
    lineVersions: (account: string, day: string): SqlStatement => ({
      text: versionsOf,
      values: [tenant, account, day],
    }),
    unclosed,
  }
}

/** Returns the conditions for days. One day is an equality, by which an index has its closings in their order. */
function days(from: string | undefined, to: string | undefined): { text: string; values: SqlValue[] }[] {
  if (from !== undefined && from === to) return [{ text: 'day = ?', values: [from] }]
  return [
    ...(from === undefined ? [] : [{ text: 'day >= ?', values: [from] }]),
    ...(to === undefined ? [] : [{ text: 'day <= ?', values: [to] }]),
  ]
}

/**
 * Returns the condition for the closings behind one, newest first: all three columns go down, so that one index gives
 * the rows in their order.
 */
function behind({ at, sequence, hash }: NonNullable<ClosingPageQuery['after']>): { text: string; values: SqlValue[] } {
  const ms = millisecondsOf(at)
  return {
    text: 'created_at <= ? AND (created_at < ? OR sequence < ? OR (sequence = ? AND hash < ?))',
    values: [ms, ms, sequence, sequence, hash],
  }
}

export type DayStatements = ReturnType<typeof dayStatements>
