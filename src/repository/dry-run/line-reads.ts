import type { LineVersion } from '../../domain/days/line-mark.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { FinanceRepository, LineRowFilter, LinePageQuery, LinePosition, OpenLineSum } from '../finance-port.js'
import { matchesLine } from '../rows.js'
import type { ChangedLines } from './changed-lines.js'
import { pageBeside, scanBeside } from './stored-beside.js'

/** Sorts before every character of a day or a key. */
const gap = '\0'

function isBefore(a: LinePosition, b: LinePosition): boolean {
  return a.valueDate < b.valueDate || (a.valueDate === b.valueDate && a.key < b.key)
}

/** Reads pages, scans and sums of the stored statement lines, as `changed` has them. */
export function lineReads(repository: FinanceRepository, changed: ChangedLines) {
  /** Former days of lines that the bank restated with another day. They are few. */
  const formerDays = new Map<string, string>()

  /** Keeps the former day of a line that is restated; called before the line's next version is added. */
  function keepFormerDay(former: AccountLine, next: AccountLine): void {
    if (former.valueDate !== next.valueDate && !formerDays.has(next.key)) formerDays.set(next.key, former.valueDate)
  }

  async function pageLines(query: LinePageQuery): Promise<AccountLine[]> {
    const { after, limit, ...filter } = query
    const size = changed.size
    const changedRows: AccountLine[] = []
    for (const { line } of changed.all(size)) {
      if (matchesLine(line, filter) && (!after || isBefore(after, line))) changedRows.push(line)
    }
    return pageBeside<AccountLine, LinePosition>({
      changedRows,
      read: (last, max) => repository.pageLines({ ...filter, limit: max, ...(last && { after: last }) }),
      positionOf: ({ valueDate, key }) => ({ valueDate, key }),
      isChanged: ({ key }) => changed.find(key, size) !== undefined,
      isBefore,
      after,
      limit,
    })
  }

  async function* scanLines(filter: LineRowFilter, signal?: AbortSignal): AsyncGenerator<AccountLine[]> {
    signal?.throwIfAborted()
    const size = changed.size
    const placeOfLine = ({ valueDate, key }: AccountLine) => valueDate + gap + key
    // Places alone: the lines themselves stay bytes until their turn comes.
    const entering: string[] = []
    for (const { line } of changed.all(size)) if (matchesLine(line, filter)) entering.push(placeOfLine(line))
    yield* scanBeside({
      stored: repository.scanLines(filter, signal),
      placeOf: placeOfLine,
      isChanged: ({ key }) => changed.find(key, size) !== undefined,
      entering: entering.sort(),
      enteringAt: (place) => changed.find(place.split(gap)[1]!, size)!.line,
      signal,
    })
  }

  async function countLines(query: { account: string; from: string; to: string }) {
    const { account, from, to } = query
    const days = new Map((await repository.countLines(query)).map(({ day, count }) => [day, count]))
    const count = (line: AccountLine, more: 1 | -1) => {
      if (matchesLine(line, { account, from, to })) days.set(line.valueDate, (days.get(line.valueDate) ?? 0) + more)
    }
    for (const { line, wasStored } of changed.all()) {
      const storedDay = wasStored ? (formerDays.get(line.key) ?? line.valueDate) : null
      if (storedDay === line.valueDate) continue
      if (storedDay !== null) count({ ...line, valueDate: storedDay }, -1)
      count(line, 1)
    }
    const counts = Array.from(days, ([day, count]) => ({ day, count })).filter(({ count }) => count > 0)
    return counts.sort((a, b) => (a.day < b.day ? -1 : 1))
  }

  async function lineVersions({ account, day }: { account: string; day: string }): Promise<LineVersion[]> {
    const size = changed.size
    const stored = await repository.lineVersions({ account, day })
    const versions = stored.filter(([key]) => changed.find(key, size) === undefined)
    for (const { line } of changed.all(size)) {
      if (matchesLine(line, { account, from: day, to: day })) versions.push([line.key, line.version])
    }
    return versions
  }

  /** Adds up the open lines. Only the lines themselves show which day is the oldest without a changed line. */
  async function sumOpenLines(query?: { to?: string }): Promise<readonly OpenLineSum[]> {
    if (changed.size === 0) return repository.sumOpenLines(query)
    const sums = new Map<string, { sum: OpenLineSum; amount: bigint }>()
    for await (const lines of scanLines({ statuses: ['open'], ...query })) {
      for (const { account, currency, direction, outcome, valueDate: oldest, amount, allocated } of lines) {
        const group = `${currency} ${direction} ${outcome} ${account}`
        let groupSum = sums.get(group)
        if (!groupSum) {
          const sum = { account, currency, direction, outcome, count: 0, amount: '0', oldest }
          sums.set(group, (groupSum = { sum, amount: 0n }))
        }
        groupSum.sum.count++
        groupSum.amount += BigInt(amount - allocated)
      }
    }
    return Array.from(sums.values(), ({ sum, amount }) => ({ ...sum, amount: `${amount}` }))
  }

  return { pageLines, scanLines, countLines, lineVersions, sumOpenLines, keepFormerDay }
}
