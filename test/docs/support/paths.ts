import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The repository, without a slash at the end. */
export const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')

export function read(path: string): string {
  return readFileSync(`${root}/${path}`, 'utf8')
}
