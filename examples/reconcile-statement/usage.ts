export { demand, UsageError } from '../collect-payments/usage.js'

export const help = `Reconcile a statement: npx tsx examples/reconcile-statement/main.ts [FILE [options]]

  main.ts                     the sample: a hospital's October, held against its M-Pesa and its bank statement
  main.ts FILE                read a statement of any size, and say what is in it
  main.ts FILE --payments BILLS.csv
                              ... and find out which line paid which bill

  --format csv|camt|mt940     left out: by what the file looks like
  --mapping NAME              a CSV of mpesa-organisation, mpesa-customer or vodafone-cash
  --map FIELD=COLUMN,...      any other CSV; COLUMN is a name in the header, or a number with --no-header. FIELD is
                              valueDate, bookedAt, amount, credit, debit, currency, reference, narration,
                              providerTransactionId or lineId; bookedAt and narration may be given several times
  --dates PATTERN             as date-fns reads it; may be given several times; default yyyy-MM-dd
  --time-zone ZONE            of the file and of the hospital; default Africa/Addis_Ababa
  --currency CODE             of rows that do not say their own; default ETB unless currency is mapped
  --decimal CHARACTER         . or , and the other one marks thousands; default .
  --debit-when COLUMN:VALUE   rows that say so are debits, with amount; may be given several times
  --only COLUMN:VALUE         rows that do not say so are left out; may be given several times
  --delimiter CHARACTER       or the word tab; left out: whichever fits
  --encoding LABEL            as TextDecoder knows it, such as windows-1252; default utf-8
  --no-header                 the first row is data already

  --payments BILLS.csv        reference,amount,currency and where known channel,createdAt,expiresAt,status,paidAt,
                              providerTransactionId,reversedAt; a bill without a status is pending
  --period FROM..TO           also list every payment that was paid on these days
  --as-of INSTANT             what counts as now; default the clock
  --apply                     write what the statement proves; left out: a preview
  --database FILE             keep the payments in this file of SQLite; left out: in memory, for this run
  --account NAME               the account, always the same for the same account; needed with --database
  --out FILE                  the CSV for finance; default out/reconciliation.csv beside this example, for the sample
                              a folder, default out
  --help                      this text

  Status 0; 1 when sums disagree or a file cannot be read, 2 when the arguments cannot be followed.`
