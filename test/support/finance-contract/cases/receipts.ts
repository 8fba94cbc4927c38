import type { StoredReceipt } from '../../../../src/domain/receipts/receipt.js'
import { receipts as receiptRows } from '../../../../src/repository/aggregates/receipts.js'
import { equal, rejectionOf } from '../../../../src/testing/assert.js'
import {
  issueReceipt,
  numberedReceipt,
  pageReceipts,
  printEntry,
  receiptFixture,
  receiptOfPayment,
} from '../day-fixtures.js'
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
        receipts.map((receipt, i) => numberedReceipt(receipt, i + 1)),
        'receipts',
      )
      for (const [i, { paymentId }] of receipts.entries())
        equal(await receiptOfPayment(repository, paymentId), issued[i], 'a receipt')
      equal(await receiptOfPayment(repository, 'pay_unknown'), null, 'an unknown receipt')
    },
  ),

  proveFinance(25, 'A part of a payment has one receipt, whoever asks again', async (repository) => {
    const receipt = receiptFixture()
    const { paymentId } = receipt
    const first = await issueReceipt(repository, receipt)
    const again = await issueReceipt(repository, receiptFixture({ paymentId, year: 2027, issuedBy: 'x' }))
    equal(again, first, 'the receipt')
    const second = await issueReceipt(repository, receiptFixture({ paymentId, ordinal: 2 }))
    equal(second.number, 2, 'the next number of the year')
    equal(await receiptOfPayment(repository, paymentId), second, 'the newest receipt')
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
    const { paymentId } = receiptFixture()
    const answers = await Promise.all(
      each(20, (i) => issueReceipt(repository, receiptFixture({ paymentId, issuedBy: `clerk-${i}` }))),
    )
    equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1, 'receipts')
    equal(await receiptOfPayment(repository, paymentId), answers[0], 'the stored receipt')
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

  proveFinance(25, 'A print counts a copy of a receipt, and changes neither number nor money', async (repository) => {
    await issueReceipt(repository, receiptFixture())
    const receipt = await issueReceipt(repository, receiptFixture({ tendered: 200, change: 100 }))
    const print = (changes = {}) => repository.replace({ changes: [], lines: [], rows: [printEntry(receipt, changes)] })
    for (const changes of [{ number: 1 }, { received: 99 }, { allocations: [] }, { change: 0 }])
      equal((await rejectionOf(() => print(changes))).length, 1, 'refusals of a change of a receipt')
    equal((await print()).outcome, 'replaced', 'the print')
    const again = await print()
    equal(again.outcome, 'row_stale', 'a print of an older version')
    const stored = await issueReceipt(repository, receiptFixture())
    equal(stored.number, 3, 'the number behind a print')
    const [printed] = await repository.findRows(receiptRows, 'id', [receipt.id])
    equal(printed?.row, { ...receipt, copies: 1, version: 2 }, 'the printed receipt')
  }),

  proveFinance(25, 'Receipts are found by payer, actor, line and time of issue', async (repository) => {
    const at = (minute: number) => `2026-11-20T09:0${minute}:00.000Z`
    const facts = [
      { payerId: 'p1', issuedBy: 'sara', issuedAt: at(2) },
      { payerId: 'p2', issuedBy: 'amina', issuedAt: at(1) },
      { payerId: 'p1', issuedBy: null, issuedAt: at(1), lineKey: 'line-1', year: 2027 },
    ]
    for (const each of facts) await issueReceipt(repository, receiptFixture(each))
    const page = (query: { list: string; where?: object; from?: string; before?: string }) =>
      repository.pageRows(receiptRows, { ...(query as { list: string }), direction: 'asc', limit: 9 })
    equal(numbersOf(await page({ list: 'payer', where: { payerId: 'p1' } })), ['2026/1', '2027/1'], 'of a payer')
    equal(numbersOf(await page({ list: 'actor', where: { issuedBy: 'amina' } })), ['2026/2'], 'of an actor')
    equal(numbersOf(await page({ list: 'issued' })), ['2026/2', '2027/1', '2026/1'], 'by time')
    equal(numbersOf(await page({ list: 'issued', from: at(2) })), ['2026/1'], 'from a time on')
    equal(numbersOf(await page({ list: 'issued', before: at(2), where: { payerId: 'p2' } })), ['2026/2'], 'of both')
    const [ofLine] = await repository.findRows(receiptRows, 'lineKey', ['line-1'])
    equal(ofLine?.row.year, 2027, 'the receipt of a line')
  }),
]
