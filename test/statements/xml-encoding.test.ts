import { describe, expect, it } from 'vitest'
import { details, entry, read, statement } from './camt/support.js'

function file(encoding: string | null, text = 'Zoë Çelik'): string {
  const declaration = encoding === null ? '' : `<?xml version="1.0" encoding="${encoding}"?>\n`
  return declaration + statement(entry({ details: details(`<RmtInf><Ustrd>${text}</Ustrd></RmtInf>`) }))
}

function utf16(text: string, { mark, big }: { mark: boolean; big: boolean }): Uint8Array {
  const bytes = Buffer.from(mark ? `\ufeff${text}` : text, 'utf16le')
  return big ? bytes.swap16() : bytes
}

async function narration(input: Uint8Array | string) {
  const [record] = (await read(input)).records
  return record && 'narration' in record ? record.narration : record
}

describe('readCamt: the encoding', () => {
  it.for([
    ['UTF-8 without a declaration', Buffer.from(file(null))],
    ['UTF-8 with a declaration', Buffer.from(file('UTF-8'))],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${file('utf-8')}`)],
    ['UTF-8 that calls itself UTF-16', Buffer.from(file('utf-16'))],
    ['UTF-8 that calls itself UTF-16LE', Buffer.from(file('UTF-16LE'))],
    ['ISO-8859-1', Buffer.from(file('ISO-8859-1'), 'latin1')],
    ['ISO-8859-15', Buffer.from(file('iso-8859-15'), 'latin1')],
    ['windows-1252', Buffer.from(file('Windows-1252'), 'latin1')],
    ['UTF-16 little-endian with a mark', utf16(file('UTF-16'), { mark: true, big: false })],
    ['UTF-16 big-endian with a mark', utf16(file('UTF-16'), { mark: true, big: true })],
    ['UTF-16 little-endian without a mark', utf16(file('UTF-16'), { mark: false, big: false })],
    ['UTF-16 big-endian without a mark', utf16(file('UTF-16'), { mark: false, big: true })],
    ['text, whatever it calls itself', file('ISO-8859-1')],
  ] as const)('is %s', async ([, input]) => {
    expect(await narration(input)).toBe('Zoë Çelik')
  })

  it('takes single quotation marks, and no attribute of an element for a declaration', async () => {
    const declaration = "<?xml version='1.0' encoding = 'latin1' ?>"
    expect(await narration(Buffer.from(declaration + file(null), 'latin1'))).toBe('Zoë Çelik')
    const attribute = file(null).replace('<Document', '<Document encoding="latin1"')
    expect(await narration(Buffer.from(attribute))).toBe('Zoë Çelik')
  })

  it.for([
    [
      'no encoding',
      Buffer.from(file('klingon')),
      'The request was refused: input names an encoding that is unknown here.',
    ],
    [
      'not its own',
      Buffer.from(file('UTF-8'), 'latin1'),
      'The request was refused: input is not in the encoding utf-8.',
    ],
  ] as const)('is refused where it is %s', async ([, input, message]) => {
    await expect(read(input)).rejects.toThrow(message)
  })
})
