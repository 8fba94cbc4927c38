/** The protocol of MariaDB and MySQL, as far as faults need it; neither compressed nor pipelined. */
import { messages, type Protocol } from './conversation.js'
import type { ServerError, Strike } from './faults.js'
import { errorPacket, lastPacket, preparedId, query, read, rollsBack, size } from './mysql-packets.js'
import { isCommit, type Message } from './pattern.js'

export const mysql: Protocol = (wire, faults) => {
  const texts = new Map<number, string>()
  const pass = (packet: Buffer) => wire.toClient(packet)
  let answer = pass
  let deaf = false

  function send(packet: Buffer): void {
    if (deaf) return
    const sql = read(packet, texts)
    if (!sql) return wire.toServer(packet)
    answer = sql.kind === 'prepare' ? learn(sql.text) : pass
    const strike = faults.match(sql)
    if (strike) hit(sql, strike)
    else wire.toServer(packet)
  }

  /**
   * Learns the text of a statement: an execution brings no SQL, but the number that the server gave to the statement.
   */
  function learn(text: string): typeof pass {
    return (packet) => {
      const id = preparedId(packet)
      if (id !== undefined) texts.set(id, text)
      answer = pass
      pass(packet)
    }
  }

  function hit(sql: Message, strike: Strike): void {
    const { effect } = strike
    if ('error' in effect) return fail(sql, strike, effect.error)
    deaf = true
    const end = () => {
      wire.end(effect.end)
      strike.struck()
    }
    if (effect.when === 'before') return end()
    const isLast = lastPacket(sql.kind)
    answer = (packet) => void (isLast(packet) && end())
    wire.toServer(sql.bytes)
  }

  function fail(sql: Message, strike: Strike, error: ServerError): void {
    const respond = () => {
      wire.toClient(errorPacket(error, sql.bytes))
      strike.struck()
    }
    if (!(error.rollback ?? (isCommit(sql) || rollsBack.has(Number(error.code))))) return respond()
    answer = respond
    wire.toServer(query('ROLLBACK'))
  }

  return { fromClient: messages(size, send), fromServer: messages(size, (packet) => answer(packet)) }
}
