import type { StoredNote } from '../finance-port.js'

/** Stores the notes of each line, in the order of their ids. */
export function lineNotes() {
  const ofLine = new Map<string, StoredNote[]>()

  return {
    add(note: StoredNote): void {
      const notes = [...(ofLine.get(note.lineKey) ?? []), { ...note }]
      ofLine.set(
        note.lineKey,
        notes.sort((a, b) => (a.id < b.id ? -1 : 1)),
      )
    },
    of: (lineKey: string): StoredNote[] => (ofLine.get(lineKey) ?? []).map((note) => ({ ...note })),
    /** Erases the notes of a line, and returns true where it had any. */
    erase: (lineKey: string): boolean => ofLine.delete(lineKey),
  }
}
