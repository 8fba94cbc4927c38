/** The other side of a provider, as the kit plays it: a script of answers, and each fault in its place. */
import type { ProviderFault, ProviderUnderTest } from 'hospital-payments/testing'
import { fetchError, json, type Scripted, scriptedFetch, type Sent } from './scripted-fetch.js'

/** Returns what a fault makes of the answer, whose work is done where the request got there. */
const faultyAnswers: Readonly<Record<ProviderFault, (answer: () => Scripted) => Scripted>> = {
  unreachable: () => fetchError('ECONNREFUSED'),
  refused: () => json(401),
  busy: () => json(503),
  lost: (answer) => {
    answer()
    return fetchError('ECONNRESET')
  },
  silent: (answer) => {
    answer()
    return 'never'
  },
  unreadable: (answer) => {
    answer()
    return { status: 200, text: '<html>' }
  },
}

/** Makes the `fetch` of a provider, and the faults of the kit. Requests for tokens meet none, so that each fault is one of money. */
export function otherSide(answerTo: (sent: Sent) => Scripted) {
  let fault: ProviderFault | undefined
  const { fetch } = scriptedFetch((sent) => {
    const isToken = /oauth|token/.test(sent.url.pathname)
    return fault === undefined || isToken ? answerTo(sent) : faultyAnswers[fault](() => answerTo(sent))
  })
  const makers = Object.keys(faultyAnswers).map((name) => [name, () => void (fault = name as ProviderFault)])
  return { fetch, faults: Object.fromEntries(makers) as NonNullable<ProviderUnderTest['faults']> }
}

/** The payments of an other side, by the id that it knows each of them by. */
export interface SentPayment {
  readonly id: string
  readonly amount: string
  readonly currency: string
  readonly reference: string
  state: 'open' | 'paid' | 'refused'
  pushes: number
}
