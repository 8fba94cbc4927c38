import { expect, it } from 'vitest'
import { libsql, onEach } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { killAt, statementsOf } from '../../support/kills/killed.js'
import { momentsOf, someMoments } from '../../support/kills/moment.js'
import { rounds } from '../../support/rounds.js'
import { testService } from '../../support/service.js'
import { type Entry, expectAllOnce, expectEventsWait, expectNothingLost } from './ledger.js'
import { bills } from './writing-bills.js'

const module = new URL('writing-bills.ts', import.meta.url)

/** Reads what the process was answered, of the bills that it had begun. */
function entriesOf(name: string, output: readonly string[], begun: number): Entry[] {
  const entries = Array.from({ length: begun }, (_, number): Entry => ({
    key: `${name}-${number}`,
    created: null,
    confirmed: false,
  }))
  for (const line of output) {
    const [word, key, id] = line.split(' ')
    const entry = entries.find((one) => one.key === key)
    if (word === 'created') entry!.created = id!
    if (word === 'confirmed') entry!.confirmed = true
  }
  return entries
}

onEach([libsql], 'sqlRepository: a process that is killed while it writes', (entry) => {
  const database = migrated(entry)

  it('loses nothing that was acknowledged and leaves nothing half-written', { timeout: 1_800_000 }, async () => {
    const job = { database: database(), tenant: 'default', module }
    const counting = { ...job, tenant: 'another', args: ['whole'] }
    const all = momentsOf(await statementsOf(counting))
    const moments = someMoments(all, rounds(5, Infinity))
    const repository = repositoryOn(database(), { tenant: 'default' })
    const { payments } = testService({
      repository,
      clock: () => Date.now(),
      random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    })
    const entries: Entry[] = []
    for (const [kill, moment] of moments.entries()) {
      const name = `kill${kill}`
      const output = await killAt({ ...job, args: [name] }, moment)
      const begun = entriesOf(name, output, Math.floor(moment.call / 2) + 1)
      const answered = begun.flatMap(({ created, confirmed }) => [created !== null, confirmed]).filter(Boolean)
      expect(answered).toHaveLength(moment.call)
      entries.push(...begun)
      await expectNothingLost(repository, entries.slice(-200))
    }
    const acknowledged = entries.filter(({ created }) => created !== null).length
    console.info(
      `libsql: ${moments.length} of ${all.length} moments, ${acknowledged} payments acknowledged before them`,
    )
    // The last kill follows the last statement of the last bill, whose creation was answered.
    expect(entries.at(-1)).toMatchObject({ key: expect.stringMatching(`-${bills - 1}$`), confirmed: false })
    expect(acknowledged).toBeGreaterThanOrEqual(bills)
    await expectNothingLost(repository, entries)
    await expectAllOnce(payments, repository, entries)
    await expectEventsWait(repository)
  })
})
