import { memoryRepository } from 'hospital-payments'
import type {
  ChangeGroup,
  FinanceGroup,
  FinanceRepository,
  LineEntry,
  ReplaceOutcome,
} from 'hospital-payments/repository'
import type { AccountLine } from '../../../src/domain/reconciliation/account-line.js'

/** `replace`, by the groups that finance writes: faults are about whole lines. */
interface Settling {
  replaceWithLines(group: FinanceGroup): Promise<ReplaceOutcome>
}

export type Sound = FinanceRepository & Settling
type Fault = Partial<FinanceRepository & Settling>

/** A repository of finance with one fault, and the one case of the kit that has to find it. */
export interface BrokenFinance {
  readonly name: string
  readonly breaks: string
  make(): FinanceRepository
}

export function broken(name: string, breaks: string, faultOf: (sound: Sound) => Fault): BrokenFinance {
  return {
    name,
    breaks,
    make: () => {
      const repository = memoryRepository()
      const sound: Sound = { ...repository, replaceWithLines: (group) => repository.replace(group) }
      const { replaceWithLines = sound.replaceWithLines, ...fault } = faultOf(sound)
      const replace = (group: ChangeGroup) =>
        group.lines.every((line) => 'line' in line)
          ? replaceWithLines(group as FinanceGroup)
          : repository.replace(group)
      return { ...repository, replace, ...fault }
    },
  }
}

/** Makes a fault in what is made of an answer to a group of lines. */
export function answering(
  name: string,
  breaks: string,
  change: (answer: ReplaceOutcome, group: FinanceGroup, sound: Sound) => Promise<ReplaceOutcome>,
): BrokenFinance {
  return broken(name, breaks, (sound) => ({
    replaceWithLines: async (group) => change(await sound.replaceWithLines(group), group, sound),
  }))
}

/** Makes a fault in how the entries of a group are taken. */
export function taking(name: string, breaks: string, change: (entry: LineEntry) => LineEntry): BrokenFinance {
  return broken(name, breaks, (sound) => ({
    replaceWithLines: (group) => sound.replaceWithLines({ ...group, lines: group.lines.map(change) }),
  }))
}

export async function lineNow(sound: FinanceRepository, key: string): Promise<AccountLine | null> {
  return (await sound.findLines([key]))[0] ?? null
}

/** Sums that went through a double on their way. */
export function asDoubles<Sum extends { readonly amount: string }>(sums: readonly Sum[]): Sum[] {
  return sums.map((sum) => ({ ...sum, amount: BigInt(Number(sum.amount)).toString() }))
}
