/** The schemas of the audit and of sums by person. */
import type { HospitalPayments } from '../../service.js'
import { component, type Schema } from './json-schema.js'
import { currency, instant, listOf, nullable, object, page, text } from './schemas.js'

type Reports = HospitalPayments['reports']
type AuditKind = Awaited<ReturnType<Reports['audit']>>['items'][number]['kind']
type ActorAction = Awaited<ReturnType<Reports['byActor']>>['items'][number]['action']

const kinds: readonly AuditKind[] = [
  ...(['payment', 'line', 'refund', 'waiver', 'session', 'attempt', 'rule', 'closing'] as const),
]
const actions: readonly ActorAction[] = ['created', 'confirmed', 'took', 'gaveBack', 'waived']
const actor: Schema = { ...nullable(text), description: 'The person or system; null where none was named.' }

export const bookSchemas: Readonly<Record<string, Schema>> = {
  AuditEntry: object({
    at: instant,
    actor,
    kind: { type: 'string', enum: kinds },
    id: { ...text, description: 'Of what the event is about; of a closing, its account and day.' },
    type: { ...text, examples: ['payment.succeeded'] },
    amount: { ...nullable({ type: 'integer' }), description: "In the currency's minor units." },
    currency: nullable(currency),
    reason: nullable(text),
  }),
  AuditPage: page(component('AuditEntry')),
  ActorSums: object({
    items: listOf(
      object({
        actor,
        action: { type: 'string', enum: actions },
        currency,
        count: { type: 'integer', minimum: 1 },
        amount: { type: 'string', pattern: '^\\d+$', description: 'Exact decimal digits, in minor units.' },
      }),
    ),
  }),
}
