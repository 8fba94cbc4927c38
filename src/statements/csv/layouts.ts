import type { CsvMapping } from './mapping.js'

function frozen(mapping: CsvMapping): CsvMapping {
  const freeze = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    Object.values(value).forEach(freeze)
    Object.freeze(value)
  }
  freeze(mapping)
  return mapping
}

/**
 * Exports have the first two, even in one file. The others are what is left of them where a spreadsheet has saved the file: the short
 * date of the machine, often without seconds. None has the month first: `05/11/2026` could be either.
 */
const dates = [
  ...['dd-MM-yyyy HH:mm:ss', 'yyyy-MM-dd HH:mm:ss'],
  ...["yyyy-MM-dd'T'HH:mm:ss", "yyyy-MM-dd'T'HH:mm:ss.SSS", "yyyy-MM-dd'T'HH:mm"],
  ...['dd/MM/yyyy', 'dd-MM-yyyy'].flatMap((day) => [`${day} hh:mm:ss a`, `${day} hh:mm a`]),
  ...['dd/MM/yyyy', 'dd-MM-yyyy', 'dd.MM.yyyy', 'yyyy-MM-dd', 'yyyy/MM/dd', 'dd-MMM-yyyy']
    .concat('dd/MM/yy', 'dd.MM.yy', 'dd-MMM-yy')
    .flatMap((day) => [`${day} HH:mm`, `${day} HH:mm:ss`, day]),
]
const otherNames = {
  'Receipt No.': ['Receipt Number', 'Receipt'],
  'Completion Time': ['Completed Time', 'Completion Date'],
  Details: ['Detail'],
  'Transaction Status': ['Status'],
  'Paid In': [],
  Withdrawn: ['Withdraw', 'Withdrawal'],
  'A/C No.': ['Account No.', 'Account Number', 'Acc No.', 'Acct No.', 'A/C Number'],
}
const only = { column: 'Transaction Status', values: ['Completed'] }
const kenya = {
  dates,
  only,
  otherNames,
  timeZone: 'Africa/Nairobi',
  currency: 'KES',
  upperCaseTransactionId: true,
} as const
const ghana = { dates, only, otherNames, timeZone: 'Africa/Accra', currency: 'GHS' } as const

/**
 * The statement of an M-Pesa organisation portal (Kenya), as CSV: only completed rows, receipts in capitals, the account number
 * that the payer typed as reference. Columns in another case or spelling (`Receipt No`, `Account No.`) are recognised, and so
 * are dates as Excel saves them, with the day before the month. Lines have no `lineId`, because charges share the payment's
 * receipt.
 *
 * An export without the column `A/C No.` needs a mapping without it, as below; references are then found in `Details`.
 *
 * @example
 * const { reference, ...columns } = mpesaOrganisation.columns
 * const withoutAccount = { ...mpesaOrganisation, columns }
 * reference // => 'A/C No.'
 * withoutAccount.currency // => 'KES'
 */
export const mpesaOrganisation: CsvMapping = frozen({
  ...kenya,
  columns: {
    bookedAt: 'Completion Time',
    credit: 'Paid In',
    debit: 'Withdrawn',
    reference: 'A/C No.',
    narration: 'Details',
    providerTransactionId: 'Receipt No.',
  },
})

/**
 * The M-Pesa statement of a customer's own line (Kenya), as CSV: seven columns, references only in `Details`.
 *
 * @example
 * mpesaCustomer.columns.narration // => 'Details'
 */
export const mpesaCustomer: CsvMapping = frozen({
  ...kenya,
  columns: {
    bookedAt: 'Completion Time',
    credit: 'Paid In',
    debit: 'Withdrawn',
    narration: 'Details',
    providerTransactionId: 'Receipt No.',
  },
})

/**
 * A statement of Vodafone Cash (Ghana), as CSV: the currency of each row, GHS where it is empty.
 *
 * @example
 * vodafoneCash.timeZone // => 'Africa/Accra'
 */
export const vodafoneCash: CsvMapping = frozen({
  ...ghana,
  columns: {
    bookedAt: 'Completion Time',
    credit: 'Paid In',
    debit: 'Withdrawn',
    currency: 'Currency',
    narration: 'Details',
    providerTransactionId: 'Receipt No.',
  },
})

/** All of them by their names, as requests and commands call them. */
export const shippedLayouts: Readonly<Record<string, CsvMapping>> = { mpesaOrganisation, mpesaCustomer, vodafoneCash }
