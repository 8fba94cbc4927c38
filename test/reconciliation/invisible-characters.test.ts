/** Characters that show as nothing make two references, or two receipts, look like one. */
import { describe, expect, it } from 'vitest'
import { badFields, request, testService } from '../support/service.js'
import { credit, file, hospital } from './support/hospital.js'

const invisible = [
  '\u00ad',
  '\u115f',
  '\u1160',
  '\u180e',
  '\u2060',
  '\u206f',
  '\u2800',
  '\u3164',
  '\ufeff',
  '\uffa0',
  '\u{e0031}',
]
const atEnds = ['\ufe00', '\ufe0f', '\u{e0100}', '\u{e01ef}', '\u180b', '\u180f']

const lookalikes = [
  ...invisible.map((one) => `INV-${one}0001`),
  ...atEnds.flatMap((one) => [`${one}INV-0001`, `INV-0001${one}`]),
]

describe('reference: text that looks like INV-0001', () => {
  it.each(lookalikes)('is no reference, and no receipt: %j', async (text) => {
    const { payments } = testService()
    const { id } = await payments.createPayment(request({ reference: 'INV-0001' }))
    const [problem] = await badFields(payments.createPayment(request({ reference: text })))
    expect(problem).toMatch(/^reference (contains|begins or ends with white space or) an invisible character$/)
    expect(await badFields(payments.confirmPayment(id, { providerTransactionId: text }))).toEqual([
      problem!.replace('reference', 'providerTransactionId'),
    ])
  })

  it.each(lookalikes)('finds nothing: %j', async (text) => {
    const { payments, bill } = hospital()
    await bill({ reference: 'INV-0001' })
    const none = { items: [], nextCursor: null }
    expect(await payments.findByReference(text)).toStrictEqual(none)
    expect(await payments.reportPayments({ reference: text })).toStrictEqual(none)
    expect(await payments.totals({ reference: text })).toStrictEqual({ items: [] })
  })

  it.each(lookalikes)('on a statement line names no payment: %j', async (text) => {
    const { bill, apply } = hospital()
    await bill({ reference: 'INV-0001' })
    const { lines } = await apply(file(credit({ reference: text }), credit({ narration: `for ${text}` })))
    expect(lines.map(({ outcome }) => outcome)).toEqual(['unmatched_line', 'unmatched_line'])
  })

  it.each(lookalikes)(
    'is kept neither in the payment nor in the evidence as the receipt of a line: %j',
    async (text) => {
      const { bill, apply, now, payments } = hospital()
      const { id } = await bill({ reference: 'INV-0001' })
      const { lines } = await apply([credit({ reference: 'INV-0001', providerTransactionId: text })])
      expect(lines[0]!.outcome).toBe('confirmed')
      expect(await now({ id })).not.toHaveProperty('providerTransactionId')
      expect((await payments.history(id)).at(-1)!.evidence).toMatchObject({ providerTransactionId: null })
    },
  )
})
