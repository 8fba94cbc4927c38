import { memoryRepository } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import {
  databases,
  libsql,
  mariadb,
  nodeSqlite,
  onEach,
  pglite,
  postgres,
  systemPostgres,
} from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { altered } from '../../support/repositories.js'
import { contents } from '../../support/service.js'
import { inHostTransaction } from './host.js'
import { play, type Sequence, sequencesOfCalls, type Tally } from './play.js'
import { isLong, playAll, sequences, timeout } from './runs.js'
import { playService, sequencesOfOperations } from './service-play.js'
import { faults } from './wrong.js'

/** Replaces byte order marks, which PGlite drops at the beginning of a text; `docs/what-is-tested.md` says so. */
function withoutMark<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replaceAll('\ufeff', '\u200b')) as Value
}

const aFifth = Math.ceil(sequences / 5)

/** PGlite gives its transactions only to functions. */
const hosts = [postgres, systemPostgres, mariadb, libsql, nodeSqlite] as const

const writes = [
  ...['insert inserted', 'insert key_taken', 'insert id_taken', 'insert reference_taken', 'insert storage_unavailable'],
  ...['replace replaced', 'replace stale', 'replace line_taken', 'replace reference_taken'],
  ...['replace transaction_taken', 'replace storage_unavailable'],
]

onEach(databases, `PaymentRepository: in ${sequences} random sequences (R11)`, (entry) => {
  const database = migrated(entry)
  // The same statements as on a server, and ten times as slow.
  const count = entry === pglite ? aFifth : sequences
  const report = (tally: Tally) => console.info(`R11 on ${entry.name}: ${count} sequences, all equal`, tally)

  it('sqlRepository answers every call as memoryRepository does', { timeout }, async () => {
    const tally: Tally = {}
    const drawn = entry === pglite ? sequencesOfCalls.map(withoutMark) : sequencesOfCalls
    await playAll(drawn, (sequence) => play(sequence, repositoryOn(database()), tally), { count })
    report(tally)
    if (isLong) expect(Object.keys(tally)).toEqual(expect.arrayContaining(writes))
  })

  it('a service over it gives what one over memory gives', { timeout }, async () => {
    const tally: Tally = {}
    const drawn = entry === pglite ? sequencesOfOperations.map(withoutMark) : sequencesOfOperations
    await playAll(drawn, (sequence) => playService(sequence, repositoryOn(database()), tally), { count })
    report(tally)
  })
})

onEach<(typeof hosts)[number]>(
  hosts,
  `PaymentRepository: in ${aFifth} random sequences inside a transaction of the host's`,
  (entry) => {
    const database = migrated(entry)

    it(
      'sqlRepository answers every call as memoryRepository does, and a rollback leaves nothing',
      { timeout },
      async () => {
        const run = async (sequence: Sequence) => {
          const outside = await inHostTransaction(database(), (repository) => play(sequence, repository))
          expect(await contents(outside)).toEqual([])
        }
        await playAll(sequencesOfCalls, run, { count: aFifth })
      },
    )
  },
)

describe('test/sql/model: a comparison with memory', () => {
  it.each(Object.entries(faults))('notices a storage that %s, and prints how to play it again', async (_, fault) => {
    const run = playAll(sequencesOfCalls, (sequence) => play(sequence, altered(memoryRepository(), fault)), {
      count: 300,
      seed: 1,
      maxShrinkingMs: 0,
    })
    await expect(run).rejects.toThrow(/^play it again with HP_SEED=1 HP_PATH=\d+\n/)
  })
})
