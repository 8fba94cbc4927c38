/** The query parameters of the routes: how each is read, and how the OpenAPI document describes it. */
import { maxCursorLength } from '../../domain/cursor.js'
import { csvModes } from '../../domain/csv.js'
import { pageLimit } from '../../domain/limits.js'
import { paymentStatuses } from '../../domain/payments/payment.js'
import { bases, extraColumns } from '../../domain/report.js'
import type { Schema } from '../openapi/schemas.js'

export interface Parameter {
  readonly name: string
  readonly description: string
  readonly schema: Schema
  /** Whether the route refuses to do without it. */
  readonly isRequired?: boolean
  /** The value as the library takes it; `undefined` where the text breaks `rule`. */
  read(text: string): unknown
  readonly rule?: string
}

/** Rules that the library has itself, such as those of dates, are left to it. */
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

/** Separated by commas: no status, channel or column has one in its name. */
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
  schema: { type: 'integer', minimum: 1, maximum: pageLimit.most, default: pageLimit.usual },
  read: (value) => (/^[1-9][0-9]{0,2}$/.test(value) && Number(value) <= pageLimit.most ? Number(value) : undefined),
  rule: `must be an integer from 1 to ${pageLimit.most}`,
}

const bom: Parameter = {
  name: 'bom',
  description: 'Whether the file begins with a byte order mark, for Excel.',
  schema: { type: 'boolean', default: false },
  read: (value) => (value === 'true' || value === 'false' ? value === 'true' : undefined),
  rule: 'must be true or false',
}

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
  oneOf('basis', 'The time that period and order go by; payments without it are left out.', bases, 'createdAt'),
]

export const reportParameters: readonly Parameter[] = [...filterParameters, ...pageParameters]

export const csvParameters: readonly Parameter[] = [
  ...filterParameters,
  listOf('columns', 'Columns to append, in this order.', { enum: extraColumns }),
  oneOf(
    'mode',
    '`spreadsheet` neutralises formulas in caller text, `exact` is byte-faithful.',
    csvModes,
    'spreadsheet',
  ),
  bom,
]
