import { describe, expect, it } from 'vitest'
import { isPaymentError } from '../../../src/errors.js'
import type { CsvMapping } from '../../../src/statements/csv/mapping.js'
import { readCsvStatement } from '../../../src/statements/csv/read-csv-statement.js'
import type { StatementInput } from '../../../src/statements/input.js'
import { pieces } from '../support/shared-data.js'
import { header, readAll, simple } from '../support/read-csv.js'

const utf8 = new TextEncoder()
const numbered: CsvMapping = { ...simple, columns: { bookedAt: '1', amount: '2', narration: '3' }, header: false }

/** Returns row and text of each line, or row and reason. */
async function seen(input: StatementInput, mapping = simple): Promise<[number, string | undefined][]> {
  const { records } = await readAll(input, mapping)
  return records.map((record) => [record.row, 'rejected' in record ? record.rejected : record.narration])
}

async function problemOf(input: StatementInput, mapping = simple): Promise<string> {
  const error: unknown = await readAll(input, mapping).catch((reason: unknown) => reason)
  return isPaymentError(error, 'invalid_request') ? error.message : String(error)
}

describe('readCsvStatement: the header', () => {
  it('is the first row with all mapped columns, whatever stands before it', async () => {
    const text = `Kijani Hospital\n\n,\nWhen,Amount\n"Amount","in, KES"\n${header}2026-11-20,5,a\n`
    expect(await seen(text)).toEqual([[7, 'a']])
  })

  it('may have its columns in any order, more of them, white space round and in them, and a byte order mark', async () => {
    const mapping = { ...simple, columns: { ...simple.columns, amount: 'Amount  in KES' } }
    const text = '\ufeff Text ,Balance,"Amount in\u00a0KES ",\tWhen\r\na,7,5,2026-11-20\r\n'
    expect(await seen(text, mapping)).toEqual([[2, 'a']])
    expect(await seen(utf8.encode(text), mapping)).toEqual([[2, 'a']])
  })

  it('is compared exactly, case included', async () => {
    expect(await problemOf('when,Amount,Text\n2026-11-20,5,a\n')).toMatch('"When" not found')
  })

  it('means the first column of a name that it has twice', async () => {
    expect(await seen('When,Amount,Text,Text\n2026-11-20,5,a,b\n')).toEqual([[2, 'a']])
  })

  it('is no line where it comes again on a new page, and its columns may have moved', async () => {
    const text = `${header}2026-11-20,5,a\n${header}2026-11-20,5,b\nText,When,Amount\nc,2026-11-20,5\n`
    expect(await seen(text)).toEqual([
      [2, 'a'],
      [4, 'b'],
      [6, 'c'],
    ])
  })

  it('without rows is a statement without lines', async () => {
    expect((await readAll(header, simple)).summary).toMatchObject({ lines: 0, rejected: 0 })
    expect((await readAll(header.trim(), simple)).summary).toMatchObject({ lines: 0, rejected: 0 })
  })

  it.each([
    ['', 'is empty'],
    ['\ufeff', 'is empty'],
    ['\n\n', 'has no header row with all the columns of the mapping: "Amount", "When", "Text" not found'],
    ['When,Amount\n2026-11-20,5\n', 'of the mapping: "Text" not found'],
    ['{"When":1,"Amount":2,"Text":3}', 'has no header row'],
    [`${header.trim()}"\n`, 'has no header row'],
  ])('is missing in %j: the input %s', async (text, problem) => {
    expect(await problemOf(text)).toMatch(problem)
  })

  it('is not repeated in the refusal when it is not the one that is looked for', async () => {
    expect(await problemOf('Patient Abebe,Amount,Text\n')).not.toMatch('Abebe')
  })
})

describe('readCsvStatement: a file without a header row', () => {
  it('has numbered columns from its first line on', async () => {
    expect(await seen('2026-11-20,5,a\n2026-11-20,5,b,c\n\n2026-11-20,6\n', numbered)).toEqual([
      [1, 'a'],
      [2, 'b'],
      [4, undefined],
    ])
  })

  it.each([',', ';', '\t', '|'])('is read with the delimiter %j, which is detected', async (delimiter) => {
    const row = (text: string) => ['2026-11-20', '-5.00', `"${text}, ${text}; ${text}|${text}\t"`].join(delimiter)
    const rows = await seen(`no, row; at| all\n${row('a')}\n${row('b')}\n`, numbered)
    expect(rows.slice(-2)).toMatchObject([
      [2, 'a, a; a|a'],
      [3, 'b, b; b|b'],
    ])
  })

  it('has its rows rejected, each by itself, where none can be read', async () => {
    expect(await seen('soon;5;a\nlater;6;b\n', numbered)).toEqual([
      [1, 'bookedAt is not a date of the given patterns'],
      [2, 'bookedAt is not a date of the given patterns'],
    ])
  })

  it('has the delimiter by which its rows can be read, not that by which more rows have all columns', async () => {
    expect(await seen('Kijani|Hospital|KES\n2026-11-20;5;a|b|c\n', numbered)).toMatchObject([[2, 'a|b|c']])
  })

  it.each(['', 'a\nb\n', '2026-11-20,5\n'])('is refused without a row with all columns: %j', async (text) => {
    expect(await problemOf(text, numbered)).toMatch(/is empty|has no row with all the columns/)
  })
})

describe('readCsvStatement: the delimiter', () => {
  it.each([',', ';', '\t', '|'])('%j is detected by the header', async (delimiter) => {
    const rows = [['When', 'Amount', 'Text'], ['2026-11-20', '5', 'a,b;c|d\te'].map((cell) => `"${cell}"`)]
    const text = rows.map((cells) => cells.join(delimiter)).join('\n')
    expect(await seen(`Report, of; the| day\n${text}`)).toEqual([[3, 'a,b;c|d\te']])
  })

  it('is the one of the mapping, longer ones too', async () => {
    expect(await seen('When^Amount^Text\n2026-11-20^5^a,b\n', { ...simple, delimiter: '^' })).toEqual([[2, 'a,b']])
    expect(await seen('When||Amount||Text\n2026-11-20||5||a|b\n', { ...simple, delimiter: '||' })).toEqual([[2, 'a|b']])
    expect(await problemOf(header, { ...simple, delimiter: ';' })).toMatch('has no header row')
  })
})

describe('readCsvStatement: rows', () => {
  it.each(['\n', '\r\n', '\r'])('end with %j, and their numbers are those of lines', async (end) => {
    const lines = ['', 'preamble', 'When,Amount,Text', '', '2026-11-20,5,"a', '', '""b"""', ' ,,', '2026-11-20,5,c']
    expect(await seen(lines.join(end))).toEqual([
      [5, `a${end}${end}"b"`],
      [9, 'c'],
    ])
  })

  it('have the right numbers with mixed line ends', async () => {
    expect(await seen(`${header}2026-11-20,5,"a\r\nb\nc\rd"\r\n\n2026-11-20,5,e\r\r\n2026-11-20,5,f`)).toEqual([
      [2, 'a\r\nb\nc\rd'],
      [7, 'e'],
      [9, 'f'],
    ])
  })

  it('may be short; missing cells are empty', async () => {
    expect(await seen(`${header}2026-11-20,5\n2026-11-20\nTotal\n`)).toEqual([[2, undefined]])
  })

  it('may end with the file, also behind a delimiter', async () => {
    for (const last of ['', ',', ', ']) {
      const { records } = await readAll(`${header}2026-11-20,5,a\n2026-11-21,6${last}`, simple)
      expect(records).toMatchObject([{ row: 2 }, { row: 3, amount: 600 }])
    }
  })

  it('may be longer by empty cells only: others may have been shifted by a comma in a text', async () => {
    const rows = ['a,2026-11-20,1,, ', 'a,2026-11-20,1,500.00', 'a,2026-11-20,1,,500.00', 'a,2026-11-20,1,500.00,']
    expect(await seen(`Text,When,Amount\n${rows.join('\n')}\n`)).toEqual([
      [2, 'a'],
      ...[3, 4, 5].map((row) => [row, 'the row has more cells than the header']),
    ])
  })

  it('may have quotes in texts without quotes, and texts that begin with a quoted word', async () => {
    expect(
      await seen(`${header}2026-11-20,5,5" pipe "x"\n2026-11-20,5,"Acme" Ltd\n2026-11-20, "1,500.00", "b, c"\n`),
    ).toEqual([
      [2, '5" pipe "x"'],
      [3, '"Acme" Ltd'],
      [4, 'b, c'],
    ])
  })

  it('are rejected where a stray quote has run them together', async () => {
    const text = `Text,When,Amount\na,2026-11-20,1\n"Acme,2026-11-20,2\n"Bob",2026-11-20,300\nd,2026-11-20,4\n`
    expect(await seen(text)).toEqual([
      [2, 'a'],
      [3, 'the row has a quote without counterpart, so that lines may have run together'],
      [5, 'd'],
    ])
  })

  it('make a file that is cut off where it ends within one of them, inside quotes', async () => {
    const text = `${header}2026-11-20,5,a\n2026-11-20,5,"b\n`
    const rows: number[] = []
    const read = async () => {
      for await (const { row } of readCsvStatement(text, simple)) rows.push(row)
    }
    await expect(read()).rejects.toThrow('has a quote that is never closed')
    expect(rows).toEqual([2])
  })

  it('do not fill the memory where a quote is never closed', async () => {
    let count = 0
    function* endless() {
      yield `${header}2026-11-20,5,"`
      for (; count < 100; count++) yield 'x'.repeat(100_000)
    }
    expect(await problemOf(endless())).toMatch('has a quote that is never closed')
    expect(count).toBeLessThan(15)
  })

  it('are left out with another value in the column of `only`, and those that end before it are reported', async () => {
    const mapping = { ...simple, only: { column: 'Status', values: ['Completed', 'settled'] } }
    const rows = ['Completed', ' COMPLETED ', 'Failed', '', 'Settled', 'Not completed'].map(
      (status, index) => `2026-11-20,5,${index},${status}\n`,
    )
    const text = `When,Amount,Text,Status\n${rows.join('')}nonsense,x,y,Failed\nnonsense,x,y,Completed\nTotal,99\n`
    expect(await seen(text, mapping)).toEqual([
      [2, '0'],
      [3, '1'],
      [6, '4'],
      [9, 'bookedAt is not a date of the given patterns'],
      [10, 'the row ends before the column that decides whether it counts'],
    ])
  })
})

describe('readCsvStatement: a line', () => {
  it('has every mapped text, trimmed, and none that is empty', async () => {
    const mapping: CsvMapping = {
      ...{ dates: ['dd/MM/yyyy HH:mm', 'dd/MM/yyyy'], timeZone: 'Africa/Kampala', upperCaseTransactionId: true },
      columns: {
        ...{ valueDate: 'Value', bookedAt: ['Date', 'Time'], credit: 'In', debit: 'Out', currency: 'Cur' },
        ...{ reference: 'Ref', narration: ['A', 'B'], providerTransactionId: 'Receipt', lineId: 'Id' },
      },
    }
    const text =
      'Value;Date;Time;In;Out;Cur;Ref;A;B;Receipt;Id\n' +
      '21/11/2026;20/11/2026;23:30;5,000;;UGX; Inv-1 ;x ;  y z;ab12; 7 \n' +
      ';20/11/2026;;;5,000;UGX; ;;y;;\n'
    expect((await readAll(text, mapping)).records).toEqual([
      {
        ...{ row: 2, direction: 'credit', amount: 5000, currency: 'UGX', valueDate: '2026-11-21' },
        ...{ bookedAt: '2026-11-20T20:30:00.000Z', reference: 'Inv-1', narration: 'x y z' },
        ...{ providerTransactionId: 'AB12', lineId: '7' },
      },
      { row: 3, direction: 'debit', amount: 5000, currency: 'UGX', valueDate: '2026-11-20', narration: 'y' },
    ])
  })

  it.each([
    ['2026-11-20,', '2026-11-20', undefined],
    ['2026-11-20,2026-11-19 10:00:00', '2026-11-20', '2026-11-19T07:00:00.000Z'],
    [',2026-11-19 23:59:59', '2026-11-19', '2026-11-19T20:59:59.000Z'],
    [',2026-11-19', '2026-11-19', undefined],
    [',', 'the date is missing', undefined],
    ['20/11/2026,2026-11-19 10:00:00', 'valueDate is not a date of the given patterns', undefined],
    ['2026-11-20,soon', 'bookedAt is not a date of the given patterns', undefined],
    ['1111-11-11,', 'valueDate is not a date of the given patterns', undefined],
    ['9999-01-01,', 'valueDate is not a date of the given patterns', undefined],
  ])('counts on a day by valueDate and bookedAt: %j on %s', async (cells, expected, bookedAt) => {
    const mapping = { ...simple, columns: { valueDate: 'V', bookedAt: 'B', amount: 'A' } }
    const { records } = await readAll(`V,B,A\n${cells},5\n`, mapping)
    const dates = records.map((one) => ('rejected' in one ? [one.rejected, undefined] : [one.valueDate, one.bookedAt]))
    expect(dates).toEqual([[expected, bookedAt]])
  })

  it('has its transaction id as it is written, unless the mapping turns it into capitals', async () => {
    const mapping = { ...simple, columns: { ...simple.columns, providerTransactionId: 'Receipt' } }
    const idsBy = async (csvMapping: CsvMapping) => {
      const { lines } = await readAll('When,Amount,Text,Receipt\n2026-11-20,5,a,tKk3m\n', csvMapping)
      return lines.map(({ providerTransactionId }) => providerTransactionId)
    }
    expect(await idsBy(mapping)).toEqual(['tKk3m'])
    expect(await idsBy({ ...mapping, upperCaseTransactionId: true })).toEqual(['TKK3M'])
  })

  it.each(['NONREF', 'NotProvided', 'None', '0', '-', 'N/A', '0000000', '1111111111', 'XXXXXX'])(
    'has no transaction id where its column has the placeholder %s',
    async (text) => {
      const mapping = { ...simple, columns: { ...simple.columns, providerTransactionId: 'Receipt', lineId: 'Receipt' } }
      const { lines } = await readAll(`When,Amount,Text,Receipt\n2026-11-20,5,a,${text}\n`, mapping)
      expect(lines).toMatchObject([{ amount: 500, lineId: text }])
      expect(lines[0]).not.toHaveProperty('providerTransactionId')
    },
  )

  it.each(['SKLABCDEFG', '4711', '7', '11', 'T-1'])(
    'has the transaction id %s, short or without a digit, because its column was mapped',
    async (text) => {
      const mapping = { ...simple, columns: { ...simple.columns, providerTransactionId: 'Receipt' } }
      const { lines } = await readAll(`When,Amount,Text,Receipt\n2026-11-20,5,a,${text}\n`, mapping)
      expect(lines).toMatchObject([{ providerTransactionId: text }])
    },
  )

  it('is reported without a word of the file where it is refused', async () => {
    const secrets = ['Abebe', '0911223344', 'INV-7']
    const rows = secrets.flatMap((secret) => [`${secret},5,a`, `2026-11-20,${secret},a`, `2026-11-20,5,a,${secret}`])
    const { rejected } = await readAll(`${header}${rows.join('\n')}\n`, simple)
    expect(rejected.length).toBe(8)
    expect(rejected.filter(({ rejected }) => secrets.some((secret) => rejected.includes(secret)))).toEqual([])
  })
})

describe('readCsvStatement: a file', () => {
  it('may be in another encoding, and a byte order mark counts more than the mapping', async () => {
    const latin = Uint8Array.from(`${header}2026-11-20,5,Müller\n`, (char) => char.charCodeAt(0))
    expect(await seen(latin, { ...simple, encoding: 'latin1' })).toEqual([[2, 'Müller']])
    expect(await problemOf(latin)).toMatch('is not in the encoding utf-8')
    const marked = utf8.encode(`\ufeff${header}2026-11-20,5,Müller\n`)
    expect(await seen(marked, { ...simple, encoding: 'latin1' })).toEqual([[2, 'Müller']])
  })

  it('is the same however it is cut where it is larger than one slice, with characters of four bytes at every place', async () => {
    const rows = Array.from(
      { length: 6000 },
      (_, index) => `2026-11-20,${index + 1},"@${'😀'.repeat(index % 17)}\r\n${index}"\r\n`,
    )
    const text = header + rows.join('')
    const whole = await readAll(text, simple)
    expect(whole.lines).toHaveLength(6000)
    expect(
      whole.lines.every(({ row, narration }, index) => row === 2 + 2 * index && narration?.endsWith(`\n${index}`)),
    ).toBe(true)
    expect(whole.lines[16]?.narration).toBe(`@${'😀'.repeat(16)}\r\n16`)
    const bytes = utf8.encode(text)
    for (const sizes of [[1], [3, 50_000], [65_536], [100_001]]) {
      expect((await readAll(pieces(bytes, sizes), simple)).records).toEqual(whole.records)
    }
    const halves = Array.from(text.match(/[^]{1,7}/g) ?? [])
    expect((await readAll(halves, simple)).records).toEqual(whole.records)
  })

  it('is read right where it ends, or has a line end or quotes, just where a slice does', async () => {
    const start = 'When,Amount,Text\r\n2026-11-20,5,'
    for (let end = 65_520; end < 65_550; end++) {
      const filled = start + 'x'.repeat(end - start.length)
      expect((await readAll(filled, simple)).lines).toHaveLength(1)
      const text = `${filled}\r\n\r\n2026-11-20,5,"😀""\r\n"""\r\n2026-11-20,5,c`
      expect((await seen(text)).slice(1)).toEqual([
        [4, '😀"\r\n"'],
        [6, 'c'],
      ])
    }
  })

  it('has no character damaged where a slice is cut', async () => {
    for (const start of ['', 'x']) {
      const narration = start + '😀'.repeat(100_000)
      expect((await readAll(`${header}2026-11-20,5,${narration}`, simple)).lines[0]?.narration).toBe(narration)
    }
  })

  it('is read only as far as its lines are read', async () => {
    let count = 0
    function* file() {
      yield header
      for (; count < 1000; count++) yield '2026-11-20,5,a\n'.repeat(1000)
    }
    let lines = 0
    for await (const record of readCsvStatement(file(), simple)) {
      if ('rejected' in record) throw new Error(record.rejected)
      if (++lines === 10_000) break
    }
    expect(count).toBeLessThan(30)
  })

  it('closes the stream that it comes from where it is refused for its header', async () => {
    let closed = 0
    async function* source() {
      try {
        for (;;) yield await Promise.resolve('no header\n')
      } finally {
        closed++
      }
    }
    expect(await problemOf(source())).toMatch('has no header row')
    expect(closed).toBe(1)
  })

  it('can be read again where it is a text, and has its sums once it was read', async () => {
    const reader = readCsvStatement(`${header}2026-11-20,5,a\n2026-11-20,-2,b\n2026-11-20,x,c\n`, simple)
    expect(() => reader.summary()).toThrow(TypeError)
    for (const time of ['first', 'second']) {
      for await (const record of reader) expect(record.row, time).toBeGreaterThan(1)
      expect(reader.summary()).toEqual({
        ...{ lines: 2, rejected: 1, skipped: 0, leftOut: [], statements: [] },
        credits: [{ currency: 'KES', amount: '500' }],
        debits: [{ currency: 'KES', amount: '200' }],
      })
    }
  })
})
