/** What new lines of a run may be duplicates of, as it is stored. */
import type { BankLine } from '../../domain/reconciliation/bank-line.js'
import { duplicateReason, duplicateReasons } from '../../domain/reconciliation/duplicates.js'
import { type MarkKind, markKinds } from '../../domain/reconciliation/line-key.js'
import type { LineWarningCode } from '../../domain/reconciliation/items.js'
import type { StatementLine } from '../../domain/reconciliation/statement-line.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { AccountVersion } from '../../repository/port.js'
import type { LinesOfFile, ReadLine } from './batches.js'
import { findMarkedLines } from './look-up.js'

/** What a run knows of its whole file. */
export interface OriginalsOfRun {
  readonly source: string
  readonly file: LinesOfFile
  /** The layout of the file; `null` where a host's lines have none. */
  layout: string | null
  /** The other account under which the receipts of the file are stored. */
  otherAccount: string | null
  /** What people have to look at in the file. */
  readonly notices: Set<LineWarningCode>
}

const dayPage = 1000

function contentOf({
  valueDate,
  direction,
  amount,
  currency,
}: Pick<BankLine, 'valueDate' | 'direction' | 'amount' | 'currency'>): string {
  return `${valueDate} ${direction} ${amount} ${currency}`
}

export class Originals {
  private readonly versions = new Map<string, number>()
  private readonly marked = new Map<string, Map<string, BankLine>>()
  /** By day, direction, amount and currency. */
  private readonly otherLayout = new Map<string, Map<string, BankLine>>()

  constructor(private readonly run: OriginalsOfRun) {}

  /** The accounts that new lines of these currencies are decided on. */
  accountsOf(lines: readonly Pick<StatementLine, 'currency'>[]): AccountVersion[] {
    const { source } = this.run
    const currencies = [...new Set(lines.map(({ currency }) => currency))]
    return currencies.map((currency) => ({ source, currency, version: this.versions.get(currency) ?? 0 }))
  }

  /** An account that was raised, or that a conflict showed; an older version changes nothing. */
  putAccount({ currency, version }: Pick<AccountVersion, 'currency' | 'version'>): void {
    this.versions.set(currency, Math.max(version, this.versions.get(currency) ?? 0))
  }

  async readAccount(finance: FinanceRepository): Promise<void> {
    for (const account of await finance.accountVersions(this.run.source)) this.putAccount(account)
  }

  /** What these new lines may be duplicates of. */
  async read(finance: FinanceRepository, entries: readonly ReadLine[]): Promise<void> {
    for (const kind of markKinds) {
      const marks = entries.flatMap((entry) => entry.marks[kind] ?? [])
      for (const { mark, line } of await findMarkedLines(finance, kind, marks)) {
        const text = `${kind} ${mark}`
        const lines = this.marked.get(text)
        if (lines) lines.set(line.key, line)
        else this.marked.set(text, new Map([[line.key, line]]))
      }
    }
    await this.readOtherLayouts(finance, entries)
  }

  private async readOtherLayouts(finance: FinanceRepository, entries: readonly ReadLine[]): Promise<void> {
    const { source, layout } = this.run
    const days = entries.map(({ line }) => line.valueDate).sort()
    const [from, to] = [days[0], days.at(-1)]
    if (layout === null || from === undefined || to === undefined) return
    const others = new Set(await finance.importsOfOtherLayout({ source, layout, from, to }))
    if (others.size === 0) return
    const wanted = new Set(entries.map(({ line }) => contentOf(line)))
    const ofFile = new Set(days)
    for (let after: { valueDate: string; key: string } | null | undefined; after !== null;) {
      const page = await finance.pageLines({ source, from, to, limit: dayPage, ...(after && { after }) })
      for (const line of page) {
        if (line.importId === null || !others.has(line.importId)) continue
        if (ofFile.has(line.valueDate)) this.run.notices.add('other_layout')
        const content = contentOf(line)
        if (!wanted.has(content)) continue
        const lines = this.otherLayout.get(content)
        if (lines) lines.set(line.key, line)
        else this.otherLayout.set(content, new Map([[line.key, line]]))
      }
      const end = page.at(-1)
      after = end && page.length === dayPage ? { valueDate: end.valueDate, key: end.key } : null
    }
  }

  private markedBy = (kind: MarkKind, mark: string): BankLine[] => [
    ...(this.marked.get(`${kind} ${mark}`)?.values() ?? []),
  ]

  /** Why a new line is held as a possible duplicate; `null` where it is a movement of its own. */
  reasonOf({ key, line, marks, isRepeated }: ReadLine): string | null {
    const { source, file, otherAccount, notices } = this.run
    // Another run may have stored the line itself meanwhile.
    const markedBy = (kind: MarkKind, mark: string) => this.markedBy(kind, mark).filter((other) => other.key !== key)
    if (otherAccount !== null) return duplicateReasons.fileOfOtherAccount
    const identity = marks.identity
    const named = line.lineId !== undefined && identity !== undefined ? markedBy('identity', identity) : []
    const receipts = marks.receipt === undefined ? [] : markedBy('receipt', marks.receipt)
    const isOther = (other: BankLine) => other.valueDate !== line.valueDate || other.reference !== line.reference
    if ([...named, ...receipts.filter((other) => other.source === source)].some(isOther)) notices.add('id_repeats')
    return duplicateReason(
      { source, line, marks, isRepeated },
      {
        marked: markedBy,
        otherLayout: [...(this.otherLayout.get(contentOf(line))?.values() ?? [])],
        isOfFile: ({ key }) => file.has(key),
      },
    )
  }
}
