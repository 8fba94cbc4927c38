/** Files that tests make once, and then read often. */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Within the repository, where its packages are found, and where no tool looks. */
const folder = fileURLToPath(new URL('../../reports/kept', import.meta.url))

/** Returns where the file of that name is, or would be. */
export function keptPath(name: string): string {
  return join(folder, name)
}

/** Writes the file in one step: another worker may be reading it, or writing the same. */
export async function keep(name: string, content: string | Uint8Array): Promise<string> {
  const path = keptPath(name)
  const unfinished = `${path}.${process.pid}`
  await mkdir(folder, { recursive: true })
  await writeFile(unfinished, content)
  await rename(unfinished, path)
  return path
}
