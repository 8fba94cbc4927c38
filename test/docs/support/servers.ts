/** The servers that a program of the documents connects to: it reads from the environment where they are. */
import { mariadb, postgres } from '../../support/databases/index.js'
import { doWithout } from '../../support/tools.js'
import type { Program } from './program.js'
import { run } from './run.js'

const servers = { DATABASE_URL: postgres, MYSQL_URL: mariadb } as const

function neededBy({ code }: Program) {
  return Object.entries(servers).filter(([name]) => new RegExp(`\\bprocess\\.env(\\.|\\[')${name}\\b`).test(code))
}

/** Runs a program with fresh and empty databases; one that needs a server which is missing is skipped, but not in CI. */
export async function runWithServers(program: Program, skip: (reason: string) => void): Promise<void> {
  const env: Record<string, string> = {}
  const opened: { close(): Promise<void> }[] = []
  try {
    for (const [name, server] of neededBy(program)) {
      const lack = await server.lack()
      if (lack) {
        doWithout(lack.reason)
        return skip(lack.reason)
      }
      const database = await server.open()
      opened.push(database)
      env[name] = database.url
    }
    await run(program, env)
  } finally {
    for (const database of opened) await database.close()
  }
}
