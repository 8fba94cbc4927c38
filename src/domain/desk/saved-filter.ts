/** A filter of a list of the desk, which a person saved under a name. It is shown to this person alone. */
export interface SavedFilter {
  /** The digest of actor, path and name: a filter that is saved again takes the place of the one before. */
  readonly id: string
  readonly actor: string
  /** The path of the list, such as `/lines`. */
  readonly path: string
  readonly name: string
  /** The query of the address, such as `status=open&account=cbe`. */
  readonly query: string
}

/** The most filters that a person saves for one list. */
export const maxSavedFilters = 50

/** The longest texts of a filter, in code points. */
export const filterLength = { path: 60, name: 60, query: 1000 } as const
