/** The kit over the journal of the examples. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ContractCase, repositoryContract } from 'hospital-payments/testing'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { journalRepository } from '../../examples/custom-repository/journal-repository.js'

/** Paths of new files in a folder that exists while the tests run. */
export function journalPaths(): () => string {
  let folder = ''
  let files = 0
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'journal-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  return () => join(folder, `${++files}.jsonl`)
}

export function declareJournalConformance(
  nextPath: () => string,
  isDeclared: (kitCase: ContractCase) => boolean,
): void {
  describe('the journal of the examples keeps every promise of the port', () => {
    const cases = repositoryContract(async () => {
      const repository = await journalRepository(nextPath())
      return { repository, dispose: () => repository.close() }
    })
    for (const { name, run } of cases.filter(isDeclared)) test(name, { timeout: 120_000 }, run)
  })
}
