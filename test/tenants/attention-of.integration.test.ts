/** Counts of what waits for people at many tenants. */
import { createHospitalPayments } from 'hospital-payments'
import { attentionOf, type AttentionOfOptions, type SqlDatabase, tenants } from 'hospital-payments/sql'
import { describe, expect, it } from 'vitest'
import { libsql, mariadb, onEach, partitions, postgres } from '../support/databases/index.js'
import { migrated, repositoryOn, sqlOn } from '../support/databases/repository.js'
import { collect, refusal, request, testService } from '../support/service.js'

onEach([postgres, mariadb, libsql, partitions], 'attentionOf', (entry) => {
  const database = migrated(entry)
  const serviceOf = (tenant: string) => testService({ repository: repositoryOn(database(), { tenant }) }).payments
  const timeZone = 'Africa/Addis_Ababa'

  it('yields what the attention of each tenant is, in the order of the tenants', async () => {
    const line = { row: 2, direction: 'credit', amount: 100, currency: 'ETB', valueDate: '2026-11-20' } as const
    await serviceOf('b').statements.import([line], { account: 'cbe-1000' })
    const { id } = await serviceOf('a').createPayment(request())
    await serviceOf('a').confirmPayment(id)
    const query = { asOf: '2026-11-30T09:00:00.000Z', graceDays: 1, channels: 'mobile-banking' }
    const all = await collect(attentionOf(sqlOn(database()), tenants(sqlOn(database())), { timeZone, ...query }))
    expect(all.map(({ tenant }) => tenant)).toEqual(['a', 'b'])
    for (const { tenant, ...attention } of all) {
      const repository = repositoryOn(database(), { tenant })
      expect(attention).toEqual(await createHospitalPayments({ repository, timeZone }).attention(query))
    }
    const [a, b] = all
    expect(a!.missingLines).toEqual([{ currency: 'ETB', count: 1, amount: '150000' }])
    expect(b!.openLines).toMatchObject([{ outcome: 'unmatched_line', count: 1, amount: '100' }])
    expect(b!.missingLines).toEqual([])
  })

  it('takes the time zone of each tenant from a function: a day that is over in one is not in another', async () => {
    const line = { row: 2, direction: 'credit', amount: 100, currency: 'ETB', valueDate: '2026-11-20' } as const
    for (const tenant of ['east', 'west']) await serviceOf(tenant).statements.import([line], { account: 'cbe-1000' })
    // In Nairobi it is past midnight.
    const asOf = '2026-11-20T22:00:00.000Z'
    const zoneOf = (tenant: string) => (tenant === 'east' ? 'Africa/Nairobi' : 'Africa/Dakar')
    const all = await collect(attentionOf(sqlOn(database()), ['west', 'east'], { timeZone: zoneOf, asOf }))
    expect(all.map(({ tenant, unclosedDays }) => [tenant, unclosedDays.length])).toEqual([
      ['west', 0],
      ['east', 1],
    ])
  })
})

describe('attentionOf', () => {
  const database = { dialect: 'sqlite' } as SqlDatabase

  it.each([
    [undefined, 'options must be an object'],
    [{}, 'timeZone must be an IANA name such as Africa/Addis_Ababa, or a function that returns that of a tenant'],
    [
      { timeZone: 'Addis' },
      'timeZone must be an IANA name such as Africa/Addis_Ababa, or a function that returns that of a tenant',
    ],
    [{ timeZone: 'UTC', tenant: 'a' }, 'unknown option tenant'],
  ])('refuses the options %j at once', (options, problem) => {
    const call = () => attentionOf(database, [], options as unknown as AttentionOfOptions)
    expect(call).toThrow(new TypeError(`attentionOf: ${problem}`))
  })

  it('refuses tenants that are no list, at once', () => {
    const call = () => attentionOf(database, 5 as unknown as string[], { timeZone: 'UTC' })
    expect(call).toThrow('attentionOf: tenants must be a list of tenants')
  })

  it('refuses a wrong query while it is iterated', async () => {
    const idle = { ...database, isBound: () => false } as SqlDatabase
    await refusal(collect(attentionOf(idle, ['a'], { timeZone: 'UTC', graceDays: -1 })), 'invalid_request')
  })
})
