/** The proof that an export shows one instant, by the logs of those who wrote meanwhile. */
import type { Log, Logged } from './writers.js'

export interface Exported {
  /** Before it was asked for. */
  readonly began: number
  /** The time when its first rows were there. */
  readonly opened: number
  readonly lines: readonly string[]
}

const idOf = (line: string) => line.slice(0, line.indexOf(','))

/** Says why the export is of no instant between its beginning and its first rows; `null` where it is of one. */
export function notOneInstant({ began, opened, lines }: Exported, logs: readonly Log[]): string | null {
  const exportedLines = new Map(lines.map((line) => [idOf(line), line]))
  if (exportedLines.size < lines.length) return 'a payment stands there twice'
  const places = logs.map((log) => stateShown(log, exportedLines))
  const torn = places.indexOf(null)
  if (torn >= 0) return `it shows a state of writer ${torn} that never was`
  const lasts = logs.map(({ changes }, writer) => changes[places[writer]! - 1])
  const nexts = logs.map(({ changes }, writer) => changes[places[writer]!])
  for (const [writer, last] of lasts.entries()) {
    if (isStoredBefore(nexts[writer], began)) return `it misses what writer ${writer} had stored before it began`
    if (!last) continue
    if (last.began > opened) return `it shows what writer ${writer} did later`
    const other = nexts.findIndex((next) => isStoredBefore(next, last.began))
    if (other >= 0) return `it shows a change of writer ${writer}, and not an earlier one of writer ${other}`
  }
  return null
}

function isStoredBefore(missed: Logged | undefined, moment: number): boolean {
  return missed !== undefined && missed.acknowledged < moment
}

/** Counts the changes of the log that had been made in the exported state; `null` when it is none of its states. */
function stateShown({ first, changes }: Log, exportedLines: ReadonlyMap<string, string>): number | null {
  const state = new Map(first)
  for (const { lines } of changes) for (const id of lines.keys()) if (!state.has(id)) state.set(id, '')
  // Of payments, how many differ from what is shown; all of them have an entry, and those not yet made an empty one.
  let different = 0
  for (const [id, line] of state) different += line === (exportedLines.get(id) ?? '') ? 0 : 1
  for (const [place, { lines }] of [...changes, { lines: new Map<string, string>() }].entries()) {
    if (different === 0) return place
    for (const [id, line] of lines) {
      const exportedLine = exportedLines.get(id) ?? ''
      different += Number(state.get(id) === exportedLine) - Number(line === exportedLine)
      state.set(id, line)
    }
  }
  return null
}
