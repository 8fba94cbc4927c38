/** Filters that people save in the desk, over memory and every database. */
import { memoryRepository, type PaymentRepository } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { settingsOf } from '../../../src/service.js'
import { kinds, onEach } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { refusal, testService } from '../../support/service.js'

const lines = { actor: 'amina', path: '/lines' }
const open = { name: 'Open of CBE', query: 'status=open&account=cbe-1000' }

function filtersOf(repository: PaymentRepository) {
  return settingsOf(testService({ repository }).payments)!
}

function declareFilterTests(repositoryNow: () => PaymentRepository): void {
  it('saveFilter: a filter is listed by name for its list, and one of the same name takes its place', async () => {
    const { listFilters, saveFilter, deleteFilter } = filtersOf(repositoryNow())
    await saveFilter({ ...lines, ...open })
    const again = await saveFilter({ ...lines, ...open, query: 'status=open' })
    await saveFilter({ ...lines, name: 'Éthiopie', query: 'currency=ETB' })
    await saveFilter({ ...lines, path: '/refunds', name: 'mine', query: 'status=requested' })
    expect((await listFilters(lines)).map(({ name, query }) => [name, query])).toEqual([
      ['Open of CBE', 'status=open'],
      ['Éthiopie', 'currency=ETB'],
    ])
    await deleteFilter({ actor: 'amina', id: again.id })
    expect((await listFilters(lines)).map(({ name }) => name)).toEqual(['Éthiopie'])
  })

  it("deleteFilter: a filter is its own person's alone: another neither sees nor deletes it", async () => {
    const { listFilters, saveFilter, deleteFilter } = filtersOf(repositoryNow())
    const { id } = await saveFilter({ actor: 'dawit', path: '/lines', ...open })
    expect(await listFilters({ actor: 'Dawit', path: '/lines' })).toEqual([])
    await deleteFilter({ actor: 'Dawit', id })
    await deleteFilter({ actor: 'dawit', id: 'unknown' })
    expect(await listFilters({ actor: 'dawit', path: '/lines' })).toHaveLength(1)
  })
}

describe('memoryRepository: filters that people save', () => {
  declareFilterTests(memoryRepository)

  it('saveFilter: wrong fields and one filter too many are refused', async () => {
    const { saveFilter } = filtersOf(memoryRepository())
    const refused = await refusal(
      saveFilter({ actor: '', path: 'lines', name: ' ', query: 'x'.repeat(1001) }),
      'invalid_request',
    )
    expect(refused.details.issues.map(({ path }) => path)).toEqual(['actor', 'path', 'name', 'query'])
    for (let n = 0; n < 50; n++) await saveFilter({ ...lines, name: `filter ${n}`, query: 'status=open' })
    await refusal(saveFilter({ ...lines, ...open }), 'invalid_request')
    await saveFilter({ ...lines, name: 'filter 7', query: 'status=settled' })
    await saveFilter({ ...lines, path: '/refunds', ...open })
  })
})

onEach(kinds, 'sqlRepository: filters that people save', (entry) => {
  const database = migrated(entry)
  declareFilterTests(() => repositoryOn(database()))
})
