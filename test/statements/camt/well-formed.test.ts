import { isPaymentError } from 'hospital-payments'
import { readCamt, type StatementInput } from 'hospital-payments/statements'
import { describe, expect, it } from 'vitest'
import { sampled } from '../../support/rounds.js'
import { details, entry, inEntry, read, readEntry, sample, sampleNames, statement } from './support.js'

/** Returns the message with which an input is refused; fails when it is read, or throws anything else. */
async function refusal(input: StatementInput): Promise<string> {
  const reader = readCamt(input)
  try {
    for await (const record of reader) if (record.row < 1) return 'a row below 1'
  } catch (error) {
    expect(() => reader.summary()).toThrow(TypeError)
    return isPaymentError(error, 'invalid_request') ? error.message : `other: ${String(error)}`
  }
  return 'was read'
}

const full = statement(entry())

describe('readCamt: a file that is not camt.052, camt.053 or camt.054', () => {
  const nothing = 'The request was refused: input is not an ISO 20022 document.'
  const other = 'The request was refused: input is not camt.052, camt.053 or camt.054.'
  it.for([
    ['', nothing],
    [' \n', nothing],
    ['<?xml version="1.0"?>\n<!-- only a comment -->', nothing],
    [':20:STARTUMSE\n:25:', nothing],
    [
      '<html></html>',
      'The request was refused: input is an HTML page, not a statement: ask the bank for CSV, camt or MT940.',
    ],
    ['<Statement></Statement>', nothing],
    ['<Document/>', other],
    ['<Document></Document>', other],
    [full.replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRptX').replaceAll('Stmt>', 'Rpt>'), other],
    ['<Document><CstmrCdtTrfInitn/></Document>', other],
    ['<Document><toString/></Document>', other],
    ['<Envelope>' + full + '</Envelope>', nothing],
    [full + full, 'The request was refused: input has something behind the end of its document.'],
    ['<Document><BkToCstmrStmt/><BkToCstmrStmt/></Document>', other],
  ] as const)('is refused: %s', async ([text, message]) => {
    expect(await refusal(text)).toBe(message)
  })
})

describe('readCamt: a file that is not well-formed', () => {
  it.for([
    ['a tag that closes another', full.replace('</Ntry>', '</Ntri>')],
    ['a prefix that changes', full.replace('</Ntry>', '</n:Ntry>')],
    ['a tag too many', `${full}</Document>`],
    ['text behind it', `${full}x`],
    ['text before it', `x${full}`],
    ['CDATA behind it', `${full}<![CDATA[x]]>`],
    ['a tag without a name', full.replace('<Sts>', '< Sts>')],
    ['a tag within a tag', full.replace('<Sts>', '<Sts <b>')],
    ['an attribute without quotation marks', full.replace('"ETB"', 'ETB')],
    ['an attribute without a value', full.replace('Ccy="ETB"', 'Ccy')],
    ['an attribute twice', full.replace('Ccy="ETB"', `Ccy="ETB" Ccy='USD'`)],
    ['attributes without a space', full.replace('Ccy="ETB"', 'Ccy="ETB"a="b"')],
    ['a quotation mark without its end', full.replace('"ETB"', '"ETB')],
    ['a lower than sign in a value', full.replace('"ETB"', '"<ETB"')],
    ['an end tag with an attribute', full.replace('</Ntry>', '</Ntry a="b">')],
    ['a name that begins with a digit', full.replaceAll('Sts>', '1Sts>')],
    ['an entity of HTML', statement(entry({ details: '<AddtlNtryInf>&nbsp;</AddtlNtryInf>' }))],
    ['a bare ampersand', statement(entry({ details: '<AddtlNtryInf>a & b</AddtlNtryInf>' }))],
    ['a reference to nothing', statement(entry({ details: '<AddtlNtryInf>&#0;</AddtlNtryInf>' }))],
    ['half a character', statement(entry({ details: '<AddtlNtryInf>&#xD800;</AddtlNtryInf>' }))],
    ['a character beyond Unicode', statement(entry({ details: '<AddtlNtryInf>&#x110000;</AddtlNtryInf>' }))],
    ['too many levels', statement('<a>'.repeat(100) + '</a>'.repeat(100))],
    ['a tag without an end', `<Document a="${'x'.repeat(70_000)}`],
    ['the end of CDATA in text', statement(entry({ details: '<AddtlNtryInf>a ]]> b</AddtlNtryInf>' }))],
    ['a control character', statement(entry({ details: '<AddtlNtryInf>a\u0001b</AddtlNtryInf>' }))],
    ['a reference to a control character', statement(entry({ details: '<AddtlNtryInf>&#1;</AddtlNtryInf>' }))],
    ['no character of Unicode', statement(entry({ details: '<AddtlNtryInf>\ufffe</AddtlNtryInf>' }))],
    ['a first half of a character', statement(entry({ details: '<AddtlNtryInf>\ud83d</AddtlNtryInf>' }))],
    ['a second half of a character', statement(entry({ details: '<AddtlNtryInf>\ude00</AddtlNtryInf>' }))],
    ['half a character at its end', `${full}\ud83d`],
    ['an XML declaration in the middle', full.replace('<Stmt>', '<?xml version="1.0"?><Stmt>')],
    ['an XML declaration of no version', `<?xml version="two"?>${full}`],
    ['an instruction without a name', full.replace('<Stmt>', '<? a?><Stmt>')],
    ['a DOCTYPE in the middle', full.replace('<Stmt>', '<!DOCTYPE a><Stmt>')],
    ['a declaration before it', `<!ENTITY a "b">${full}`],
  ] as const)('is refused: %s', async ([, text]) => {
    expect(await refusal(text)).toMatch(/^The request was refused: input (contains|has|is) /)
  })

  it.for([
    '<!DOCTYPE Document>',
    '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>',
    '<!DOCTYPE d SYSTEM "file:///etc/passwd">',
  ])('is refused where it has declarations, before they are read: %s', async (declaration) => {
    expect(await refusal(declaration + full)).toBe(
      'The request was refused: input has a DOCTYPE or another declaration, which a statement never has.',
    )
  })

  it.for([
    ['an end tag', '<Secret1>Secret2</Secret3>'],
    ['an entity', '<Secret1>Secret2 &Secret3; </Secret1>'],
    ['an attribute', '<Secret1 Secret2="Secret3" Secret2="Secret4"/>'],
    ['an instruction', '<?Secret1 Secret2?><?Secret3"?>'],
  ] as const)('is refused with the place of the fault, without a word of the file: %s', async ([, text]) => {
    const message = await refusal(statement(entry({ details: `\r\n\n<A/>${text}` })))
    expect(message).toMatch(/^The request was refused: input is not well-formed XML at line 3, character \d+\.$/)
  })

  it('is refused with the number of a line that counts the blank ones before the document', async () => {
    const message = await refusal(`\n\n${statement(entry({ details: '\n\n<A></B>' }))}`)
    expect(message).toMatch(/^The request was refused: input is not well-formed XML at line 5, character \d+\.$/)
  })

  it('has the records before the fault, and none of the entry whose end tag has another name', async () => {
    const rows: number[] = []
    const text = statement(entry() + entry().replace('</Ntry>', '</Ntri>') + entry())
    for (const input of [text, text.split('')]) {
      await expect(async () => {
        for await (const { row } of readCamt(input)) rows.push(row)
      }).rejects.toThrow('not well-formed')
    }
    expect(rows).toEqual([1, 1])
  })
})

describe('readCamt: a file that is cut off', () => {
  it.for(sampleNames)('is refused after any of its bytes: %s', async (name) => {
    const bytes = sample(name)
    const size = bytes.lastIndexOf('>')
    const messages = new Set<string>()
    for (const end of sampled(Array(size + 1).keys())) messages.add(await refusal(bytes.subarray(0, end)))
    expect([...messages].sort()).toEqual([
      'The request was refused: input is cut off.',
      'The request was refused: input is not an ISO 20022 document.',
    ])
    expect(await refusal(bytes.subarray(0, size + 1))).toBe('was read')
  })

  it.for(['<', '<!--', '<!-- a', '<?', '<?a ?', '<!'])(
    'is refused behind its last tag as well, within %s',
    async (rest) => {
      expect(await refusal(full + rest)).toBe('The request was refused: input is cut off.')
    },
  )

  it('is refused after the records that were complete', async () => {
    const rows: number[] = []
    const text = statement(entry() + entry() + entry())
    const reader = readCamt(text.slice(0, text.lastIndexOf('</Ntry>')))
    await expect(async () => {
      for await (const { row } of reader) rows.push(row)
    }).rejects.toThrow('The request was refused: input is cut off.')
    expect(rows).toEqual([1, 2])
  })
})

describe('readCamt: XML of the same meaning', () => {
  it.for([
    ['prefixes', full.replaceAll('</', '</n1:').replaceAll(/<(?!\/)/g, '<n1:')],
    ['white space in tags', full.replaceAll('>', '\n >').replaceAll('Ccy="ETB"', "\tCcy  =\n 'ETB' ")],
    ['signs in attributes', full.replace('<Ntry>', '<Ntry a="1 > 0" b=\'"/>\'>')],
    ['comments with tags', full.replaceAll('><', '><!-- <Ntry> -- & <b c=" --><')],
    ['instructions with tags', full.replaceAll('><', '><?a <Ntry> > ?><')],
    ['CDATA', full.replaceAll(/>([\w.-]+)</g, '><![CDATA[$1]]><')],
    ['references', full.replaceAll(/>([\w.-])([\w.-]+)</g, (_, a: string, b: string) => `>&#${a.charCodeAt(0)};${b}<`)],
    ['references in attributes', full.replace('"ETB"', '"&#x45;&#84;B"')],
    [
      'a name that JavaScript reserves',
      full.replace('</Ntry>', '<__proto__><constructor>1</constructor></__proto__></Ntry>'),
    ],
    ['blank lines before its declaration', `\r\n \t<?xml version="1.0"?>\n${full}`],
    ['a later version of XML', `<?xml version="1.1" encoding="UTF-8"?>${full}`],
    ['white space that is kept', full.replace('<Document>', '<Document xml:space="preserve">')],
    ['a prefix of the currency', full.replace('Ccy=', 'n:Ccy=')],
    ['instructions and comments behind it', `${full}\n<!-- a --><?b c?>\n`],
    ['elements that no line needs', full.replace('</Ntry>', '<RltdPties><Ntry><Amt>9</Amt></Ntry></RltdPties></Ntry>')],
  ] as const)('is read the same: %s', async ([, text]) => {
    expect(text).not.toBe(full)
    expect(await read(text)).toEqual(await read(full))
  })

  it('gives characters and markup in text as they were written', async () => {
    const written = 'caf&#233; &#xE9; &#x1F600; &amp;amp; &#38;#233; &lt;b&gt; &quot;&apos; <![CDATA[&amp; <i>]]>'
    const record = await readEntry(inEntry({ details: details(`<AddtlTxInf>${written}</AddtlTxInf>`) }))
    expect(record).toMatchObject({ narration: `café é 😀 &amp; &#233; <b> "' &amp; <i>` })
  })
})
