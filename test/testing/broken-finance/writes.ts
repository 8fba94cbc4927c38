import type { FinanceRepository, LineEntry } from 'hospital-payments/repository'
import { crossing } from '../broken/broken.js'
import { answering, broken, type BrokenFinance, lineNow, taking } from './broken.js'

function isStale({ line, expected }: LineEntry, versions: ReadonlyMap<string, number>): boolean {
  return typeof expected === 'number' && versions.get(line.key) !== expected
}

/** Answers a change that was lost while another was under way as if it were stored. */
function losing(
  name: string,
  breaks: string,
  keyOf: (lines: readonly LineEntry[]) => string | null,
  outcome: 'line_stale' | 'line_taken',
): BrokenFinance {
  return broken(name, breaks, (sound) => {
    const cross = crossing()
    return {
      replaceWithLines: (group) =>
        cross(group.rows ? null : keyOf(group.lines), async (crossed) => {
          const answer = await sound.replaceWithLines(group)
          return crossed && answer.outcome === outcome ? { outcome: 'replaced' } : answer
        }),
    }
  })
}

/** Stores the lines before a stale one all the same. */
function partly(name: string, breaks: string, isFaulty: (count: number) => boolean): BrokenFinance {
  return answering(name, breaks, async (answer, { lines }, sound) => {
    if (answer.outcome === 'line_stale' && isFaulty(lines.length)) {
      const stale = lines.findIndex(({ line }) => line.key === answer.key)
      await sound.replaceWithLines({ changes: [], lines: lines.slice(0, Math.max(stale, 1)) })
    }
    return answer
  })
}

export const brokenWrites: readonly BrokenFinance[] = [
  broken("forgets the counter-line's event", 'Payments, lines and the events of both are stored together', (sound) => {
    const forgotten = new Set<string | undefined>()
    return {
      replaceWithLines: async (group) => {
        const answer = await sound.replaceWithLines(group)
        const isPair = group.lines.length === 2 && group.changes.length > 0
        if (answer.outcome === 'replaced' && isPair) forgotten.add(group.lines[1]!.event?.id)
        return answer
      },
      lineHistory: async (key) => (await sound.lineHistory(key)).filter(({ id }) => !forgotten.has(id)),
    }
  }),
  broken(
    'looks at the version of a line alone, whatever was given back of it',
    'What was given back of a line changes without an event, and an entry that expects another amount is stale',
    (sound) => ({
      replaceWithLines: async (group) => {
        const storedLines = await sound.findLines(group.lines.map(({ key }) => key))
        const givenBack = new Map(storedLines.map((line) => [line.key, line.givenBack]))
        const lines = group.lines.map((entry) => {
          const stored = givenBack.get(entry.key)
          return stored === undefined ? entry : { ...entry, expectedGivenBack: stored }
        })
        return sound.replaceWithLines({ ...group, lines })
      },
    }),
  ),
  losing(
    'loses one of two changes of what was given back of a line',
    'Of 50 changes at once of what was given back of a line exactly one wins',
    ([line, other]) => (line?.expectedGivenBack !== undefined && !other ? line.key : null),
    'line_stale',
  ),
  answering(
    'stores payments before it looks at the lines',
    'A group whose line is stale leaves nothing, be it before that line or behind it',
    async (answer, { changes, rows }, sound) => {
      if (answer.outcome === 'line_stale' && !rows) await sound.replaceWithLines({ changes, lines: [] })
      return answer
    },
  ),
  answering(
    'stores the lines behind a stale one',
    'A group whose line is stale leaves nothing, be it before that line or behind it',
    async (answer, { lines }, sound) => {
      if (answer.outcome !== 'line_stale') return answer
      const stale = lines.findIndex(({ line }) => line.key === answer.key)
      const fresh = lines.slice(stale + 1).filter(({ expected }) => expected === 'nothing')
      await sound.replaceWithLines({ changes: [], lines: fresh })
      return answer
    },
  ),
  answering(
    'stores lines before it checks payments',
    'A group whose payment conflicts leaves nothing of its lines',
    async (answer, { lines }, sound) => {
      const isOfPayment = answer.outcome === 'stale' || answer.outcome === 'transaction_taken'
      if (isOfPayment && lines.length === 2) await sound.replaceWithLines({ changes: [], lines })
      return answer
    },
  ),
  answering(
    'looks for stale lines before taken ones',
    'A taken line is answered before a stale one, and both before what payments conflict with',
    async (answer, { lines }, sound) => {
      if (answer.outcome !== 'line_taken') return answer
      const storedLines = await sound.findLines(lines.map(({ line }) => line.key))
      const versions = new Map(storedLines.map(({ key, version }) => [key, version]))
      const stale = lines.find((entry) => isStale(entry, versions))
      return stale ? { outcome: 'line_stale', key: stale.line.key, line: await lineNow(sound, stale.line.key) } : answer
    },
  ),
  broken(
    'looks at payments before lines',
    'A taken line is answered before a stale one, and both before what payments conflict with',
    (sound) => ({
      replaceWithLines: async (group) => {
        const [change] = group.changes
        const current = change ? await sound.get(change.payment.id) : null
        const isStalePayment = change !== undefined && current?.version !== change.expectedVersion
        const isOld = isStalePayment && change.expectedVersion === 4 && group.lines.length > 0
        const answer = await sound.replaceWithLines(group)
        return isOld && answer.outcome === 'line_taken' ? { outcome: 'stale', current } : answer
      },
    }),
  ),
  answering(
    'answers the last of several stale lines',
    'Of several stale lines the first in the order of the group is answered',
    async (answer, { lines }, sound) => {
      if (answer.outcome !== 'line_stale' || answer.line === null) return answer
      const storedLines = await sound.findLines(lines.map(({ line }) => line.key))
      const versions = new Map(storedLines.map(({ key, version }) => [key, version]))
      const { key } = lines.filter((entry) => isStale(entry, versions)).at(-1)?.line ?? answer
      return { ...answer, key, line: await lineNow(sound, key) }
    },
  ),
  answering(
    'answers that a line was stored again',
    'A line that is stored already cannot be stored as new',
    async (answer, { changes, lines, chains }) =>
      answer.outcome === 'line_taken' && !chains && changes.length === 0 && lines.length === 1
        ? { outcome: 'replaced' }
        : answer,
  ),
  answering(
    'answers a version of a line that is not stored as if the line were taken',
    'An entry that expects another version is shown the line as it is now',
    async (answer, { lines }) =>
      answer.outcome === 'line_stale' && answer.line === null && typeof lines[0]?.expected === 'number'
        ? { outcome: 'line_taken' }
        : answer,
  ),
  broken(
    'shows the payments that a line was first allocated to',
    'A line counts as its key does, with the payments that its allocations are for now',
    (sound) => {
      const first = new Map<string, readonly string[]>()
      return {
        lookup: async (keys) => {
          const answer = await sound.lookup(keys)
          for (const { key, paymentIds } of answer.lines) if (!first.has(key)) first.set(key, paymentIds)
          return { ...answer, lines: answer.lines.map(({ key }) => ({ key, paymentIds: [...first.get(key)!] })) }
        },
      }
    },
  ),
  broken(
    'keeps the first narration of a line',
    'A change without an event keeps the version and its history',
    (sound) => ({
      replaceWithLines: async (group) => {
        const kept = group.lines.map(async (entry) => {
          const narration = (await lineNow(sound, entry.line.key))?.narration
          return entry.event || narration === undefined ? entry : { ...entry, line: { ...entry.line, narration } }
        })
        return sound.replaceWithLines({ ...group, lines: await Promise.all(kept) })
      },
    }),
  ),
  broken(
    'makes the changes of a group in the order of payments',
    'Changes beside lines apply in their order: a receipt that the first lets go of is free',
    (sound) => ({
      replaceWithLines: (group) =>
        sound.replaceWithLines(
          group.rows
            ? group
            : { ...group, changes: [...group.changes].sort((a, b) => (a.payment.id < b.payment.id ? 1 : -1)) },
        ),
    }),
  ),
  broken(
    'keeps histories of lines as they were first read',
    'Every read shows a change of a line as soon as it was acknowledged',
    (sound) => {
      const kept = new Map<string, Awaited<ReturnType<FinanceRepository['lineHistory']>>>()
      return {
        lineHistory: async (key) => {
          if (!kept.has(key)) kept.set(key, await sound.lineHistory(key))
          return structuredClone(kept.get(key)!)
        },
      }
    },
  ),
  losing(
    'ignores the expected version where two change a line at once',
    'Of 50 changes at once of one version of a line exactly one wins',
    (lines) => (lines.length === 1 && typeof lines[0]!.expected === 'number' ? lines[0]!.line.key : null),
    'line_stale',
  ),
  losing(
    'looks for a line before it stores it, not as it does',
    'Of 50 imports at once of one line exactly one is stored',
    (lines) => (lines.length === 1 && lines[0]!.expected === 'nothing' ? lines[0]!.line.key : null),
    'line_taken',
  ),
  losing(
    'holds one line at a time',
    'Of two groups at once over the same lines in opposite order exactly one wins whole',
    (lines) =>
      lines.length === 2
        ? lines
            .map(({ line }) => line.key)
            .sort()
            .join()
        : null,
    'line_stale',
  ),
  broken(
    'stores a line though another took its payment meanwhile',
    'Of many groups at once over one payment exactly one stores its line',
    (sound) => {
      const cross = crossing()
      return {
        replaceWithLines: (group) =>
          cross(group.lines.length === 1 ? group.changes[0]?.payment.id : null, async (crossed) => {
            const answer = await sound.replaceWithLines(group)
            if (crossed && answer.outcome === 'stale') await sound.replaceWithLines({ ...group, changes: [] })
            return answer
          }),
      }
    },
  ),
  partly(
    'stores 1,000 lines one after the other',
    'A group of 1, 2 or 1,000 lines is stored whole or not at all',
    (count) => count === 1000,
  ),
  partly(
    'stores 5,000 lines one after the other',
    'A group of 5,000 lines is stored whole or not at all',
    (count) => count === 5000,
  ),
  broken('cuts a group at 4,096 lines', 'A group of 5,000 lines is stored whole or not at all', (sound) => ({
    replaceWithLines: (group) => sound.replaceWithLines({ ...group, lines: group.lines.slice(0, 4096) }),
  })),
  taking(
    'takes the event of another line',
    'A line whose version does not follow, or whose event is of another change, is refused',
    (entry) => ({ ...entry, event: entry.event && { ...entry.event, lineKey: entry.line.key } }),
  ),
  taking(
    'makes a line larger where more of it is allocated',
    'A line that is allocated for less than nothing or more than its amount is refused',
    (entry) => {
      const { amount, allocated } = entry.line
      return allocated > amount ? { ...entry, line: { ...entry.line, amount: allocated, status: 'settled' } } : entry
    },
  ),
  taking(
    'settles lines by itself',
    'A line whose status or sum does not follow from its allocations is refused',
    (entry) => {
      const { amount, allocated } = entry.line
      return { ...entry, line: { ...entry.line, status: allocated === amount ? 'settled' : 'open' } }
    },
  ),
  broken(
    'keeps the session and the transfer of a line without a word',
    'A change of what a line is known by is refused',
    (sound) => ({
      replaceWithLines: async (group) => {
        const stored = await sound.findLines(group.lines.map(({ key }) => key))
        const lines = group.lines.map((entry) => {
          const former = stored.find(({ key }) => key === entry.key)
          const { sessionId, transferTo } = former ?? entry.line
          return { ...entry, line: { ...entry.line, sessionId, transferTo } }
        })
        return sound.replaceWithLines({ ...group, lines })
      },
    }),
  ),
  broken('stores the first of two entries of a line', 'Two entries of one line in one group are refused', (sound) => ({
    replaceWithLines: (group) =>
      sound.replaceWithLines({
        ...group,
        lines: group.lines.filter((one, i) => group.lines.findIndex(({ line }) => line.key === one.line.key) === i),
      }),
  })),
]
