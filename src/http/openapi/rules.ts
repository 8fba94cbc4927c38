/** The schemas of remembered rules. */
import { category } from '../../operations/input/line-calls.js'
import { ruleText } from '../../operations/input/rule-calls.js'
import { component, jsonSchemaOf, type Schema } from './json-schema.js'
import { amount, currency, instant, nullable, object, page, ruleId, text } from './schemas.js'

const count: Schema = { type: 'integer', minimum: 0 }

export const ruleSchemas: Readonly<Record<string, Schema>> = {
  Rule: object({
    id: ruleId,
    account: { ...nullable(text), description: 'The account of its lines; null for every account.' },
    direction: { type: 'string', enum: ['credit', 'debit'] },
    text: jsonSchemaOf(ruleText),
    amount: nullable(amount),
    currency: nullable(currency),
    category: jsonSchemaOf(category),
    createdBy: text,
    createdAt: instant,
    deletedAt: { ...nullable(instant), description: 'null while the rule applies.' },
  }),
  RulePage: page(component('Rule')),
  RuleTrial: object({ lines: { ...count, description: 'The open lines that the rule would settle now.' } }),
  AppliedRule: object({ settled: { ...count, description: 'The lines that this request settled.' } }),
}
