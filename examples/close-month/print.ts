import type { Closing, HospitalPayments } from 'hospital-payments'
import { layOut, type Section } from '../collect-payments/sections.js'
import { money, type Style, table } from '../collect-payments/text.js'
import type { BookAccount } from './books.js'
import type { ChangedByte } from './change-a-byte.js'
import type { ClosedAccount, ReopenedDay } from './close-month.js'

type Verification = Awaited<ReturnType<HospitalPayments['days']['verify']>>

export interface ClosedMonth {
  readonly accounts: readonly ClosedAccount[]
  readonly reopened: ReopenedDay
  /** The accounts of the books, as the journal leaves them. */
  readonly books: readonly BookAccount[]
  readonly byte: ChangedByte
  /** The answer of verify once the byte was changed. */
  readonly found: Verification
}

const short = (hash: string | null) => (hash === null ? 'none' : hash.slice(0, 12))

function proof({ ok, closings, firstDifference }: Verification, style: Style): string {
  if (ok) return style.good(`verify: ${closings} links, nothing was changed.`)
  return style.bad(`verify: the first difference is on ${firstDifference?.day}: ${firstDifference?.what}`)
}

function dayRows({ day, currencies, hash }: Closing): string[][] {
  return currencies.map(({ currency, credits, debits, open }) => [
    day,
    money(credits, currency),
    money(debits, currency),
    String(open.count),
    short(hash),
  ])
}

function monthRow({ currency, opening, credits, debits, open, closing, difference }: ClosedAccount['months'][number]) {
  return [opening, credits, debits, closing, open.amount, difference].map((digits) => money(digits, currency))
}

function accountSection({ account, closings, months, verified }: ClosedAccount, style: Style): Section {
  const header = ['day', 'credits', 'debits', 'open lines', 'hash']
  const monthHeader = ['opening', 'credits', 'debits', 'closing', 'open', 'difference']
  return {
    title: `${account}: ${closings.length} days with lines closed`,
    lines: [
      ...table('lrrrl', [header, ...closings.flatMap(dayRows)]),
      ...table('rrrrrr', [monthHeader, ...months.map(monthRow)]),
      proof(verified, style),
    ],
  }
}

function reopenedSection({ reopening, refused, closing, verified }: ReopenedDay, style: Style): Section {
  const row = ({ sequence, kind, actor, reason, previousHash, hash }: Closing) => [
    String(sequence),
    kind,
    actor,
    reason ?? '',
    short(previousHash),
    short(hash),
  ]
  const header = ['link', 'kind', 'who', 'why', 'hash before', 'hash']
  return {
    title: `${closing.account}: ${closing.day} reopened, and closed again`,
    lines: [
      `Taking money back before: ${refused}`,
      ...table('rlllll', [header, row(reopening), row(closing)]),
      proof(verified, style),
    ],
  }
}

/** Returns true where both sides of the books are the same money. */
function isBalanced(books: readonly BookAccount[]): boolean {
  const currencies = new Set(books.map(({ currency }) => currency))
  return [...currencies].every((currency) => {
    const ofCurrency = books.filter((book) => book.currency === currency)
    return ofCurrency.reduce((sum, { debits, credits }) => sum + debits - credits, 0n) === 0n
  })
}

function booksSection(books: readonly BookAccount[], style: Style): Section {
  const header = ['account', 'debits', 'credits', 'balance']
  const rows = books.map(({ account, currency, debits, credits }) => [
    account,
    ...[debits, credits, debits - credits].map((amount) => money(amount, currency)),
  ])
  const balance = isBalanced(books) ? style.good('Debits equal credits.') : style.bad('Debits do not equal credits.')
  return { title: 'The books, from the journal', lines: [...table('lrrr', [header, ...rows]), balance] }
}

export function isDone({ accounts, reopened, books, found }: ClosedMonth): boolean {
  const { closing, refused, verified } = reopened
  return (
    accounts.every(({ verified, months }) => verified.ok && months.every(({ difference }) => difference === '0')) &&
    refused === 'day_closed' &&
    verified.ok &&
    isBalanced(books) &&
    found.firstDifference?.day === closing.day &&
    found.firstDifference.what === 'hash'
  )
}

export function printMonth(month: ClosedMonth, style: Style): string {
  const { accounts, reopened, books, byte, found } = month
  const { account, day, currencies } = reopened.closing
  const inMoney = (digits: string) => money(digits, currencies[0]!.currency)
  const changed: Section = {
    title: `${account}: one byte is changed in the database`,
    lines: [`The credits of ${day}: ${inMoney(byte.before)} is ${inMoney(byte.after)} now.`, proof(found, style)],
  }
  return layOut(
    [
      ...accounts.map((account) => accountSection(account, style)),
      reopenedSection(reopened, style),
      booksSection(books, style),
      changed,
    ],
    style,
  )
}
