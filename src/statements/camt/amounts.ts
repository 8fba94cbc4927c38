import { minorUnitExponent } from '../../domain/currencies.js'
import { parseAmount, parseSum } from '../../domain/money.js'
import type { Balance } from '../tally.js'

/** An amount as a file writes it: decimal digits, and a currency that has a minor unit. */
export interface WrittenAmount {
  readonly digits: string
  readonly currency: string
  /** 1 … 2^53-1; `null` for more digits than the currency has, and for nothing. */
  readonly minorUnits: number | null
}

/**
 * Returns a decimal as digits with a point between: XML Schema also lets it be `+5`, `5.` or `.5`. '' for any other
 * text.
 */
function plainDecimal(text: string): string {
  if (/^\d+\.\d+$/.test(text)) return text
  const [, whole = '', fraction = ''] = /^\+?(\d*)(?:\.(\d*))?$/.exec(text) ?? []
  return whole + fraction === '' ? '' : `${whole || '0'}.${fraction || '0'}`
}

function amountOf(text: string, currency: string): WrittenAmount | null {
  const digits = plainDecimal(text)
  if (digits === '' || minorUnitExponent(currency) === undefined) return null
  return { digits, currency, minorUnits: parseAmount(digits, currency) }
}

/** The amount that was read last: most entries have the amount of their transaction, which is read before. */
let last: { text: string; currency: string; amount: WrittenAmount | null } = { text: '', currency: '', amount: null }

/** Reads an amount; `null` for what is no decimal number of a currency with minor units. */
export function writtenAmount(text: string, currency: string): WrittenAmount | null {
  if (text !== last.text || currency !== last.currency) last = { text, currency, amount: amountOf(text, currency) }
  return last.amount
}

export type Direction = 'credit' | 'debit'

const directions: ReadonlyMap<string, Direction> = new Map([
  ['CRDT', 'credit'],
  ['DBIT', 'debit'],
])

/** Returns the direction by a `CdtDbtInd`; `undefined` for any other text. */
export function directionOf(text: string): Direction | undefined {
  return directions.get(text)
}

/** Returns the amount of a `Bal`, negative for a debit; `null` where it cannot be read. */
export function balanceOf(written: WrittenAmount | null, direction: Direction | undefined): Balance | null {
  const units = written && parseSum(written.digits, written.currency)
  if (written === null || units === null || direction === undefined) return null
  return { currency: written.currency, amount: direction === 'credit' ? units : -units }
}
