import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { programFile } from '../../support/program-file.js'

it('xmlParser: the parser of every file keeps fast properties, though garbage is collected after each', async () => {
  const program = await programFile(new URL('many-files.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', '--allow-natives-syntax', program])
  expect(JSON.parse(stdout)).toEqual({ files: 20, lines: 20, slow: [] })
})
