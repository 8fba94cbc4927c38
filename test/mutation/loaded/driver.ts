/** The one file that vitest runs in a mutation run. Before it does, `worker.ts` runs all others. */
import { it } from 'vitest'

it('comes after all tests of all mutants', () => undefined)
