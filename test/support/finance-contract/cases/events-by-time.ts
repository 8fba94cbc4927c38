import type { AccountLine } from '../../../../src/domain/reconciliation/account-line.js'
import type { EventPeriod, LineMovement, LineMovementQuery } from '../../../../src/repository/event-port.js'
import type { FinanceRepository } from '../../../../src/repository/finance-port.js'
import type { LineEntry } from '../../../../src/repository/port.js'
import { equal, holds } from '../../../../src/testing/assert.js'
import { changeFixture, insertFixture, paymentFixture } from '../../../../src/testing/fixtures.js'
import { each, group, insert, outcomeOf } from '../../../../src/testing/steps.js'
import { lineChangeFixture } from '../line-fixtures.js'
import { changeLine, importLine, importLines, write } from '../line-steps.js'
import { proveFinance } from '../proof.js'

const period = { from: '2026-11-20T09:00:00.000Z', before: '2026-11-20T10:00:00.000Z' }
const minute = (n: number) => `2026-11-20T09:${String(n).padStart(2, '0')}:00.000Z`

async function movementsOf(
  repository: FinanceRepository,
  query: Partial<LineMovementQuery> = {},
): Promise<LineMovement[]> {
  const movements: LineMovement[] = []
  for await (const batch of repository.scanLineMovements({ ...period, ...query })) {
    holds(batch.length <= 1000, `a batch of ${batch.length} movements`)
    movements.push(...batch)
  }
  return movements
}

const idsOf = (movements: readonly LineMovement[]) => movements.map(({ event }) => event.id)

/** Sorts events in the order of the port. */
function inTime<Event extends { createdAt: string; id: string }>(events: readonly Event[]): Event[] {
  const isFirst = (a: Event, b: Event) => a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id)
  return [...events].sort((a, b) => (isFirst(a, b) ? -1 : 1))
}

/** Makes the entry of a line's next version with an outcome. */
const decided = (line: AccountLine, outcome: AccountLine['outcome'], updatedAt: string): LineEntry =>
  lineChangeFixture(line, { outcome, held: false, updatedAt })

/** Reads pages to their end, each behind the last event of the one before. */
async function pagesOf<Row>(
  limit: number,
  read: (page: EventPeriod & { limit: number; after?: { at: string; id: string } }) => Promise<readonly Row[]>,
  eventOf: (row: Row) => { createdAt: string; id: string },
): Promise<Row[]> {
  const rows: Row[] = []
  for (let after: { at: string; id: string } | undefined; rows.length < 100;) {
    const page = await read({ ...period, limit, ...(after && { after }) })
    rows.push(...page)
    if (page.length < limit) break
    const { createdAt: at, id } = eventOf(page.at(-1)!)
    after = { at, id }
  }
  return rows
}

export const eventsByTimeCases = [
  proveFinance(29, 'Events of lines come by their time, each with its line as it is now', async (repository) => {
    const early = await importLine(repository, { createdAt: '2026-11-20T08:59:59.999Z' })
    const lines = await importLines(
      repository,
      [3, 1, 1, 2].map((n) => ({ createdAt: minute(n), narration: 'from Abebe' })),
    )
    await importLine(repository, { createdAt: '2026-11-20T10:00:00.000Z' })
    const held = await changeLine(repository, early, { held: true, updatedAt: minute(5) })
    const released = await changeLine(repository, lines[0]!, { held: false, updatedAt: minute(4) })
    const movements = await movementsOf(repository)
    const stored = await repository.lineHistories([early, ...lines].map(({ key }) => key))
    const ofPeriod = stored.filter(({ createdAt }) => createdAt >= period.from)
    equal(
      idsOf(movements),
      inTime(ofPeriod).map(({ id }) => id),
      'events of the period',
    )
    equal(
      movements.map(({ event }) => event),
      inTime(ofPeriod),
      'the events',
    )
    const now = new Map([...lines, held, released].map((line) => [line.key, line]))
    equal(
      movements.map(({ line }) => line),
      movements.map(({ event }) => now.get(event.lineKey)),
      'lines as they are',
    )
  }),

  proveFinance(29, 'Events of lines come with whether the line was money before and after', async (repository) => {
    const counted = await importLine(repository, { createdAt: minute(1) })
    const doubted = await importLine(repository, { createdAt: minute(2), outcome: 'possible_duplicate', held: true })
    const hinted = await importLine(repository, { createdAt: minute(3), outcome: 'unproved', held: true })
    const entries = [
      decided(doubted, 'unmatched_line', minute(4)),
      decided(hinted, 'matched', minute(5)),
      decided(counted, 'possible_duplicate', minute(6)),
    ]
    for (const entry of entries) equal(await write(repository, [entry]), 'replaced', 'a change')
    const [first] = entries
    const more = lineChangeFixture(first!.line, { held: true, updatedAt: minute(7) })
    equal(await write(repository, [more]), 'replaced', 'a change')
    const movements = await movementsOf(repository)
    equal(
      movements.map(({ wasCounted, isCounted }) => [wasCounted, isCounted]),
      [
        [false, true],
        [false, false],
        [false, false],
        [false, true],
        [false, true],
        [true, false],
        [true, true],
      ],
      'before and after',
    )
  }),

  proveFinance(29, 'Events of lines are those of the accounts that are asked for', async (repository) => {
    const accounts = ['a', 'b', 'A', 'c'] as const
    await importLines(
      repository,
      accounts.map((account) => ({ account, createdAt: minute(1) })),
    )
    const of = async (some: readonly string[]) =>
      (await movementsOf(repository, { accounts: some })).map(({ line }) => line.account).sort()
    equal(await of(['a', 'c']), ['a', 'c'], 'two accounts')
    equal(await of(['A']), ['A'], 'a capital letter')
    equal(await of(['d']), [], 'an unknown one')
    equal(await of([]), [], 'none')
  }),

  proveFinance(29, 'A scan of events of lines is of one instant, and ends with its reader', async (repository) => {
    const lines = await importLines(
      repository,
      each(1100, (n) => ({ createdAt: minute(n % 60), narration: 'as it was' })),
    )
    const before = await movementsOf(repository)
    equal(before.length, 1100, 'events')
    const scan = repository.scanLineMovements(period)[Symbol.asyncIterator]()
    const first = await scan.next()
    const ofScan = [...(first.done === true ? [] : first.value)]
    await changeLine(repository, before.at(-1)!.line, { held: true, updatedAt: minute(59) })
    await importLine(repository, { createdAt: minute(59) })
    await repository.eraseLineTexts({ before: '2026-12-31', limit: 2000 })
    for (let next = await scan.next(); next.done !== true; next = await scan.next()) ofScan.push(...next.value)
    equal(ofScan, before, 'the open scan')
    equal((await movementsOf(repository)).length, 1102, 'events afterwards')
    for (let i = 0; i < 24; i++) for await (const batch of repository.scanLineMovements(period)) if (batch) break
    equal((await importLine(repository)).version, 1, 'a line stored afterwards')
    equal(lines.length, 1100, 'lines')
  }),

  proveFinance(29, 'Pages of events of lines of any size give each once, newest first', async (repository) => {
    const lines = await importLines(
      repository,
      each(7, (n) => ({ createdAt: minute(n % 3) })),
    )
    const changed = lineChangeFixture(lines[2]!, { held: true, updatedAt: minute(9) })
    await write(repository, [{ ...changed, event: { ...changed.event!, actor: 'sara' } }])
    const newest = [...(await movementsOf(repository))].reverse()
    for (const limit of [1, 2, 3, 8, 9]) {
      const pages = await pagesOf(
        limit,
        (page) => repository.pageLineMovements(page),
        ({ event }) => event,
      )
      equal(pages, newest, `pages of ${limit}`)
    }
    const ofSara = await repository.pageLineMovements({ ...period, actor: 'sara', limit: 9 })
    equal(idsOf(ofSara), [changed.event!.id], 'events of one person')
    equal(await repository.pageLineMovements({ ...period, limit: 0 }), [], 'an empty page')
  }),

  proveFinance(29, 'Pages of events of payments of any size give each once, newest first', async (repository) => {
    const payments = await Promise.all(
      each(5, (n) => insert(repository, paymentFixture({ createdAt: minute(n % 2), updatedAt: minute(n % 2) }))),
    )
    const paid = changeFixture(payments[1]!, { status: 'succeeded', paidAt: minute(7), updatedAt: minute(7) })
    equal(
      outcomeOf(await repository.replace(group([{ ...paid, event: { ...paid.event, actor: 'sara' } }]))),
      'replaced',
      'a change',
    )
    const events = await repository.histories(payments.map(({ id }) => id))
    const newest = inTime(events).reverse()
    equal(newest.length, 6, 'events')
    for (const limit of [1, 2, 3, 6, 7]) {
      const pages = await pagesOf(
        limit,
        (page) => repository.pageEvents(page),
        (event) => event,
      )
      equal(pages, newest, `pages of ${limit}`)
    }
    equal(await repository.pageEvents({ ...period, before: minute(7), limit: 9 }), newest.slice(1), 'before the last')
    const ofSara = await repository.pageEvents({ ...period, actor: 'sara', limit: 9 })
    equal(ofSara, newest.slice(0, 1), 'events of one person')
  }),

  proveFinance(
    29,
    'Changes of status are added up by person, type, proof and currency, exactly',
    async (repository) => {
      const amount = 2 ** 53 - 1
      const entry = (currency: string, actor: string | null) => {
        const made = insertFixture(paymentFixture({ amount, currency, createdAt: minute(1), updatedAt: minute(1) }))
        return { ...made, event: { ...made.event, actor } }
      }
      const ofSara = ['ETB', 'ETB', 'ETB', 'KES'].map((currency) => entry(currency, 'sara'))
      const entries = [...ofSara, entry('ETB', null)]
      await repository.insert(entries)
      const confirm = { kind: 'confirmation', paidAt: minute(2), providerTransactionId: null } as const
      const success = { status: 'succeeded', paidAt: minute(2), updatedAt: minute(2) } as const
      const byHand = changeFixture(entries[0]!.payment, success)
      const byLine = changeFixture(entries[1]!.payment, success)
      const evidence = {
        kind: 'statement',
        account: '"kind":"confirmation"',
        lineKey: 'id:1',
        row: 1,
        valueDate: '2026-11-20',
        amount,
        providerTransactionId: null,
      } as const
      const changes = [
        { ...byHand, event: { ...byHand.event, actor: 'abebe', evidence: confirm } },
        { ...byLine, event: { ...byLine.event, actor: 'abebe', evidence } },
      ]
      equal(outcomeOf(await repository.replace(group(changes))), 'replaced', 'two changes')
      const same = changeFixture(byHand.payment, { amountReconciled: 1, updatedAt: minute(3) })
      equal(outcomeOf(await repository.replace(group([same]))), 'replaced', 'a change of no status')
      const sums = await repository.sumEvents(period)
      const texts = sums.map((sum) => Object.values(sum).map(String).join(' ')).sort()
      equal(
        texts,
        [
          `abebe payment.succeeded false ETB 1 ${amount}`,
          `abebe payment.succeeded true ETB 1 ${amount}`,
          `null payment.created false ETB 1 ${amount}`,
          `sara payment.created false ETB 3 ${3n * BigInt(amount)}`,
          `sara payment.created false KES 1 ${amount}`,
        ],
        'sums',
      )
      equal(await repository.sumEvents({ from: minute(4), before: minute(5) }), [], 'sums of a quiet time')
    },
  ),
]
