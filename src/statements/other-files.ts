const askTheBank = 'ask the bank for CSV, camt or MT940'

/**
 * The kinds of file that people hand in for a statement, by their first bytes, with the problem and what to do about
 * it.
 */
const others: readonly (readonly [begins: RegExp, problem: string])[] = [
  [/^%PDF/, `is a PDF: ${askTheBank}`],
  [/^PK\x03\x04.*?(?<![A-Za-z])word\//s, `is a document (.docx): ${askTheBank}`],
  [/^PK\x03\x04.*?(?:\[Content_Types\]|xl\/)/s, 'is a spreadsheet (.xlsx): save it as CSV'],
  [/^PK\x03\x04.*?opendocument\.spreadsheet/s, 'is a spreadsheet (.ods): save it as CSV'],
  [/^PK\x03\x04/, 'is an archive (.zip): unpack it, and give the file in it'],
  [
    /^\xd0\xcf\x11\xe0.*E\0?n\0?c\0?r\0?y\0?p\0?t\0?e\0?d\0?P\0?a\0?c\0?k/s,
    'is a spreadsheet that is protected by a password: save it without one, as CSV',
  ],
  [/^\xd0\xcf\x11\xe0/, 'is a spreadsheet of an old kind (.xls): save it as CSV'],
  [/^(?:\x1f\x8b|7z\xbc\xaf|Rar!|BZh\d)/, 'is an archive: unpack it, and give the file in it'],
  [
    /^(?:\x89PNG|\xff\xd8\xff|GIF8|II\*\0|MM\0\*|BM....\0\0\0\0|RIFF....WEBP|....ftyp(?:heic|heix|mif1|avif))/s,
    `is an image: ${askTheBank}`,
  ],
]

/** The same for texts: without blanks at their beginning, and without the zeros of UTF-16. */
const otherTexts: readonly (readonly [begins: RegExp, problem: string])[] = [
  [
    /^(?:OFXHEADER:|<OFX>|<\?OFX|<\?xml[^>]*>\s*(?:<!--.*?-->\s*)?(?:<\?OFX|<OFX>))/is,
    `is an OFX file (.ofx, .qfx): ${askTheBank}`,
  ],
  [/^!(?:Type:|Account\b|Option:|Clear:)/i, `is a QIF file: ${askTheBank}`],
  [/^01,[^\r\n]*\/[^\S\r\n]*[\r\n]+(?:88,[^\r\n]*[\r\n]+)*02,/, `is a BAI2 file: ${askTheBank}`],
  [
    /^(?:<\?xml[^>]*>\s*)?(?:<!doctype\s+html|<html|<head|<body|<table|<meta)\b/i,
    `is an HTML page, not a statement: ${askTheBank}`,
  ],
  [
    /^(?:<\?xml[^>]*>\s*)?(?:<\?mso-application[^>]*>\s*)?<(?:\w+:)?Workbook\b/i,
    'is a spreadsheet in XML: save it as CSV',
  ],
  [/^\{\\rtf/, `is a document (.rtf): ${askTheBank}`],
]

/** Returns true for an archive whose first file is protected by a password. */
function isLocked(start: string): boolean {
  // The lowest of its flags; others say how it was packed.
  return start.startsWith('PK\x03\x04') && start.charCodeAt(6) % 2 === 1
}

/** The length of the text that is compared, in characters. */
const looked = 4096

/**
 * Names what a file is that is no statement, and what to do; returns `null` for any other.
 *
 * @param start the beginning of the file, a character for each byte
 */
export function otherFileProblem(start: string): string | null {
  if (isLocked(start))
    return 'is a spreadsheet or an archive that is protected by a password: save it without one, as CSV'
  const bytes = others.find(([begins]) => begins.test(start))
  if (bytes) return bytes[1]
  const text = start
    .slice(0, looked)
    .replaceAll('\0', '')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff|\ufeff)?\s*/, '')
  return otherTexts.find(([begins]) => begins.test(text))?.[1] ?? null
}
