import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Other people's files: they stand beside the project where it is checked, and are never copied into it. */
const shared = new URL('../../../../shared/', import.meta.url)

/** Finds a folder among them: its path with a slash at its end, or null where it is missing. */
function sharedFolder(folder: string, content: string): string | null {
  const path = fileURLToPath(new URL(`${folder}/`, shared))
  if (existsSync(path)) return path
  console.warn(`SKIPPED: the ${content} of ../shared/${folder} are not here`)
  return null
}

/** Finds the folder of real statements of this kind. */
export function sharedStatements(folder: 'bank-csv' | 'camt' | 'mt940'): string | null {
  return sharedFolder(`data/statements/${folder}`, 'real statements')
}

/** Finds the folder of small inputs that failed once, each in a folder of its own. */
export function sharedCases(): string | null {
  return sharedFolder('cases', 'inputs that failed once')
}

/** Reads the bytes of one of them; only for tests under `it.skipIf(folder === null)`. */
export function sharedStatement(folder: string | null, name: string): Uint8Array {
  if (folder === null) throw new Error('the shared files are not here: skip this test')
  return new Uint8Array(readFileSync(folder + name))
}

/** Cuts the bytes into pieces of these sizes, over and over; sizes below 1 count as 1. */
export function pieces(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const cut: Uint8Array[] = []
  for (let start = 0, index = 0; start < bytes.length; index++) {
    const size = Math.max(1, Math.trunc(sizes[index % sizes.length] ?? bytes.length))
    cut.push(bytes.subarray(start, start + size))
    start += size
  }
  return cut
}
