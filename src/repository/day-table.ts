/** Closed days in memory, for the storage in memory and for what a dry run adds to a stored one. */
import type { AccountLine } from '../domain/reconciliation/account-line.js'
import type { LineMark } from '../domain/days/line-mark.js'
import { noLink } from '../domain/days/chain.js'
import type { ClosingRecord } from '../domain/days/closing.js'
import type { ChainEnd, ChainState, ClosingPageQuery, LineCount, StoredClosing } from './day-port.js'

interface Chain {
  state: ChainState
  links: ClosingRecord[]
  lines: (readonly LineMark[])[]
}

function copyLink(link: ClosingRecord): ClosingRecord {
  return structuredClone(link)
}

function isAfter(a: ClosingRecord, { at, sequence, hash }: NonNullable<ClosingPageQuery['after']>): boolean {
  if (a.createdAt !== at) return a.createdAt < at
  if (a.sequence !== sequence) return a.sequence < sequence
  return a.hash < hash
}

function positionOf({ createdAt, sequence, hash }: ClosingRecord): NonNullable<ClosingPageQuery['after']> {
  return { at: createdAt, sequence, hash }
}

/** Compares two closings for `sort`: newest first, in the order of the port. */
function newestFirst(a: ClosingRecord, b: ClosingRecord): number {
  return isAfter(a, positionOf(b)) ? 1 : -1
}

function matchesClosing(
  link: ClosingRecord,
  { account, from, to, createdFrom, createdBefore, after }: Omit<ClosingPageQuery, 'limit'>,
): boolean {
  return (
    (account === undefined || link.account === account) &&
    (from === undefined || link.day >= from) &&
    (to === undefined || link.day <= to) &&
    (createdFrom === undefined || link.createdAt >= createdFrom) &&
    (createdBefore === undefined || link.createdAt < createdBefore) &&
    (after === undefined || isAfter(link, after))
  )
}

/** Adds the versions of lines up; a link and its day have the same sum while no line came or changed. */
export function sumOfVersions(lines: readonly LineMark[]): Omit<LineCount, 'day'> {
  let [count, versions] = [0, 0]
  for (const [, version] of lines) {
    count++
    versions += version
  }
  return { count, versions }
}

/** Days that have lines, each once. */
export class LineDays {
  private readonly days = new Map<string, { account: string; day: string }>()

  add({ account, valueDate: day }: Pick<AccountLine, 'account' | 'valueDate'>): void {
    this.days.set(`${day} ${account}`, { account, day })
  }

  all(): { account: string; day: string }[] {
    return [...this.days.values()]
  }
}

/** Finds the first of the chains that does not end where a write expects it; `null` where all do. */
export function movedChain(
  chains: readonly ChainEnd[],
  sequenceOf: (account: string) => number,
): { outcome: 'chain_moved'; account: string } | null {
  const conflict = chains.find(({ account, sequence }) => sequenceOf(account) !== sequence)
  return conflict ? { outcome: 'chain_moved', account: conflict.account } : null
}

/** Returns true where anything of a chain is stored. */
export function isStored({ links, takenBack }: ChainState): boolean {
  return links > 0 || takenBack > 0
}

/** Stores chains of closings in memory. */
export function dayTable() {
  const chains = new Map<string, Chain>()

  const stateOf = (account: string): ChainState =>
    chains.get(account)?.state ?? { account, ...noLink, takenBack: 0, links: 0 }

  function chainOf(account: string): Chain {
    let chain = chains.get(account)
    if (!chain) chains.set(account, (chain = { state: { ...stateOf(account) }, links: [], lines: [] }))
    return chain
  }

  const allLinks = () => [...chains.values()].flatMap(({ links }) => links)

  return {
    state: (account: string): ChainState => ({ ...stateOf(account) }),
    add({ lines, ...link }: StoredClosing, takenBack: number): { outcome: 'added' | 'chain_moved' } {
      const chain = chainOf(link.account)
      const { sequence, takenBack: now } = chain.state
      if (sequence !== link.sequence - 1 || now !== takenBack) return { outcome: 'chain_moved' }
      chain.links.push(copyLink(link))
      chain.lines.push(lines.map((mark) => [...mark] as const))
      chain.state = { ...chain.state, sequence: link.sequence, hash: link.hash, links: chain.state.links + 1 }
      return { outcome: 'added' }
    },
    /** Counts that money of these accounts was taken back. */
    count(ends: readonly ChainEnd[]): void {
      for (const { account } of ends) chainOf(account).state.takenBack++
    },
    /** Returns the last link about a day; `null` where there is none. */
    last(account: string, day: string): ClosingRecord | null {
      const lastLink = chains.get(account)?.links.findLast((link) => link.day === day)
      return lastLink ? copyLink(lastLink) : null
    },
    page({ limit, ...query }: ClosingPageQuery): ClosingRecord[] {
      const links = allLinks().filter((link) => matchesClosing(link, query))
      return links.sort(newestFirst).slice(0, Math.max(0, limit)).map(copyLink)
    },
    links: (account: string): ClosingRecord[] => (chains.get(account)?.links ?? []).map(copyLink),
    lines({ account, sequence }: ChainEnd): LineMark[] | null {
      const chain = chains.get(account)
      const at = chain?.links.findIndex((link) => link.sequence === sequence) ?? -1
      return at < 0 ? null : chain!.lines[at]!.map((mark) => [...mark] as const)
    },
  }
}

export type DayTable = ReturnType<typeof dayTable>
