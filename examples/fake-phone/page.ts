/** The page of the phone, as text: it needs no script. */
import { formatAmount } from 'hospital-payments'
import type { FakePayment, FakePrompt } from 'hospital-payments/testing'

export const style = `
:root{color-scheme:light dark;--bg:#f6f7f8;--card:#fff;--ink:#17212b;--soft:#52606d;--edge:#6b7885;--accent:#0b5c6b;--on:#fff;--stop:#9c1c1c}
@media (prefers-color-scheme:dark){:root{--bg:#12181e;--card:#1a222a;--ink:#e8edf2;--soft:#a8b4c0;--edge:#8494a4;--accent:#6cc9d9;--on:#0b1a1e;--stop:#ffa79f}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:26rem;padding:1rem;background:var(--bg);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.4rem;margin:.5rem 0}
h2{font-size:1.1rem;margin:0}
section,.alert{background:var(--card);border:1px solid var(--edge);border-radius:1rem;padding:1rem;margin:1rem 0}
.alert{border-color:var(--stop)}
.sum{font-size:1.5rem;font-weight:700;margin:.25rem 0}
.soft{color:var(--soft)}
label{display:block;margin:.5rem 0;font-weight:600}
input,select{display:block;width:100%;min-height:2.75rem;padding:.4rem .6rem;font:inherit;color:inherit;background:var(--card);border:1px solid var(--edge);border-radius:.5rem}
button{min-height:2.75rem;padding:.4rem 1rem;margin:.5rem .5rem 0 0;font:inherit;font-weight:600;border:1px solid var(--accent);border-radius:.5rem;background:var(--card);color:var(--accent)}
button.main{background:var(--accent);color:var(--on)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character]!)

const states: Readonly<Record<FakePrompt['state'], string>> = {
  open: 'Waiting for your answer. To ignore it, do nothing.',
  paid: 'You paid.',
  failed: 'It ended without money.',
}

const reportField = `<label>The provider reports it
<select name="report"><option value="signed">by a signed callback</option><option value="hint">by a callback without signature</option><option value="lost">by a callback that gets lost</option></select></label>`

function promptOf({ attemptId, reference, amount, currency, state }: FakePrompt, path: string): string {
  const decimal = formatAmount(amount, currency)
  const url = (verb: string) => escape(`${path}/${attemptId}/${verb}`)
  const amountField = `<label>Amount in ${escape(currency)}
<input name="amount" value="${decimal}" inputmode="decimal" autocomplete="off" required></label>`
  const forms: Readonly<Record<FakePrompt['state'], string>> = {
    open: `<form method="post" action="${url('accept')}">${amountField}${reportField}
<button class="main">Accept</button><button formaction="${url('refuse')}" formnovalidate>Refuse</button></form>`,
    paid: `<form method="post" action="${url('pay-again')}">${amountField}${reportField}<button>Pay again</button></form>`,
    failed: '',
  }
  return `<section aria-labelledby="${attemptId}"><h2 id="${attemptId}"><bdi>${escape(reference)}</bdi></h2>
<p class="sum">${decimal} ${escape(currency)}</p><p class="soft">${states[state]}</p>${forms[state]}</section>`
}

interface PhonePage {
  /** The prompts, the newest first. */
  readonly prompts: readonly FakePrompt[]
  readonly payments: readonly FakePayment[]
  readonly path: string
  readonly styleUrl: string
  readonly alert: string
}

/** Writes the page; all that comes from elsewhere is escaped. */
export function phonePage({ prompts, payments, path, styleUrl, alert }: PhonePage): string {
  const receipts = payments.map(
    ({ receipt, amount, currency, reference }) =>
      `<li>${escape(receipt)}: ${formatAmount(amount, currency)} ${escape(currency)}, <bdi>${escape(reference)}</bdi></li>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>The payer's phone (fake)</title><link rel="icon" href="data:,"><link rel="stylesheet" href="${escape(styleUrl)}"></head>
<body><main><h1>The payer's phone (fake)</h1>
<p class="soft">For development: you play the payer, and no money moves.</p>
<p><a href="${escape(path)}">Look for new prompts</a></p>
${alert && `<p class="alert" role="alert">${escape(alert)}</p>`}
${prompts.length === 0 ? '<p>No prompt came yet. Open a payment that waits for money, and ask its payer by phone.</p>' : ''}
${prompts.map((prompt) => promptOf(prompt, path)).join('\n')}
${receipts.length === 0 ? '' : `<section aria-labelledby="receipts"><h2 id="receipts">Receipts</h2><ul>${receipts.join('')}</ul></section>`}
</main></body></html>
`
}
