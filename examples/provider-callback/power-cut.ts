import type { Rows, Storage } from './storage.js'

/** Makes a storage whose power can be cut, to show that nothing of the transaction stays. */
export function withPowerCuts(storage: Storage) {
  let cutAt: RegExp | null = null

  const cutting = (rows: Rows): Rows => {
    return (text, values) => {
      if (!cutAt?.test(text)) return rows(text, values)
      cutAt = null
      return Promise.reject(new Error('the power failed'))
    }
  }

  return {
    ...storage,
    transaction: <Result>(work: Parameters<typeof storage.transaction<Result>>[0]) =>
      storage.transaction((rows, sql) => work(cutting(rows), sql)),
    /** Lets the next statement of this shape fail, in whatever transaction it is. */
    cutBefore(statement: RegExp): void {
      cutAt = statement
    },
  }
}
