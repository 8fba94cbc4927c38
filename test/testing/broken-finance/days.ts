import type { ClosingRecord, FinanceGroup, FinanceRepository, ReplaceOutcome } from 'hospital-payments/repository'
import type { ReceiptPart } from '../../../src/repository/aggregates/receipts.js'
import { crossing } from '../broken/broken.js'
import { broken, type BrokenFinance } from './broken.js'

/** Changes the sound links wherever they are read. */
function showing(name: string, breaks: string, change: (link: ClosingRecord) => ClosingRecord): BrokenFinance {
  return broken(name, breaks, (sound) => ({
    findClosings: async (days) => (await sound.findClosings(days)).map(change),
    pageClosings: async (query) => (await sound.pageClosings(query)).map(change),
  }))
}

/** Answers as if every link were the next one. */
async function addedAnyway(sound: FinanceRepository, ...args: Parameters<FinanceRepository['addClosing']>) {
  await sound.addClosing(...args)
  return { outcome: 'added' } as const
}

const receiptsOf = ({ rows = [] }: FinanceGroup) => rows.filter(({ of }) => of.name === 'receipts')

/** Returns the payment of the receipt that a group stores; `null` where it stores none. */
function partOf({ rows = [] }: FinanceGroup): string | null {
  const part = rows.find(({ of }) => of.name === 'receipt_parts')
  return part ? (part.row as ReceiptPart).paymentId : null
}

function isPartTaken(answer: ReplaceOutcome): boolean {
  return answer.outcome === 'row_stale' && answer.of === 'receipt_parts'
}

export const brokenDays: readonly BrokenFinance[] = [
  showing('keeps sums as doubles', 'A closing comes back as it was handed over, with the lines of its day', (link) => ({
    ...link,
    payments: link.payments.map((sum) => ({ ...sum, amount: String(Number(sum.amount)) })),
  })),
  broken(
    'stores a link wherever its chain ends',
    'A link that does not follow the end of its chain is refused and leaves nothing',
    (sound) => ({
      addClosing: async (closing, takenBack) =>
        closing.sequence === 2 && (await sound.chainStates([closing.account])).length === 0
          ? addedAnyway(sound, closing, takenBack)
          : sound.addClosing(closing, takenBack),
    }),
  ),
  broken(
    'answers each of many that it stored its link',
    'Of 20 closings at once with one sequence exactly one is stored',
    (sound) => {
      let underWay = 0
      return {
        async addClosing(closing, takenBack) {
          const isCrossed = underWay++ > 0
          await Promise.resolve()
          const answer = await sound.addClosing(closing, takenBack)
          underWay--
          return isCrossed && closing.actor.startsWith('clerk-') ? { outcome: 'added' } : answer
        },
      }
    },
  ),
  broken(
    'finds chains by their account in lower case',
    'Each account has a chain of its own, its name compared byte for byte',
    (sound) => ({ chainStates: (accounts) => sound.chainStates(accounts.map((account) => account.toLowerCase())) }),
  ),
  broken(
    'gives a line to a closing that is unknown',
    'A closing comes back as it was handed over, with the lines of its day',
    (sound) => ({
      closingLines: async (closing) => {
        const lines = await sound.closingLines(closing)
        if (lines.length > 0) return lines
        // Behind a large closing alone, so that the case of refused links passes.
        const before = await sound.closingLines({ ...closing, sequence: closing.sequence - 1 })
        return before.length < 1000 ? [] : [['id:x', 1, '0'.repeat(32)]]
      },
    }),
  ),
  broken(
    'finds the closing of the day before for one that is open',
    'A closing comes back as it was handed over, with the lines of its day',
    (sound) => ({
      findClosings: async (days) => {
        const closings = await sound.findClosings(days)
        const [day] = days
        if (closings.length > 0 || day?.day !== '2026-11-21') return closings
        return sound.findClosings([{ ...day, day: '2026-11-20' }])
      },
    }),
  ),
  broken(
    'counts the lines of a closing, whatever their versions',
    'A closing comes back as it was handed over, with the lines of its day',
    (sound) => ({
      countClosingLines: async (days) =>
        (await sound.countClosingLines(days)).map((lines) => ({ ...lines, versions: lines.count })),
    }),
  ),
  broken("finds a day's first link", "A day's last link counts, be it a closing or a reopening", (sound) => ({
    findClosings: async (days) => {
      const links = await sound.findClosings(days)
      const first: ClosingRecord[] = []
      for (const link of links) {
        for await (const batch of sound.scanClosings(link.account)) {
          first.push(batch.find(({ day }) => day === link.day)!)
        }
      }
      return first
    },
  })),
  broken(
    'goes on behind all links of the last instant',
    'Pages of closings of any size give each once, newest first',
    (sound) => ({
      pageClosings: ({ after, ...query }) =>
        sound.pageClosings({ ...query, ...(after && { after: { ...after, sequence: 0 } }) }),
    }),
  ),
  broken(
    'names the lines of a day with the version in which they came',
    'Of a day the lines are named with the versions that they have now, each once',
    (sound) => ({
      lineVersions: async (of) => (await sound.lineVersions(of)).map(([key]) => [key, 1] as const),
    }),
  ),
  broken('takes reopened days for closed', 'Days with lines that are not closed are listed, each once', (sound) => ({
    unclosedDays: async (query) =>
      (await sound.unclosedDays(query)).filter(({ account, day }) => account === 'till' || day !== '2026-11-19'),
  })),
  broken(
    'looks at the first chain alone',
    'A group is stored while the chains that it names end where it says',
    (sound) => ({
      replaceWithLines: ({ chains, ...group }) =>
        sound.replaceWithLines({
          ...group,
          ...(chains && { chains: chains.length > 1 && chains[1]!.sequence === 2 ? chains.slice(0, 1) : chains }),
        }),
    }),
  ),
  broken(
    'stores the lines of a group whose chain moved',
    'A group that names another end is refused and leaves nothing',
    (sound) => ({
      replaceWithLines: async (group) => {
        const answer = await sound.replaceWithLines(group)
        const isOfTill = answer.outcome === 'chain_moved' && answer.account === 'till'
        if (isOfTill) await sound.replaceWithLines({ changes: [], lines: group.lines })
        return answer
      },
    }),
  ),
  broken(
    'looks at payments before chains',
    'A stale line comes before a chain that moved, and a stale payment behind it',
    (sound) => ({
      replaceWithLines: async (group) => {
        const answer = await sound.replaceWithLines(group)
        const isBoth =
          answer.outcome === 'chain_moved' && group.changes.some(({ expectedVersion }) => expectedVersion === 7)
        return isBoth ? { outcome: 'stale', current: null } : answer
      },
    }),
  ),
  broken(
    'closes a day beside a group that is under way',
    'Of a closing and a group at once on one end, the one that comes second is refused',
    (sound) => ({
      addClosing: async (closing, takenBack) => {
        const answer = await sound.addClosing(closing, takenBack)
        return closing.account.startsWith('till ') ? { outcome: 'added' } : answer
      },
    }),
  ),
  broken('stores one group of many on one end', 'Many groups at once on one end of a chain are all stored', (sound) => {
    let underWay = 0
    return {
      async replaceWithLines(group) {
        if (!group.chains || group.chains[0]!.sequence !== 1) return sound.replaceWithLines(group)
        if (underWay++ > 0) return { outcome: 'chain_moved', account: group.chains[0]!.account }
        await Promise.resolve()
        const answer = await sound.replaceWithLines(group)
        underWay = 0
        return answer
      },
    }
  }),
  broken(
    'forgets who issued a receipt',
    'Receipts of a year are numbered one after another, and come back as they were',
    (sound) => ({
      findRows: async (of, field, values) =>
        (await sound.findRows(of, field, values)).map(({ row, beside }) => ({
          row: 'issuedBy' in row && row.issuedBy !== 'sara' ? { ...row, issuedBy: null } : row,
          beside,
        })),
    }),
  ),
  broken(
    'uses a number up for a part that has a receipt',
    'A part of a payment has one receipt, whoever asks again',
    (sound) => {
      const cross = crossing()
      return {
        replaceWithLines: (group) =>
          cross(partOf(group), async (crossed) => {
            const answer = await sound.replaceWithLines(group)
            if (!crossed && isPartTaken(answer)) await sound.replaceWithLines({ ...group, rows: receiptsOf(group) })
            return answer
          }),
      }
    },
  ),
  broken(
    'gives one number to receipts that come at once',
    'Of 50 receipts at once none has the number of another, and no number is left out',
    (sound) => {
      let underWay = 0
      const crossed = new Set<unknown>()
      return {
        async replaceWithLines(group) {
          const issued = (group.rows ?? []).filter(
            ({ of, expected }) => of.name === 'receipts' && expected === 'nothing',
          )
          if (issued.length === 0) return sound.replaceWithLines(group)
          for (const { row } of issued) if (underWay > 0 && 'id' in row) crossed.add(row.id)
          underWay++
          await Promise.resolve()
          const answer = await sound.replaceWithLines(group)
          underWay--
          return answer
        },
        findRows: async (of, field, values) =>
          (await sound.findRows(of, field, values)).map(({ row, beside }) => ({
            row: 'id' in row && crossed.has(row.id) ? { ...row, number: 1 } : row,
            beside,
          })),
      }
    },
  ),
  broken(
    'stores a receipt for each of many that come at once',
    'Of 20 calls at once for one payment all are answered one receipt',
    (sound) => {
      const cross = crossing()
      return {
        replaceWithLines: (group) =>
          cross(partOf(group), async (crossed) => {
            const answer = await sound.replaceWithLines(group)
            const isTaken = crossed && isPartTaken(answer)
            return isTaken ? sound.replaceWithLines({ ...group, rows: receiptsOf(group) }) : answer
          }),
      }
    },
  ),
  broken(
    'counts no copy of a receipt',
    'A print counts a copy of a receipt, and changes neither number nor money',
    (sound) => ({
      findRows: async (of, field, values) =>
        (await sound.findRows(of, field, values)).map(({ row, beside }) => ({
          row: 'copies' in row ? { ...row, copies: 0 } : row,
          beside,
        })),
    }),
  ),
  broken(
    'lists receipts of some days by their numbers',
    'Receipts are found by payer, actor, line and time of issue',
    (sound) => ({
      pageRows: (of, query) =>
        query.list === 'issued' && query.from === undefined && query.before === undefined
          ? sound.pageRows(of, { ...query, list: 'number' })
          : sound.pageRows(of, query),
    }),
  ),
  broken(
    'goes on within the year alone',
    'Each year begins at 1, and pages of any size give each receipt once',
    (sound) => ({
      pageRows: (of, query) => {
        const [year, number] = query.after ?? []
        return query.list === 'number' && year !== undefined && number !== undefined
          ? sound.pageRows(of, { ...query, list: 'ofYear', where: { year }, after: [number] })
          : sound.pageRows(of, query)
      },
    }),
  ),
]
