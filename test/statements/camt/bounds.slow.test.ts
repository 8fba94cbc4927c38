import { isPaymentError } from 'hospital-payments'
import { readCamt, type StatementInput } from 'hospital-payments/statements'
import { describe, expect, it } from 'vitest'
import { filled, growth, linear, ofOneField, turnsDuring } from '../support/growth.js'
import { details, entry, inEntry, read, statement } from './support.js'

const mib = 2 ** 20
const pieceLength = 65_536

/** Counts how much of an endless file was read until it was refused, and with what message. */
async function refused(start: string, filler: string, max = 64 * mib): Promise<{ taken: number; message: string }> {
  let length = 0
  function* source() {
    yield start
    const piece = filler.repeat(Math.ceil(pieceLength / filler.length))
    for (; length < max; length += piece.length) yield piece
  }
  const failure: unknown = await read(source()).catch((error: unknown) => error)
  if (!isPaymentError(failure, 'invalid_request')) throw new Error(`it was not refused: ${String(failure)}`)
  return { taken: length, message: failure.message }
}

const inside = '<Document><BkToCstmrStmt><Stmt><Ntry>'
const tooLong =
  'The request was refused: input has a text, CDATA section, comment, instruction or tag of more than 65536 characters.'

describe('readCamt: an endless file', () => {
  it.for([
    ['a text', `${inside}<AddtlNtryInf>`, 'x'],
    ['a text of character references', `${inside}<AddtlNtryInf>`, '&#65;'],
    ['a text of line ends', `${inside}<AddtlNtryInf>`, '\r\n'],
    ['the name of an entity', `${inside}<AddtlNtryInf>&`, 'x'],
    ['CDATA', `${inside}<AddtlNtryInf><![CDATA[`, 'x'],
    ['CDATA that seems to end', `${inside}<AddtlNtryInf><![CDATA[`, ']] >'],
    ['a comment', `${inside}<!--`, 'x'],
    ['a comment of hyphens', `${inside}<!--`, '- '],
    ['an instruction', `${inside}<?a `, 'x'],
    ['an instruction of question marks', `${inside}<?a `, '?'],
    ['the name of an instruction', `${inside}<?`, 'x'],
    ['the name of an element', `${inside}<`, 'x'],
    ['the name of an end tag', `${inside}<Sts></`, 'x'],
    ['white space in a tag', `${inside}<Sts`, ' \n'],
    ['the name of an attribute', `${inside}<Amt `, 'x'],
    ['the value of an attribute', `${inside}<Amt Ccy="`, 'x'],
    ['attributes without an end', `${inside}<Amt `, "a='' "],
    ['a text that is skipped', `${inside}<RltdPties>`, 'x'],
    ['a text outside of the statement', '<Document><BkToCstmrStmt><GrpHdr>', 'x'],
    ['the white space behind the document', `${statement(entry())}`, ' '],
  ] as const)('is refused before much of it is held: %s', async ([, start, filler]) => {
    const { taken, message } = await refused(start, filler)
    expect(message).toBe(tooLong)
    expect(taken).toBeLessThanOrEqual(3 * pieceLength)
  })

  it.for([
    ['a DOCTYPE', '<!DOCTYPE a "', 'x', tooLong],
    ['an XML declaration', '<?xml version="1.0" encoding="', 'x', tooLong],
    ['levels', inside, '<a>', 'The request was refused: input has elements nested more than 64 deep.'],
  ] as const)('is refused before much of it is held: %s', async ([, start, filler, expected]) => {
    const { taken, message } = await refused(start, filler)
    expect(message).toBe(expected)
    expect(taken).toBeLessThanOrEqual(3 * pieceLength)
  })

  it.for([
    ['an entry of empty elements', `${inside}<NtryDtls>`, '<TxDtls/>', 500_000 * 9],
    ['an entry of texts', `${inside}<NtryDtls><TxDtls><RmtInf>`, `<Ustrd>${'x'.repeat(60_000)}</Ustrd>`, 8 * mib],
    ['a balance of empty elements', '<Document><BkToCstmrStmt><Stmt><Bal>', '<Amt/>', 500_000 * 6],
  ] as const)('is refused before much of it is held: %s', async ([, start, filler, bound]) => {
    const { taken, message } = await refused(start, filler)
    expect(message).toBe(
      'The request was refused: input has an entry or a balance with more than 500000 elements or 8388608 characters.',
    )
    expect(taken).toBeGreaterThan(bound - 2 * pieceLength)
    expect(taken).toBeLessThan(bound + 3 * pieceLength)
  })

  it('is refused where it has a text in parts, with comments between', async () => {
    const { taken, message } = await refused(`${inside}<AddtlNtryInf>`, `${'x'.repeat(1000)}<!---->`)
    expect(message).toBe('The request was refused: input has an element with more than 65536 characters of text.')
    expect(taken).toBeLessThanOrEqual(3 * pieceLength)
  })

  it('is refused where it has balances without an end', async () => {
    const balance = '<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp></Bal>'
    const { message } = await refused('<Document><BkToCstmrStmt><Stmt>', balance)
    expect(message).toBe('The request was refused: input has a statement with more than 10000 balances.')
  })
})

describe('readCamt: the border of what is read', () => {
  const sizes = [65_534, 65_535, 65_536, 65_537]
  const whether = async (input: StatementInput) =>
    read(input).then(
      () => 'read',
      () => 'refused',
    )

  it.for([
    ['a text', (length: number) => `<AddtlNtryInf>${'x'.repeat(length)}</AddtlNtryInf>`],
    ['a text in CDATA', (length: number) => `<AddtlNtryInf><![CDATA[${'x'.repeat(length - 12)}]]></AddtlNtryInf>`],
    ['a tag', (length: number) => `<AddtlNtryInf a="${'x'.repeat(length - 18)}"></AddtlNtryInf>`],
  ] as const)('is the same however the file is cut: %s', async ([, field]) => {
    for (const size of sizes) {
      const file = statement(entry({ details: field(size) }))
      const results = [await whether(file), await whether(file.match(/[^]{1,1000}/g) ?? []), await whether([...file])]
      expect(new Set(results).size).toBe(1)
    }
    expect(await whether(statement(entry({ details: field(65_000) })))).toBe('read')
    expect(await whether(statement(entry({ details: field(65_600) })))).toBe('refused')
  })
})

/** Characters that cost a regular expression, a parser or a decoder most. */
const worst = [
  ...[
    'x',
    '0',
    '9',
    '.',
    '+',
    ' ',
    '\t',
    '\r\n',
    '\r',
    ' x',
    '_',
    '-',
    ':',
    'Z',
    '+00:00',
    'NON',
    'N/A',
    'é',
    '😀',
    '€',
  ],
  ...['&amp;', '&#x1F600;', ']', '] ]', '<![CDATA[]]>', '<!---->', '<!-- -- -->', '<?a ??>', '<a/>', '<a b="" c=""/>'],
]

/** Reads to the end, or to where the file is refused. */
async function exhaust(input: StatementInput): Promise<void> {
  try {
    for await (const { row } of readCamt(input)) if (row < 1) throw new RangeError('a row below 1')
  } catch (error) {
    if (!isPaymentError(error, 'invalid_request')) throw error
  }
}

const transaction = (inner: string) => details(inner)
const fields: Record<string, (text: string) => string> = {
  Amt: (text) => inEntry({ amount: `<Amt Ccy="ETB">${text}</Amt>` }),
  Ccy: (text) => inEntry({ amount: `<Amt Ccy="${text.replace(/[<]/g, '')}">1</Amt>` }),
  CdtDbtInd: (text) => inEntry({ direction: `<CdtDbtInd>${text}</CdtDbtInd>` }),
  Sts: (text) => inEntry({ status: `<Sts>${text}</Sts>` }),
  'ValDt/Dt': (text) => inEntry({ dates: `<ValDt><Dt>${text}</Dt></ValDt>` }),
  'BookgDt/DtTm': (text) => inEntry({ dates: `<BookgDt><DtTm>${text}</DtTm></BookgDt>` }),
  AcctSvcrRef: (text) => inEntry({ bankReference: `<AcctSvcrRef>${text}</AcctSvcrRef>` }),
  AddtlNtryInf: (text) => inEntry({ details: `<AddtlNtryInf>${text}</AddtlNtryInf>` }),
  EndToEndId: (text) => inEntry({ details: transaction(`<Refs><EndToEndId>${text}</EndToEndId></Refs>`) }),
  Ustrd: (text) => inEntry({ details: transaction(`<RmtInf><Ustrd>${text}</Ustrd></RmtInf>`) }),
  Ref: (text) =>
    inEntry({ details: transaction(`<RmtInf><Strd><CdtrRefInf><Ref>${text}</Ref></CdtrRefInf></Strd></RmtInf>`) }),
  'TxDtls/Amt': (text) => inEntry({ details: transaction(`<Amt Ccy="ETB">${text}</Amt>`) }),
  'a skipped element': (text) => inEntry({ details: `<RltdPties>${text}</RltdPties>` }),
}

describe('readCamt: the work grows as the file does', () => {
  it.for(Object.entries(fields))('with any content of %s', async ([, field]) => {
    const superLinear: string[] = []
    for (const unit of worst) {
      // Entries of 60,000 characters: a field is no longer than is read.
      const file = (size: number) => {
        const length = Math.min(size, 60_000)
        const text = unit.repeat(Math.floor(length / unit.length))
        return statement(`<Ntry>${field(text)}</Ntry>`.repeat(Math.ceil(size / length)))
      }
      if ((await growth((size) => exhaust(file(size)), ofOneField)) > linear) superLinear.push(JSON.stringify(unit))
    }
    expect(superLinear).toEqual([])
  })

  it.for([
    ['entries', (size: number) => filled(entry(), size)],
    [
      'entries of one reference',
      (size: number) => filled(entry({ bankReference: '<AcctSvcrRef>A</AcctSvcrRef>' }), size),
    ],
    ['transactions', (size: number) => `<Ntry>${inEntry({ details: `<NtryDtls>${filled('<TxDtls/>', size)}` })}`],
    [
      'transactions that add up',
      (size: number) => {
        const count = Math.ceil(size / 40)
        const amount = `<Amt Ccy="JPY">${count}</Amt>`
        return entry({ amount, details: details(...Array<string>(count).fill('<Amt Ccy="JPY">1</Amt>')) })
      },
    ],
    ['details of transactions', (size: number) => `<Ntry>${filled('<NtryDtls><TxDtls></TxDtls></NtryDtls>', size)}`],
    ['amounts of a transaction', (size: number) => `<Ntry><NtryDtls><TxDtls>${filled('<Amt Ccy="ETB">1</Amt>', size)}`],
    ['texts of a transaction', (size: number) => `<Ntry><NtryDtls><TxDtls><RmtInf>${filled('<Ustrd>x</Ustrd>', size)}`],
    [
      'references of one',
      (size: number) =>
        `<Ntry><NtryDtls><TxDtls><RmtInf>${filled('<Strd><CdtrRefInf><Ref>x</Ref></CdtrRefInf></Strd>', size)}`,
    ],
    ['fields that repeat', (size: number) => `<Ntry>${filled('<Sts>BOOK</Sts><ValDt><Dt/></ValDt>', size)}`],
    [
      'balances',
      (size: number) =>
        filled(
          `<Bal><Amt Ccy="ETB">${'9'.repeat(60_000)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp></Bal>`,
          size,
        ),
    ],
    ['statements', (size: number) => filled('</Stmt><Stmt>', size)],
    ['levels', (size: number) => filled(`${'<a>'.repeat(60)}${'</a>'.repeat(60)}`, size)],
    [
      'attributes',
      (size: number) => filled(`<a ${Array.from({ length: 5000 }, (_, at) => `a${at}=""`).join(' ')}/>`, size),
    ],
    ['prefixes', (size: number) => filled('<a:b:c:d:e:f></a:b:c:d:e:f>', size)],
  ] as const)('with any number of %s', async ([, inner]) => {
    const whole = (size: number) => {
      const file = statement(inner(size))
      return exhaust(file)
    }
    expect(await growth(whole)).toBeLessThan(linear)
  })

  it('with pieces of one character', async () => {
    const text = `<AddtlNtryInf>${'x'.repeat(60_000)}</AddtlNtryInf>`
    for (const filler of [text, entry(), `<!--${'-x'.repeat(30_000)}-->`, `<a b="${'x'.repeat(60_000)}"/>`]) {
      const pieces = (size: number) => [...`${inside}${filled(filler, size)}`]
      expect(await growth((size) => exhaust(pieces(size)), mib / 4)).toBeLessThan(linear)
    }
  })
})

describe('readCamt: while 4 MiB are read from memory', () => {
  const size = 4 * mib
  const minTurns = size / pieceLength / 2
  it.for([
    ['entries', statement(filled(entry(), size))],
    ['comments', statement(filled(`<!--${'- '.repeat(1000)}--><a/>`, size))],
    ['what is skipped', statement(filled(`<Ntry><RltdPties>${'<a>x</a>'.repeat(1000)}</RltdPties></Ntry>`, size))],
    ['what is refused in the end', `${inside}${filled('<RltdPties b="c">&amp;</RltdPties>', size)}`],
  ] as const)('the event loop gets its turns: %s', async ([, file]) => {
    expect(await turnsDuring(() => exhaust(file))).toBeGreaterThan(minTurns)
    expect(await turnsDuring(() => exhaust(new TextEncoder().encode(file)))).toBeGreaterThan(minTurns)
  })

  it('the event loop gets its turns while the lines of one large batch are returned', async () => {
    const count = 80_000
    const amount = `<Amt Ccy="JPY">${count}</Amt>`
    const batch = entry({ amount, details: details(...Array<string>(count).fill('<Amt Ccy="JPY">1</Amt>')) })
    const readingAlone = batch.length / pieceLength
    let lines = 0
    const turns = await turnsDuring(async () => {
      for await (const { row } of readCamt(statement(batch))) lines = row
    })
    expect(lines).toBe(count)
    expect(turns).toBeGreaterThan(readingAlone + count / 2000)
  })
})

describe('readCamt: a record that is kept', () => {
  it('keeps nothing of the file but its own words', async () => {
    const { setFlagsFromString } = await import('node:v8')
    const { runInNewContext } = await import('node:vm')
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const count = 1500
    const filler = `<RltdPties>${'x'.repeat(60_000)}</RltdPties>`
    function* source() {
      yield '<Document><BkToCstmrStmt><Stmt>'
      for (let at = 0; at < count; at++) {
        const texts = `<Refs><EndToEndId>INVOICE-OF-2026-${at}</EndToEndId></Refs><RmtInf><Ustrd>Ward ${at}, some words</Ustrd></RmtInf>`
        yield entry({
          bankReference: `<AcctSvcrRef>REFERENCE-OF-BANK-${at}</AcctSvcrRef>`,
          details: details(texts) + filler,
        })
      }
      yield '</Stmt></BkToCstmrStmt></Document>'
    }
    collect()
    const before = process.memoryUsage().heapUsed
    const { records } = await read(source())
    collect()
    const kept = process.memoryUsage().heapUsed - before
    expect(records).toHaveLength(count)
    // With their pieces of the file they would take 90 MB.
    expect(kept).toBeLessThan(20 * mib)
  })
})
