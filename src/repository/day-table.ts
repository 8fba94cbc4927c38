/** Closed days in memory: of the storage in memory, and what a dry run adds to a stored one. */
import type { BankLine } from '../domain/reconciliation/bank-line.js'
import type { LineMark } from '../domain/days/line-mark.js'
import { noLink } from '../domain/days/chain.js'
import type { ClosingRecord } from '../domain/days/closing.js'
import type { ChainEnd, ChainState, ClosingPageQuery, StoredClosing } from './day-port.js'

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

/** Newest first, in the order of the port. */
export function newestFirst(a: ClosingRecord, b: ClosingRecord): number {
  return isAfter(a, positionOf(b)) ? 1 : -1
}

export function matchesClosing(
  link: ClosingRecord,
  { source, from, to, after }: Omit<ClosingPageQuery, 'limit'>,
): boolean {
  return (
    (source === undefined || link.source === source) &&
    (from === undefined || link.day >= from) &&
    (to === undefined || link.day <= to) &&
    (after === undefined || isAfter(link, after))
  )
}

/** Days that have lines, each once. */
export class LineDays {
  private readonly days = new Map<string, { source: string; day: string }>()

  add({ source, valueDate: day }: Pick<BankLine, 'source' | 'valueDate'>): void {
    this.days.set(`${day} ${source}`, { source, day })
  }

  all(): { source: string; day: string }[] {
    return [...this.days.values()]
  }
}

/** The first of the chains that do not end where a write expects it. */
export function movedChain(
  chains: readonly ChainEnd[],
  sequenceOf: (source: string) => number,
): { outcome: 'chain_moved'; source: string } | null {
  const moved = chains.find(({ source, sequence }) => sequenceOf(source) !== sequence)
  return moved ? { outcome: 'chain_moved', source: moved.source } : null
}

/** Whether there is anything of a chain. */
export function isStored({ links, takenBack }: ChainState): boolean {
  return links > 0 || takenBack > 0
}

/** @param begin where the chain of a source ends before the first link that is added here */
export function dayTable(begin: (source: string) => ChainState | undefined = () => undefined) {
  const chains = new Map<string, Chain>()

  const stateOf = (source: string): ChainState =>
    chains.get(source)?.state ?? begin(source) ?? { source, ...noLink, takenBack: 0, links: 0 }

  function chainOf(source: string): Chain {
    let chain = chains.get(source)
    if (!chain) chains.set(source, (chain = { state: { ...stateOf(source) }, links: [], lines: [] }))
    return chain
  }

  const allLinks = () => [...chains.values()].flatMap(({ links }) => links)

  return {
    state: (source: string): ChainState => ({ ...stateOf(source) }),
    has: (source: string): boolean => chains.has(source),
    add({ lines, ...link }: StoredClosing, takenBack: number): { outcome: 'added' | 'chain_moved' } {
      const chain = chainOf(link.source)
      const { sequence, takenBack: now } = chain.state
      if (sequence !== link.sequence - 1 || now !== takenBack) return { outcome: 'chain_moved' }
      chain.links.push(copyLink(link))
      chain.lines.push(lines.map((mark) => [...mark] as const))
      chain.state = { ...chain.state, sequence: link.sequence, hash: link.hash, links: chain.state.links + 1 }
      return { outcome: 'added' }
    },
    /** Money of these sources was taken back. */
    count(ends: readonly ChainEnd[]): void {
      for (const { source } of ends) chainOf(source).state.takenBack++
    },
    /** The last link about a day. */
    last(source: string, day: string): ClosingRecord | null {
      const found = chains.get(source)?.links.findLast((link) => link.day === day)
      return found ? copyLink(found) : null
    },
    page({ limit, ...query }: ClosingPageQuery): ClosingRecord[] {
      const found = allLinks().filter((link) => matchesClosing(link, query))
      return found.sort(newestFirst).slice(0, Math.max(0, limit)).map(copyLink)
    },
    links: (source: string): ClosingRecord[] => (chains.get(source)?.links ?? []).map(copyLink),
    lines({ source, sequence }: ChainEnd): LineMark[] | null {
      const chain = chains.get(source)
      const at = chain?.links.findIndex((link) => link.sequence === sequence) ?? -1
      return at < 0 ? null : chain!.lines[at]!.map((mark) => [...mark] as const)
    },
  }
}

export type DayTable = ReturnType<typeof dayTable>
