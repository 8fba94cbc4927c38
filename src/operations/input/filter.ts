import * as z from 'zod'
import { type DateRange, periodOf } from '../../domain/calendar.js'
import { shapes } from '../../domain/limits.js'
import { type PaymentFlag, paymentFlags } from '../../domain/payments/flags.js'
import { isMetadataField, metadataKey, type MetadataField } from '../../domain/payments/metadata.js'
import { paymentStatuses, type PaymentStatus } from '../../domain/payments/payment.js'
import { type Basis, bases } from '../../domain/report.js'
import { isChannelName, isPossibleReference } from '../../domain/text.js'
import type { Filter } from '../../repository/port.js'
import * as field from './fields.js'

/** The payments of a report, an export or totals. All fields are optional; a payment matches all that are set. */
export interface ReportFilter extends DateRange {
  reference?: string | undefined
  /** The host's own id of the payer. */
  customerId?: string | undefined
  /** The value of one key of the metadata, compared byte for byte: `'metadata.ward': 'B'`. */
  // Not by the name of the type: the bundler of declarations loses a name that stands only here.
  [key: `metadata.${string}`]: string | undefined
  status?: PaymentStatus | readonly PaymentStatus[] | undefined
  channel?: string | readonly string[] | undefined
  /** A flag to which the payments are limited. */
  flag?: PaymentFlag | undefined
  /** The time that `from`, `to` and the order use; payments without it are left out. Default `createdAt`. */
  basis?: Basis | undefined
}

export const filterFields = {
  from: field.dayText.optional(),
  to: field.dayText.optional(),
  reference: field.text.optional(),
  customerId: field.text.optional(),
  status: field.oneOrMore(field.oneOf(paymentStatuses), 50).optional(),
  channel: field.oneOrMore(field.text, 1000).optional(),
  flag: field.oneOf(paymentFlags).optional(),
  basis: field.oneOf(bases).default('createdAt'),
}

/** Makes the rule of a query of payments; beside its own fields, it has one for each key of the metadata. */
export function paymentQuery<Shape extends z.core.$ZodShape>(shape: Shape) {
  const checkOthers = (query: object, { issues }: z.core.$RefinementCtx) => {
    for (const [name, value] of Object.entries(query)) {
      if (name in filterFields || name in shape) continue
      const message = isMetadataField(name) ? valueProblem(value) : 'is not a known field'
      if (message !== null) issues.push({ code: 'custom', path: [name], input: value, message })
    }
  }
  return z
    .object({ ...filterFields, ...shape }, 'must be an object')
    .catchall(z.unknown())
    .superRefine(checkOthers, { when: ({ value }) => typeof value === 'object' && value !== null })
}

function valueProblem(content: unknown): string | null {
  return typeof content === 'string' ? null : 'must be text'
}

type ReadFilter = z.output<z.ZodObject<typeof filterFields>>

/** Returns the pairs that the fields of the metadata's keys ask for; `null` where none does. */
function pairsOf(filter: object): Readonly<Record<string, string>> | null {
  const fields = Object.entries(filter).filter((field): field is [MetadataField, string] => isMetadataField(field[0]))
  return fields.length === 0 ? null : Object.fromEntries(fields.map(([name, value]) => [metadataKey(name), value]))
}

/**
 * Turns the filter into that of the port; `null` when no payment can match, because none can have such a reference, channel or payer.
 */
export function portFilter(query: ReadFilter, timeZone: string): Filter | null {
  const { from, to, reference, customerId, status, channel, flag, basis } = query
  const metadata = pairsOf(query)
  const period = periodOf({ from, to }, timeZone)
  if (reference !== undefined && !isPossibleReference(reference)) return null
  if (customerId !== undefined && !shapes.customerId.test(customerId)) return null
  const channels = channel?.filter(isChannelName)
  if (channels?.length === 0) return null
  return {
    by: basis,
    ...period,
    ...(reference !== undefined && { reference }),
    ...(customerId !== undefined && { customerId }),
    ...(metadata && { metadata }),
    ...(status && { statuses: status }),
    ...(channels && { channels }),
    ...(flag && { flag }),
  }
}
