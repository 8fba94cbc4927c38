import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { altered } from '../../../support/repositories.js'
import { refusal, request } from '../../../support/service.js'
import type { HostTransaction } from '../host.js'
import type { Hospital } from '../hospital.js'
import { repeated } from './repeated.js'

/** Makes a meeting, at which each who comes waits for the others. */
function meeting(size: number): () => Promise<void> {
  let missing = size
  let open = () => {}
  const all = new Promise<void>((resolve) => {
    open = resolve
  })
  return () => {
    if (--missing === 0) open()
    return all
  }
}

/** The sessions that wait for a lock, as the server reports them; MariaDB updates the list at most every 0.1 s. */
const waiting = {
  postgres: "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  mysql: "SELECT trx_id FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'",
}

/** Declares several transactions at once, on servers. */
export function races(hospital: () => Hospital): void {
  const key = { idempotencyKey: 'key' }

  it('decides again when another change came first, and the transaction goes on', async () => {
    const { host, within, repositoryWithin, payments, invoices } = hospital()
    const { id } = await payments.createPayment(request())
    await host.transaction(async (tx) => {
      await tx.addInvoice('INV-1')
      let isFirst = true
      const overtaken = altered(repositoryWithin(tx), ({ replace }) => ({
        async replace(group) {
          if (isFirst) await payments.failPayment(id, { reason: 'no cash' })
          isFirst = false
          return replace(group)
        },
      }))
      const service = payments.using(overtaken)
      await refusal(service.confirmPayment(id), 'invalid_transition')
      await within(tx).confirmPayment(id, { providerTransactionId: 'FT-1' })
    }, 'READ COMMITTED')
    expect(await payments.getPayment(id)).toMatchObject({ status: 'succeeded', version: 3 })
    expect(await invoices()).toEqual(['INV-1'])
  })

  it.each([
    ['commits', 'is given its payment'],
    ['rolls back', 'makes its own'],
  ])('waits for another host with the same key, and where that one %s, %s', async (end) => {
    const { host, within, payments, invoices, database } = hospital()
    const create = async (tx: HostTransaction, invoice: string) => {
      await tx.addInvoice(invoice)
      return (await within(tx).createPayment(request(), key)).id
    }
    let second: Promise<string> | undefined
    const first = host.transaction(async (tx) => {
      const id = await create(tx, 'first')
      second = host.transaction((other) => create(other, 'second'))
      do await sleep(120)
      while ((await database.rows(waiting[database.dialect as 'mysql'])).length === 0)
      if (end === 'rolls back') throw new Error('the printer is on fire')
      return id
    })
    const [firstId, secondId] = [await first.catch(String), await second]
    expect(firstId).toBe(end === 'commits' ? secondId : 'Error: the printer is on fire')
    expect((await payments.reportPayments()).items).toMatchObject([{ paymentId: secondId }])
    expect(await invoices()).toEqual(end === 'commits' ? ['first', 'second'] : ['second'])
  })

  it('gives one of two hosts in a deadlock concurrent_update, and it repeats its transaction', async () => {
    const { host, within, payments, invoices, database } = hospital()
    const made = ['INV-1', 'INV-2'].map(async (reference) => (await payments.createPayment(request({ reference }))).id)
    const [one, other] = (await Promise.all(made)) as [string, string]
    const both = meeting(2)
    let deadlocks = 0
    const failBoth = (ids: readonly [string, string], invoice: string) =>
      repeated((attempt) =>
        host.transaction(async (tx) => {
          await tx.addInvoice(invoice)
          await within(tx).failPayment(ids[0], { reason: invoice })
          if (attempt === 1) await both()
          try {
            await within(tx).failPayment(ids[1], { reason: invoice })
          } catch (error) {
            deadlocks++
            // MySQL has undone the whole transaction: what a host that goes on sends now would be kept without it.
            if (database.dialect === 'mysql')
              expect(await refusal(within(tx).getPayment(one), 'storage_unavailable')).toMatchObject({
                retryable: false,
                message: expect.stringContaining('open a transaction first') as string,
              })
            throw error
          }
        }),
      )
    await Promise.all([failBoth([one, other], 'A'), failBoth([other, one], 'B')])
    // The one that repeats may be faster than the one that was waiting: then they meet again.
    expect(deadlocks).toBeGreaterThan(0)
    expect(await invoices()).toEqual(['A', 'B'])
    for (const id of [one, other]) expect((await payments.history(id)).map(({ type }) => type)).toHaveLength(2)
  })
}
