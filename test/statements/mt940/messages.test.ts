import { describe, expect, it } from 'vitest'
import { isPaymentError } from '../../../src/errors.js'
import { readMt940 } from '../../../src/statements/index.js'
import { message, read } from './support.js'

const refused = async (file: string | Uint8Array) => {
  const error: unknown = await read(file).then(
    () => null,
    (reason: unknown) => reason,
  )
  return isPaymentError(error, 'invalid_request') ? (error.details.issues[0]?.message ?? '') : null
}
const credit = ':61:261120C5,NTRFX\n'
const statementsOf = async (file: string) => (await read(file)).summary.statements

describe('readMt940: a file that is not an MT940 statement', () => {
  it.each([
    ['nothing', ''],
    ['text', 'Dear customer,\nplease find attached'],
    ['a CSV file', 'Date,Amount\n2026-11-20,5.00\n'],
    ['an XML file', '<?xml version="1.0"?><Document/>'],
    ['another SWIFT message', '{1:F01X}{4:\n:20:1\n:32A:261120KES5,\n:59:/1\n-}'],
  ])('is refused: %s', async (_, file) => {
    expect(await refused(file)).toBe('is not an MT940 statement: it has no field 60, 61 or 62')
  })

  it('is refused in UTF-16, and as one endless line or field, before memory is full', async () => {
    const text = message(credit)
    const utf16 = new Uint8Array(2 + text.length * 2)
    utf16.set([0xff, 0xfe])
    for (let index = 0; index < text.length; index++) utf16[2 + index * 2] = text.charCodeAt(index)
    expect(await refused(utf16)).toMatch(/not an MT940/)
    expect(await refused('x'.repeat(70_000))).toMatch(/65536/)
    expect(await refused(new Uint8Array(300_000).fill(0x78))).toMatch(/65536/)
    expect(await refused(message(`${credit}:86:X\n${'MORE\n'.repeat(20_000)}`))).toMatch(/65536/)
    expect(await refused(message(`${credit}${':86:X\n'.repeat(1001)}`))).toMatch(/1000 fields 86/)
    expect(await refused(message(`${credit}${`:86:${'X'.repeat(9996)}\n`.repeat(7)}`))).toMatch(/65536 .* fields 86/)
  })
})

describe('readMt940: a statement that is cut off', () => {
  it.each([
    ['its head', '{1:F01EXAMKENAXXXX0000000000}'],
    ['its reference', ':20:1\n:25:0112345678901\n'],
    ['its opening balance', ':20:1\n:60F:C261119KES0,\n'],
    ['a movement', `:20:1\n:60F:C261119KES0,\n${credit}:86:OPD\n`],
    ['the closing balance', `:20:1\n:60F:C261119KES0,\n${credit}:62F:C261120KE`],
    ['a hyphen that looks like its end', `:20:1\n:60F:C261119KES0,\n${credit}:86:OPD\n-`],
    ['a report without balances', `:20:1\n:34F:KES0,\n${credit}`],
    ['movements after the closing balance', `${message(credit)}${credit}`],
  ])('is refused after %s', async (_, file) => {
    expect(await refused(file)).toMatch(/^is cut off/)
  })

  it('is refused too where another follows it', async () => {
    const cut = `:20:1\n:60F:C261119KES0,\n${credit}`
    expect(await refused(cut + message(credit))).toMatch(/^is cut off/)
    expect(await refused(`${cut}:60M:C261119KES0,\n:62F:C261119KES0,\n`)).toMatch(/^is cut off/)
  })

  it('may end without its trailer, and without a last line end', async () => {
    for (const end of ['\n-\n', '\n-', '\n-}', '\n', '']) {
      const { summary } = await read(`:20:1\n:60F:C261119KES0,\n${credit}:62F:C261120KES5,${end}`)
      expect(summary.statements).toMatchObject([{ addsUp: true }])
    }
  })
})

describe('readMt940: text that looks like a field', () => {
  const narrationOf = async (fields: string) => {
    const { records, summary } = await read(message(fields))
    expect(records).toHaveLength(1)
    expect(summary.statements).toHaveLength(1)
    return (records[0] as { narration?: string }).narration
  }

  it.each(['20', '21', '25', '25P', '26', '28', '28C', '13', '13D', '00', '37', '59', '85', '940', '942'])(
    'is a part of field 86 where a line of it begins with :%s:',
    async (tag) => {
      expect(await narrationOf(`${credit}:86:PAID 2026-11-20T16\n:${tag}:37 INV-000042 X`)).toBe(
        `PAID 2026-11-20T16 :${tag}:37 INV-000042 X`,
      )
      expect(await narrationOf(`${credit}:86:PAID AT 16\n:${tag}:37 INV-000042 X\nMORE\n:86:LAST`)).toBe(
        `PAID AT 16 :${tag}:37 INV-000042 X MORE LAST`,
      )
    },
  )

  it('is a part of field 86 where a line of it begins as an envelope does', async () => {
    expect(await narrationOf(`${credit}:86:PAID\n{1:INV-000042\nMORE`)).toBe('PAID {1:INV-000042 MORE')
    const next = `{1:F01X}{2:I940Y}{4:\n${message(credit).replace(':20:1\n', ':20:1\n:25:0100\n')}`
    expect(await refused(`:20:1\n:60F:C261119KES0,\n${credit}:86:PAID\n${next}`)).toMatch(/^is cut off/)
  })

  it('is a part of the words behind field 61 too', async () => {
    expect(await narrationOf(`${credit}PAID 2026-11-20T16\n:20:37 INV-000042 X`)).toBe(
      'PAID 2026-11-20T16 :20:37 INV-000042 X',
    )
  })

  it('is text where two times stand one behind the other', async () => {
    expect(await narrationOf(`${credit}:86:PAID\n:20:37 A\n:20:38 B\n:21:07 C\n:26:37 INV-000042`)).toBe(
      'PAID :20:37 A :20:38 B :21:07 C :26:37 INV-000042',
    )
  })

  it('begins a message where a field of a head stands behind :20:, and the one before was cut off', async () => {
    for (const next of [':25:0100', ':28C:1/1', ':25P:0100', ':21:X\n:25:0100', ':60F:C261119KES0,']) {
      const cut = `:20:1\n:60F:C261119KES0,\n${credit}:86:PAID\n:20:2\n${next}\n:62F:C261120KES5,\n`
      expect(await refused(cut)).toMatch(/^is cut off/)
    }
  })

  it('is text before the next message of a report without balances, which is known by its head', async () => {
    const report = (reference: string) =>
      `:20:${reference}\n:25:0100\n:34F:KES0,\n${credit}:86:AT 16\n:20:37 INV-000042\n`
    const { records, summary } = await read(`${report('1')}${report('2')}-`)
    expect(records).toMatchObject(Array(2).fill({ narration: 'AT 16 :20:37 INV-000042' }))
    expect(summary.statements).toHaveLength(2)
  })

  it('is no next message where a time stands in the words behind the closing balance', async () => {
    const file = `:20:1\n:60F:C261119KES0,\n${credit}:62F:C261120KES5,\n:86:PRINTED AT 16\n:20:37\n:26:37\n:64:C261120KES5,\n-\n`
    expect((await read(file + file)).summary.statements).toMatchObject(Array(2).fill({ addsUp: true }))
  })

  it('is bounded: a :20: that nothing decides does not fill the memory', async () => {
    expect(await refused(message(`${credit}:86:X\n:20:Y\n${'MORE\n'.repeat(20_000)}`))).toMatch(/65536/)
  })
})

describe('readMt940: the accounts of a file', () => {
  it('are counted by field 25, once each', async () => {
    const accountsOf = async (...names: string[]) => {
      const reader = readMt940(names.map((name) => message(credit).replace('\n', `\n:25:${name}\n`)))
      for await (const record of reader) void record
      return reader.accounts
    }
    expect(await accountsOf('0100', '0100')).toBe(1)
    expect(await accountsOf('0100', '0200', '0100 ')).toBe(2)
  })
})

describe('readMt940: the balances of a statement', () => {
  it('are minor units, negative for a debit', async () => {
    const one = (opening: string, closing: string) =>
      statementsOf(`:20:1\n:60F:${opening}\n:61:261120D5,NTRFX\n:62F:${closing}\n`)
    const kes = (amount: string) => ({ currency: 'KES', amount })
    expect(await one('C261119KES2,5', 'D261120KES2,50')).toEqual([
      { opening: kes('250'), closing: kes('-250'), addsUp: true },
    ])
    expect(await one('D261119KES0,', 'D261120KES5')).toEqual([
      { opening: kes('0'), closing: kes('-500'), addsUp: true },
    ])
    expect(await one('C261119KES90071992547409930,00', 'C261120KES90071992547409925,00')).toEqual([
      { opening: kes('9007199254740993000'), closing: kes('9007199254740992500'), addsUp: true },
    ])
    expect(await one('C261119KES0,000', 'D261120KES5')).toMatchObject([{ opening: kes('0'), addsUp: true }])
    expect(await one('C261119KES0,', 'C261120KES5,')).toMatchObject([{ addsUp: false }])
    expect(await one('C261119KES0,', 'C261120USD5,')).toMatchObject([{ addsUp: null }])
  })

  it.each([
    'C261119KES1.500,00',
    'C261319KES5,',
    'C261119KES5,001',
    'C261119KES25,000',
    'X261119KES5,',
    'C261119XXX5,',
    'C261119KES,',
    '',
  ])('are unknown where they cannot be read: %j', async (balance) => {
    const { records, summary } = await read(`:20:1\n:60F:C261119KES0,\n${credit}:62F:${balance}\n`)
    expect(records).toHaveLength(1)
    expect(summary.statements).toEqual([{ opening: { currency: 'KES', amount: '0' }, closing: null, addsUp: null }])
    expect(await statementsOf(`:20:1\n:60F:${balance}\n${credit}:62F:C261119KES0,\n`)).toMatchObject([
      { opening: null, addsUp: null },
    ])
  })

  it('count the last movement, and not the movements of the statement before', async () => {
    const two = `:60F:C261119KES0,\n${credit}:62F:C261120KES5,\n:60F:C261120KES5,\n${credit}${credit}:62F:C261120KES15,\n`
    expect(await statementsOf(`:20:1\n${two}-\n:20:2\n${two}`)).toMatchObject(Array(4).fill({ addsUp: true }))
  })

  it('are absent from a report (MT942), which a trailer, its sums or the next message end', async () => {
    const report = `:20:1\n:34F:KES0,\n${credit}`
    const { records, summary } = await read(`${report}:90D:0KES0,\n:90C:1KES5,\n${report}-\n${report}${report}-}`)
    expect(records).toHaveLength(4)
    expect(summary.statements).toEqual(Array(4).fill({ opening: null, closing: null, addsUp: null }))
  })

  it('add up in a message without movements where they are the same', async () => {
    expect(await statementsOf(message(''))).toMatchObject([{ addsUp: true }])
  })
})

describe('readMt940: text around the messages', () => {
  it('is skipped, whatever separates them', async () => {
    const body = `:20:1\n:60F:C261119KES0,\n${credit}:62F:C261120KES5,\n`
    const envelope = `{1:F01X}{2:I940Y}{4:\n${body}-}`
    for (const file of [
      `${envelope}$${'\n'}${envelope}`,
      `\x01${envelope}{5:{CHK:1}}\x03\r\n$${envelope}`,
      `\ufeff${body}-\n\ufeff${body}-XXX`,
      `BANKCODE\n940\nBANKCODE\n${body}-\nBANKCODE\n940\n${body}-\n-\n`,
      `:940:\n${body}\n\n${body}`,
      `{1:F01X}{2:I940Y}{4:${body}-}\n{1:F01X}{2:I940Y}{4:${body}-}`,
      `${body}0000 01BANKKENAXXXX00001\n940 00\n${body}`,
    ]) {
      const { records, summary } = await read(file)
      expect(records).toMatchObject([{ reference: 'X' }, { reference: 'X' }])
      expect(summary.statements).toMatchObject([{ addsUp: true }, { addsUp: true }])
    }
  })

  it('ends lines with LF, CRLF or CR, and counts rows alike', async () => {
    const file = message(`${credit}:86:A\n\nB\n${credit}:86:C`)
    const { records } = await read(file)
    expect(records.map(({ row }) => row)).toEqual([3, 7])
    for (const end of ['\r\n', '\r']) expect((await read(file.replaceAll('\n', end))).records).toEqual(records)
  })

  it('is read as Windows-1252 with all its signs, where it is no UTF-8', async () => {
    const [before, after] = message(`${credit}:86:OPD # #`).split(' # #') as [string, string]
    const signs = Uint8Array.of(0x20, 0x80, 0x85, 0x93, 0x99, 0x9f, 0xe9)
    const { records } = await read(Buffer.concat([Buffer.from(before), signs, Buffer.from(after)]))
    expect(records).toMatchObject([{ narration: 'OPD €…“™Ÿé' }])
  })

  it.each(['\n', '\r\n', '\r'])(
    'may mix UTF-8 and Windows-1252 from line to line, also where %j ends them',
    async (end) => {
      const [before = '', between = '', after = ''] = message(`${credit}:86:ZO#\n${credit}:86:ZO#`).split('#')
      const bytes = (text: string, encoding: 'utf8' | 'latin1') => Buffer.from(text.replaceAll('\n', end), encoding)
      const file = [bytes(`${before}é`, 'utf8'), bytes(`${between}é`, 'latin1'), bytes(after, 'utf8')]
      expect((await read(Buffer.concat(file))).records).toMatchObject([{ narration: 'ZOé' }, { narration: 'ZOé' }])
    },
  )
})
