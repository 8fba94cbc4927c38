/** Starts processes that kill themselves at one moment of their calls, each chosen and none left to chance. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { MysqlDatabase, PgDatabase, SqliteDatabase } from '../databases/index.js'
import { programFile } from '../program-file.js'
import type { Moment } from './moment.js'
import type { Order } from './process.js'

const here = fileURLToPath(new URL('.', import.meta.url))

/** Builds the program with the calls of a module. */
function programOf(module: URL): Promise<string> {
  const path = JSON.stringify(fileURLToPath(module))
  const contents = `import { start } from './process.js'\nimport { work } from ${path}\nawait start(work)`
  return programFile({ contents, folder: here })
}

/** The calls of a module over a tenant of a database. */
export interface Job {
  readonly database: PgDatabase | MysqlDatabase | SqliteDatabase
  readonly tenant: string
  readonly module: URL
  readonly args?: readonly string[]
}

const sessions = {
  postgres: 'SELECT pid AS id FROM pg_stat_activity',
  mysql: 'SELECT id FROM information_schema.processlist',
}

/** Waits until the server has left the session: it may still be at the last statement that it was sent. */
async function awaitSessionEnd({ database }: Job, output: readonly string[]): Promise<void> {
  if (database.dialect === 'sqlite') return
  const sessionIds = new Set(output.filter((line) => line.startsWith('session ')).map((line) => line.slice(8)))
  expect(sessionIds.size).toBe(1)
  const query = sessions[database.dialect]
  while ((await database.rows(query)).some(({ id }) => sessionIds.has(String(id)))) await sleep(5)
}

async function run({ database, tenant, module, args = [] }: Job, moment: Moment | null) {
  const place = 'url' in database ? database.url : database.file
  const order: Order = { dialect: database.dialect, place, tenant, args, moment }
  const command = [await programOf(module), JSON.stringify(order)]
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const output: string[] = []
  for await (const line of createInterface(child.stdout)) output.push(line)
  await ended
  return { output, code: child.exitCode, signal: child.signalCode }
}

/** Counts the statements that each call sends where nothing is killed. */
export async function statementsOf(job: Job): Promise<readonly number[]> {
  const { output, code } = await run(job, null)
  expect(code).toBe(0)
  return JSON.parse(output.at(-1)!.replace(/^sent /, '')) as number[]
}

/** Returns the lines that the process had printed when it died, as soon as the server has left it. */
export async function killAt(job: Job, moment: Moment): Promise<readonly string[]> {
  const { output, signal } = await run(job, moment)
  expect(signal, JSON.stringify(moment)).toBe('SIGKILL')
  await awaitSessionEnd(job, output)
  return output
}
