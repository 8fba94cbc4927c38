import fc from 'fast-check'
import { expect, it } from 'vitest'
import { channels, keyedRequest, oneByOne, visibleOf } from '../../support/creation.js'
import { libsql, mariadb, onEach, postgres } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { rounds } from '../../support/rounds.js'
import { contents, testService } from '../../support/service.js'

onEach([libsql, postgres, mariadb], 'createPayments', (entry) => {
  const database = migrated(entry as typeof libsql | typeof postgres)

  it('comes to the same as one createPayment after the other in memory', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(keyedRequest, { maxLength: 14 }),
        fc.array(keyedRequest, { maxLength: 4 }),
        fc.constantFrom('allow', 'one-live'),
        async (requests, earlier, referencePolicy) => {
          const single = testService({ channels, referencePolicy })
          const many = testService({ channels, referencePolicy, repository: repositoryOn(database()) })
          for (const { payments } of [many, single]) await oneByOne(payments, earlier)
          const together = await many.payments.createPayments(requests)
          expect(together.map(visibleOf)).toStrictEqual((await oneByOne(single.payments, requests)).map(visibleOf))
          expect(await contents(many.repository)).toStrictEqual(await contents(single.repository))
        },
      ),
      { numRuns: rounds(25, 500), endOnFailure: true },
    )
  })
})
