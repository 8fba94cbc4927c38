/** Every rule of text, over the long text that it likes least: bounded work for each character. */
import { describe, expect, it } from 'vitest'
import { csvRows, neutraliseFormulas } from '../../src/domain/csv.js'
import { decodeCursor, paymentPosition } from '../../src/domain/cursor.js'
import { isPaymentId } from '../../src/domain/id.js'
import { isCalendarDate, parseInstant } from '../../src/domain/instant.js'
import { identityOf } from '../../src/domain/reconciliation/line-key.js'
import { formatAmount, parseAmount, parseSum } from '../../src/domain/money.js'
import { referenceTokens } from '../../src/domain/reconciliation/narration.js'
import { isReportDay, isTimeZone } from '../../src/domain/calendar.js'
import { codePoints, freeTextProblem, isChannelName, referenceProblem } from '../../src/domain/text.js'
import { textChannel } from '../../src/domain/payments/text-channel.js'
import { confirmPayment, failPayment } from '../../src/operations/payments/transitions.js'
import { createOptions, createRequest } from '../../src/operations/input/create-request.js'
import { filterFields, portFilter } from '../../src/operations/input/filter.js'
import { object } from '../../src/operations/input/fields.js'
import { readRecord } from '../../src/operations/input/statement-record.js'
import { readReconciliation } from '../../src/operations/input/reconcile-options.js'
import { credit } from '../reconciliation/support/hospital.js'
import { request } from '../support/service.js'
import { slowOver } from '../support/bounded-work.js'

const filter = object(filterFields)

const rules: Record<string, (text: string) => unknown> = {
  referenceProblem,
  freeTextProblem: (text) => freeTextProblem(text, 500),
  'freeTextProblem of a long field': (text) => freeTextProblem(text, 1 << 21),
  codePoints,
  isChannelName,
  isPaymentId,
  parseInstant,
  isCalendarDate,
  isReportDay,
  isTimeZone,
  parseAmount: (text) => parseAmount(text, 'ETB'),
  parseSum: (text) => parseSum(text, 'ETB'),
  formatAmount: (text) => formatAmount(text, 'ETB'),
  decodeCursor: (text) => decodeCursor(text, 'query', paymentPosition),
  neutraliseFormulas,
  'a CSV field': (text) => csvRows([{ name: 'a', kind: 'callerText' }], 'spreadsheet', [[text]]),
  referenceTokens,
  'the template of textChannel': (text) => textChannel(`${text}{reference}`),
  'what textChannel fills in': (text) =>
    textChannel('{reference}{description}')({
      ...request({ reference: text, description: text }),
      amountDecimal: '1.00',
    }),
  'the fields of a request': (text) =>
    createRequest.safeParse({
      amount: text,
      currency: text,
      reference: text,
      channel: text,
      description: text,
      customer: { name: text, phone: text },
      metadata: { [text]: text, a: text },
      expiresAt: text,
    }),
  'the options of a request': (text) => createOptions.safeParse({ idempotencyKey: text, actor: text }),
  'a filter': (text) => {
    const read = filter.safeParse({ from: text, to: text, reference: text, status: text, channel: text, basis: text })
    return [read, portFilter({ from: text, reference: text, channel: [text], basis: 'createdAt' } as never, 'UTC')]
  },
  'a confirmation': (text) =>
    confirmPayment({} as never, text, { paidAt: text, currency: text, providerTransactionId: text, actor: text }),
  'a failure': (text) => failPayment({} as never, text, { reason: text }),
  'the options of a reconciliation': (text) =>
    readReconciliation({} as never, { account: text, period: { from: text, to: text }, asOf: text, actor: text }),
  'a statement line': (text) =>
    readRecord({
      row: 1,
      direction: text,
      amount: text,
      currency: text,
      valueDate: text,
      bookedAt: text,
      lineId: text,
    }),
  'the key of a statement line': (text) => identityOf('account', credit({ narration: text, reference: text })),
}

describe.each(Object.entries(rules))('src/domain/: %s', (_, rule) => {
  it('takes bounded work for each character, whatever the characters are', () => {
    expect(slowOver(rule)).toEqual([])
  }, 300_000)
})
