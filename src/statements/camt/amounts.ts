import { minorUnitExponent } from '../../domain/currencies.js'
import { parseAmount, parseSum } from '../../domain/money.js'
import type { Balance } from '../tally.js'
import { childOf, type Element, textAt } from './element.js'

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
export function writtenAmount(amount: Element | undefined): WrittenAmount | null {
  if (amount === undefined) return null
  const digits = plainDecimal(amount.text)
  const { currency } = amount
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

/** Which way the money went, as written; `undefined` where it is not given. */
export function directionOf(element: Element): Direction | undefined {
  return directions.get(textAt(element, 'CdtDbtInd'))
}

/** A `Bal`, negative where it is a debit; `null` where it cannot be read. */
export function balanceOf(element: Element): Balance | null {
  const written = writtenAmount(childOf(element, 'Amt'))
  const direction = directionOf(element)
  const units = written && parseSum(written.digits, written.currency)
  if (written === null || units === null || direction === undefined) return null
  return { currency: written.currency, amount: direction === 'credit' ? units : -units }
}
