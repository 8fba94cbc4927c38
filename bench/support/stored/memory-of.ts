import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Memory } from './export-memory.js'
import type { Kind } from './stores.js'

/** Measures another process, so that one export is all that is in its memory; without a last day it exports nothing. */
export function exportMemory(kind: Kind, url: string, lastDay?: string): Memory {
  const script = fileURLToPath(new URL('./export-memory.ts', import.meta.url))
  const parameters = [kind, url, ...(lastDay === undefined ? [] : [lastDay])]
  return JSON.parse(
    execFileSync(process.execPath, ['--import', 'tsx', script, ...parameters], { encoding: 'utf8' }),
  ) as Memory
}
