import { longestValue } from './text.js'

/** An amount as a statement writes it. */
export interface WrittenAmount {
  /** `-` also for parentheses and DR, `+` also for CR; empty where there is none. */
  sign: '' | '+' | '-'
  /** Plain digits with a point, for `parseAmount`. */
  digits: string
  isZero: boolean
  /** It has thousands marks. */
  isGrouped: boolean
  /** The code beside the digits, in capitals. */
  currency: string | null
}

/** What may stand round the digits, on the outside first, and what is left without it. */
const wrappings: readonly { shape: RegExp; take(match: RegExpExecArray, off: Taken): string }[] = [
  { shape: /^([+\-\u2212\u2013])(.+)$/, take: ([, sign, rest], off) => off.sign(sign, rest) },
  { shape: /^(.*\d) *([+\-\u2212\u2013])$/, take: ([, rest, sign], off) => off.sign(sign, rest) },
  { shape: /^\((.+)\)$/, take: ([, rest], off) => off.sign('-', rest) },
  { shape: /^(.+)(?<![a-z])([cd])r\.?$/i, take: ([, rest, mark], off) => off.sign(mark, rest) },
  { shape: /^([a-z]{3})(?![a-z])(.+)$/i, take: ([, code, rest], off) => off.code(code, rest) },
  { shape: /^(.+)(?<![a-z])([a-z]{3})$/i, take: ([, rest, code], off) => off.code(code, rest) },
]

interface Taken {
  sign(sign: string | undefined, rest: string | undefined): string
  code(code: string | undefined, rest: string | undefined): string
}

/** Two signs, or two codes, may contradict each other. */
function isContradictory(signs: readonly string[], codes: readonly string[]): boolean {
  return signs.length > 1 || codes.length > 1
}

/** Nearly all amounts: with nothing round the digits. */
const isBare = /^[\d.,'\u2019 ]*$/

function unwrapped(text: string): { rest: string; signs: readonly string[]; codes: readonly string[] } {
  if (isBare.test(text)) return { rest: text, signs: [], codes: [] }
  const signs: string[] = []
  const codes: string[] = []
  const off: Taken = {
    sign(sign = '', rest = '') {
      signs.push(sign === '+' || /^c$/i.test(sign) ? '+' : '-')
      return rest
    },
    code(code = '', rest = '') {
      codes.push(code.toUpperCase())
      return rest
    },
  }
  let rest = text
  for (let found = true; found && !isContradictory(signs, codes);) {
    found = false
    for (const { shape, take } of wrappings) {
      const match = shape.exec(rest)
      if (!match) continue
      rest = take(match, off).trim()
      found = true
    }
  }
  return { rest, signs, codes }
}

/**
 * Reads `1,234.50`, `(1 234.50)`, `-KES 1,00,000` and the like, with `decimal` as decimal mark; `null` for anything in
 * doubt. Thousands marks must stand where thousands are, or lakhs: with the wrong decimal mark `2,56` would be 256.
 */
export function amountReader(decimal: '.' | ','): (text: string) => WrittenAmount | null {
  const [mark, point] = decimal === '.' ? [",'\u2019 ", '\\.'] : [".'\u2019 ", ',']
  const grouped = `[1-9]\\d{0,2}(?<mark>[${mark}])\\d{3}(?:\\k<mark>\\d{3})*`
  const lakhs = decimal === '.' ? '|[1-9]\\d?(?:,\\d\\d)+,\\d{3}' : ''
  const shape = new RegExp(`^(${grouped}${lakhs}|\\d*)(?:${point}(\\d+))?$`)

  return (text) => {
    const bare = text.trim()
    if (bare.length > longestValue) return null
    // One blank for one: digits with more between them, or on two lines, are two numbers.
    const { rest, signs, codes } = unwrapped(bare.replace(/\p{Zs}/gu, ' '))
    if (isContradictory(signs, codes)) return null
    const [, whole = '', , fraction = ''] = shape.exec(rest) ?? []
    if (whole === '' && fraction === '') return null
    const digits = `${whole.replace(/\D/g, '') || '0'}.${fraction || '0'}`
    const [sign = ''] = signs
    return {
      sign: sign as WrittenAmount['sign'],
      digits,
      isZero: !/[1-9]/.test(digits),
      isGrouped: /\D/.test(whole),
      currency: codes[0] ?? null,
    }
  }
}
