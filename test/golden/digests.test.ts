/**
 * Digests that stand in databases and in cursors of running clients. These values were made by the first release's own
 * SHA-256; whatever computes them since must give the same.
 */
import { memoryRepository } from 'hospital-payments'
import { expect, it } from 'vitest'
import { identityOf, lineKey } from '../../src/domain/reconciliation/line-key.js'
import type { StatementLine } from '../../src/domain/reconciliation/statement-line.js'
import { altered } from '../support/repositories.js'
import { minute, request, testService } from '../support/service.js'

const requests = {
  plain: {},
  everyField: {
    description: 'Consultation\nand “laboratory” 👍',
    customer: { name: 'የህክምና ታካሚ', phone: '+251911234567' },
    metadata: { ward: '4', 'card.no': 'A-1' },
    expiresAt: '2026-11-21T10:00:00+03:00',
  },
  nameOnly: { customer: { name: 'Abebe' } },
  largestAmount: { amount: Number.MAX_SAFE_INTEGER, reference: 'é'.repeat(255) },
}

it('createPayment: each request has the fingerprint that stored idempotency keys have', async () => {
  const fingerprints: Record<string, string> = {}
  const repository = altered(memoryRepository(), ({ insert }) => ({
    insert(entries) {
      for (const { idempotency } of entries) fingerprints[idempotency!.key] = idempotency!.fingerprint
      return insert(entries)
    },
  }))
  const { payments } = testService({ repository })
  for (const [idempotencyKey, fields] of Object.entries(requests))
    await payments.createPayment(request(fields), { idempotencyKey })
  expect(fingerprints).toMatchInlineSnapshot(`
    {
      "everyField": "bbd8b238af61bf3b8228171ee440514ee5d6993e4b86027ecf8d9cd7330bd038",
      "largestAmount": "85867a641841e6e8c15b742ba9a231437019f880c8350aeba2c8475601f7ac23",
      "nameOnly": "5136beb97f442c9b28c1f032b5427017619d7d07577e19eaf61aed5136a1918d",
      "plain": "90b30774851aaec4fb0b92b43072a5f394f9d8a1a187501a9581217167c5f039",
    }
  `)
})

it('encodeCursor: each page has the cursor that clients hold', async () => {
  const { payments, clock } = testService()
  for (let i = 0; i < 3; i++) {
    const { id } = await payments.createPayment(request())
    await payments.confirmPayment(id)
    clock.advance(minute)
  }
  const days = { from: '2026-11-20', to: '2026-11-20' }
  const pages = [
    await payments.findByReference('INV-1', { limit: 1 }),
    await payments.reportPayments({ limit: 1 }),
    await payments.reportPayments({ ...days, limit: 2, basis: 'paidAt', status: ['succeeded', 'reversed'] }),
    await payments.reportPayments({ ...days, limit: 2, channel: 'mobile-banking', reference: 'INV-1' }),
  ]
  expect(pages.map(({ nextCursor }) => nextCursor)).toMatchInlineSnapshot(`
    [
      "MjAyNi0xMS0yMFQwOTowMjowMC4wMDBacGF5XzAxTTdXMzFXVDBWSlA1RTNYNUc3RlZKSzJL.mI9klcszXdzApqiJ2P_i",
      "MjAyNi0xMS0yMFQwOTowMDowMC4wMDBacGF5XzAxTTdXMlk3TTBKUFpQMURCTkRCQUtRMk1U.bJC2ywV3hA2OKKkCYbGG",
      "MjAyNi0xMS0yMFQwOTowMTowMC4wMDBacGF5XzAxTTdXMzAyNzBWVlpZQUVIVjZTMTU4OThD.x1l6WYoxUbym5ngcmwpG",
      "MjAyNi0xMS0yMFQwOTowMTowMC4wMDBacGF5XzAxTTdXMzAyNzBWVlpZQUVIVjZTMTU4OThD.baOtUnZKw3imM7Q60jTa",
    ]
  `)
})

it('lineKey: each line of a statement has the key under which it counts once', () => {
  const plain: StatementLine = {
    row: 2,
    direction: 'credit',
    amount: 150_000,
    currency: 'ETB',
    valueDate: '2026-11-20',
  }
  const full: StatementLine = {
    ...plain,
    bookedAt: '2026-11-20T08:00:00.000Z',
    reference: 'INV-0001',
    narration: 'ክፍያ "INV-0001" 👍',
    providerTransactionId: 'TX-1',
  }
  const lines = [plain, full, { ...full, direction: 'debit' as const }, { ...full, lineId: 'A-1' }]
  const keys = lines.map((line, i) => {
    const { kind, digest } = identityOf('cbe-1000', line)
    return lineKey(kind, digest, i + 1)
  })
  expect(keys).toMatchInlineSnapshot(`
    [
      "content:BpQMXl55dTjfYgRHEW_GRYxT0EW6dliQQ_yFk0vVkuI:1",
      "receipt:vV1W1OrSSf_DyyOLMIfcySyd-7eYvc7cBPu3dXwEjXk:2",
      "receipt:yVnWjDhzk6ihc2e_0lPtDQyxnJFk2PlpqB-saYciJrY:3",
      "id:_UZi2LdN7jDLHm0_KKphCnli2uTfnoe0jCZKENFurOk:4",
    ]
  `)
})
