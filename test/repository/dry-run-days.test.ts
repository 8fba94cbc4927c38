/** A dry run over a repository in which days are closed. */
import { memoryRepository } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { beforeEach, describe, expect, it } from 'vitest'
import { dryRun } from '../../src/repository/dry-run/dry-run.js'
import { closingFixture, lineEntryFixture, lineFixture } from '../support/finance-contract/index.js'

const first = closingFixture({ day: '2026-11-18', createdAt: '2026-11-19T09:00:00.000Z' })
const second = closingFixture({ day: '2026-11-19', createdAt: '2026-11-20T09:00:00.000Z' }, { after: first })
const third = closingFixture({ day: '2026-11-20', createdAt: '2026-11-21T09:00:00.000Z' }, { after: second })
const { account } = first

describe('a dry run over closed days', () => {
  let stored: FinanceRepository

  beforeEach(async () => {
    stored = memoryRepository()
    await stored.addClosing(first, 0)
  })

  it('goes on with the chain that is stored', async () => {
    const dry = dryRun(stored)
    expect(await dry.addClosing(first, 0)).toEqual({ outcome: 'chain_moved' })
    expect(await dry.addClosing(second, 0)).toEqual({ outcome: 'added' })
    expect(await dry.addClosing(third, 0)).toEqual({ outcome: 'added' })
    expect(await dry.chainStates([account, account, 'telebirr'])).toEqual([
      { account, sequence: 3, links: 3, hash: third.hash, takenBack: 0 },
    ])
    expect(await stored.chainStates([account])).toEqual([
      { account, sequence: 1, links: 1, hash: first.hash, takenBack: 0 },
    ])
  })

  it('decides a write by where the stored chain ends', async () => {
    const dry = dryRun(stored)
    const write = (sequence: number) =>
      dry.replace({ changes: [], lines: [lineEntryFixture(lineFixture())], chains: [{ account, sequence }] })
    expect(await write(0)).toEqual({ outcome: 'chain_moved', account })
    expect(await write(1)).toEqual({ outcome: 'replaced' })
    // Money was taken back since the chain was read.
    expect(await dry.addClosing(second, 0)).toEqual({ outcome: 'chain_moved' })
    expect(await dry.addClosing(second, 1)).toEqual({ outcome: 'added' })
  })

  it('builds upon the chain as it was when it was read first', async () => {
    const dry = dryRun(stored)
    expect(await dry.addClosing(second, 0)).toEqual({ outcome: 'added' })
    await stored.addClosing(second, 0)
    await stored.addClosing(third, 0)
    expect((await dry.chainStates([account]))[0]?.sequence).toBe(2)
  })

  it('gives stored closings and its own, the newest first and as many as asked for', async () => {
    const dry = dryRun(stored)
    const early = closingFixture({ account: 'telebirr', createdAt: '2026-11-19T08:00:00.000Z' })
    await dry.addClosing(early, 0)
    await dry.addClosing(second, 0)
    const days = async (limit: number) => (await dry.pageClosings({ limit })).map(({ hash }) => hash)
    expect(await days(3)).toEqual([second.hash, first.hash, early.hash])
    expect(await days(2)).toEqual([second.hash, first.hash])
    expect(await days(0)).toEqual([])
  })

  it('counts a day as open until a closing is stored or written to it', async () => {
    const lines = ['2026-11-18', '2026-11-19', '2026-11-20'].map((valueDate) => lineFixture({ account, valueDate }))
    await stored.replace({ changes: [], lines: lines.map((line) => lineEntryFixture(line)) })
    const dry = dryRun(stored)
    expect(await dry.unclosedDays({ before: '2026-11-21' })).toEqual([
      { account, day: '2026-11-19' },
      { account, day: '2026-11-20' },
    ])
    await dry.addClosing(second, 0)
    expect(await dry.unclosedDays({ before: '2026-11-21' })).toEqual([{ account, day: '2026-11-20' }])
    expect(await dry.unclosedDays({ before: '2026-11-20' })).toEqual([])
  })
})
