import { spawnSync } from 'node:child_process'

/** CI may not do without anything that tests need. */
export const mustRunAll = process.env['CI'] === 'true'

/** Does without what `reason` names where it runs on a laptop, and prints it; CI may not. */
export function doWithout(reason: string): void {
  if (mustRunAll) throw new Error(`${reason}, and CI must run its tests`)
  console.warn(`SKIPPED: ${reason}, so its tests do not run here`)
}

/** Checks whether a command of the host is there. */
export function isInstalled(command: string): boolean {
  if (spawnSync(command, ['--version']).status === 0) return true
  doWithout(`${command} is not installed`)
  return false
}

/** Returns the standard output of a command that must succeed. */
export function outputOf(command: string, args: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync(command, args, { input, encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (status !== 0 || stderr !== '') throw new Error(`${command} failed (${status}): ${stderr}`)
  return stdout
}
