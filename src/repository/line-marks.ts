/** Keys of lines by their marks, for the storage in memory. */
import { type LineMarks, type MarkKind, markKinds } from '../domain/reconciliation/line-key.js'

export function lineMarks() {
  const keys = new Map<string, string[]>()
  const textOf = (kind: MarkKind, mark: string) => `${kind} ${mark}`
  return {
    add(key: string, marks: LineMarks): void {
      for (const kind of markKinds) {
        const mark = marks[kind]
        if (mark === undefined) continue
        const markedKeys = keys.get(textOf(kind, mark))
        if (markedKeys) markedKeys.push(key)
        else keys.set(textOf(kind, mark), [key])
      }
    },
    /** Finds the keys of lines that have one of these marks. */
    find: (kind: MarkKind, marks: readonly string[]): { mark: string; key: string }[] =>
      [...new Set(marks)].flatMap((mark) => (keys.get(textOf(kind, mark)) ?? []).map((key) => ({ mark, key }))),
  }
}
