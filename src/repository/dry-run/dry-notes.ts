import type { FinanceRepository, StoredNote } from '../finance-port.js'

/** Reads notes as they are stored, with those that the dry run added, and without those that it erased. */
export function dryNotes(repository: FinanceRepository) {
  const added = new Map<string, StoredNote[]>()
  /** Lines whose stored notes the dry run erased. */
  const erased = new Set<string>()

  async function notes(lineKey: string): Promise<StoredNote[]> {
    const stored = erased.has(lineKey) ? [] : await repository.notes(lineKey)
    const addedNotes = (added.get(lineKey) ?? []).map((note) => ({ ...note }))
    return [...stored, ...addedNotes].sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  return {
    notes,
    async addNote(note: StoredNote): Promise<void> {
      added.set(note.lineKey, [...(added.get(note.lineKey) ?? []), { ...note }])
    },
    /** Erases the notes of a line, and returns true where it had any. */
    async erase(lineKey: string): Promise<boolean> {
      const lineNotes = await notes(lineKey)
      added.delete(lineKey)
      erased.add(lineKey)
      return lineNotes.length > 0
    },
  }
}
