/** Runs the conformance kit over the journal without any test runner: `npx tsx examples/custom-repository/main.ts`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryContract } from 'hospital-payments/testing'
import { journalRepository } from './journal-repository.js'

const cases = repositoryContract(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'journal-'))
  const repository = await journalRepository(join(folder, 'payments.jsonl'))
  return {
    repository,
    dispose: async () => {
      await repository.close()
      await rm(folder, { recursive: true })
    },
  }
})

let passed = 0
for (const { name, run } of cases) {
  await run().then(
    () => passed++,
    (error: unknown) => console.error(`✖ ${name}\n  ${String(error)}`),
  )
}
console.log(`${passed} of ${cases.length} cases passed`)
if (passed < cases.length) process.exitCode = 1
