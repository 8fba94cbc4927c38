import type { StatementRecord } from '../../domain/reconciliation/statement-line.js'
import { badStatement } from '../input.js'
import type { Balance, Tally } from '../tally.js'
import { entryOf, expectedMark, unbrokenEntry } from './entry.js'
import type { Field } from './field.js'
import { balanceOf, currencyOfBalance } from './amounts.js'
import { narrationOf } from './narration.js'

/** The tags that end the text of a field 61; fields of banks' own may stand between. */
const endsEntry = /^(?:20|34F|6[01245][FM]?|90[CD]|[-{])$/
const maxFields = 1000
/** The most characters of all fields 86 of a field 61: the words of one movement are a few lines. */
const maxTextLength = 65_536

function cutOff(): Error {
  return badStatement('is cut off: a statement has no closing balance (field 62)')
}

function recordOf(row: number, lines: readonly string[], fields: string[][], currency: string | null) {
  const [first, ...details] = lines
  const entry = entryOf(first!, currency)
  if (typeof entry === 'string') return { row, rejected: entry }
  const { details: words, ...line } = entry
  const narration = narrationOf([words, ...details], fields)
  return { row, ...line, ...(narration !== '' && { narration }) }
}

/** Turns fields into records: the fields before a movement name its account, and balances go to `counted`. */
export function messageReader(counted: Tally) {
  let isOpen = false
  let isStatement = false
  let hasStatement = false
  /** True between field 60 and field 62: a message that ends here was cut off. */
  let awaitsClosing = false
  let opening: Balance | null = null
  let currency: string | null = null
  let pending: { row: number; lines: string[]; fields: string[][]; length: number } | null = null

  function close(closing: Balance | null): void {
    counted.endStatement(opening, closing)
    isOpen = isStatement = awaitsClosing = false
    opening = null
    hasStatement = true
  }
  /** Ends a message. MT942 reports have no balances, and other messages of the same envelope are no statements. */
  function endMessage(): void {
    if (awaitsClosing) throw cutOff()
    if (isStatement) close(null)
    isOpen = false
  }
  function addText(lines: string[]): void {
    if (!pending) return
    pending.fields.push(lines)
    for (const line of lines) pending.length += line.length
    if (pending.fields.length > maxFields) throw badStatement(`has a field 61 with more than ${maxFields} fields 86`)
    if (pending.length > maxTextLength)
      throw badStatement(`has a field 61 with more than ${maxTextLength} characters in its fields 86`)
  }

  return {
    /** Returns the record that has ended because `field` follows, or the file's end; call it before `push`. */
    recordBefore(field: Field | null): StatementRecord | null {
      if (!pending || (field && !endsEntry.test(field.tag))) return null
      const { row, lines, fields } = pending
      pending = null
      return recordOf(row, lines, fields, currency)
    },
    push({ tag, row, lines, ended }: Field): void {
      const [first = ''] = lines
      if (tag === '86') addText(lines)
      else if (tag === '25' || tag === '25P') counted.account(first.trim())
      else if (tag === '61') {
        isOpen = isStatement = true
        const whole = unbrokenEntry(lines)
        const expected = expectedMark(whole[0]!)
        if (expected === null) pending = { row, lines: whole, fields: [], length: 0 }
        else counted.leaveOut(expected)
      } else if (tag === '34F') {
        isOpen = isStatement = true
        currency ??= /^([A-Z]{3})/.exec(first)?.[1] ?? null
      } else if (/^60[FM]?$/.test(tag)) {
        endMessage()
        isOpen = awaitsClosing = true
        opening = balanceOf(first)
        currency = currencyOfBalance(first)
      } else if (/^62[FM]?$/.test(tag)) {
        const closing = balanceOf(first)
        if (closing === null && !ended) throw badStatement('is cut off within a closing balance (field 62)')
        close(closing)
      } else if (/^(?:-|90[CD])$/.test(tag)) endMessage()
      else if (tag === '20' || tag === '{') {
        endMessage()
        isOpen = true
        currency = null
      }
    },
    end(): void {
      if (isOpen) throw cutOff()
      if (!hasStatement) throw badStatement('is not an MT940 statement: it has no field 60, 61 or 62')
    },
  }
}
