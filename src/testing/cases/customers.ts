import type { Filter } from '../../repository/port.js'
import { equal } from '../assert.js'
import { prove } from '../proof.js'
import { seed } from '../steps.js'
import { inOrder, walk } from './paging.js'

export const customerCases = [
  prove(5, "A payer's id and pairs of metadata narrow pages, scans and totals, byte for byte", async (repository) => {
    const ward = { ward: 'B', 'x.y': '"ward":"C"' }
    const payments = await seed(repository, [
      { customer: { id: 'MRN-1' }, metadata: ward },
      { customer: { id: 'MRN-1' }, metadata: { ward: 'b' } },
      { customer: { id: 'mrn-1' }, metadata: { ward: 'B ' } },
      { customer: { name: 'MRN-1' }, metadata: { note: 'B' } },
      {},
    ])
    const cases: readonly [Partial<Filter>, readonly number[]][] = [
      [{ customerId: 'MRN-1' }, [0, 1]],
      [{ customerId: 'MRN-2' }, []],
      [{ metadata: { ward: 'B' } }, [0]],
      [{ metadata: { ward: 'C' } }, []],
      [{ metadata: ward }, [0]],
      [{ metadata: { ward: 'B', note: 'B' } }, []],
      [{ customerId: 'mrn-1', metadata: { ward: 'B ' } }, [2]],
      [{ customerId: 'MRN-1', statuses: ['pending', 'failed'], channels: [payments[0]!.channel] }, [0, 1]],
    ]
    for (const [filter, places] of cases) {
      const expected = places.map((place) => payments[place]!)
      const query = { by: 'createdAt', ...filter } as const
      const name = JSON.stringify(filter)
      const page = await walk(repository, { ...query, direction: 'asc', limit: 1 }, payments.length)
      equal(page, inOrder(expected, { by: 'createdAt', direction: 'asc' }), `pages of ${name}`)
      const scanned: string[] = []
      for await (const rows of repository.scan({ ...query, fields: ['id'] })) {
        scanned.push(...rows.map(([id]) => String(id)))
      }
      equal(scanned.sort(), expected.map(({ id }) => id).sort(), `scan of ${name}`)
      const totals = await repository.totals(query)
      equal(
        totals.reduce((sum, { count }) => sum + count, 0),
        expected.length,
        `totals of ${name}`,
      )
    }
  }),
]
