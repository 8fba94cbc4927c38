/** A message that brings SQL, or names SQL that the server knows. */
export interface Message {
  /** `query` brings its text along, `prepare` has a text parsed, `execute` runs what was prepared. */
  readonly kind: 'query' | 'prepare' | 'execute'
  /** The message as sent, values included. */
  readonly bytes: Buffer
  /** The SQL, for an `execute` that of its statement. */
  readonly text: string
  /** PostgreSQL's name of the statement; empty where there is none. */
  readonly name: string
}

/**
 * A text, expression or bytes match what runs something (`query` and `execute`, never `prepare`), by the SQL that is run,
 * the name of its statement, or the values. A function is shown every message.
 */
export type Pattern = string | RegExp | Buffer | ((message: Message) => boolean)

/** Matches each execution of a statement that PostgreSQL knows by this name. */
export const named =
  (name: string): Pattern =>
  (message) =>
    message.kind === 'execute' && message.name === name

/** Matches the parsing of a statement, not its execution. */
export const preparing =
  (text: string): Pattern =>
  (message) =>
    message.kind === 'prepare' && message.text.includes(text)

export function matches(pattern: Pattern, message: Message): boolean {
  if (typeof pattern === 'function') return pattern(message)
  const { kind, bytes, text, name } = message
  if (kind === 'prepare') return false
  if (pattern instanceof RegExp) return [text, name, bytes.toString()].some((part) => part.search(pattern) >= 0)
  return bytes.includes(pattern) || (typeof pattern === 'string' && text.includes(pattern))
}

export const isCommit = ({ text }: Message): boolean => /^\s*(commit|end)\b/i.test(text)
