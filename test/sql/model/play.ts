/** One sequence of calls of the port, each made on memory and on the storage under test. */
import { memoryRepository, type PaymentRepository } from 'hospital-payments'
import type fc from 'fast-check'
import type { Answered } from './agree.js'
import { Caller } from './calls.js'
import { type Cast, casts } from './cast.js'
import { type Command, commands } from './commands.js'
import { expectSameContents } from './contents.js'
import { record } from './draw.js'
import { expectSameGrid, gridParts } from './grid.js'

export interface Sequence {
  readonly cast: Cast
  readonly commands: readonly Command[]
  readonly grid: number
}

export const sequencesOfCalls: fc.Arbitrary<Sequence> = record({ cast: casts, commands, grid: gridParts })

/** Numbers of answers, by kind. */
export type Tally = Record<string, number>

/** Lists the outcomes of an answer; those of an insert are as many as its entries. */
function outcomesIn(answer: unknown): string[] {
  if (Array.isArray(answer)) return answer.flatMap(outcomesIn)
  const { outcome } = (answer ?? {}) as { outcome?: string }
  return outcome === undefined ? [] : [outcome]
}

function count(tally: Tally, { kind }: Command, answered: Answered<unknown>): void {
  const outcomes = 'answer' in answered ? outcomesIn(answered.answer) : [answered.code]
  for (const answer of outcomes.length > 0 ? outcomes : ['answer']) {
    const name = `${kind === 'supersede' ? 'replace' : kind} ${answer}`
    tally[name] = (tally[name] ?? 0) + 1
  }
}

export async function play(
  { cast, commands, grid }: Sequence,
  storage: PaymentRepository,
  tally: Tally = {},
): Promise<void> {
  const pair = { model: memoryRepository(), storage }
  const caller = new Caller(pair, cast)
  for (const command of commands) count(tally, command, await caller.call(command))
  await expectSameGrid(pair, cast, grid)
  await expectSameContents(pair)
}
