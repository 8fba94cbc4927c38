import { maxValueLength } from './text.js'

/** An amount as a statement writes it. */
export interface WrittenAmount {
  /** `-` also for parentheses and DR, `+` also for CR; empty where there is none. */
  sign: '' | '+' | '-'
  /** Plain digits with a point, for `parseAmount`. */
  digits: string
  isZero: boolean
  /** True where CR or DR gives the direction, and no sign does. */
  isMarked: boolean
  /** True where it has thousands marks. */
  isGrouped: boolean
  /** The code beside the digits in capitals, also for a symbol. */
  currency: string | null
}

/** The words and signs that people write for a currency, in either case and with a point or without. */
const symbols: ReadonlyMap<string, string> = new Map([
  ...['ksh', 'kshs'].map((symbol) => [symbol, 'KES'] as const),
  ...['tsh', 'tshs'].map((symbol) => [symbol, 'TZS'] as const),
  ...['ush', 'ushs'].map((symbol) => [symbol, 'UGX'] as const),
  ...['br', 'birr'].map((symbol) => [symbol, 'ETB'] as const),
  ['£', 'GBP'],
])

/** Returns a word or sign beside an amount as the code of a currency; '' for one that is none. */
function codeOf(word: string): string {
  const bare = word.replace(/\.$/, '').toLowerCase()
  return symbols.get(bare) ?? (bare.length === 3 ? bare.toUpperCase() : '')
}

/**
 * The texts that may stand round the digits, on the outside first, and a function that returns what remains without
 * them.
 */
const wrappings: readonly { shape: RegExp; take(match: RegExpExecArray, off: TakenOff): string }[] = [
  { shape: /^([+\-\u2212\u2013])(.+)$/, take: ([, sign, rest], off) => off.sign(sign, rest) },
  { shape: /^(.*\d) *([+\-\u2212\u2013])$/, take: ([, rest, sign], off) => off.sign(sign, rest) },
  { shape: /^(.+)\( *([cd]r)\.? *\)$/i, take: ([, rest, mark], off) => off.sign(mark, rest) },
  { shape: /^\((.+)\)$/, take: ([, rest], off) => off.sign('-', rest) },
  { shape: /^([cd]r)(?![a-z])\.?(.+)$/i, take: ([, mark, rest], off) => off.sign(mark, rest) },
  { shape: /^(.+)(?<![a-z])([cd]r)\.?$/i, take: ([, rest, mark], off) => off.sign(mark, rest) },
  // Of shillings without cents.
  { shape: /^(.*\d) *\/[=-]$/, take: ([, rest = '']) => rest },
  { shape: /^(£|[a-z]{2,4}(?![a-z])\.?)(.+)$/i, take: ([, word, rest], off) => off.code(word, rest) },
  { shape: /^(.+?)(£|(?<![a-z])[a-z]{2,4}\.?)$/i, take: ([, rest, word], off) => off.code(word, rest) },
]

interface TakenOff {
  sign(sign: string | undefined, rest: string | undefined): string
  code(code: string | undefined, rest: string | undefined): string
}

/** Returns true for two signs, or two codes: they may contradict each other. */
function isContradictory(signs: readonly string[], codes: readonly string[]): boolean {
  return signs.length > 1 || codes.length > 1
}

/** The form of nearly all amounts: with nothing round the digits. */
const isBare = /^[\d.,'\u2019 ]*$/

interface Unwrapped {
  rest: string
  signs: readonly string[]
  codes: readonly string[]
  isMarked: boolean
}

function unwrapped(text: string): Unwrapped {
  if (isBare.test(text)) return { rest: text, signs: [], codes: [], isMarked: false }
  const signs: string[] = []
  const codes: string[] = []
  let isMarked = false
  const off: TakenOff = {
    sign(sign = '', rest = '') {
      signs.push(/^(?:\+|cr)$/i.test(sign) ? '+' : '-')
      isMarked ||= /r/i.test(sign)
      return rest
    },
    code(code = '', rest = '') {
      codes.push(codeOf(code))
      return rest
    },
  }
  let rest = text
  for (let hasWrapping = true; hasWrapping && !isContradictory(signs, codes);) {
    hasWrapping = false
    for (const { shape, take } of wrappings) {
      const match = shape.exec(rest)
      if (!match) continue
      rest = take(match, off).trim()
      hasWrapping = true
    }
  }
  return { rest, signs, codes, isMarked }
}

/**
 * Reads `1,234.50`, `(1 234.50)`, `-KES 1,00,000`, `KSh 1,500/=` and the like, with `decimal` as decimal mark; `null` for anything in
 * doubt. Thousands marks must stand where thousands are, or lakhs: with the wrong decimal mark `2,56` would be 256.
 */
export function amountReader(decimal: '.' | ','): (text: string) => WrittenAmount | null {
  const [mark, point] = decimal === '.' ? [",'\u2019 ", '\\.'] : [".'\u2019 ", ',']
  const grouped = `[1-9]\\d{0,2}(?<mark>[${mark}])\\d{3}(?:\\k<mark>\\d{3})*`
  const lakhs = decimal === '.' ? '|[1-9]\\d?(?:,\\d\\d)+,\\d{3}' : ''
  const shape = new RegExp(`^(${grouped}${lakhs}|\\d*)(?:${point}(\\d+))?$`)

  return (text) => {
    const bare = text.trim()
    if (bare.length > maxValueLength) return null
    // One blank for one: digits with more between them, or on two lines, are two numbers.
    const { rest, signs, codes, isMarked } = unwrapped(bare.replace(/\p{Zs}/gu, ' '))
    if (isContradictory(signs, codes) || codes.includes('')) return null
    const [, whole = '', , fraction = ''] = shape.exec(rest) ?? []
    if (whole === '' && fraction === '') return null
    const digits = `${whole.replace(/\D/g, '') || '0'}.${fraction || '0'}`
    const [sign = ''] = signs
    return {
      sign: sign as WrittenAmount['sign'],
      digits,
      isZero: !/[1-9]/.test(digits),
      isMarked,
      isGrouped: /\D/.test(whole),
      currency: codes[0] ?? null,
    }
  }
}
