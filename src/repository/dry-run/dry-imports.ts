import { copyImport } from '../copy.js'
import type { FinanceRepository, ImportPageQuery, StoredImport } from '../finance-port.js'

const pageSize = 200

type Calls = Pick<
  FinanceRepository,
  'saveImport' | 'getImport' | 'pageImports' | 'neighbourImports' | 'importsOfOtherLayout'
>

interface Position {
  at: string
  id: string
}

function isNewer(a: Position, b: Position): boolean {
  return a.at > b.at || (a.at === b.at && a.id > b.id)
}

function positionOf({ createdAt, id }: StoredImport): Position {
  return { at: createdAt, id }
}

function newestFirst(a: StoredImport, b: StoredImport): number {
  return isNewer(positionOf(a), positionOf(b)) ? -1 : 1
}

/** Returns a copy of the first import in an order; `null` where there is none. */
function firstBy(imports: readonly StoredImport[], order: (a: StoredImport, b: StoredImport) => number) {
  const [first] = [...imports].sort(order)
  return first ? copyImport(first) : null
}

/** Reads imports as they are stored, with those that the dry run saved. */
export function dryImports(repository: FinanceRepository): Calls {
  const saved = new Map<string, StoredImport>()

  async function pageImports({ account, after, limit }: ImportPageQuery): Promise<StoredImport[]> {
    const imports = [...saved.values()].filter(
      (entry) => (account === undefined || entry.account === account) && (!after || isNewer(after, positionOf(entry))),
    )
    let last = after
    for (let more = limit; more > 0;) {
      const batch = await repository.pageImports({
        limit,
        ...(account !== undefined && { account }),
        ...(last && { after: last }),
      })
      for (const entry of batch) {
        last = positionOf(entry)
        if (saved.has(entry.id)) continue
        imports.push(entry)
        more--
      }
      if (batch.length < limit) break
    }
    return imports.sort(newestFirst).slice(0, limit).map(copyImport)
  }

  async function allOfAccount(account: string): Promise<StoredImport[]> {
    const all: StoredImport[] = []
    for (let last: StoredImport | undefined; ; last = all.at(-1)) {
      const page = await pageImports({ account, limit: pageSize, ...(last && { after: positionOf(last) }) })
      all.push(...page)
      if (page.length < pageSize) return all
    }
  }

  async function neighbourImports(query: { account: string; from: string; to: string }) {
    if (saved.size === 0) return repository.neighbourImports(query)
    const { account, from, to } = query
    const completed = (await allOfAccount(account)).filter(({ completedAt }) => completedAt !== null)
    const byEnd = (a: StoredImport, b: StoredImport) => (a.to! === b.to! ? newestFirst(a, b) : a.to! > b.to! ? -1 : 1)
    const byBegin = (a: StoredImport, b: StoredImport) =>
      a.from! === b.from! ? newestFirst(a, b) : a.from! < b.from! ? -1 : 1
    return {
      before: firstBy(
        completed.filter((entry) => entry.to !== null && entry.to < from),
        byEnd,
      ),
      after: firstBy(
        completed.filter((entry) => entry.from !== null && entry.from > to),
        byBegin,
      ),
      lastWithFormat: firstBy(
        completed.filter(({ format }) => format !== null),
        newestFirst,
      ),
    }
  }

  async function importsOfOtherLayout(query: { account: string; layout: string; from: string; to: string }) {
    const { account, layout, from, to } = query
    const stored = (await repository.importsOfOtherLayout(query)).filter((id) => !saved.has(id))
    const dryEntries = [...saved.values()].filter(
      (entry) =>
        entry.account === account &&
        entry.layout !== null &&
        entry.layout !== layout &&
        (entry.from === null || entry.from <= to) &&
        (entry.to === null || entry.to >= from),
    )
    return [...stored, ...dryEntries.map(({ id }) => id)]
  }

  return {
    importsOfOtherLayout,
    saveImport: async (entry) => void saved.set(entry.id, copyImport(entry)),
    getImport: async (id) => {
      const entry = saved.get(id)
      return entry ? copyImport(entry) : repository.getImport(id)
    },
    pageImports,
    neighbourImports,
  }
}
