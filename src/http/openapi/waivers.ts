/** The schemas of waivers. */
import type { WaiverEventType } from '../../domain/waivers/event.js'
import { waiverStatuses } from '../../domain/waivers/waiver.js'
import * as waiverCalls from '../../operations/input/waiver-calls.js'
import { component, jsonSchemaOf, type Schema } from './json-schema.js'
import { amount, currency, instant, nullable, object, page, paymentId, text } from './schemas.js'

const waiverId: Schema = {
  type: 'string',
  pattern: '^wvr_[0-9A-HJKMNP-TV-Z]{26}$',
  examples: ['wvr_01KAF5Z8Q3M4N5P6R7S8T9V0WX'],
}
const status: Schema = { type: 'string', enum: waiverStatuses }
const scheme = jsonSchemaOf(waiverCalls.scheme)
const reason = jsonSchemaOf(waiverCalls.waiverReason)
const lineKey: Schema = { ...nullable(text), description: "The line on the scheme's account; null unless granted." }

export const waiverSchemas: Readonly<Record<string, Schema>> = {
  Waiver: object(
    {
      id: waiverId,
      status,
      paymentId,
      reference: text,
      amount,
      currency,
      scheme,
      reason,
      note: jsonSchemaOf(waiverCalls.waiverNote),
      requestedBy: text,
      decidedBy: { ...nullable(text), description: 'Who granted or rejected it; null where no second person did.' },
      decidedAt: nullable(instant),
      revokedBy: nullable(text),
      revokedAt: nullable(instant),
      lineKey,
      createdAt: instant,
      updatedAt: instant,
      version: { type: 'integer', minimum: 1 },
    },
    ['note'],
  ),
  WaiverPage: page(component('Waiver')),
  WaiverEvent: object({
    id: text,
    createdAt: instant,
    type: { type: 'string', enum: waiverStatuses.map((of): WaiverEventType => `waiver.${of}`) },
    data: object({
      waiverId,
      paymentId,
      lineKey,
      reference: text,
      amount,
      currency,
      scheme,
      reason,
      status,
      previousStatus: nullable(status),
      version: { type: 'integer', minimum: 1, description: 'Of the waiver.' },
      paymentVersion: { type: 'integer', minimum: 1 },
    }),
    actor: nullable(text),
    reason: nullable(text),
    evidence: nullable(component('Evidence')),
  }),
}
