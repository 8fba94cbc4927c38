/** Rows that conflicts show: a host's open transaction may still read an older version of them, or nothing. */
interface Versioned {
  readonly version: number
}

/** Returns the newer of a row as it was read and as a conflict showed it. A line may change without a version. */
export function newerRow<Read extends Versioned | null | undefined>(
  read: Read,
  shownRow: NonNullable<Read> | undefined,
): Read {
  return shownRow && (!read || shownRow.version >= read.version) ? shownRow : read
}
