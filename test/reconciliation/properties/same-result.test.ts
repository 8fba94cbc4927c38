import fc from 'fast-check'
import type { StatementLine } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { account, type Hospital } from '../support/hospital.js'
import { billed, fitting, named, policy } from '../support/fitting.js'
import { storedState, built, namedLines, runs, setting } from '../support/random-hospital.js'

/** Compares what is stored after one clean run with what is stored after another way through the same statement. */
function sameResult(
  prepare: (lines: StatementLine[]) => StatementLine[],
  way: (service: Hospital, lines: StatementLine[], at: number) => Promise<unknown>,
) {
  return fc.asyncProperty(fitting, policy, fc.nat(), async (drawn, referencePolicy, at) => {
    const lines = prepare(drawn.lines)
    const clean = await billed(drawn, referencePolicy)
    await clean.apply(lines)
    const other = await billed(drawn, referencePolicy)
    await way(other, lines, at)
    expect(await storedState(other)).toEqual(await storedState(clean))
  })
}

const byDay = (lines: readonly StatementLine[]) =>
  lines.toSorted((a, b) => (a.valueDate < b.valueDate ? -1 : a.valueDate > b.valueDate ? 1 : 0))

/** Returns the first index at or after `at` where a day begins. */
function startOfDay(lines: readonly StatementLine[], at: number): number {
  let index = at % (lines.length + 1)
  while (index > 0 && index < lines.length && lines[index]!.valueDate === lines[index - 1]!.valueDate) index++
  return index
}

/** Returns the items in the order that `seed` decides. */
function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const rest = [...items]
  const result: Item[] = []
  for (let state = seed + 1; rest.length > 0;) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    result.push(...rest.splice(state % rest.length, 1))
  }
  return result
}

describe('reconcile: the stored result is that of one clean run', () => {
  it.each([
    ['with', named],
    ['without', (lines: StatementLine[]) => lines],
  ])('when the lines, %s names, come in any other order', async (_, prepare) => {
    await fc.assert(
      sameResult(prepare, (service, lines, at) => service.apply(shuffled(lines, at))),
      runs(70),
    )
  })

  it('when the file, of lines with names, is split anywhere', async () => {
    await fc.assert(
      sameResult(named, async (service, lines, at) => {
        const cut = at % (lines.length + 1)
        await service.apply(lines.slice(0, cut))
        await service.apply(lines.slice(cut))
      }),
      runs(70),
    )
  })

  it('when the file, of lines without names, is split between two days', async () => {
    await fc.assert(
      sameResult(byDay, async (service, lines, at) => {
        const cut = startOfDay(lines, at)
        await service.apply(lines.slice(0, cut))
        await service.apply(lines.slice(cut))
      }),
      runs(70),
    )
  })

  it.each([
    ['with names, from anywhere', named, (_: readonly StatementLine[], at: number) => at],
    ['without names, from the start of a day', byDay, startOfDay],
  ])('when a second file overlaps the first: lines %s', async (_, prepare, cutAt) => {
    await fc.assert(
      sameResult(prepare, async (service, lines, at) => {
        const cut = cutAt(lines, at) % (lines.length + 1)
        const end = prepare === named ? Math.ceil((cut + lines.length) / 2) : lines.length
        await service.apply(lines.slice(0, end))
        await service.apply(lines.slice(cut))
      }),
      runs(70),
    )
  })

  it.each([
    ['with', named],
    ['without', (lines: StatementLine[]) => lines],
  ])('when the whole file, %s names, is applied again and again', async (_, prepare) => {
    await fc.assert(
      sameResult(prepare, async (service, lines) => {
        await service.apply(lines)
        const [paid] = [await storedState(service)]
        const again = await service.apply(lines.toReversed())
        expect(again.lines.filter(({ applied }) => applied)).toEqual([])
        expect(await storedState(service)).toEqual(paid)
      }),
      runs(50),
    )
  })

  it.each([
    ['with', named],
    ['without', (lines: StatementLine[]) => lines],
  ])('when the run, over lines %s names, is cut off after any item and begun again', async (_, prepare) => {
    await fc.assert(
      sameResult(prepare, async (service, lines, at) => {
        let left = at % (lines.length + 1)
        for await (const item of service.payments.reconcile(lines, { account, apply: true })) {
          if (item.kind === 'summary' || --left <= 0) break
        }
        await service.apply(lines)
      }),
      runs(70),
    )
  })

  it('when any file at all, of lines with names, is split anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(setting, namedLines, fc.nat(), async (drawn, lines, at) => {
        const clean = await built(drawn)
        await clean.apply(lines)
        const other = await built(drawn)
        const cut = at % (lines.length + 1)
        await other.apply(lines.slice(0, cut))
        await other.apply(lines.slice(cut))
        expect(await storedState(other)).toEqual(await storedState(clean))
      }),
      runs(50),
    )
  })
})
