import type { FinanceRepository, StoredNote } from '../finance-port.js'

/** Notes as they are stored, with those that the dry run added, and without those that it erased. */
export function dryNotes(repository: FinanceRepository) {
  const added = new Map<string, StoredNote[]>()
  /** Lines of which no stored note counts any more. */
  const forgotten = new Set<string>()

  async function notes(lineKey: string): Promise<StoredNote[]> {
    const stored = forgotten.has(lineKey) ? [] : await repository.notes(lineKey)
    const own = (added.get(lineKey) ?? []).map((note) => ({ ...note }))
    return [...stored, ...own].sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  return {
    notes,
    async addNote(note: StoredNote): Promise<void> {
      added.set(note.lineKey, [...(added.get(note.lineKey) ?? []), { ...note }])
    },
    /** Whether the line had any. */
    async forget(lineKey: string): Promise<boolean> {
      const had = await notes(lineKey)
      added.delete(lineKey)
      forgotten.add(lineKey)
      return had.length > 0
    },
  }
}
