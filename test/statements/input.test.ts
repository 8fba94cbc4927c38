import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPaymentError } from '../../src/errors.js'
import { badStatement, decode, isRepeatable, piecesOf, type StatementInput } from '../../src/statements/input.js'
import { turnsDuring } from './support/growth.js'
import { pieces } from './support/shared-data.js'

const utf8 = new TextEncoder()

async function textOf(input: StatementInput, encoding = 'utf-8', need?: number): Promise<string> {
  let text = ''
  const options = { encodingOf: () => encoding, ...(need !== undefined && { need }) }
  for await (const piece of decode(input, options)) text += piece
  return text
}

const refusal = async (job: Promise<unknown>) => {
  const error: unknown = await job.then(
    () => null,
    (reason: unknown) => reason,
  )
  return isPaymentError(error, 'invalid_request') ? error.details.issues : error
}

function utf16(text: string, isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 + text.length * 2))
  view.setUint16(0, 0xfeff, isLittle)
  for (let index = 0; index < text.length; index++) view.setUint16(2 + index * 2, text.charCodeAt(index), isLittle)
  return new Uint8Array(view.buffer)
}

describe('badStatement', () => {
  it('is an invalid_request whose issue names the input', async () => {
    expect(await refusal(Promise.reject(badStatement('is cut off')))).toEqual([
      { path: 'input', message: 'is cut off' },
    ])
  })
})

describe('piecesOf: the pieces of an input', () => {
  const listed = async (input: StatementInput) => {
    const pieces: (string | Uint8Array)[] = []
    for await (const piece of piecesOf(input)) pieces.push(piece)
    return pieces
  }

  it('are the input itself, or the items of an iterable of any kind', async () => {
    const bytes = Uint8Array.of(65)
    expect(await listed('ab')).toEqual(['ab'])
    expect(await listed(bytes)).toEqual([bytes])
    expect(await listed(Buffer.from('ab'))).toEqual([Buffer.from('ab')])
    expect(await listed(['a', bytes])).toEqual(['a', bytes])
    expect(await listed(new Set(['a', 'b']))).toEqual(['a', 'b'])
    expect(await listed(new Blob(['ab']).stream() as unknown as StatementInput)).toEqual([utf8.encode('ab')])
  })

  it('are refused where they are neither text nor bytes', async () => {
    const message = 'must be text, bytes, or an iterable of them'
    for (const input of [null, undefined, 5, {}, new ArrayBuffer(2), [5], [null], ['a', [1]], [new Uint16Array(1)]])
      expect(await refusal(listed(input as StatementInput))).toEqual([{ path: 'input', message }])
  })

  it('come in portions, however large they are, and are the same together', async () => {
    const text = 'abc'.repeat(20_000)
    const texts = await listed([text, '', 'x'])
    expect(texts.join('')).toBe(`${text}x`)
    const bytes = await listed(utf8.encode(text))
    expect(Buffer.concat(bytes as Uint8Array[]).toString()).toBe(text)
    expect(Math.max(...[...texts, ...bytes].map(({ length }) => length))).toBe(16_384)
  })

  it('leave the event loop a turn between portions, and between many small ones', async () => {
    const turns = async (input: StatementInput) => turnsDuring(() => listed(input))
    expect(await turns('x'.repeat(2 ** 20))).toBeGreaterThanOrEqual(2 ** 20 / 16_384)
    expect(await turns(Array<string>(10_000).fill('x'))).toBeGreaterThanOrEqual(30)
    expect(await turns(Array<string>(10_000).fill(''))).toBeGreaterThanOrEqual(30)
  })

  it('can be read again only from text, bytes and arrays', () => {
    expect(['', new Uint8Array(), ['a']].map(isRepeatable)).toEqual([true, true, true])
    function* generator() {
      yield 'a'
    }
    expect(isRepeatable(generator())).toBe(false)
    expect(isRepeatable(new Blob(['a']).stream() as unknown as StatementInput)).toBe(false)
  })
})

describe('decode', () => {
  it('returns the text of bytes that are cut anywhere, within a character too', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 }),
        async (text, sizes) => {
          const expected = text.replace(/^\ufeff/, '')
          expect(await textOf(pieces(utf8.encode(text), sizes))).toBe(expected)
          expect(await textOf([...text])).toBe(expected)
        },
      ),
      { examples: [['\ufeffHôpital ሆስፒታል 🏥', [1]]] },
    )
  })

  it('obeys a byte order mark before a label, and leaves it out', async () => {
    const text = 'Hôpital ሆስፒታል 🏥'
    for (const sizes of [[1], [2], [3], [1000]]) {
      expect(await textOf(pieces(utf8.encode(`\ufeff${text}`), sizes), 'windows-1252')).toBe(text)
      expect(await textOf(pieces(utf16(text, true), sizes), 'windows-1252')).toBe(text)
      expect(await textOf(pieces(utf16(text, false), sizes), 'windows-1252')).toBe(text)
    }
    expect(await textOf(`\ufeff${text}`)).toBe(text)
    expect(await textOf(['', '\ufeff', text])).toBe(text)
    // A file of fewer bytes than were asked for.
    expect(await textOf(utf8.encode('\ufeffa'), 'windows-1252', 100)).toBe('a')
    expect(await textOf(utf8.encode('\ufeff'), 'windows-1252', 100)).toBe('')
  })

  it('needs all the bytes of a byte order mark', async () => {
    for (const bytes of [
      [0xef, 0xbb, 0x41],
      [0xef, 0x41, 0xbf],
      [0x41, 0xbb, 0xbf],
      [0xff, 0x41, 0x42],
      [0x41, 0xfe, 0x42],
      [0xfe, 0x41, 0x42],
      [0x41, 0xff, 0x42],
    ])
      expect(await textOf(new Uint8Array(bytes), 'latin1')).toBe(String.fromCharCode(...bytes))
  })

  it('leaves out a mark at the beginning alone, and yields no empty text', async () => {
    const textsOf = async (input: StatementInput, need?: number) => {
      const texts: string[] = []
      const options = { encodingOf: () => 'utf-8', ...(need !== undefined && { need }) }
      for await (const text of decode(input, options)) texts.push(text)
      return texts
    }
    expect(await textsOf(['\ufeff', 'a', '', '\ufeffb'])).toEqual(['a', '\ufeffb'])
    expect(await textsOf(utf8.encode('\ufeffa'), 256)).toEqual(['a'])
    expect(await textsOf(utf8.encode('\ufeff'), 256)).toEqual([])
    expect(await textsOf(utf8.encode('a'))).toEqual(['a'])
    expect(await textsOf([utf8.encode('abc'), utf8.encode('\ufeffd')])).toEqual(['abc', '\ufeffd'])
  })

  it('refuses text and bytes in one file', async () => {
    const message = 'must be text or bytes, not some of each'
    for (const input of [
      ['a', utf8.encode('b')],
      [utf8.encode('a'), 'b'],
      ['', utf8.encode('b')],
    ])
      expect(await refusal(textOf(input))).toEqual([{ path: 'input', message }])
  })

  it('calls for the encoding once, with as many bytes as are needed, or all', async () => {
    const beginnings: string[] = []
    const of = async (input: StatementInput, need?: number) => {
      const encodingOf = (start: Uint8Array) => {
        beginnings.push(new TextDecoder().decode(start))
        return 'windows-1252'
      }
      let text = ''
      for await (const piece of decode(input, { encodingOf, ...(need !== undefined && { need }) })) text += piece
      return text
    }
    expect(await of(pieces(Uint8Array.of(0x48, 0xf4, 0x70), [1]), 2)).toBe('Hôp')
    expect(await of(pieces(utf8.encode('abcdefgh'), [3]), 5)).toBe('abcdefgh')
    expect(await of(utf8.encode('a'), 5)).toBe('a')
    expect(await of(new Uint8Array(), 5)).toBe('')
    expect(await of('abc', 5)).toBe('abc')
    expect(beginnings).toEqual(['H\ufffd', 'abcdef', 'a'])
  })

  it.each([
    ['a byte that begins no character', [0x41, 0xff, 0x41]],
    ['a character that is cut off', [0x41, 0xe1, 0x88]],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
    ['an overlong form', [0xc0, 0xaf]],
  ])('refuses %s, wherever the file is cut', async (_, bytes) => {
    for (let size = 1; size <= bytes.length; size++)
      expect(await refusal(textOf(pieces(Uint8Array.from(bytes), [size])))).toEqual([
        { path: 'input', message: 'is not in the encoding utf-8' },
      ])
  })

  it('does not read on behind bytes that are refused', async () => {
    let count = 0
    function* source() {
      for (;;) {
        count++
        yield Uint8Array.of(0xff, 0xff, 0xff, 0xff)
      }
    }
    expect(await refusal(textOf(source(), 'utf-8'))).toEqual([expect.anything()])
    expect(count).toBe(1)
  })
})
