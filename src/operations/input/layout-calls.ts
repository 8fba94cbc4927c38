/** The arguments of the calls about layouts. A mapping is checked by the reader of CSV files, whose floor is above this one. */
import { shapes } from '../../domain/limits.js'
import { isPlainObject } from '../../internal/option-checks.js'
import * as z from 'zod'
import * as field from './fields.js'
import { pageFields } from './page.js'

/** The person who makes or replaces a layout. */
export interface LayoutOptions {
  actor: string
}

/** The longest mapping, in characters of JSON. */
export const maxMappingLength = 65_536

export const layoutName = field.described(
  field.text.regex(shapes.layout, 'must be 1 to 64 characters of A-Z, a-z, 0-9, _, . and -'),
  { examples: ['cbe-current'] },
)

const text = { type: 'string' }
const texts = { type: 'array', minItems: 1, items: text }
const positive = { type: 'integer', minimum: 1, maximum: 9999 }

/** Describes an object with these properties, of which all but the optional ones are required. */
function objectOf(required: Readonly<Record<string, unknown>>, optional: Readonly<Record<string, unknown>> = {}) {
  const properties = { ...required, ...optional }
  return { type: 'object', additionalProperties: false, required: Object.keys(required), properties }
}

const column = { oneOf: [text, objectOf({ at: positive }), objectOf({ name: text, nth: positive })] }
const columns = { oneOf: [...column.oneOf, { type: 'array', minItems: 1, items: column }] }
const condition = objectOf({ column, values: texts })
const columnOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, column]))

/** The JSON Schema of a mapping, for the document of the routes; the reader says the rest, such as which patterns it reads. */
const mappingSchema = {
  description: 'The columns and the notation of a CSV file or a spreadsheet.',
  ...objectOf(
    {
      columns: objectOf(
        {},
        {
          ...columnOf(['valueDate', 'amount', 'credit', 'debit', 'currency', 'reference']),
          ...columnOf(['providerTransactionId', 'balance', 'lineId']),
          bookedAt: columns,
          narration: columns,
        },
      ),
      dates: { ...texts, description: 'Patterns of date-fns, tried in order.' },
      timeZone: { ...text, description: 'IANA name of the zone of the times.' },
    },
    {
      calendar: { const: 'ethiopic' },
      currency: { ...text, description: 'ISO 4217, of rows that have none of their own.' },
      decimal: { type: 'string', enum: ['.', ','] },
      header: { const: false },
      debitWhen: condition,
      positive: { const: 'debit' },
      upperCaseTransactionId: { const: true },
      delimiter: text,
      encoding: text,
      only: condition,
      continues: { const: true },
      otherNames: {
        type: 'object',
        propertyNames: { minLength: 1 },
        additionalProperties: { type: 'array', items: text },
      },
      sheet: text,
    },
  ),
}

export const mapping = field.described(
  z.custom<Record<string, unknown>>(isPlainObject, 'must be an object, as CsvMapping describes it'),
  mappingSchema,
)

export const layoutRequest = field.object({ name: layoutName, mapping })
export const replaceLayoutRequest = field.object({ mapping })
export const layoutOptions = field.object({ actor: field.actor })
export const layoutsQuery = field.object(pageFields)
