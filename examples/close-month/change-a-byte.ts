/** A change that a person with the database can make: the guards are dropped, and one digit of a closing is another. */
import type Database from 'libsql'

export interface ChangedByte {
  readonly before: string
  readonly after: string
}

/** Changes the first digit of what came on a day, in the last closing of it. */
export function changeAByte(handle: Database.Database, account: string, day: string): ChangedByte {
  handle.exec('DROP TRIGGER hp_closings_no_update')
  const row = 'WHERE account = ? AND day = ? ORDER BY sequence DESC LIMIT 1'
  const read = handle.prepare(`SELECT sequence, document FROM hp_closings ${row}`)
  const { sequence, document } = read.get([account, day]) as { sequence: number; document: string }
  const name = '"credits":"'
  const at = document.indexOf(name) + name.length
  const digit = document[at] === '9' ? '8' : '9'
  const changed = document.slice(0, at) + digit + document.slice(at + 1)
  const write = handle.prepare('UPDATE hp_closings SET document = ? WHERE account = ? AND sequence = ?')
  write.run([changed, account, sequence])
  const creditsOf = (text: string) => text.slice(at, text.indexOf('"', at))
  return { before: creditsOf(document), after: creditsOf(changed) }
}
