/** A desk over a test service, and requests to it as a browser sends them. */
import type { HospitalPaymentsOptions } from 'hospital-payments'
import { createDesk, type DeskOptions, type DeskScope } from 'hospital-payments/desk'
import { testService } from '../../support/service.js'

export const host = 'http://desk.test'
export const base = '/finance'

export const everyScope: readonly DeskScope[] = [
  ...(['reports:read', 'lines:read', 'lines:write', 'payments:write'] as const),
  ...(['refunds:request', 'refunds:approve', 'refunds:settle', 'days:close'] as const),
  ...(['payments:read', 'cash:take', 'cash:supervise', 'payers:read', 'payers:write'] as const),
  ...(['waivers:request', 'waivers:approve', 'attempts:write'] as const),
]

export const reader: readonly DeskScope[] = ['reports:read', 'lines:read']

/** A form of a page: where it goes, and its fields as they stand there. */
export interface PageForm {
  readonly action: string
  readonly method: string
  readonly fields: URLSearchParams
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const plain = (text: string) => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!)

function attribute(tag: string, name: string): string | null {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return value === undefined ? null : plain(value)
}

/**
 * Returns the fields that a browser would send of each form, without a button: ticks that are set, and the first or chosen
 * option.
 */
export function formsOf(page: string): PageForm[] {
  return [...page.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)].map(([text]) => {
    const fields = new URLSearchParams()
    for (const [control] of text.matchAll(
      /<input\b[^>]*>|<textarea\b[^>]*>[\s\S]*?<\/textarea>|<select\b[^>]*>[\s\S]*?<\/select>/g,
    )) {
      const name = attribute(control, 'name')
      if (name === null) continue
      if (control.startsWith('<select')) {
        const options = [...control.matchAll(/<option\b[^>]*>/g)].map(([option]) => option)
        const chosen = options.find((option) => / selected/.test(option)) ?? options[0]
        if (chosen) fields.append(name, attribute(chosen, 'value') ?? '')
      } else if (control.startsWith('<textarea')) fields.append(name, '')
      else if (!/type="(checkbox|radio)"/.test(control) || / checked/.test(control))
        fields.append(name, attribute(control, 'value') ?? '')
    }
    const head = /<form\b[^>]*>/.exec(text)![0]
    return { action: attribute(head, 'action')!, method: attribute(head, 'method') ?? 'get', fields }
  })
}

export function deskOf(options: Partial<DeskOptions> = {}, service: Partial<HospitalPaymentsOptions> = {}) {
  const made = testService({ timeZone: 'Africa/Addis_Ababa', ...service })
  const who = { actor: 'almaz', scopes: [...everyScope] as string[] }
  const desk = createDesk({
    payments: made.payments,
    basePath: base,
    authenticate: () => who,
    ...options,
  })
  const get = (path: string, init: RequestInit = {}) => desk(new Request(host + base + path, init))
  const post = (path: string, fields: URLSearchParams | Record<string, string>, headers: Record<string, string> = {}) =>
    desk(
      new Request(path.startsWith(base) ? host + path : host + base + path, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
        body: new URLSearchParams(fields),
      }),
    )
  return {
    ...made,
    desk,
    who,
    get,
    post,
    /** Fetches the page to which an answer redirects, as the browser does: with the cookies of the answer. */
    async follow({ headers }: Response): Promise<string> {
      const cookie = headers.get('set-cookie')?.split(';')[0]
      const init = cookie === undefined ? {} : { headers: { cookie } }
      return (await desk(new Request(host + headers.get('location')!, init))).text()
    },
    async page(path: string): Promise<string> {
      return (await get(path)).text()
    },
    /** Sends a form as it stands in a page, with fields filled in. */
    submit({ action, fields }: PageForm, filled: Record<string, string> = {}) {
      const all = new URLSearchParams(fields)
      for (const [name, value] of Object.entries(filled)) all.set(name, value)
      return post(action, all)
    },
  }
}

/** Stores a line of ETB that no rule can match, with its facts. */
export async function openLine(
  payments: ReturnType<typeof deskOf>['payments'],
  more: {
    row?: number
    amount?: number
    narration?: string
    reference?: string
    direction?: 'credit' | 'debit'
    valueDate?: string
  } = {},
) {
  const { row = 2, amount = 148_500, direction = 'credit', ...texts } = more
  const record = {
    row,
    direction,
    amount,
    currency: 'ETB',
    valueDate: '2026-11-20',
    narration: 'Abebe INV 1',
    ...texts,
  } as const
  await payments.statements.import([record], { account: 'cbe-1000', actor: 'import-job' })
  const { items } = await payments.lines.list({ status: 'open', limit: 500 })
  return items.find((line) => line.row === row)!
}

export function lineForm(page: string, verb: string): PageForm {
  const form = formsOf(page).find(({ action }) => action.endsWith(`/${verb}`))
  if (!form) throw new Error(`the page has no form for ${verb}`)
  return form
}
