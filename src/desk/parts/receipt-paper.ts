/** A receipt as it is printed: the head of the hospital, the money in figures and words, what it paid, and its copy mark. */
import type { Receipt } from '../../domain/receipts/receipt.js'
import { amountInWords } from './amount-in-words.js'
import { hiddenField } from './forms.js'
import { hospitalHead } from './hospital-head.js'
import { bdi, type Content, type Html, markup } from './html.js'
import { actorOf, type View } from './view.js'
import type { Form } from '../request/form.js'
import type { Done } from './done.js'

/** Writes the number of a receipt with its year. */
export function receiptNumber({ number, year }: Receipt): string {
  return `${number}/${year}`
}

/** Facts of the payments that a receipt does not have itself. */
interface PaperFacts {
  readonly payer?: string | undefined
  /** The description of each payment, by its id. */
  readonly descriptions?: ReadonlyMap<string, string> | undefined
}

/** Reads the facts of a receipt's payments: the payer of the first that names one, and each description. */
export async function paperFacts({ payments }: View, { allocations }: Receipt): Promise<PaperFacts> {
  const all = await Promise.all(allocations.map(({ paymentId }) => payments.getPayment(paymentId)))
  const known = all.filter((payment) => payment !== null)
  return {
    payer: known.find(({ customer }) => customer?.name !== undefined)?.customer?.name,
    descriptions: new Map(
      known.flatMap(({ id, description }) => (description === undefined ? [] : [[id, description]])),
    ),
  }
}

/** Writes the mark of a receipt that is no valid original; the first print is the original. */
function marksOf(view: View, { status, voidReason, copies }: Receipt): Content {
  return [
    status === 'void' &&
      markup`<p class="stamp">${view.t('receipt.void')}${voidReason !== null && markup`: ${bdi(voidReason)}`}</p>`,
    copies > 1 && markup`<p class="stamp">${view.t('receipt.copy', { count: copies - 1 })}</p>`,
    copies === 0 && markup`<p class="stamp unprinted">${view.t('receipt.unprinted')}</p>`,
  ]
}

function pairs(entries: readonly (readonly [label: Content, value: Content])[]): Html {
  return markup`<dl>
    ${entries
      .filter(([, value]) => value !== null && value !== undefined && value !== false)
      .map(
        ([label, value]) =>
          markup`<div>
            <dt>${label}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
  </dl>`
}

function rowsOf(view: View, receipt: Receipt, { descriptions }: PaperFacts): Content {
  const { allocations, received, currency } = receipt
  const paid = allocations.filter((part) => part.receiptNumber === undefined)
  const deposit = received - paid.reduce((sum, { amount }) => sum + amount, 0)
  const row = (what: Content, amount: number) =>
    markup`<tr>
      <td>${what}</td>
      <td class="n">${view.money(amount, currency)}</td>
    </tr>`
  return [
    ...allocations.map(({ paymentId, reference, amount, receiptNumber: number }) => {
      const description = descriptions?.get(paymentId)
      const ofDeposit = number !== undefined && markup` <small>${view.t('receipt.ofDeposit', { number })}</small>`
      const text = description !== undefined && markup` <small>${bdi(description)}</small>`
      return row([bdi(reference), text, ofDeposit], amount)
    }),
    deposit > 0 && row(view.t(receipt.payerId === null ? 'receipt.other' : 'receipt.deposit'), deposit),
  ]
}

/** Writes a receipt for the screen and for paper. */
export function receiptPaper(view: View, receipt: Receipt, facts: PaperFacts = {}): Html {
  const { received, currency, tendered, change, payerId, issuedAt, issuedBy, channel } = receipt
  const paper = view.receiptHead?.paper === 'A5' ? 'a5' : 'roll'
  return markup`<article class="slip ${paper}" aria-label="${view.t('receipt.title')} ${receiptNumber(receipt)}">
    ${view.receiptHead && markup`<header>${hospitalHead(view, view.receiptHead)}</header>`}
    <p class="number">${view.t('receipt.title')} ${receiptNumber(receipt)}</p>
    ${marksOf(view, receipt)}
    ${pairs([
      [view.t('receipt.issuedAt'), view.instant(issuedAt)],
      [view.t('payment.payer'), facts.payer !== undefined && bdi(facts.payer)],
      [view.t('counter.payerId'), payerId !== null && bdi(payerId)],
      [view.t('payment.channel'), receipt.lineKey === null && channel !== null && bdi(channel)],
    ])}
    <table>
      <thead>
        <tr>
          <th scope="col">${view.t('receipt.paidFor')}</th>
          <th scope="col"><span class="n">${view.t('form.amount')}</span></th>
        </tr>
      </thead>
      <tbody>
        ${rowsOf(view, receipt, facts)}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">${view.t('receipt.received')}</th>
          <td class="n">${view.money(received, currency)}</td>
        </tr>
      </tfoot>
    </table>
    <p class="words" lang="en"><bdi>${amountInWords(received, currency)}</bdi></p>
    ${pairs([
      [view.t('receipt.tendered'), tendered !== null && view.money(tendered, currency)],
      [view.t('receipt.change'), change !== null && view.money(change, currency)],
      [view.t('receipt.issuedBy'), issuedBy !== null && bdi(issuedBy)],
    ])}
    <p class="signature">${view.t('receipt.signature')}</p>
  </article>`
}

/**
 * Writes the button that prints a receipt, and counts the print. With scripts on, the browser then prints at once.
 *
 * @param action the address that counts the print
 */
export function printForm(view: View, receipt: Receipt, action: string): Html {
  const { copies } = receipt
  const isPrinting = view.follows('done.printed')
  return markup`<form class="actions" method="post" action="${action}" ${isPrinting && markup` data-print-now`}>
    ${hiddenField('number', receiptNumber(receipt))}${hiddenField('copies', copies)}
    <button>${view.t(copies === 0 ? 'receipt.print' : 'receipt.printCopy')}</button>
    ${isPrinting && markup`<span class="muted">${view.t('receipt.printHint')}</span>`}
  </form>`
}

/**
 * Counts the print that such a form asks for. A form that is sent again, and one of a page that is older than another print,
 * count none, and the browser does not print.
 *
 * @throws PaymentError `receipt_not_found`, `concurrent_update`
 */
export async function countPrint(view: View, { number, year, copies }: Receipt, form: Form): Promise<Done> {
  if (form.get('copies') !== String(copies)) return { key: 'done.printedBefore' }
  await view.payments.receipts.print(number, year, actorOf(view))
  return { key: 'done.printed' }
}
