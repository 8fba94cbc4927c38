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

/** Exports have the first two, even in one file; the others are what is left of them where Excel has saved the file. */
const dates = [
  ...['dd-MM-yyyy HH:mm:ss', 'yyyy-MM-dd HH:mm:ss', "yyyy-MM-dd'T'HH:mm:ss"],
  ...['dd/MM/yyyy HH:mm', 'dd/MM/yyyy HH:mm:ss', 'dd/MM/yyyy hh:mm:ss a', 'dd/MM/yyyy hh:mm a', 'dd/MM/yy HH:mm'],
  ...['dd-MM-yyyy HH:mm', 'yyyy-MM-dd HH:mm'],
]
const otherNames = {
  'Receipt No.': ['Receipt Number'],
  'Completion Time': ['Completed Time'],
  Details: [],
  'Transaction Status': [],
  'Paid In': ['Paid-In'],
  Withdrawn: ['Withdraw', 'Withdrawal'],
  'A/C No.': ['AC No.', 'Account No.', 'Account Number'],
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
 * The statement of an M-Pesa organisation portal (Kenya), as CSV: only completed rows, receipts in capitals, the
 * account number that the payer typed as reference. Names of columns in another case or spelling (`Receipt No`, `Account No.`)
 * and dates as Excel saves them, the day before the month, are read too. Lines have no `lineId`, because charges share the payment's receipt.
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
