/** The length of the beginning of a file that holds its XML declaration, in bytes. */
export const declarationBytes = 256

/** Returns the encoding that the XML declaration names, else UTF-8; a byte order mark is looked at before this. */
export function declaredEncoding(start: Uint8Array): string {
  const [first, second] = start
  if (first === 0x3c && second === 0) return 'utf-16le'
  if (first === 0 && second === 0x3c) return 'utf-16be'
  const declaration = String.fromCharCode(...start.subarray(0, declarationBytes))
  const [, label = 'utf-8'] = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(declaration) ?? []
  // .NET writes 'utf-16' into texts that it then saves as UTF-8; this declaration was read byte by byte.
  return /^(?:utf-?16|ucs-?2|unicode)/i.test(label) ? 'utf-8' : label
}
