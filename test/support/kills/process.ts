/** A process that makes calls and kills itself at a moment of one of them; without a moment it says how many statements each sent. */
import { writeSync } from 'node:fs'
import { sqlRepository, type SqlDatabase } from 'hospital-payments/sql'
import type { Moment } from './moment.js'
import { watched } from './watched.js'
import type { Work } from './work.js'

export interface Order {
  readonly dialect: SqlDatabase['dialect']
  readonly place: string
  readonly tenant: string
  readonly args: readonly string[]
  readonly moment: Moment | null
}

/** Makes the calls of the order that the process was started with. */
export async function start(work: Work): Promise<never> {
  const { dialect, place, tenant, args, moment } = JSON.parse(process.argv[2]!) as Order
  const say = (line: string) => void writeSync(1, `${line}\n`)
  const sent: number[] = []
  let current = -1
  const database = await watched[dialect](place, {
    opened: (session) => say(`session ${session}`),
    statement(when) {
      if (current < 0) return
      if (moment?.call === current && moment.statement === sent[current] && moment.when === when)
        process.kill(process.pid, 'SIGKILL')
      if (when === 'sent') sent[current]!++
    },
  })
  const repository = sqlRepository(database, { dialect, tenant })
  // The first call opens the connection and asks how it is set.
  await repository.get('pay_00000000000000000000000000')
  const calls = work(repository, args, say, { database, tenant })
  for (const [number, call] of calls.entries()) {
    sent[number] = 0
    current = number
    await call()
  }
  say(`sent ${JSON.stringify(sent)}`)
  process.exit(0)
}
