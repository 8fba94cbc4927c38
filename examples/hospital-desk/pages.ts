/** The host's own pages, as small as they can be. */
import { formatAmount, type Payment } from 'hospital-payments'
import type { User } from './users.js'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character]!)

export const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1>${body}</html>`

export function loginPage(problem = ''): string {
  return page(
    'Sign in',
    `<p role="alert">${escape(problem)}</p>
<form method="post" action="/login">
<label>Name <input name="name" autocomplete="username" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button>Sign in</button></form>`,
  )
}

export function invoicesPage(user: User, invoices: readonly Payment[], problem = ''): string {
  const rows = invoices.map(
    ({ reference, amount, currency, status, instructions }) =>
      `<tr><td>${escape(reference)}<td>${formatAmount(amount, currency)} ${currency}<td>${status}<td>${escape(instructions.message)}`,
  )
  return page(
    'Invoices',
    `<p>${escape(user.name)} (${user.role}) <a href="/finance/">${user.role === 'cashier' ? 'Counter' : 'Finance desk'}</a></p><p role="alert">${escape(problem)}</p>
<form method="post" action="/invoices">
<label>Number <input name="number" required></label>
<label>Amount in ETB <input name="amount" inputmode="decimal" required></label>
<button>Ask for the money</button></form>
<table><tr><th>Invoice<th>Amount<th>Status<th>The payer was asked${rows.join('')}</table>
<form method="post" action="/logout"><button>Sign out</button></form>`,
  )
}
