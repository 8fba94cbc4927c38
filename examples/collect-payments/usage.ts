/** The arguments cannot be followed; the message is for the person who typed them. */
export class UsageError extends Error {}

export function demand(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new UsageError(problem)
}

export const help = `Collect payments: npm start -- --print, or npm start -- FILE --map ... [options]

  npm start -- --print        the sample: a week of a hospital's invoices, and what its payment providers reported
  npm start -- FILE --map ... a file of collected payments, such as a bank's export: each credit row becomes a
                              payment, created and confirmed at the start of the day that the row gives

  --map FIELD=COLUMN,...      COLUMN is a name in the header, or a number from 1; may be given several times
        date=COLUMN           the value date (required)
        amount=COLUMN         one signed column: what is above zero is a credit ...
        credit=COLUMN         ... or a column for credits,
        debit=COLUMN          and one for debits
        flag=COLUMN:IN/OUT    with amount: rows that say IN are credits, rows that say OUT are debits
        currency=COLUMN       left out: --currency holds for all rows
        reference=COLUMN      left out: FILE-ROW, made of the file's name and the row's line number
        description=COLUMN
  --date-format PATTERN       as date-fns reads it; default yyyy-MM-dd
  --delimiter CHARACTER       or the word tab; default ,
  --decimal CHARACTER         . or , and the other one marks thousands; default .
  --encoding LABEL            as TextDecoder knows it, such as windows-1250; default utf-8
  --currency CODE             default ETB
  --time-zone ZONE            where days begin; default Africa/Addis_Ababa
  --no-header                 the first row is data already
  --skip N                    leave out N lines at the top; default 0
  --out FILE                  the CSV to write; default out/payments.csv beside this example
  --help                      this text`
