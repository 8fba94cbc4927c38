import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { programFile } from '../../support/program-file.js'

const times = 5000

it('days.verify: 5,000 calls over a file of libsql need no more descriptors than a few', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hospital-payments-'))
  try {
    const program = await programFile(new URL('verifying-process.ts', import.meta.url))
    const limited = `ulimit -n 1024; exec "$0" "$@"`
    const file = join(directory, 'payments.db')
    const { stdout } = await promisify(execFile)('sh', ['-c', limited, process.execPath, program, file, String(times)])
    const { verified, descriptors } = JSON.parse(stdout) as { verified: number; descriptors: number }
    expect(verified).toBe(times)
    expect(descriptors).toBeLessThan(100)
  } finally {
    rmSync(directory, { recursive: true })
  }
})
