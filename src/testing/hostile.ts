import { isSameReceipt } from '../domain/payments/receipt-spelling.js'

/** Texts that storages were seen to change or to take for one another; all well-formed, without control characters. */

/** Texts of which each pair was equal on some storage: by case, accent, normal form, width, trailing space or length. */
export const lookalikes: readonly string[] = [
  'inv-1',
  'INV-1',
  'Inv-1',
  'inv-1 ',
  'inv-1  ',
  ' inv-1',
  'inv 1',
  'inv\u00a01',
  'inv-1\u200b',
  'inv-\u0661',
  'ｉｎｖ-1',
  'ínv-1',
  'i\u0301nv-1',
  'strasse',
  'straße',
  'STRASSE',
  'ﬁle',
  'file',
  'I',
  'i',
  'İ',
  'ı',
  '1',
  '01',
  '1.0',
  '1e0',
  ...[255, 254].map((length) => 'x'.repeat(length)),
  `${'x'.repeat(254)}y`,
  '𝒳'.repeat(255),
  `${'𝒳'.repeat(254)}𝒴`,
  '𝒳'.repeat(254),
]

/** Texts that had a meaning in some layer on the way: SQL, a placeholder, a pattern, a template, JSON, CSV. */
const meaningfulTexts: readonly string[] = [
  `O'Brien "the" \`4th\``,
  "'; DROP TABLE hp_payments; --",
  '100%',
  '%_',
  '_______',
  'back\\slash\\',
  "\\'",
  '\\n\\u0000',
  '$1 $$ ${x}',
  '{} {0} {reference}',
  ':name @p ?1 ?',
  '/* */ #',
  '=1+1',
  'a,b;c\u2003d',
  '[]',
  'null',
  'NULL',
  'undefined',
  'true',
  'NaN',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'q\u0307\u0323',
  '支払い',
  'ክፍያ',
  'دفع',
  '👩🏽‍⚕️',
  '\ud83c\udfe5',
]

export const hostileTexts: readonly string[] = [...lookalikes, ...meaningfulTexts]

/** Receipts of which no two differ in the case of ASCII letters alone. */
export const hostileReceipts: readonly string[] = hostileTexts.filter(
  (text, i) => hostileTexts.findIndex((other) => isSameReceipt(other, text)) === i,
)

/** Free texts, which may break lines. */
export const freeTexts: readonly string[] = [
  ...hostileTexts,
  'two\r\nlines',
  'two\nlines\n',
  '\rtab\there',
  '  both ends\u00a0',
  '\ufeffmark',
  '𝒳'.repeat(500),
]
