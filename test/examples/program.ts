import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { programFile } from '../support/program-file.js'

export const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Run {
  status: number
  stdout: string
  stderr: string
}

/** Runs what `npx tsx examples/…/main.ts …args` runs, in less time. */
export async function runProgram(
  path: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<Run> {
  return run([await programFile(pathToFileURL(resolve(root, path))), ...args], env)
}

/** Runs `node …args`. */
export function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Run> {
  return new Promise((done) => {
    const options = { cwd: root, env: { ...process.env, ...env } }
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      done({ status: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}
