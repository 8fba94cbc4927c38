/** The ways in which the amounts of a file can be read. */
import { amountReader, type WrittenAmount } from '../csv/decimal.js'

/** A decimal mark by which all amounts can be read, as far as any mark reads them. */
export interface AmountReading {
  readonly decimal: '.' | ','
  /** An amount of the file, and what it is in this way, in plain digits with a point. */
  readonly example: { readonly text: string; readonly digits: string }
  /** True where an amount has a sign, or CR or DR. */
  readonly hasSigns: boolean
  /** The code that words beside the amounts name, where it is one. */
  readonly currency: string | null
}

const valueOf = ({ sign, digits }: WrittenAmount) => sign + digits.replace(/(\.\d*?)0+$/, '$1')

/** Returns the marks that read most amounts; both, where they read some amount as another one, and a person has to choose. */
export function amountReadings(written: readonly string[]): AmountReading[] {
  const texts = [...new Set(written.map((text) => text.trim()))].filter((text) => /\d/.test(text))
  const all = (['.', ','] as const).map((decimal) => {
    const read = amountReader(decimal)
    const values = new Map<string, WrittenAmount>()
    for (const text of texts) {
      const amount = read(text)
      if (amount) values.set(text, amount)
    }
    return { decimal, values }
  })
  const maxCount = Math.max(...all.map(({ values }) => values.size))
  if (maxCount === 0) return []
  const best = all.filter(({ values }) => values.size === maxCount)
  const differing = texts.find((text) => {
    const amounts = best.flatMap(({ values }) => values.get(text) ?? [])
    return new Set(amounts.map(valueOf)).size > 1
  })
  return (differing === undefined ? best.slice(0, 1) : best).map(({ decimal, values }) => {
    const text = (differing !== undefined && values.has(differing) ? differing : [...values.keys()][0])!
    const amounts = [...values.values()]
    const codes = new Set(amounts.flatMap(({ currency }) => currency ?? []))
    return {
      decimal,
      example: { text, digits: values.get(text)!.digits },
      hasSigns: amounts.some(({ sign, isMarked }) => sign === '-' || isMarked),
      currency: codes.size === 1 ? [...codes][0]! : null,
    }
  })
}
