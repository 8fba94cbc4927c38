import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Run {
  status: number
  stdout: string
  stderr: string
}

/** As `npx tsx examples/…/main.ts …args` does it. */
export function runProgram(path: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Run> {
  return run(['--import', 'tsx', path, ...args], env)
}

/** As `node …args` does it. */
export function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Run> {
  return new Promise((done) => {
    const options = { cwd: root, env: { ...process.env, ...env } }
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      done({ status: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}
