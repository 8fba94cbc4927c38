import { spawnSync } from 'node:child_process'

/** Whether a command of the host is there. A laptop may do without, and is told so; CI may not. */
export function isInstalled(command: string): boolean {
  if (spawnSync(command, ['--version']).status === 0) return true
  if (process.env['CI'] === 'true') throw new Error(`${command} is not installed, and CI must run its tests`)
  console.warn(`SKIPPED: ${command} is not installed, so its tests do not run here`)
  return false
}

/** The standard output of a command that must succeed. */
export function outputOf(command: string, args: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync(command, args, { input, encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (status !== 0 || stderr !== '') throw new Error(`${command} failed (${status}): ${stderr}`)
  return stdout
}
