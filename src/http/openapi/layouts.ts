/** The schemas of stored layouts. */
import * as layoutCalls from '../../operations/input/layout-calls.js'
import { component, jsonSchemaOf, type Schema } from './json-schema.js'
import { instant, object, page, text } from './schemas.js'

const digest: Schema = { type: 'string', pattern: '^[0-9a-f]{64}$' }

export const layoutSchemas: Readonly<Record<string, Schema>> = {
  Layout: object({
    name: jsonSchemaOf(layoutCalls.layoutName),
    version: { type: 'integer', minimum: 1, description: 'One more for each mapping that replaced the one before.' },
    mapping: component('CsvMapping'),
    digests: {
      ...object({ csv: digest, xlsx: digest }),
      description: 'The `layout` of the imports that were read by this version.',
    },
    createdBy: { ...text, description: 'The person who made this version.' },
    createdAt: instant,
  }),
  CsvMapping: jsonSchemaOf(layoutCalls.mapping),
  LayoutPage: page(component('Layout')),
}
