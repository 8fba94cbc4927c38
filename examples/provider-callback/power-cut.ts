import type { Rows, Storage } from './storage.js'

/** A storage whose power can be made to fail, so that one can see that nothing of the transaction stays. */
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
    /** The next statement of this shape fails, in whose transaction it may be. */
    cutBefore(statement: RegExp): void {
      cutAt = statement
    },
  }
}
