/** The schemas of the bodies of requests: those of the functions that they are the arguments of. */
import type * as z from 'zod'
import { maxPaymentsOverHttp, maxRowsOverHttp } from '../../domain/limits.js'
import { abandonAttemptOptions, startAttemptRequest } from '../../operations/input/attempt-calls.js'
import { createRequest, customer } from '../../operations/input/create-request.js'
import {
  cashLineRequest,
  closeRequest,
  confirmAtCounterOptions,
  explainOptions,
  openRequest,
  payOutRequest,
  receiveRequest,
  sendRequest,
  takeRequest,
} from '../../operations/input/cash-calls.js'
import { erasureRequest } from '../../operations/input/erasure-calls.js'
import { closeDayOptions, reopenDayOptions } from '../../operations/input/day-calls.js'
import { idempotencyKey, metadata } from '../../operations/input/fields.js'
import {
  acceptOptions,
  allocateOptions,
  allocation,
  assignOptions,
  remittanceRow,
  setPayerOptions,
  markDuplicateOptions,
  markOptions,
  noteOptions,
  unallocateOptions,
} from '../../operations/input/line-calls.js'
import {
  cancelOptions,
  confirmOptions,
  expireOptions,
  failOptions,
  reverseOptions,
} from '../../operations/input/payment-calls.js'
import {
  approveRefundOptions,
  confirmRefundOptions,
  createRefundRequest,
  endRefundOptions,
} from '../../operations/input/refund-calls.js'
import {
  approveWaiverOptions,
  endWaiverOptions,
  revokeWaiverOptions,
  waiverRequest,
} from '../../operations/input/waiver-calls.js'
import { layoutRequest, replaceLayoutRequest } from '../../operations/input/layout-calls.js'
import { applyOptions, ruleRequest } from '../../operations/input/rule-calls.js'
import { applyDepositRequest } from '../../operations/input/payer-calls.js'
import { component, jsonSchemaOf, type ObjectSchema, type Schema } from './json-schema.js'
import { object } from './schemas.js'

/** Describes the fields of a body: all of the arguments but `omitted`. */
function bodyOf(rule: z.ZodType, ...omitted: readonly string[]): Schema {
  const { properties, required = [] } = jsonSchemaOf(rule) as ObjectSchema
  const fields = Object.entries(properties).filter(([name]) => !omitted.includes(name))
  const optional = fields.map(([name]) => name).filter((name) => !required.includes(name))
  return object(Object.fromEntries(fields), optional)
}

/** Describes an object that must have one more of its fields. */
const required = (schema: Schema, name: string): Schema => ({
  ...schema,
  required: [...(schema['required'] as string[]), name],
})

/** Describes options; who acts is not for the body to say. */
const optionsOf = (rule: z.ZodType) => bodyOf(rule, 'actor')

/** Describes the body of a call at the counter; who acts, and in which session, is not for the body to say. */
const cashBody = (rule: z.ZodType, ...inPath: readonly string[]) => bodyOf(rule, 'actor', 'supervisor', ...inPath)

export const requestSchemas: Readonly<Record<string, Schema>> = {
  LayoutRequest: bodyOf(layoutRequest),
  ReplaceLayoutRequest: bodyOf(replaceLayoutRequest),
  CreatePaymentRequest: bodyOf(createRequest),
  CreatePaymentsRequest: object({
    payments: { type: 'array', maxItems: maxPaymentsOverHttp, items: component('KeyedRequest') },
  }),
  KeyedRequest: object({ request: component('CreatePaymentRequest'), idempotencyKey: jsonSchemaOf(idempotencyKey) }, [
    'idempotencyKey',
  ]),
  Customer: bodyOf(customer),
  Metadata: jsonSchemaOf(metadata),
  Allocation: jsonSchemaOf(allocation),
  ConfirmRequest: optionsOf(confirmOptions),
  FailRequest: optionsOf(failOptions),
  ExpireRequest: optionsOf(expireOptions),
  ReverseRequest: optionsOf(reverseOptions),
  CancelRequest: optionsOf(cancelOptions),
  StartAttemptRequest: bodyOf(startAttemptRequest(undefined), 'actor', 'paymentId'),
  AbandonAttemptRequest: optionsOf(abandonAttemptOptions),
  AcceptRequest: optionsOf(acceptOptions),
  AllocateRequest: optionsOf(allocateOptions),
  UnallocateRequest: optionsOf(unallocateOptions),
  MarkRequest: optionsOf(markOptions),
  MarkDuplicateRequest: optionsOf(markDuplicateOptions),
  AssignRequest: optionsOf(assignOptions),
  SetPayerRequest: optionsOf(setPayerOptions),
  ApplyDepositRequest: bodyOf(applyDepositRequest, 'actor', 'payerId'),
  ProposeRequest: object({ rows: { type: 'array', maxItems: maxRowsOverHttp, items: component('RemittanceRow') } }),
  RemittanceRow: {
    ...bodyOf(remittanceRow),
    description: 'A bill by `reference` or `paymentId`, and what was paid of it.',
  },
  NoteRequest: optionsOf(noteOptions),
  CreateRefundRequest: {
    description: 'Money of a payment that succeeded, or open money of a credit.',
    oneOf: [
      required(bodyOf(createRefundRequest, 'lineKey'), 'paymentId'),
      required(bodyOf(createRefundRequest, 'paymentId'), 'lineKey'),
    ],
  },
  ApproveRefundRequest: optionsOf(approveRefundOptions),
  ConfirmRefundRequest: optionsOf(confirmRefundOptions),
  EndRefundRequest: optionsOf(endRefundOptions),
  WaiverRequest: bodyOf(waiverRequest),
  ApproveWaiverRequest: optionsOf(approveWaiverOptions),
  EndWaiverRequest: optionsOf(endWaiverOptions),
  RevokeWaiverRequest: optionsOf(revokeWaiverOptions),
  RuleRequest: bodyOf(ruleRequest),
  ApplyRuleRequest: optionsOf(applyOptions),
  CloseDayRequest: optionsOf(closeDayOptions),
  CloseThroughRequest: optionsOf(closeDayOptions),
  ReopenDayRequest: optionsOf(reopenDayOptions),
  ConfirmAtCounterRequest: { ...cashBody(confirmAtCounterOptions), required: [] },
  OpenSessionRequest: cashBody(openRequest),
  TakeRequest: {
    ...cashBody(takeRequest, 'sessionId'),
    description:
      'A bill by `paymentId`, or bills and categories by `allocations`, or neither; what they leave is a deposit of `payerId`.',
  },
  PayOutRequest: {
    ...cashBody(payOutRequest, 'sessionId'),
    description: 'A refund by `refundId`, or `category` with `amount`.',
  },
  SendCashRequest: cashBody(sendRequest, 'sessionId'),
  CloseSessionRequest: cashBody(closeRequest, 'sessionId'),
  ReceiveCashRequest: cashBody(receiveRequest, 'lineKey'),
  CashLineRequest: cashBody(cashLineRequest, 'lineKey'),
  ExplainRequest: cashBody(explainOptions),
  EraseRequest: {
    description: 'A person of all payments, or the payer of one payment alone.',
    oneOf: (['customerId', 'paymentId'] as const).map((name) => bodyOf(erasureRequest(name), 'actor')),
  },
}
