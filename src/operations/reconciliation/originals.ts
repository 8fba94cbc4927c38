/** The stored lines of which new lines of a run may be duplicates. */
import { duplicateReason, duplicateReasons, type OriginalLine } from '../../domain/reconciliation/duplicates.js'
import { isSameReceipt } from '../../domain/payments/receipt-spelling.js'
import {
  type LineMarks,
  type MarkKind,
  markKinds,
  type OriginalKind,
  originalKinds,
  moneyText,
  namedKinds,
  type SoughtMark,
  type SoughtMarks,
} from '../../domain/reconciliation/line-key.js'
import type { LineWarningCode } from '../../domain/reconciliation/items.js'
import type { RunFinance } from '../../repository/run-port.js'
import { archivedLinesOfDays, findArchivedByMarks, hasArchivedLines } from '../archived/archived-lines.js'
import type { LinesOfFile, ReadLine } from './batches.js'
import { LinesByText } from './lines-by-text.js'
import { MarkedLines } from './marked-lines.js'

/** The facts of a run about a whole file. */
export interface OriginalsOfRun {
  readonly account: string
  readonly file: LinesOfFile
  /** The layout of the file; `null` where a host's lines have none. */
  readonly layout: string | null
  /** The file that the run read before it, of the same archive. */
  readonly before?: OriginalsOfRun | null
  /** True where the lines of the files before are not stored. */
  readonly isPreview?: boolean
  /** The other account under which the receipts of the file are stored. */
  otherAccount: string | null
  /** The warnings that people have to look at. */
  readonly notices: Set<LineWarningCode>
  /** The key of the stored line that the run decides by itself, as if it were new. */
  readonly decides?: string
}

function isOriginalKind(kind: MarkKind): kind is OriginalKind {
  return (originalKinds as readonly MarkKind[]).includes(kind)
}

const dayPage = 1000

function contentOf(line: Pick<OriginalLine, 'valueDate' | 'direction' | 'amount' | 'currency'>): string {
  return `${line.valueDate} ${moneyText(line)}`
}

/** Makes the check that a line with the mark of a receipt has it still: that of a hint may have been corrected since. */
function hasNoOtherReceipt({ providerTransactionId: receipt }: ReadLine['line']) {
  return ({ providerTransactionId }: OriginalLine): boolean =>
    providerTransactionId === undefined || isSameReceipt(providerTransactionId, receipt)
}

export class Originals {
  private readonly marked: Readonly<Record<OriginalKind, MarkedLines>> = {
    identity: new MarkedLines('identity'),
    receipt: new MarkedLines('receipt'),
    entry: new MarkedLines('entry'),
  }
  /** The lines of files of another layout, by day, direction, amount and currency. */
  private readonly otherLayout = new LinesByText()

  constructor(private readonly run: OriginalsOfRun) {}

  /** The account of the run. */
  get account(): string {
    return this.run.account
  }

  /** True where no stored line is known of which a new one may be a duplicate. */
  private get isEmpty(): boolean {
    return this.otherLayout.isEmpty && originalKinds.every((kind) => this.marked[kind].isEmpty)
  }

  /** Reads the lines of which new lines may be duplicates, and the lines that had the receipts of stored ones first. */
  async read(finance: RunFinance, { added, stored }: { added: readonly ReadLine[]; stored: readonly ReadLine[] }) {
    const soughtOf = (kind: OriginalKind): SoughtMark[] => {
      const sought = added.flatMap(({ marks }) => marks[kind] ?? [])
      // Of a receipt of a stored line its name alone.
      const ofStored = stored.flatMap(({ marks }) => (kind === 'receipt' ? (marks.receipt?.name ?? []) : []))
      return [...sought, ...ofStored.map((whole) => ({ name: null, whole }))]
    }
    for (const kind of originalKinds) await this.marked[kind].read(finance, soughtOf(kind))
    const hasArchived = added.length > 0 && (await hasArchivedLines(finance))
    if (hasArchived) for (const kind of originalKinds) await this.readArchived(finance, kind, soughtOf(kind))
    await this.readOtherLayouts(finance, added, hasArchived)
  }

  /** Returns the keys of the account's lines that only a hint had reported and that have the receipts of these. */
  unprovedKeys(entries: readonly ReadLine[]): string[] {
    const ofReceipts = entries.flatMap(({ marks }) => (marks.receipt ? this.marked.receipt.named(marks.receipt) : []))
    return ofReceipts.flatMap(({ account, outcome, key }) =>
      account === this.run.account && outcome === 'unproved' ? [key] : [],
    )
  }

  /** Returns true where another line of the account has the receipt of a new one, and its money. */
  hasReceiptAndMoney({ key, marks }: ReadLine): boolean {
    const stored = marks.receipt ? this.marked.receipt.all(marks.receipt) : []
    return stored.some((line) => line.account === this.run.account && line.key !== key)
  }

  /** Returns the marks with which new lines are stored in one write. */
  marksToStore(lines: readonly SoughtMarks[]): LineMarks[] {
    const { account } = this.run
    const marksOfWrite = new Set<string>()
    const toStore = (kind: MarkKind, mark: SoughtMark) => {
      const chosen = isOriginalKind(kind) ? this.marked[kind].toStore(mark, account) : mark.whole
      const text = `${kind} ${chosen}`
      if (marksOfWrite.has(text)) return mark.whole
      marksOfWrite.add(text)
      return chosen
    }
    return lines.map((sought) => {
      const marks = markKinds.map((kind) => [kind, sought[kind] && toStore(kind, sought[kind])] as const)
      return Object.fromEntries(marks.filter(([, mark]) => mark !== undefined)) as LineMarks
    })
  }

  /** Adds a new line that is stored now. */
  putLine(sought: SoughtMarks, line: OriginalLine): void {
    for (const kind of originalKinds) {
      const mark = sought[kind]
      if (mark) this.marked[kind].put(this.marked[kind].toStore(mark, line.account), line)
    }
  }

  /** Reads the lines with these marks that were moved to other tables. */
  private async readArchived(finance: RunFinance, kind: OriginalKind, sought: readonly SoughtMark[]): Promise<void> {
    const marks = sought.flatMap(({ name, whole }) => (name === null ? [whole] : [name, whole]))
    for (const { mark, line } of await findArchivedByMarks(finance, kind, marks)) this.marked[kind].put(mark, line)
  }

  private async readOtherLayouts(
    finance: RunFinance,
    entries: readonly ReadLine[],
    hasArchived: boolean,
  ): Promise<void> {
    const { account, layout } = this.run
    const days = entries.map(({ line }) => line.valueDate).sort()
    const [from, to] = [days[0], days.at(-1)]
    if (layout === null || from === undefined || to === undefined) return
    const others = new Set(await finance.importsOfOtherLayout({ account, layout, from, to }))
    if (others.size === 0 && !this.hasOtherLayoutBefore()) return
    const contents = new Set(entries.map(({ line }) => contentOf(line)))
    const ofFile = new Set(days)
    const put = (line: OriginalLine) => {
      const isOfOther = line.importId !== null && others.has(line.importId)
      if (!isOfOther && !this.isOfOtherLayoutBefore(line)) return
      if (ofFile.has(line.valueDate)) this.run.notices.add('other_layout')
      const content = contentOf(line)
      if (contents.has(content)) this.otherLayout.add(content, line)
    }
    for (let after: { valueDate: string; key: string } | null | undefined; after !== null;) {
      const page = await finance.pageLines({ account, from, to, limit: dayPage, ...(after && { after }) })
      for (const line of page) put(line)
      const end = page.at(-1)
      after = end && page.length === dayPage ? { valueDate: end.valueDate, key: end.key } : null
    }
    if (hasArchived) for await (const line of archivedLinesOfDays(finance, { account, from, to })) put(line)
  }

  /** Returns true where an import would have stored this line with a file before, and a preview has not. */
  isOfFileBefore(key: string): boolean {
    if (!this.run.isPreview) return false
    for (let one = this.run.before; one; one = one.before) if (one.file.has(key)) return true
    return false
  }

  /** Lists the files of another layout that the run read before this one. */
  private *filesOfOtherLayout(): Generator<OriginalsOfRun> {
    for (let file = this.run.before; file; file = file.before)
      if (file.layout !== null && file.layout !== this.run.layout) yield file
  }

  private hasOtherLayoutBefore(): boolean {
    return !this.filesOfOtherLayout().next().done
  }

  private isOfOtherLayoutBefore({ key }: Pick<OriginalLine, 'key'>): boolean {
    for (const { file } of this.filesOfOtherLayout()) if (file.has(key)) return true
    return false
  }

  /**
   * Returns true where another line of the account has the receipt: the first that is stored with it, or one before it in the
   * file.
   */
  hasReceiptOfOther({ key, line, marks, hasKnownReceipt }: ReadLine): boolean {
    const { account, decides = key } = this.run
    const first = (marks.receipt ? this.marked.receipt.first(marks.receipt) : []).filter(hasNoOtherReceipt(line))
    return hasKnownReceipt || first.some((line) => line.account === account && line.key !== decides)
  }

  /** Returns the reason for which a new line is held as a possible duplicate; `null` where it is a movement of its own. */
  reasonOf({ key, line, marks, isRepeated }: ReadLine): string | null {
    const { account, file, otherAccount, notices } = this.run
    if (otherAccount !== null) return duplicateReasons.fileOfOtherAccount
    if (!isRepeated && this.isEmpty) return null
    // Another run may have stored the line itself meanwhile.
    const others = (kind: OriginalKind, lines: readonly OriginalLine[]) =>
      lines.filter((other) => other.key !== key && (kind !== 'receipt' || hasNoOtherReceipt(line)(other)))
    const marked = (kind: OriginalKind) => {
      const mark = marks[kind]
      return mark === undefined ? [] : others(kind, this.marked[kind].all(mark))
    }
    const named = namedKinds.flatMap((kind) => {
      const mark = marks[kind]
      return mark === undefined || mark.name === null ? [] : others(kind, this.marked[kind].named(mark))
    })
    const isOther = (other: OriginalLine) =>
      other.valueDate !== line.valueDate || other.reference !== line.reference || moneyText(other) !== moneyText(line)
    if (named.some((other) => other.account === account && isOther(other))) notices.add('id_repeats')
    return duplicateReason(
      { account, line, isRepeated },
      {
        marked,
        otherLayout: this.otherLayout.of(contentOf(line)),
        isOfFile: ({ key }) => file.has(key),
      },
    )
  }
}
