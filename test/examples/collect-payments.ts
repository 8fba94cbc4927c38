import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))
export const example = join(root, 'examples/collect-payments')

export interface Run {
  status: number
  stdout: string
  stderr: string
}

/** As `npm start -- …args` does it. */
export function start(args: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  const command = ['--import', 'tsx', join(example, 'main.ts'), ...args]
  return new Promise((done) => {
    execFile(process.execPath, command, { cwd: root, env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      done({ status: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}
