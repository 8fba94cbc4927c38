import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { memoryRepository } from 'hospital-payments'
import { repositoryContract } from 'hospital-payments/testing'
import { expect, it } from 'vitest'

const run = promisify(execFile)
const program = fileURLToPath(new URL('under-node-test.ts', import.meta.url))

it('repositoryContract: the kit runs under node:test as it does here', async () => {
  // node:test inherits its mode from the environment of a test run that surrounds it.
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env
  const { stdout } = await run(process.execPath, ['--import', 'tsx', '--test', '--test-reporter', 'tap', program], {
    env,
  })
  const count = (word: string) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(stdout)?.[1])
  const cases = repositoryContract(async () => ({ repository: memoryRepository() }))
  expect({ pass: count('pass'), fail: count('fail') }).toEqual({ pass: cases.length, fail: 0 })
})
