/** Generators that the suites share. All text is well-formed and free of NUL: what the library may have to store. */
import fc from 'fast-check'
import type { CreatePaymentRequest } from '../../src/domain/payments/payment.js'

/** Characters and words that formats, importers, templates and databases stumble over. */
const hostilePieces = [
  ...[
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    '\n',
    '\r\n',
    '＝',
    '＋',
    '－',
    '＠',
    "'",
    '"',
    '""',
    ',',
    ';',
    '|',
    '\\',
    '\\N',
    '\\.',
  ],
  ...[
    ' ',
    '\u00a0',
    '\u200b',
    '\u200d',
    '\u2060',
    '\u180e',
    '\u3000',
    '\ufeff',
    '\u2028',
    '\u202e',
    '\u0085',
    '\u000b',
  ],
  ...[
    '=1+1',
    '=cmd|A1',
    '-2+3',
    '@SUM(A1)',
    'NULL',
    'null',
    '0',
    '1e3',
    '0001',
    'true',
    "'; DROP TABLE x; --",
    '%',
    '_',
  ],
  ...[
    '{reference}',
    '$&',
    '$1',
    '${x}',
    '<b>',
    '__proto__',
    'é',
    'e\u0301',
    'አማርኛ',
    'عربى',
    '👩‍⚕️',
    '𝔘',
    '\u007f',
    '\u001b[0m',
  ],
]

const codePoint = fc
  .integer({ min: 1, max: 0x10ffff })
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point))

const pieces = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...hostilePieces) },
  { weight: 2, arbitrary: fc.string({ maxLength: 6 }) },
  { weight: 1, arbitrary: codePoint },
)

const firstOf = (text: string, max: number) => [...text].slice(0, max).join('')

/**
 * Draws text that is free text by the rules (line breaks allowed), at most `max` code points, and as awkward as that
 * allows.
 */
export function hostileText(max: number): fc.Arbitrary<string> {
  return fc.array(pieces, { maxLength: Math.min(max, 12) }).map((parts) => firstOf(parts.join(''), max))
}

/** Draws free text as people write it, and as they should not. */
export function freeText(max: number): fc.Arbitrary<string> {
  const written = fc.constantFrom(
    'Consultation fee',
    'የህክምና ክፍያ',
    'Tilahun & Sons, Ward 3\nBed 7',
    'رسوم',
    "O'Brien",
    '',
  )
  const full = fc.constantFrom('x', 'ß', '👍').map((unit) => unit.repeat(max))
  return fc.oneof(
    { weight: 4, arbitrary: written.map((text) => firstOf(text, max)) },
    { weight: 5, arbitrary: hostileText(max) },
    { weight: 1, arbitrary: full },
  )
}

const neverInReferences =
  /(?![\u200c\u200d\p{Variation_Selector}])[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufffd\ufff9-\ufffb\u2800\u{13430}-\u{1343f}\u{13441}\u{13442}\u{16fe4}\u{1d159}]/gu
const blank = '[\\s\\u200c\\u200d\\u180b-\\u180f\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]'
const blankEnds = new RegExp(`^${blank}+|${blank}+$`, 'gu')

/** Draws a reference by the rules: in awkward cases, as hostile text with no more taken out than the rules demand. */
export function validReference(): fc.Arbitrary<string> {
  const invoice = fc
    .tuple(fc.constantFrom('INV-', 'inv/', '2026.', '=', '+', '#'), fc.nat(999_999))
    .map((parts) => parts.join(''))
  const hostile = hostileText(60)
    .map((text) => text.replace(neverInReferences, '').normalize('NFC').replace(blankEnds, ''))
    .filter((text) => text !== '')
  const maxLength = fc.constantFrom('9', 'é', '𝔘').map((unit) => unit.repeat(255))
  return fc.oneof(
    { weight: 5, arbitrary: invoice },
    { weight: 5, arbitrary: hostile },
    { weight: 1, arbitrary: maxLength },
  )
}

/** Draws text that breaks at least one rule of references, lone surrogates and NUL included. */
export function invalidReference(): fc.Arbitrary<string> {
  const anywhere = fc.constantFrom(
    '\0',
    '\n',
    '\t',
    '\u007f',
    '\u0085',
    '\u2028',
    '\u2029',
    '\ufffd',
    '\u202e',
    '\u2066',
    '\u061c',
    '\ud800',
    '\u00ad',
    '\u034f',
    '\u200b',
    '\ufff9',
    '\u{1d159}',
    '\u115f',
    '\u180e',
    '\u2060',
    '\u2800',
    '\u3164',
    '\ufeff',
    '\uffa0',
    '\u{e0020}',
  )
  const atEnds = fc.constantFrom(' ', '\u00a0', '\u3000', '\u200c', '\u200d', '\u180b', '\ufe0f', '\u{e0100}')
  const spoiled = fc
    .tuple(validReference(), anywhere, validReference())
    .map(([head, wrong, tail]) => `${head} ${wrong} ${tail}`)
  const padded = fc
    .tuple(validReference(), atEnds, fc.boolean())
    .map(([text, pad, first]) => (first ? pad + text : text + pad))
  const decomposed = validReference().map((text) => `${text} e\u0301`)
  const tooLong = fc.constantFrom('9', 'é', '𝔘').map((unit) => unit.repeat(256))
  return fc.oneof(fc.constant(''), spoiled, padded, decomposed, tooLong)
}

const currency = fc.constantFrom('ETB', 'KES', 'USD', 'JPY', 'UGX', 'IQD', 'KWD', 'CLF')
const amount = fc.oneof(
  fc.integer({ min: 1, max: 10_000_000 }),
  fc.maxSafeNat().map((value) => value + (value < Number.MAX_SAFE_INTEGER ? 1 : 0)),
  fc.constantFrom(1, 100, Number.MAX_SAFE_INTEGER),
)
const phone = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.stringMatching(/^\d{1,14}$/))
  .map(([first, rest]) => `+${first}${rest}`)
const metadataName = fc
  .stringMatching(/^[A-Za-z0-9_.-]{1,40}$/)
  .filter((name) => !['__proto__', 'constructor', 'prototype'].includes(name))

/** Draws instants of the years 1970 to 2100, in the library's own form. */
export function instant(): fc.Arbitrary<string> {
  return fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) }).map((ms) => new Date(ms).toISOString())
}

/** Draws a create request that must be accepted by a service with these channels and every currency. */
export function validRequest(channelNames: readonly string[]): fc.Arbitrary<CreatePaymentRequest> {
  return fc.record(
    {
      amount,
      currency,
      reference: validReference(),
      channel: fc.constantFrom(...channelNames),
      description: freeText(500),
      customer: fc.record({ name: freeText(200), phone }, { requiredKeys: [], noNullPrototype: true }),
      metadata: fc.dictionary(metadataName, freeText(500), { maxKeys: 20, noNullPrototype: true }),
      expiresAt: instant(),
    },
    { requiredKeys: ['amount', 'currency', 'reference', 'channel'], noNullPrototype: true },
  )
}
