/** The order in which MySQL is migrated, and what a process does that meets others: against a server that is held here. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RunStatement, SqlDatabase, SqlRow } from '../../../src/sql/core/database.js'
import { deadlineIn } from '../../../src/sql/core/deadline.js'
import { DatabaseFault, type FaultKind } from '../../../src/sql/core/fault.js'
import { migrateInSession } from '../../../src/sql/mysql/migrate-in-session.js'
import { readSchemaOptions } from '../../../src/sql/schema/options.js'
import { everyMigration, guardsAlone, withoutGuards } from '../../support/migration-names.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const all = everyMigration
const table = 'hp_migrations'

const fault = (kind: FaultKind, errno?: number) =>
  new DatabaseFault(kind, Object.assign(new Error('it failed'), { ...(errno !== undefined && { errno }) }))

interface ServerState {
  /** The names of migrations that are recorded; `null` where there are no tables. */
  readonly applied?: string[] | null
  /** Answers of GET_LOCK, the last of them for ever. */
  readonly locks?: unknown[]
  /** Runs before each statement: it may throw, or change what the server has. */
  readonly before?: (text: string, state: State) => void
  readonly isClustered?: boolean
  readonly isBound?: boolean
  readonly hasSession?: boolean
}

interface State {
  applied: string[] | null
  /** Statements that were sent over the session, and their values. */
  sent: [string, readonly unknown[]][]
}

function server({
  applied = null,
  locks = [1],
  before,
  isBound = false,
  hasSession = true,
  ...options
}: ServerState = {}) {
  let holder = ''
  const state: State = { applied, sent: [] }
  const answer = (text: string, values: readonly unknown[]): SqlRow[] => {
    if (text.startsWith('SELECT GET_LOCK')) return [[locks.length > 1 ? locks.shift() : locks[0]]]
    if (text.startsWith('SHOW GLOBAL VARIABLES')) return options.isClustered ? [['wsrep_on', 'ON']] : []
    if (text === 'SELECT UUID()') return [['me']]
    if (text.startsWith('SELECT owner, beat')) return [[holder, 1]]
    if (text.includes('SET owner = ?')) holder = String(values[0])
    if (text.includes('information_schema.tables')) return state.applied === null ? [] : [[1]]
    if (text.startsWith(`SELECT name FROM ${table}`)) return (state.applied ?? []).map((name) => [name])
    if (text.includes(`CREATE TABLE IF NOT EXISTS ${table}`)) state.applied ??= []
    if (text.startsWith(`INSERT INTO ${table}`)) state.applied?.push(String(values[0]))
    return []
  }
  const run: RunStatement = async (text, values = []) => {
    state.sent.push([text, values])
    before?.(text, state)
    return answer(text, values)
  }
  const database = {
    dialect: 'mysql',
    isBound: () => isBound,
    read: async ({ text, values }: { text: string; values: readonly unknown[] }) => answer(text, values),
    ...(hasSession && { session: (work: (run: RunStatement) => Promise<unknown>) => work(run) }),
  } as unknown as SqlDatabase
  /** Migrates, and gives what came of it within the time. */
  const migrated = async (forMs = 60_000, guards = true) => {
    const settings = readSchemaOptions('mysql', { guards })
    const end = migrateInSession(database, settings, deadlineIn(forMs)).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(forMs + 1_000)
    return end
  }
  const texts = () => state.sent.map(([text]) => text)
  return { state, migrated, texts }
}

const isGuard = (text: string) => /TRIGGER/.test(text)
const countOf = (texts: string[], shape: RegExp) => texts.filter((text) => shape.test(text)).length

describe('migrate: a migration of MySQL', () => {
  it('records each change behind it and commits it, under a lock of the server that is given back', async () => {
    const { state, migrated, texts } = server({ before: noTablesForGuards })
    expect(await migrated()).toEqual(all)
    expect(state.applied).toEqual(all)
    const sent = texts()
    const records = sent.flatMap((text, i) => (text.startsWith(`INSERT INTO ${table}`) ? [sent[i + 1]] : []))
    expect(records).toEqual(Array(all.length).fill('COMMIT AND NO CHAIN NO RELEASE'))
    expect(sent.slice(0, 3)).toEqual([
      "SHOW GLOBAL VARIABLES LIKE 'wsrep_on'",
      'SET @hp_table_wait = @@SESSION.lock_wait_timeout, SESSION lock_wait_timeout = 5',
      expect.stringMatching(/^SELECT GET_LOCK\(CONCAT\('hospital-payments ', SHA1/),
    ])
    expect(sent.slice(-2)).toEqual([
      sent[2]!.replace(/GET_LOCK/, 'RELEASE_LOCK').replace(/, \?\)$/, ')'),
      'SET SESSION lock_wait_timeout = @hp_table_wait, @hp_table_wait = NULL',
    ])
    expect(state.sent[2]![1]).toEqual(['hp_', 54])
    expect(state.sent.at(-2)![1]).toEqual(['hp_'])
  })

  it('asks for no session where nothing is to be done', async () => {
    const { migrated, texts } = server({ applied: [...all] })
    expect(await migrated()).toEqual([])
    expect(texts()).toEqual([])
  })

  it.each([{ isBound: true }, { hasSession: false }])('needs a pool: %j', async (settings) => {
    expect(await server(settings).migrated()).toEqual(
      new TypeError("migrate needs a pool on MySQL: changes of the schema would commit the host's transaction"),
    )
  })

  it('does what is left of it', async () => {
    const { state, migrated, texts } = server({ applied: all.slice(0, -1) })
    expect(await migrated()).toEqual(all.slice(-1))
    expect(state.applied).toEqual(all)
    // Beside the table of migrations, the one that guards read.
    const made = texts().flatMap((sent) => /CREATE TABLE (?:IF NOT EXISTS )?(\w+)/.exec(sent)?.[1] ?? [])
    expect(new Set(made)).toEqual(new Set(['hp_migrations', 'hp_refusals']))
  })
})

/** Answers as a server does for triggers of tables that it does not have. */
function noTablesForGuards(text: string, { applied }: State): void {
  if (isGuard(text) && !applied?.includes('0001_tables')) throw fault('unmigrated', 1146)
}

describe('migrate: the guards', () => {
  it.each([1142, 1044, 1227, 1419])(
    'are tried first, and nothing is changed where the server refuses them by %i',
    async (errno) => {
      const { state, migrated, texts } = server({
        before(text) {
          if (isGuard(text)) throw fault('refused', errno)
        },
      })
      expect(await migrated()).toMatchObject({
        code: 'storage_unavailable',
        retryable: false,
        message: expect.stringContaining('guards: false'),
      })
      expect(state.applied).toBeNull()
      expect(texts().at(-1)).toMatch(/^SELECT RELEASE_LOCK/)
    },
  )

  it("are refused with the server's error where it is not for the rights", async () => {
    const refused = fault('refused', 1064)
    const { state, migrated } = server({
      before(text) {
        if (isGuard(text)) throw refused
      },
    })
    expect(await migrated()).toBe(refused)
    expect(state.applied).toBeNull()
  })

  it('are not asked for without guards', async () => {
    const { migrated, texts } = server()
    expect(await migrated(60_000, false)).toEqual(withoutGuards)
    expect(countOf(texts(), /TRIGGER/)).toBe(0)
    const later = server({ applied: withoutGuards })
    expect(await later.migrated()).toEqual(guardsAlone)
  })
})

describe('migrate: a lock that another process holds', () => {
  it('is asked for again until it is given', async () => {
    const { migrated, texts } = server({ applied: all.slice(0, -1), locks: [0, null, 1] })
    expect(await migrated()).toEqual(all.slice(-1))
    expect(countOf(texts(), /SELECT GET_LOCK/)).toBe(3)
    expect(countOf(texts(), /SELECT RELEASE_LOCK/)).toBe(1)
  })

  it('for the whole time stops the migration before anything is changed', async () => {
    const { state, migrated, texts } = server({ locks: [0] })
    expect(await migrated(2_000)).toMatchObject({ code: 'storage_unavailable', retryable: true })
    expect(state.applied).toBeNull()
    expect(countOf(texts(), /RELEASE_LOCK|TRIGGER|TABLE IF/)).toBe(0)
    const waits = state.sent.filter(([text]) => text.startsWith('SELECT GET_LOCK')).map(([, [, seconds]]) => seconds)
    expect(waits[0]).toBe(1)
    expect(waits.at(-1)).toBe(0)
  })
})

describe('migrate: a change that fails', () => {
  const failsOnce = (failure: unknown) => {
    let isDue = true
    return server({
      applied: all.slice(0, -1),
      before(text) {
        if (!isDue || !text.startsWith(`INSERT INTO ${table}`)) return
        isDue = false
        throw failure
      },
    })
  }

  it.each([
    ['contention', undefined],
    ...[1050, 1060, 1061, 1062, 1091, 1180, 1359, 1360].map((errno) => ['refused', errno] as const),
  ] as const)('by others is rolled back and tried again: %s %s', async (kind, errno) => {
    const { migrated, texts } = failsOnce(fault(kind, errno))
    expect(await migrated()).toEqual(all.slice(-1))
    expect(countOf(texts(), /^ROLLBACK$/)).toBe(1)
    expect(countOf(texts(), /RELEASE_LOCK/)).toBe(2)
    expect(texts().at(-1)).toMatch(/^SET SESSION lock_wait_timeout/)
  })

  it.each([fault('refused', 1142), fault('lost'), new Error('of ours')])(
    'is not tried again otherwise: %o',
    async (failure) => {
      const { migrated, texts } = failsOnce(failure)
      expect(await migrated()).toBe(failure)
      expect(countOf(texts(), /^ROLLBACK$/)).toBe(0)
    },
  )

  it('ends the migration with its failure where it fails for the whole time', async () => {
    const failure = fault('contention', 1213)
    const { state, migrated } = server({
      applied: all.slice(0, -1),
      before(text) {
        if (text.startsWith(`INSERT INTO ${table}`)) throw failure
      },
    })
    expect(await migrated(2_000)).toBe(failure)
    expect(state.applied).toEqual(all.slice(0, -1))
  })

  it('keeps its failure where the lock cannot be given back', async () => {
    const failure = fault('lost')
    const { migrated } = server({
      before(text) {
        if (text.includes('RELEASE_LOCK')) throw new Error('the session is gone')
        if (text.startsWith(`INSERT INTO ${table}`)) throw failure
      },
    })
    expect(await migrated()).toBe(failure)
  })
})

it('migrate: in a cluster, a row that all nodes share takes the place of the lock of the server', async () => {
  const { migrated, texts } = server({ applied: all.slice(0, -1), isClustered: true })
  expect(await migrated()).toEqual(all.slice(-1))
  expect(countOf(texts(), /GET_LOCK|RELEASE_LOCK/)).toBe(0)
  expect(countOf(texts(), /^UPDATE hp_migration_lock/)).toBe(2)
})
