import type { Section } from '../collect-payments/sections.js'
import { money, type Style, table } from '../collect-payments/text.js'
import { type Book, disagreements, type ToLookAt } from './books.js'
import type { Reply } from './provider.js'

export interface Scene {
  readonly sent: string
  readonly replies: readonly Reply[]
  readonly note?: string
}

/** Counts the answers, such as `10 x 200 duplicate`, in the order of the first of each. */
function counted(replies: readonly Reply[]): string {
  const counts = new Map<string, number>()
  for (const { status, result } of replies) {
    const answer = `${status} ${result}`
    counts.set(answer, (counts.get(answer) ?? 0) + 1)
  }
  return [...counts].map(([answer, count]) => (count === 1 ? answer : `${count} x ${answer}`)).join(', then ')
}

export function scenesSection(scenes: readonly Scene[]): Section {
  const rows = scenes.flatMap(({ sent, replies, note }) => [
    [sent, counted(replies)],
    ...(note === undefined ? [] : [['', note]]),
  ])
  return { title: 'What the provider sent, and was answered', lines: table('ll', rows) }
}

export function worklistSection(list: readonly ToLookAt[]): Section {
  const rows = list.map(({ invoice, reason, event, amount, currency, transaction_id }) => [
    invoice,
    reason,
    event,
    amount === null || currency === null ? '' : money(amount, currency),
    transaction_id ?? '',
  ])
  const header = ['invoice', 'reason', 'event', 'amount', 'transaction']
  return { title: 'For finance to look at', lines: table('lllrl', [header, ...rows]) }
}

export function booksSection(books: readonly Book[]): Section {
  const rows = books.map(({ number, amount, currency, closings, steps }) => [
    number,
    money(amount, currency),
    String(closings),
    steps.join(', '),
  ])
  return { title: 'The books', lines: table('lrrl', [['invoice', 'amount', 'closed', 'its payment'], ...rows]) }
}

export function verdictSection(books: readonly Book[], style: Style): Section {
  const wrong = disagreements(books)
  const paid = books.filter(({ status }) => status === 'succeeded').length
  const lines =
    wrong.length > 0
      ? [...wrong, style.bad('THEY DISAGREE.')]
      : [
          `${paid} invoices are paid: each was closed once, by a payment that succeeded once.`,
          style.good('They agree.'),
        ]
  return { title: 'Does it add up?', lines }
}
