/** Lines that an action sets aside, each by a call of its own, and the refusals of those that it could not. */
import { isUncounted } from '../../domain/reconciliation/account-line.js'
import { isPaymentError, type PaymentError } from '../../errors.js'
import { type Html, markup } from './html.js'
import { lineAmount, lineStatus } from './lines.js'
import { actorOf, linePages, type View } from './view.js'

/** The most lines of one action. */
export const maxSetAside = 500

/** A line to set aside, as a page showed it. */
export interface LineToSetAside {
  readonly key: string
  readonly expectedVersion: number
  /** The open money that goes to the category. */
  readonly amount: number
}

/** Writes why an action on a line was refused, with the line where the reader may see it. */
export async function refusalOfLine(view: View, key: string, error: PaymentError): Promise<Html> {
  const line = view.sees(...linePages) && (await view.payments.lines.get(key))
  const isDoubted = line && isUncounted(line) && error.code === 'invalid_request'
  return markup`${
    line &&
    markup`<a href="${view.lineUrl(key)}">${view.day(line.valueDate)}, ${lineAmount(view, line)}</a>
      ${lineStatus(view, line)}: `
  }${view.t(isDoubted ? 'line.duplicateOnly' : `error.${error.code}`)}`
}

/** The most refusals that are listed. */
const maxRefused = 50

interface SettingAside {
  readonly category: string
  readonly reason?: string | undefined
  /** Receives the number of lines that are done, before each of them; what it throws ends the action. */
  before?(done: number): void
}

/** The lines that were set aside, and the status and the text of the answer where others were refused. */
interface SetAside {
  readonly count: number
  readonly refused: { readonly status: number; readonly alert: Html } | null
}

/** Sets lines aside in the name of the reader, one after the other; a refused one stops none. */
export async function setAsideLines(
  view: View,
  lines: readonly LineToSetAside[],
  { category, reason, before }: SettingAside,
): Promise<SetAside> {
  const refusals: Html[] = []
  let status = 200
  for (const [at, { key, expectedVersion, amount }] of lines.entries()) {
    before?.(at)
    try {
      const allocations = [{ to: 'category', category, amount }] as const
      await view.payments.lines.allocate(key, { expectedVersion, allocations, reason, ...actorOf(view) })
    } catch (error) {
      if (!isPaymentError(error) || error.httpStatus >= 500) throw error
      status = Math.max(status, error.httpStatus)
      refusals.push(await refusalOfLine(view, key, error))
    }
  }
  const count = lines.length - refusals.length
  if (refusals.length === 0) return { count, refused: null }
  const more = refusals.length - maxRefused
  const alert = markup`<p>${view.t('lines.someRefused', { done: count, refused: refusals.length })}</p>
    <ul>
      ${refusals.slice(0, maxRefused).map((refusal) => markup`<li>${refusal}</li>`)}${more > 0 && markup`<li>${view.t('error.moreIssues', { count: more })}</li>`}
    </ul>`
  return { count, refused: { status, alert } }
}
