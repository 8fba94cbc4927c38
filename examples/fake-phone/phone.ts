/**
 * The phone of a payer, for development: pages on which you accept, refuse and pay what `fakeProvider` asked for. No money moves.
 * It stands beside the pages of a host, behind the host's own login, and never in a production server.
 */
import { type HospitalPayments, parseAmount } from 'hospital-payments'
import type { FakePayment, FakeProvider } from 'hospital-payments/testing'
import { phonePage, style } from './page.js'

/** The pages of the phone, as `toNodeListener` mounts them. */
interface Phone {
  (request: Request): Promise<Response>
  owns(pathname: string): boolean
}

interface PhoneOptions {
  readonly payments: HospitalPayments
  /** The provider among those of `payments`. */
  readonly provider: FakeProvider
  /** The path of the pages, such as `/phone`. */
  readonly path: string
}

/** The report of the provider about an answer of the payer: proof, a callback without signature, or none that arrives. */
type Report = 'signed' | 'hint' | 'lost'

/** The headers of every answer; a browser loads what these pages serve themselves, and nothing else. */
const headers = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; img-src data:",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** The largest form of these pages, in bytes. */
const maxBytes = 4096

/** Checks that a form comes from these pages: by `Sec-Fetch-Site` where the browser sends it, else by `Origin`. */
function isSameSite({ url, headers: sent }: Request): boolean {
  const site = sent.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const from = sent.get('origin') ?? ''
  // Behind a listener of Node's, the host that the browser asked is in the header alone.
  return URL.canParse(from) && new URL(from).host === (sent.get('host') ?? new URL(url).host)
}

/** Reads the form of a request; `null` for a body that is no form of these pages. */
async function formOf(request: Request): Promise<URLSearchParams | null> {
  if (!request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')) return null
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of request.body ?? []) {
    size += piece.length
    if (size > maxBytes) return null
    pieces.push(piece)
  }
  return new URLSearchParams(Buffer.concat(pieces).toString('utf8'))
}

/** Reads a typed amount in minor units; `null` for any other text. */
function amountOf(text: string, currency: string): number | null {
  try {
    return parseAmount(text.trim(), currency)
  } catch {
    return null
  }
}

const verbs = ['accept', 'refuse', 'pay-again'] as const
type Verb = (typeof verbs)[number]

/**
 * Makes the pages of the phone, as one handler of Fetch.
 *
 * @example
 * const provider = fakeProvider()
 * const payments = createHospitalPayments({ repository, channels, providers: { fake: provider } })
 * const phone = fakePhone({ payments, provider, path: '/phone' })
 * createServer(toNodeListener(phone))
 */
export function fakePhone({ payments, provider, path }: PhoneOptions): Phone {
  const styleUrl = `${path}/style.css`
  const formPath = new RegExp(`^${path.replace(/[^\w/]/g, '\\$&')}/(att_\\w+)/(${verbs.join('|')})$`)

  const show = (status = 200, alert = ''): Response => {
    const prompts = provider.prompts().toReversed()
    const page = phonePage({ prompts, payments: provider.payments, path, styleUrl, alert })
    return new Response(page, { status, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } })
  }

  async function report(attemptId: string, payment: FakePayment | null, proof: Report): Promise<void> {
    if (proof === 'lost') return
    const callback = payment ? provider.recordCallback(payment, { proof }) : provider.callback(attemptId, { proof })
    await payments.attempts.receive(provider.name, callback)
  }

  async function answer(attemptId: string, verb: Verb, form: URLSearchParams): Promise<Response> {
    const prompt = provider.prompts().find((one) => one.attemptId === attemptId)
    if (!prompt)
      return show(404, 'This prompt is not on the phone. The phone forgets its prompts when the program ends.')
    const proof = form.get('report') ?? 'signed'
    if (proof !== 'signed' && proof !== 'hint' && proof !== 'lost')
      return show(400, 'Choose how the provider reports it.')
    if (verb === 'refuse') {
      if (prompt.state !== 'open') return show(409, 'This prompt was answered before.')
      provider.refuse(attemptId)
      await report(attemptId, null, proof)
    } else {
      const amount = amountOf(form.get('amount') ?? '', prompt.currency)
      if (amount === null || amount === 0) return show(400, 'Write the amount as digits with a point, such as 1500.00.')
      if (verb === 'pay-again') await report(attemptId, provider.payAgain(attemptId, { amount }), proof)
      else if (provider.accept(attemptId, { amount })) await report(attemptId, null, proof)
      else return show(409, 'This prompt was answered before.')
    }
    return new Response(null, { status: 303, headers: { ...headers, location: path } })
  }

  async function handle(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const [, attemptId, verb] = formPath.exec(pathname) ?? []
    if (attemptId === undefined) {
      if (!isRead) return new Response(null, { status: 405, headers: { ...headers, allow: 'GET, HEAD' } })
      if (pathname === path) return show()
      return new Response(style, { headers: { ...headers, 'content-type': 'text/css; charset=utf-8' } })
    }
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { ...headers, allow: 'POST' } })
    if (!isSameSite(request)) return show(403, 'This form was not sent from this page, so nothing was done.')
    const form = await formOf(request)
    return form ? answer(attemptId, verb as Verb, form) : show(400, 'This is no form of this page.')
  }

  const owns = (pathname: string) => pathname === path || pathname === styleUrl || formPath.test(pathname)
  return Object.assign(handle, { owns })
}
