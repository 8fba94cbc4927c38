/** A dry run over a repository with events that were given up. */
import { memoryRepository } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { changeFixture, insertFixture, paymentFixture } from 'hospital-payments/testing'
import { expect, it } from 'vitest'
import { dryRun } from '../../src/repository/dry-run/dry-run.js'
import { relay } from '../../src/testing/relay.js'
import { group, insertOne } from '../support/writes.js'

async function giveUp(repository: FinanceRepository) {
  return (await relay(repository, 'relay').settle(86_400, 'dead')).map(({ event }) => event)
}

it('a dry run gives stored events that were given up and its own, the oldest first and as many as asked for', async () => {
  const stored = memoryRepository()
  const payments = ['2026-11-20T09:00:00.000Z', '2026-11-20T09:00:00.000Z', '2026-11-20T11:00:00.000Z'].map(
    (createdAt) => paymentFixture({ createdAt }),
  )
  for (const payment of payments) await insertOne(stored, insertFixture(payment))
  const storedDead = await giveUp(stored)
  expect(storedDead).toHaveLength(3)
  const dry = dryRun(stored)
  const place = ({ createdAt, id }: { createdAt: string; id: string }) => `${createdAt} ${id}`
  const inOrder = (events: readonly { createdAt: string; id: string }[]) => events.map(place).toSorted()

  await dry.replace(group([changeFixture(payments[0]!, { status: 'expired' })]))
  const dryDead = await giveUp(dry)
  expect(dryDead.length).toBeGreaterThan(0)
  const all = inOrder([...storedDead, ...dryDead])
  expect((await dry.pageDeadEvents({ limit: 9 })).map(place)).toEqual(all)
  expect((await dry.pageDeadEvents({ limit: 2 })).map(place)).toEqual(all.slice(0, 2))
  expect((await stored.pageDeadEvents({ limit: 9 })).map(place)).toEqual(inOrder(storedDead))
})
