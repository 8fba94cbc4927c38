import { minorUnitExponent } from '../../domain/currencies.js'
import { parseAmount, parseSum } from '../../domain/money.js'
import type { Balance } from '../tally.js'

/** An amount as a file writes it: decimal digits, and a currency that has a minor unit. */
export interface WrittenAmount {
  digits: string
  currency: string
}

/** XML Schema also lets a decimal be `+5`, `5.` or `.5`. */
function plainDecimal(text: string): string {
  if (/^\d+\.\d+$/.test(text)) return text
  const [, whole = '', fraction = ''] = /^\+?(\d*)(?:\.(\d*))?$/.exec(text) ?? []
  return whole + fraction === '' ? '' : `${whole || '0'}.${fraction || '0'}`
}

/** `null` for what is no decimal number of a currency with minor units. */
export function writtenAmount(text: string, currency: string): WrittenAmount | null {
  const digits = plainDecimal(text)
  return digits === '' || minorUnitExponent(currency) === undefined ? null : { digits, currency }
}

/** Minor units 1 … 2^53-1; `null` for more digits than the currency has, and for nothing. */
export function minorUnits({ digits, currency }: WrittenAmount): number | null {
  return parseAmount(digits, currency)
}

export type Direction = 'credit' | 'debit'

const directions: ReadonlyMap<string, Direction> = new Map([
  ['CRDT', 'credit'],
  ['DBIT', 'debit'],
])

/** Which way the money went, by a `CdtDbtInd`; `undefined` for any other text. */
export function directionOf(text: string): Direction | undefined {
  return directions.get(text)
}

/** The amount of a `Bal`, negative for a debit; `null` where it cannot be read. */
export function balanceOf(written: WrittenAmount | null, direction: Direction | undefined): Balance | null {
  const units = written && parseSum(written.digits, written.currency)
  if (written === null || units === null || direction === undefined) return null
  return { currency: written.currency, amount: direction === 'credit' ? units : -units }
}
