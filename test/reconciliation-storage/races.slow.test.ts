import { expect, it } from 'vitest'
import { libsql, mariadb, onEach, postgres } from '../support/databases/index.js'
import { migrated } from '../support/databases/repository.js'
import { rounds } from '../support/rounds.js'
import { stateOf, cleanState, expectWhole } from './support/stored-state.js'
import { clerksOf } from './support/clerks.js'
import { apply, lineItems, statementOf } from './support/day.js'
import { desksOf, expectWrittenOnce } from './support/together.js'

const groups = 3
const lines = statementOf(groups)

onEach([postgres, mariadb, libsql], 'reconcile: clerks at once, each over a pool or handle of their own,', (entry) => {
  const database = migrated(entry as typeof postgres | typeof libsql)
  const office = clerksOf(database, 5)

  it.each(desksOf(groups))(
    '$name: each line is written once, and all say so',
    { timeout: 900_000 },
    async ({ files }) => {
      const many = rounds(3, 40)
      let together = 0
      for (let round = 0; round < many; round++) {
        const referencePolicy = round % 2 === 0 ? 'allow' : 'one-live'
        const { repository, tenant, clerks } = await office(groups, referencePolicy)
        const runs = (await Promise.all(files.map((file, i) => apply(clerks[i]!, file)))).map(lineItems)
        expectWrittenOnce(lines, runs)
        expect(await stateOf(repository)).toEqual(await cleanState(groups, lines, referencePolicy))
        await expectWhole(repository, lines, { database: database(), tenant })
        if (runs.filter((run) => run.some(({ applied }) => applied)).length > 1) together++
      }
      console.info(`${entry.name}: ${many} rounds, in ${together} of them several clerks wrote`)
      // Of a few rounds one clerk may win all; `interleaved.slow.test.ts` tries every kind of order.
      if (many > 10) expect(together).toBeGreaterThan(0)
    },
  )
})
