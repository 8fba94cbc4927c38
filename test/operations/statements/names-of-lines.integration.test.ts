/** A lineId or receipt that comes again, as each storage finds it. */
import { expect, it } from 'vitest'
import { libsql, mariadb, onEach, postgres } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { testService } from '../../support/service.js'
import { hospital } from '../../reconciliation/support/hospital.js'
import { credit, imported } from './support/imported.js'
import { stories } from './support/names-of-lines.js'

onEach([postgres, mariadb, libsql], 'statements.import: a lineId or receipt that comes again', (entry) => {
  const database = migrated(entry as typeof postgres | typeof libsql)

  it.each(stories)('%s', async (tenant, files) => {
    const service = testService({ repository: repositoryOn(database(), { tenant }) })
    for (const { lines, account, counts, noticed } of files)
      expect(await imported(service, lines, account)).toEqual({ counts, noticed })
  })

  it('a receipt that two payments and two lines have: the reference of the second line decides', async () => {
    const { payments, bill, outcomes, preview } = hospital({ repository: repositoryOn(database()) })
    const [receipted, named] = [await bill({ reference: 'INV-0001' }), await bill({ reference: 'INV-0002' })]
    await payments.confirmPayment(receipted.id, { providerTransactionId: 'TX-1' })
    const line = credit({ reference: 'INV-0002', amount: named.amount, providerTransactionId: 'tx-1', currency: 'ETB' })
    expect((await preview([line])).lines).toMatchObject([{ outcome: 'ambiguous' }])
    expect(await outcomes([credit({ amount: 7, providerTransactionId: 'TX-1' })])).toEqual(['under_paid'])
    expect((await preview([line])).lines).toMatchObject([{ outcome: 'confirmed', rule: 'reference' }])
    expect(await outcomes([line])).toEqual(['confirmed'])
    expect(await payments.getPayment(named.id)).not.toHaveProperty('providerTransactionId')
  })
})
