/** The query parameters of the routes: the rules of the library's arguments, and what the OpenAPI document says of them. */
import type * as z from 'zod'
import { isMetadataField } from '../../domain/payments/metadata.js'
import { balanceQuery } from '../../operations/input/account-calls.js'
import { attemptsQuery } from '../../operations/input/attempt-calls.js'
import { attentionQuery } from '../../operations/input/attention-query.js'
import { auditFilter, daysQuery, journalQuery } from '../../operations/input/book-calls.js'
import { sessionsQuery, transitsQuery } from '../../operations/input/cash-calls.js'
import { closingsQuery, dayReportQuery, monthQuery } from '../../operations/input/day-calls.js'
import { exportQuery } from '../../operations/input/export-query.js'
import * as field from '../../operations/input/fields.js'
import { filterFields } from '../../operations/input/filter.js'
import { fileName, importsQuery } from '../../operations/input/import-calls.js'
import { csvFields } from '../../operations/input/csv.js'
import { lineFilterFields } from '../../operations/input/line-filter.js'
import { pageFields } from '../../operations/input/page.js'
import { runFields } from '../../operations/input/reconcile-options.js'
import { receiptFilterFields } from '../../operations/input/receipt-calls.js'
import { rulesQuery } from '../../operations/input/rule-calls.js'
import { waiverFilterFields } from '../../operations/input/waiver-calls.js'
import { refundFilterFields } from '../../operations/input/refund-filter.js'
import { searchQuery } from '../../operations/input/search-query.js'
import { statementFormats } from '../../statements/format.js'

export interface Parameter {
  readonly name: string
  readonly description: string
  /** The rule of the value. Rules that the library checks itself, such as those of dates, are not part of it. */
  readonly rule: z.ZodType
  /** True where the route is refused without it. */
  readonly isRequired?: boolean
  /** Returns true for the names of a parameter of many names; its `name` shows how they are made. */
  readonly hasName?: (name: string) => boolean
}

/** Describes parameters, one for each rule. */
function parameters<Name extends string>(
  rules: Readonly<Record<Name, z.ZodType>>,
  descriptions: Readonly<Record<NoInfer<Name>, string>>,
): readonly Parameter[] {
  const names = Object.keys(rules) as Name[]
  return names.map((name) => ({ name, description: descriptions[name], rule: rules[name] }))
}

const descriptionsOfPage = {
  cursor: '`nextCursor` of the page before; with the same other parameters.',
  limit: 'The maximum of items of a page.',
}
const descriptionsOfCsv = {
  mode: '`spreadsheet` makes formulas in text harmless for spreadsheet programs; `exact` keeps every byte.',
  bom: 'True for a file that begins with a byte order mark, for Excel.',
}
const reference = "The caller's own reference, compared byte for byte."
const account = 'The name of the account, as in the imports of its statements.'
const customerId = "Only payments of the payer with this id, which is the host's own."
const ofStatuses = 'Only payments of these statuses.'
const ofChannels = 'Only payments of these channels.'
const descriptionsOfPeriod = {
  from: "First calendar day, inclusive, in the hospital's time zone.",
  to: 'Last calendar day, inclusive.',
}

const descriptionsOfFilter = {
  ...descriptionsOfPeriod,
  reference,
  customerId,
  status: ofStatuses,
  channel: ofChannels,
  flag: 'Only payments with this flag, a reason for which people look at them.',
  basis: 'The time that period and order go by; payments without it are left out.',
}

export const pageParameters = parameters(pageFields, descriptionsOfPage)

export const referenceParameters: readonly Parameter[] = [
  { name: 'reference', description: reference, rule: field.text, isRequired: true },
  ...pageParameters,
]

const metadataParameter: Parameter = {
  name: 'metadata.{key}',
  description: 'Only payments with this value of the key, compared byte for byte: `metadata.ward=B`.',
  rule: field.text,
  hasName: isMetadataField,
}

export const filterParameters: readonly Parameter[] = [
  ...parameters(filterFields, descriptionsOfFilter),
  metadataParameter,
]

export const reportParameters: readonly Parameter[] = [...filterParameters, ...pageParameters]

export const csvParameters: readonly Parameter[] = [
  ...parameters(exportQuery.shape, {
    ...descriptionsOfFilter,
    columns: 'Columns to append, in this order.',
    ...descriptionsOfCsv,
  }),
  metadataParameter,
]

export const searchParameters = parameters(searchQuery.shape, {
  text: "A whole receipt, a reference in any spelling or its beginning, or a part of the payer's name.",
  amount: 'The amount of the payment, in minor units.',
  currency: 'ISO 4217.',
  phone: "The last digits of the payer's phone number, at least 3, or a masked one such as 2547****678.",
  customerId,
  status: ofStatuses,
  channel: ofChannels,
  from: "First day on which a payment was created, in the hospital's time zone.",
  to: 'Last such day, inclusive.',
  ...descriptionsOfPage,
})

const lineFilter = parameters(lineFilterFields, {
  status: 'Only lines of this status.',
  held: 'Only lines that are held, or that are not.',
  outcome: 'Only lines with one of these outcomes.',
  account,
  direction: 'Only credits, or only debits.',
  currency: 'ISO 4217.',
  from: 'First value date, inclusive.',
  to: 'Last value date, inclusive.',
  amount: 'The amount of the whole line, in minor units.',
  text: 'A part of the reference, the receipt or the narration, letters of either case.',
  assignee: 'The person who works on the line; empty for lines that are assigned to no one.',
  importId: 'The import that first stored the line.',
})

const csvSpelling = parameters(csvFields, descriptionsOfCsv)

export const lineTotalsParameters: readonly Parameter[] = lineFilter

export const linesParameters: readonly Parameter[] = [...lineFilter, ...pageParameters]

export const linesCsvParameters: readonly Parameter[] = [...lineFilter, ...csvSpelling]

export const importsParameters = parameters(importsQuery.shape, { account, ...descriptionsOfPage })

export const refundFilterParameters = parameters(refundFilterFields, {
  status: 'Only refunds of these statuses.',
  paymentId: 'Only refunds of this payment.',
  ...descriptionsOfPeriod,
  basis: 'The time that period and order go by; refunds without it are left out.',
})

export const refundsParameters: readonly Parameter[] = [...refundFilterParameters, ...pageParameters]

export const refundsCsvParameters: readonly Parameter[] = [...refundFilterParameters, ...csvSpelling]

const waiverFilterParameters = parameters(waiverFilterFields, {
  paymentId: 'Only waivers of this payment.',
  status: 'Only waivers of this status.',
  scheme: 'Only waivers of this scheme.',
  from: "First day of the request, inclusive, in the hospital's time zone.",
  to: 'Last such day, inclusive.',
})

export const waiversParameters: readonly Parameter[] = [...waiverFilterParameters, ...pageParameters]

export const waiversCsvParameters: readonly Parameter[] = [...waiverFilterParameters, ...csvSpelling]

export const attemptsParameters = parameters(attemptsQuery.shape, {
  paymentId: 'Only attempts for this payment.',
  status: 'Only attempts of this status.',
  provider: 'Only attempts by this provider.',
  ...descriptionsOfPage,
})

const receiptFilterParameters = parameters(receiptFilterFields, {
  year: 'Only receipts of this year.',
  paymentId: 'Only receipts that this payment has a part of.',
  payerId: 'Only receipts of this payer.',
  actor: 'Only receipts that this person issued.',
  from: "First day of issue, inclusive, in the hospital's time zone.",
  to: 'Last such day, inclusive.',
})

export const receiptsParameters: readonly Parameter[] = [...receiptFilterParameters, ...pageParameters]

export const receiptsCsvParameters: readonly Parameter[] = [...receiptFilterParameters, ...csvSpelling]

export const rulesParameters = parameters(rulesQuery.shape, descriptionsOfPage)

const { cursor: _closingsCursor, limit: _closingsLimit, ...closingFilterFields } = closingsQuery.shape

const closingFilterParameters = parameters(closingFilterFields, {
  account,
  from: 'First day that was closed, inclusive.',
  to: 'Last such day, inclusive.',
})

export const closingsParameters: readonly Parameter[] = [...closingFilterParameters, ...pageParameters]

export const closingsCsvParameters: readonly Parameter[] = [...closingFilterParameters, ...csvSpelling]

/** Describes parameters of which some are required. */
function withRequired(all: readonly Parameter[], ...names: readonly string[]): readonly Parameter[] {
  return all.map((parameter) => (names.includes(parameter.name) ? { ...parameter, isRequired: true } : parameter))
}

const descriptionsOfActions = {
  from: "First day of the action, inclusive, in the hospital's time zone.",
  to: 'Last such day, inclusive.',
}
const required = ['from', 'to'] as const

export const daysParameters = withRequired(parameters(daysQuery.shape, descriptionsOfActions), ...required)

export const journalParameters = withRequired(
  [
    ...parameters(journalQuery.shape, { ...descriptionsOfActions, accounts: 'Only lines of these accounts.' }),
    ...csvSpelling,
  ],
  ...required,
)

const auditFilterParameters = withRequired(
  parameters(auditFilter.shape, { ...descriptionsOfActions, actor: 'Only events of this person, byte for byte.' }),
  ...required,
)

export const auditParameters: readonly Parameter[] = [...auditFilterParameters, ...pageParameters]

export const auditCsvParameters: readonly Parameter[] = [...auditFilterParameters, ...csvSpelling]

export const sessionsParameters = parameters(sessionsQuery.shape, {
  point: 'Only sessions at this point.',
  status: 'Only open sessions, or closed ones.',
  actor: 'Only sessions that this person opened.',
  from: 'First day on which a session was opened, inclusive.',
  to: 'Last such day, inclusive.',
  ...descriptionsOfPage,
})

export const transitsParameters = withRequired(
  parameters(transitsQuery.shape, { to: 'The account to which the cash was sent.' }),
  'to',
)

const { account: _ofPath, ...balanceFields } = balanceQuery.shape

export const balanceParameters = withRequired(
  parameters(balanceFields, {
    currency: 'ISO 4217.',
    through: 'The last value date that counts; without it, all do.',
  }),
  'currency',
)

export const attentionParameters = parameters(attentionQuery.shape, {
  asOf: 'The time of the counts; now, where it is left out.',
  graceDays: 'For so many days after its payment, a payment without a line is not missing.',
  channels: 'The channels whose payments should have a line; all, where it is left out.',
  missingUpTo: 'The most payments without a line that are counted.',
})

const { day: _inPath, ...dayReportFields } = dayReportQuery.shape

export const dayReportParameters = parameters(dayReportFields, { channel: 'The only channel whose payments count.' })

const { month: _monthInPath, ...monthFields } = monthQuery.shape

export const monthParameters = parameters(monthFields, { account: 'The only account; default all.' })

const layoutName = field.described(field.text, { maxLength: 64 })
const sheetName = field.described(field.text, { maxLength: 64 })

const importRules = {
  format: field.oneOf(statementFormats),
  layout: layoutName,
  sheet: sheetName,
  // Checked here, so that a preview refuses the same names as an import.
  fileName,
  from: field.dayText,
  to: field.dayText,
  channels: runFields.channels,
  dryRun: field.truth.default(false),
}

export const importParameters: readonly Parameter[] = [
  {
    name: 'account',
    description: 'The name of the account, always the same for the same account.',
    rule: field.account,
    isRequired: true,
  },
  ...parameters(importRules, {
    format: 'The format of the file; found by its beginning where it is left out.',
    layout:
      'The layout of a CSV file or a spreadsheet, a stored one too; found by its columns where it is left out, refused with other formats.',
    sheet: 'The sheet of a spreadsheet; the only visible one with the columns where it is left out.',
    fileName: 'The name of the file, for people.',
    from: 'First day of the period in which payments are expected on the statement; with `to`.',
    to: 'Last day of that period, inclusive; with `from`.',
    channels: 'Only payments of these channels are expected.',
    dryRun: 'Show what the import would do, and write nothing.',
  }),
]
