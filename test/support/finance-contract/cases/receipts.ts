import type { StoredReceipt } from '../../../../src/repository/aggregates/receipts.js'
import { equal } from '../../../../src/testing/assert.js'
import { issueReceipt, pageReceipts, receiptFixture, receiptOfPayment } from '../day-fixtures.js'
import { freeTexts } from '../../../../src/testing/hostile.js'
import { allPages } from '../line-steps.js'
import { type FinanceProof, proveFinance } from '../proof.js'
import { each } from '../../../../src/testing/steps.js'

const numbersOf = (receipts: readonly StoredReceipt[]) => receipts.map(({ year, number }) => `${year}/${number}`)
const upTo = (count: number, year = 2026) => each(count, (i) => `${year}/${i + 1}`)
const positionOf = ({ year, number }: StoredReceipt) => ({ year, number })

export const receiptCases: readonly FinanceProof[] = [
  proveFinance(
    25,
    'Receipts of a year are numbered one after another, and come back as they were',
    async (repository) => {
      const receipts = each(3, (i) => receiptFixture({ issuedBy: i === 0 ? null : freeTexts[i]! }))
      const issued: StoredReceipt[] = []
      for (const receipt of receipts) issued.push(await issueReceipt(repository, receipt))
      equal(
        issued,
        receipts.map((receipt, i) => ({ ...receipt, number: i + 1 })),
        'receipts',
      )
      for (const receipt of issued) equal(await receiptOfPayment(repository, receipt.paymentId), receipt, 'a receipt')
      equal(await receiptOfPayment(repository, 'pay_unknown'), null, 'an unknown receipt')
    },
  ),

  proveFinance(25, 'A payment has one receipt, whoever asks again', async (repository) => {
    const first = await issueReceipt(repository, receiptFixture())
    const { paymentId } = first
    const again = await issueReceipt(repository, {
      paymentId,
      year: 2027,
      issuedAt: '2027-01-01T00:00:00.000Z',
      issuedBy: 'x',
    })
    equal(again, first, 'the receipt')
    const next = await issueReceipt(repository, receiptFixture())
    equal(next.number, 2, 'the next number of the year')
    equal(numbersOf(await pageReceipts(repository, { limit: 9 })), upTo(2), 'all receipts')
  }),

  proveFinance(
    25,
    'Of 50 receipts at once none has the number of another, and no number is left out',
    async (repository) => {
      const receipts = each(50, () => receiptFixture())
      const issued = await Promise.all(receipts.map((receipt) => issueReceipt(repository, receipt)))
      equal(numbersOf([...issued].sort((a, b) => a.number - b.number)), upTo(50), 'numbers')
      equal(numbersOf(await pageReceipts(repository, { year: 2026, limit: 99 })), upTo(50), 'stored numbers')
    },
  ),

  proveFinance(25, 'Of 20 calls at once for one payment all are answered one receipt', async (repository) => {
    const receipt = receiptFixture()
    const answers = await Promise.all(each(20, (i) => issueReceipt(repository, { ...receipt, issuedBy: `clerk-${i}` })))
    equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1, 'receipts')
    equal(await receiptOfPayment(repository, receipt.paymentId), answers[0], 'the stored receipt')
    equal((await issueReceipt(repository, receiptFixture())).number, 2, 'the next number')
  }),

  proveFinance(25, 'Each year begins at 1, and pages of any size give each receipt once', async (repository) => {
    for (let i = 0; i < 11; i++) await issueReceipt(repository, receiptFixture({ year: i % 3 === 0 ? 2027 : 2026 }))
    const all = [...upTo(7), ...upTo(4, 2027)]
    for (const limit of [1, 3, 100]) {
      const paged = await allPages(limit, (page) => pageReceipts(repository, page), positionOf)
      equal(numbersOf(paged), all, `pages of ${limit}`)
      const ofYear = await allPages(limit, (page) => pageReceipts(repository, { year: 2027, ...page }), positionOf)
      equal(numbersOf(ofYear), upTo(4, 2027), `pages of ${limit} of a year`)
    }
  }),
]
