interface Folder {
  readonly goal: number
  readonly integration?: boolean
  readonly slow?: boolean
  readonly keepsOpen?: boolean
  readonly without?: RegExp
  readonly first?: string
  readonly mutate: string[]
  readonly tests: string[]
}

export const folders: Readonly<Record<string, Folder>>
