import type { FinanceRepository } from 'hospital-payments/repository'
import { expect, it } from 'vitest'
import { today } from '../../operations/reports/support/books.js'
import { expectedSums, peopleOptions, sumsOfPeople } from '../../operations/reports/support/people.js'
import { freshTenant } from '../../support/databases/database.js'
import { kinds, onEach } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { testService } from '../../support/service.js'

onEach(kinds, 'reports.byActor', (entry) => {
  const database = migrated(entry)

  it('counts and sums who created, confirmed, took, gave back and waived', async () => {
    const repository = repositoryOn(database(), { tenant: freshTenant() }) as FinanceRepository
    const { payments } = testService({ repository, ...peopleOptions })
    expect(await sumsOfPeople(payments)).toEqual(expectedSums)
  })

  it('adds up what the audit lists, which is the same from every storage', async () => {
    const repository = repositoryOn(database(), { tenant: freshTenant() }) as FinanceRepository
    const listed = async ({ payments }: ReturnType<typeof testService>) => {
      await sumsOfPeople(payments)
      const { items } = await payments.reports.audit({ ...today, limit: 500 })
      return items.map(({ id: _, ...entry }) => JSON.stringify(entry)).sort()
    }
    const here = await listed(testService({ repository, ...peopleOptions }))
    expect(here).toEqual(await listed(testService(peopleOptions)))
    expect(here.length).toBeGreaterThan(15)
  })
})
