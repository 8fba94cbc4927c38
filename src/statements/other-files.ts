import type { StatementFormat } from './format.js'

const askTheBank = 'ask the bank for CSV, camt or MT940'

/**
 * A kind of file by its beginning, the problem with it and what to do, and the format by whose reader it is read
 * nevertheless.
 */
type OtherFile = readonly [begins: RegExp, problem: string, format?: StatementFormat]

/** The kinds of file that people hand in for a statement, by their first bytes. */
const others: readonly OtherFile[] = [
  [/^%PDF/, `is a PDF: ${askTheBank}`],
  [/^PK\x03\x04.*?(?<![A-Za-z])word\//s, `is a document (.docx): ${askTheBank}`],
  [
    /^PK\x03\x04.*?(?:\[Content_Types\]|xl\/)/s,
    'is a spreadsheet (.xlsx): save it as CSV, or read it in the format xlsx',
    'xlsx',
  ],
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
const otherTexts: readonly OtherFile[] = [
  [
    /^(?:OFXHEADER:|<OFX>|<\?OFX|<\?xml[^>]*>\s*(?:<!--.*?-->\s*)?(?:<\?OFX|<OFX>))/is,
    'is an OFX file (.ofx, .qfx): read it in the format ofx',
    'ofx',
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
 * Names what a file is that is no statement of CSV, camt or MT940: the problem and what to do about it, and the format in which it
 * can be read nevertheless. Returns `null` for any other file.
 *
 * @param start the beginning of the file, a character for each byte
 */
export function otherFile(start: string): { problem: string; format?: StatementFormat | undefined } | null {
  if (isLocked(start))
    return { problem: 'is a spreadsheet or an archive that is protected by a password: save it without one, as CSV' }
  let kind = others.find(([begins]) => begins.test(start))
  if (!kind) {
    const text = start
      .slice(0, looked)
      .replaceAll('\0', '')
      .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff|\ufeff)?\s*/, '')
    kind = otherTexts.find(([begins]) => begins.test(text))
  }
  return kind ? { problem: kind[1], format: kind[2] } : null
}
