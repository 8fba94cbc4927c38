import type { SavedFilter } from '../../../../src/domain/desk/saved-filter.js'
import { savedFilters } from '../../../../src/repository/aggregates/saved-filters.js'
import { equal } from '../../../../src/testing/assert.js'
import { freeTexts } from '../../../../src/testing/hostile.js'
import { each } from '../../../../src/testing/steps.js'
import { type FinanceProof, proveFinance } from '../proof.js'

export const deletionCases: readonly FinanceProof[] = [
  proveFinance(27, 'Deleted rows are gone, and all others stay as they were', async (repository) => {
    const rows = each(9, (i): SavedFilter => {
      return { id: `f${i}`, actor: 'amina', path: '/lines', name: `${i}`, query: freeTexts[i % freeTexts.length]! }
    })
    const entries = rows.map((row) => {
      return { of: savedFilters, row, beside: {}, expected: 'anything', events: [] } as const
    })
    await repository.replace({ changes: [], lines: [], rows: entries })
    const names = async () =>
      (
        await repository.pageRows(savedFilters, {
          list: 'name',
          where: { actor: 'amina', path: '/lines' },
          direction: 'asc',
          limit: 99,
        })
      ).map(({ name }) => name)
    await repository.deleteRows(savedFilters, 'id', [])
    equal(await names(), ['0', '1', '2', '3', '4', '5', '6', '7', '8'], 'all rows')
    await repository.deleteRows(savedFilters, 'id', ['f1', 'f7', 'f9', 'f1'])
    equal(await names(), ['0', '2', '3', '4', '5', '6', '8'], 'the rows that stay')
    equal(await repository.findRows(savedFilters, 'id', ['f1', 'f7']), [], 'the deleted rows')
    equal((await repository.findRows(savedFilters, 'id', ['f2']))[0]?.row, rows[2], 'a row that stays')
    await repository.replace({ changes: [], lines: [], rows: entries.slice(1, 2) })
    equal((await repository.findRows(savedFilters, 'id', ['f1']))[0]?.row, rows[1], 'a row that is stored again')
  }),
]
