import { paymentFlags } from '../domain/payments/flags.js'
import type { ReportFilter } from '../operations/input/filter.js'
import type { Arguments, Options } from './arguments.js'

/** The options that select payments: what `exportCsv`, `reportPayments` and `totals` of the service have in common. */
export const paymentFilterOptions = {
  from: { value: 'DAY', help: 'from this day on, such as 2026-11-01' },
  to: { value: 'DAY', help: 'up to this day, inclusive' },
  basis: { value: 'TIME', help: 'what the days are about: createdAt, paidAt or reversedAt; default createdAt' },
  status: { value: 'STATUS', isList: true, help: 'pending, succeeded, failed, expired or reversed' },
  channel: { value: 'NAME', isList: true, help: 'of these channels' },
  reference: { value: 'TEXT', help: 'of this reference' },
  customer: { value: 'ID', help: "of the payer with this id, which is the host's own" },
  flag: { value: 'FLAG', help: paymentFlags.join(', ') },
} as const satisfies Options

/** Reads the filter; the service refuses values that it does not support. */
export function paymentFilterOf(args: Arguments): ReportFilter {
  return args.defined({
    from: args.text('from'),
    to: args.text('to'),
    basis: args.text('basis'),
    status: args.list('status'),
    channel: args.list('channel'),
    reference: args.text('reference'),
    customerId: args.text('customer'),
    flag: args.text('flag'),
  }) as ReportFilter
}
