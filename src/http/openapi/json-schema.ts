/** The JSON Schemas of what the library takes, from the zod schemas by which it checks that. */
import * as z from 'zod'
import { customer } from '../../operations/input/create-request.js'
import { jsonSchemas, metadata } from '../../operations/input/fields.js'
import { mapping } from '../../operations/input/layout-calls.js'
import { allocation } from '../../operations/input/line-calls.js'

/** A JSON Schema of the 2020-12 dialect, as OpenAPI 3.1 uses it. */
export type Schema = Readonly<Record<string, unknown>>

/** The schema of an object of zod. */
export interface ObjectSchema extends Schema {
  readonly properties: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

export const component = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** Rules that are components of the document, and their names there. */
const components = new Map<z.core.$ZodType, string>([
  [customer, 'Customer'],
  [metadata, 'Metadata'],
  [mapping, 'CsvMapping'],
  [allocation, 'Allocation'],
])

function jsonSchemaAnew(rule: z.ZodType): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(rule, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const node: z.core.$ZodType = zodSchema
      const name = components.get(node)
      if (name === undefined || node === rule) return void Object.assign(jsonSchema, jsonSchemas.get(node))
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
      Object.assign(jsonSchema, component(name))
    },
  })
  return schema
}

const known = new WeakMap<z.ZodType, Schema>()

/** Returns the JSON Schema of a rule; what zod cannot say of it is registered beside the rule. */
export function jsonSchemaOf(rule: z.ZodType): Schema {
  const schema = known.get(rule) ?? jsonSchemaAnew(rule)
  known.set(rule, schema)
  return schema
}
