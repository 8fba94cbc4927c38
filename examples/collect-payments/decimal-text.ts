const blanks = /[\s\u00a0\u202f]/g

/** The parts of a written amount: its sign, and plain digits for `parseAmount`. */
export interface WrittenAmount {
  readonly negative: boolean
  readonly zero: boolean
  readonly digits: string
}

/**
 * Reads `-1.234,50`; null for anything in doubt. Thousands marks must stand where thousands are: under the wrong
 * `--decimal`, `2,56` would otherwise become 256.
 */
export function readWrittenAmount(text: string, decimal: '.' | ','): WrittenAmount | null {
  const [mark, point] = decimal === ',' ? ["[.']", ','] : ["[,']", '\\.']
  const shape = new RegExp(`^([+\\-\\u2212]?)(\\d+|\\d{1,3}(?:${mark}\\d{3})+)(?:${point}(\\d+))?$`)
  const [, sign, whole, fraction = '0'] = shape.exec(text.replace(blanks, '')) ?? []
  if (whole === undefined) return null
  const digits = `${whole.replace(/\D/g, '')}.${fraction}`
  return { negative: sign === '-' || sign === '\u2212', zero: !/[1-9]/.test(digits), digits }
}
