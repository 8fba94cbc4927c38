/** PostgreSQL's protocol 3, as far as faults need it: which messages run SQL, and where the answer to them ends. */
import { messages, type Protocol } from './conversation.js'
import type { Ending, ServerError, Strike } from './faults.js'
import { isCommit } from './pattern.js'
import { asks, errorResponse, failing, finishes, isRefusedRequest, read, results, rows } from './postgres-messages.js'
import { simpleQuery, startSize, typedSize, typeOf } from './postgres-messages.js'

/** A request that the server answers with one ReadyForQuery: a simple query, or everything up to a Sync. */
interface Request {
  answer: (type: string, message: Buffer) => void
  strike?: Strike
  rollback?: boolean
  flushed?: boolean
}

export const postgres: Protocol = (wire, faults) => {
  const texts = new Map<string, string>()
  const pass = (_: string, message: Buffer) => wire.toClient(message)
  /** Those without their ReadyForQuery, the oldest first; the first of all is the start of the session. */
  const unanswered: Request[] = [{ answer: pass }]
  let unfinished: Request | undefined
  let started = false
  let deaf = false

  function start(message: Buffer): void {
    if (isRefusedRequest(message)) return wire.toClient(Buffer.from('N'))
    started = true
    wire.toServer(message)
  }

  function send(message: Buffer): void {
    const type = typeOf(message)
    if (!asks.has(type)) return wire.toServer(message)
    if (deaf) return
    if (!unfinished) unanswered.push((unfinished = { answer: pass }))
    const request = unfinished
    const sql = read(type, message, texts)
    const strike = sql && !request.strike ? faults.match(sql) : undefined
    if (sql && strike) {
      request.strike = strike
      const { effect } = strike
      if ('error' in effect) {
        fail(request, strike, effect.error)
        request.rollback = isCommit(sql)
        // The server itself is made to fail: its transaction and what it skips are as after a real error.
        message = failing(type)
      } else if (effect.when === 'before') {
        deaf = true
        return end(strike, effect.end)
      } else swallow(request, strike, effect.end)
    }
    wire.toServer(message)
    request.flushed = type === 'H'
    if (finishes.has(type)) finish(request)
  }

  function end(strike: Strike, how: Ending): void {
    wire.end(how)
    strike.struck()
  }

  function fail(request: Request, strike: Strike, error: ServerError): void {
    let failed = false
    request.answer = (type, message) => {
      if (type === 'E' && !failed) {
        failed = true
        wire.toClient(errorResponse(error))
        strike.struck()
      } else if (type !== 'Z' || !request.rollback) wire.toClient(message)
    }
  }

  function swallow(request: Request, strike: Strike, how: Ending): void {
    request.answer = (type, message) => {
      if (type === 'Z' || (request.flushed && results.has(type))) end(strike, how)
      else if (!results.has(type) && !rows.has(type)) wire.toClient(message)
    }
  }

  function finish(request: Request): void {
    unfinished = undefined
    if (request.strike && 'end' in request.strike.effect) deaf = true
    if (!request.rollback) return
    // A COMMIT that fails ends the transaction all the same.
    unanswered.push({ answer: (type, message) => void ('ZSA'.includes(type) && wire.toClient(message)) })
    wire.toServer(simpleQuery('ROLLBACK'))
  }

  function receive(message: Buffer): void {
    const type = typeOf(message)
    const request = type === 'Z' ? unanswered.shift() : unanswered[0]
    const answer = request?.answer ?? pass
    answer(type, message)
  }

  return {
    fromClient: messages(
      (head) => (started ? typedSize(head) : startSize(head)),
      (message) => (started ? send(message) : start(message)),
    ),
    fromServer: messages(typedSize, receive),
  }
}
