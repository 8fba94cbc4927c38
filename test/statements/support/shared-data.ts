import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Other people's statements: they stand beside the project where it is checked, and are never copied into it. */
const shared = new URL('../../../../shared/data/statements/', import.meta.url)

/** The folder of real statements of this kind, with a slash at its end, or null where it is missing. */
export function sharedStatements(folder: 'bank-csv' | 'camt' | 'mt940'): string | null {
  const path = fileURLToPath(new URL(`${folder}/`, shared))
  if (existsSync(path)) return path
  console.warn(`SKIPPED: the real statements of ../shared/data/statements/${folder} are not here`)
  return null
}

/** The bytes of one of them; only for tests under `it.skipIf(folder === null)`. */
export function sharedStatement(folder: string | null, name: string): Uint8Array {
  if (folder === null) throw new Error('the real statements are not here: skip this test')
  return new Uint8Array(readFileSync(folder + name))
}

/** The bytes cut into pieces of these sizes, over and over; sizes below 1 count as 1. */
export function pieces(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const cut: Uint8Array[] = []
  for (let start = 0, index = 0; start < bytes.length; index++) {
    const size = Math.max(1, Math.trunc(sizes[index % sizes.length] ?? bytes.length))
    cut.push(bytes.subarray(start, start + size))
    start += size
  }
  return cut
}
