/** The query parameters of the routes: how each is read, and how the OpenAPI document describes it. */
import { maxCursorLength } from '../../domain/cursor.js'
import { csvModes } from '../../domain/csv.js'
import { maxLength, maxAmount, pageLimit, shapes } from '../../domain/limits.js'
import { paymentFlags } from '../../domain/payments/flags.js'
import { paymentStatuses } from '../../domain/payments/payment.js'
import { bases, extraColumns } from '../../domain/report.js'
import { refundBases, refundStatuses } from '../../domain/refunds/refund.js'
import { lineOutcomes } from '../../domain/reconciliation/items.js'
import { freeTextProblem } from '../../domain/text.js'
import type { Schema } from '../openapi/schemas.js'
import type { StatementFormat } from '../../statements/index.js'

export interface Parameter {
  readonly name: string
  readonly description: string
  readonly schema: Schema
  /** True where the route is refused without it. */
  readonly isRequired?: boolean
  /** Reads the value as the library takes it. Returns `undefined` where the text breaks `rule`. */
  read(text: string): unknown
  readonly rule?: string
}

/** Describes a parameter of text. Rules that the library checks itself, such as those of dates, are not repeated here. */
function text(name: string, description: string, schema: Schema = {}): Parameter {
  return { name, description, schema: { type: 'string', ...schema }, read: (value) => value }
}

function oneOf(name: string, description: string, values: readonly string[], fallback: string): Parameter {
  return {
    name,
    description,
    schema: { type: 'string', enum: values, default: fallback },
    read: (value) => (values.includes(value) ? value : undefined),
    rule: `must be one of ${values.join(', ')}`,
  }
}

function optionalOneOf(name: string, description: string, values: readonly string[]): Parameter {
  const { schema, ...parameter } = oneOf(name, description, values, '')
  const { default: _, ...without } = schema
  return { ...parameter, schema: without }
}

/** Describes a list separated by commas: no status, channel or column has a comma in its name. */
function listOf(name: string, description: string, items: Schema & { enum?: readonly string[] }): Parameter {
  const { enum: values } = items
  return {
    name,
    description,
    schema: { type: 'array', items: { type: 'string', ...items }, minItems: 1 },
    read(value) {
      const parts = value.split(',')
      return values && !parts.every((part) => values.includes(part)) ? undefined : parts
    },
    ...(values && { rule: `must be one or more of ${values.join(', ')}, separated by commas` }),
  }
}

const limit: Parameter = {
  name: 'limit',
  description: 'How many items a page has at most.',
  schema: { type: 'integer', minimum: 1, maximum: pageLimit.max, default: pageLimit.usual },
  read: (value) => (/^[1-9][0-9]{0,2}$/.test(value) && Number(value) <= pageLimit.max ? Number(value) : undefined),
  rule: `must be an integer from 1 to ${pageLimit.max}`,
}

function flag(name: string, description: string, schema: Schema = {}): Parameter {
  return {
    name,
    description,
    schema: { type: 'boolean', ...schema },
    read: (value) => (value === 'true' || value === 'false' ? value === 'true' : undefined),
    rule: 'must be true or false',
  }
}

const bom = flag('bom', 'Whether the file begins with a byte order mark, for Excel.', { default: false })

const mode = oneOf(
  'mode',
  '`spreadsheet` neutralises formulas in caller text, `exact` is byte-faithful.',
  csvModes,
  'spreadsheet',
)

function amount(description: string): Parameter {
  return {
    name: 'amount',
    description,
    schema: { type: 'integer', minimum: 1, maximum: maxAmount },
    read: (value) => (/^[1-9][0-9]{0,15}$/.test(value) && Number(value) <= maxAmount ? Number(value) : undefined),
    rule: `must be an integer of minor units from 1 to ${maxAmount}`,
  }
}

const currency = text('currency', 'ISO 4217.', { pattern: shapes.currency.source })

const cursor = text('cursor', '`nextCursor` of the page before; with the same other parameters.', {
  maxLength: maxCursorLength,
})
const reference = text('reference', "The caller's own reference, compared byte for byte.")

export const pageParameters: readonly Parameter[] = [cursor, limit]

export const referenceParameters: readonly Parameter[] = [{ ...reference, isRequired: true }, ...pageParameters]

export const filterParameters: readonly Parameter[] = [
  text('from', "First calendar day, inclusive, in the hospital's time zone.", { format: 'date' }),
  text('to', 'Last calendar day, inclusive.', { format: 'date' }),
  reference,
  listOf('status', 'Only payments of these statuses.', { enum: paymentStatuses }),
  listOf('channel', 'Only payments of these channels.', {}),
  optionalOneOf('flag', 'Only payments that people look at for this.', paymentFlags),
  oneOf('basis', 'The time that period and order go by; payments without it are left out.', bases, 'createdAt'),
]

export const reportParameters: readonly Parameter[] = [...filterParameters, ...pageParameters]

export const csvParameters: readonly Parameter[] = [
  ...filterParameters,
  listOf('columns', 'Columns to append, in this order.', { enum: extraColumns }),
  mode,
  bom,
]

export const searchParameters: readonly Parameter[] = [
  text('text', "A whole receipt, a whole reference in any spelling, or a part of the payer's name.", {
    minLength: 1,
    maxLength: maxLength.searchText,
  }),
  amount('What was asked for, in minor units.'),
  currency,
  text('phone', "The last digits of the payer's phone number, at least 3, or a masked one such as 2547****678."),
  listOf('status', 'Only payments of these statuses.', { enum: paymentStatuses }),
  listOf('channel', 'Only payments of these channels.', {}),
  text('from', "First day on which a payment was created, in the hospital's time zone.", { format: 'date' }),
  text('to', 'Last such day, inclusive.', { format: 'date' }),
  ...pageParameters,
]

const lineFilter: readonly Parameter[] = [
  listOf('status', 'Only lines of this status.', { enum: ['open', 'settled'] }),
  flag('held', 'Only lines that are held, or that are not.'),
  listOf('outcome', 'Only lines of which the rules last said this.', { enum: lineOutcomes }),
  text('account', 'The account, as its statements are imported.'),
  optionalOneOf('direction', 'Only credits, or only debits.', ['credit', 'debit']),
  currency,
  text('from', 'First value date, inclusive.', { format: 'date' }),
  text('to', 'Last value date, inclusive.', { format: 'date' }),
  amount('Of the whole line, in minor units.'),
  text('text', 'A part of the reference, the receipt or the narration, letters of either case.', {
    maxLength: maxLength.searchText,
  }),
  {
    ...text('assignee', "Who looks into the line; empty for lines that are no one's.", { maxLength: maxLength.actor }),
    read: (value) => (value === '' ? null : value),
  },
  text('importId', 'The import that first stored the line.'),
]

export const linesParameters: readonly Parameter[] = [...lineFilter, ...pageParameters]

export const linesCsvParameters: readonly Parameter[] = [...lineFilter, mode, bom]

export const importsParameters: readonly Parameter[] = [
  text('account', 'The account, as its statements are imported.'),
  ...pageParameters,
]

export const refundFilterParameters: readonly Parameter[] = [
  listOf('status', 'Only refunds of these statuses.', { enum: refundStatuses }),
  text('paymentId', 'Only refunds of this payment.'),
  text('from', "First calendar day, inclusive, in the hospital's time zone.", { format: 'date' }),
  text('to', 'Last calendar day, inclusive.', { format: 'date' }),
  oneOf('basis', 'The time that period and order go by; refunds without it are left out.', refundBases, 'createdAt'),
]

export const refundsParameters: readonly Parameter[] = [...refundFilterParameters, ...pageParameters]

export const refundsCsvParameters: readonly Parameter[] = [...refundFilterParameters, mode, bom]

export const closingsParameters: readonly Parameter[] = [
  text('account', 'The account, as its statements are imported.'),
  text('from', 'First day that was closed, inclusive.', { format: 'date' }),
  text('to', 'Last such day, inclusive.', { format: 'date' }),
  ...pageParameters,
]

const maxFileNameLength = 255
const layoutRule = 'Which CSV file it is; found by its columns where it is left out, refused with other formats.'
const fileFormats: readonly StatementFormat[] = ['csv', 'camt', 'mt940']

/** @param layouts their names; `null` where they differ by principal */
export function importParameters(layouts: readonly string[] | null): readonly Parameter[] {
  return [
    {
      ...text('account', 'Names the account and its bank or provider, always the same for the same account.', {
        minLength: 1,
        maxLength: maxLength.reference,
      }),
      isRequired: true,
    },
    optionalOneOf('format', 'What the file is written in; found by its beginning where it is left out.', fileFormats),
    layouts ? optionalOneOf('layout', layoutRule, layouts) : text('layout', layoutRule, { maxLength: 64 }),
    {
      name: 'fileName',
      description: 'What the file is called, for people.',
      schema: { type: 'string', minLength: 1, maxLength: maxFileNameLength },
      // Checked here, so that a preview refuses the same names as an import.
      read: (value) => (value.trim() !== '' && freeTextProblem(value, maxFileNameLength) === null ? value : undefined),
      rule: `must be text of at most ${maxFileNameLength} characters, and not empty`,
    },
    text('from', 'First day of the period in which payments are expected on the statement; with `to`.', {
      format: 'date',
    }),
    text('to', 'Last day of that period, inclusive; with `from`.', { format: 'date' }),
    listOf('channels', 'Only payments of these channels are expected.', {}),
    flag('dryRun', 'Show what the import would do, and write nothing.', { default: false }),
  ]
}
