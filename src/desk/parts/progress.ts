/** A page for work that may take minutes: sent in parts while it goes on, so that it needs no script, timer or memory of the server. */
import { isPaymentError } from '../../errors.js'
import type { Reply } from '../../http/reply.js'
import type { Done } from './done.js'
import { type Content, grouped, type Html, markup } from './html.js'
import { type PageFacts, pageInParts, pageReply, pageType, seeOther } from './page.js'
import type { DeskScope, View } from './view.js'

/** What work comes to: a page elsewhere, who may look at it, and what was done; or a page of its own. */
export type Outcome =
  { readonly location: string; readonly scopes: readonly DeskScope[]; readonly done: Done } | PageFacts

/** How far work is: rows, and of the whole in percent. */
export interface HowFar {
  readonly rows: number
  readonly percent: number
}

export interface LongWork {
  readonly view: View
  /** Of the page that shows how far it is. */
  readonly page: Pick<PageFacts, 'title' | 'section'>
  /** What to do where the page stops before its end. */
  readonly hint: Content
  /** Aborted when the browser leaves, where that is known. */
  readonly signal: AbortSignal
  run(report: (howFar: HowFar) => void, signal: AbortSignal): Promise<Outcome>
  /** What the page says of a failure. */
  problem(failure: unknown): Content
  /** Called with a failure of the server that has become a part of the page. */
  readonly onError: (failure: unknown) => void
}

/** Neither a cache nor a proxy on the way may wait for the end of it. */
const headers = {
  'content-type': pageType,
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
} as const

const firstRows = 1000

/** Read aloud at twice as many rows each time; shown at every step. Those before the last one are hidden by the style. */
class Steps {
  #next = firstRows

  constructor(readonly view: View) {}

  row({ rows, percent }: HowFar): Html {
    const isSaid = rows >= this.#next
    while (rows >= this.#next) this.#next *= 2
    const count = grouped(rows)
    const text = this.view.t('progress.rows', { count, percent })
    return markup`<p${!isSaid && markup` aria-hidden="true"`}>${text}<progress max="100" value="${percent}" aria-hidden="true"></progress></p>\n`
  }
}

function replyOf(view: View, outcome: Outcome): Reply {
  return 'location' in outcome
    ? seeOther(view, outcome.done, outcome.location, outcome.scopes)
    : pageReply(view, outcome)
}

function ending(view: View, outcome: Outcome): Pick<PageFacts, 'alert' | 'body'> {
  if (!('location' in outcome)) return outcome
  const { location, done, scopes } = outcome
  const words = view.t(done.key)
  if (!view.sees(...scopes)) return { body: markup`<p class="done">${words}</p>` }
  return {
    body: markup`<p class="done">${words} <a href="${location}">${view.t('progress.goOn')}</a></p>
      <meta http-equiv="refresh" content="0; url=${location}" />`,
  }
}

/**
 * The answer of work that is short, as any other; from the first report on, a page that says how far the work is and ends with
 * what it came to. Where the browser leaves, the work is ended.
 */
export async function pageWhile(work: LongWork): Promise<Reply> {
  const { view, page, hint, signal } = work
  const leaving = new AbortController()
  const leave = () => leaving.abort(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()

  const steps = new Steps(view)
  const encoder = new TextEncoder()
  const parts: Html[] = []
  let write = (part: Html): void => void parts.push(part)
  let begin = () => {}
  const begun = new Promise<null>((resolve) => (begin = () => resolve(null)))
  const running = work.run((howFar) => {
    if (howFar.rows < firstRows) return
    write(steps.row(howFar))
    begin()
  }, leaving.signal)
  const letGo = () => signal.removeEventListener('abort', leave)
  const early = await Promise.race([running, begun]).catch((failure: unknown) => {
    letGo()
    throw failure
  })
  if (early) {
    letGo()
    return replyOf(view, early)
  }

  const whole = pageInParts(view, {
    ...page,
    body: markup`<p>${hint}</p><div class="progress" role="status">`,
  })
  const finish = (outcome: Pick<PageFacts, 'alert' | 'body'>, words: Content) => {
    write(markup`<p data-end>${words}</p></div>${whole.last(outcome)}`)
  }
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      write = (part) => controller.enqueue(encoder.encode(part.text))
      for (const part of [whole.first, ...parts]) write(part)
      running
        .then(
          (outcome) => {
            const isStopped = 'alert' in outcome && outcome.alert
            finish(ending(view, outcome), view.t(isStopped ? 'progress.stopped' : 'progress.ended'))
          },
          (failure: unknown) => {
            if (leaving.signal.aborted) throw failure
            if (!isPaymentError(failure) || failure.httpStatus >= 500) work.onError(failure)
            finish({ alert: work.problem(failure), body: null }, view.t('progress.stopped'))
          },
        )
        .then(
          () => controller.close(),
          (failure: unknown) => controller.error(failure),
        )
        .catch(() => undefined)
        .finally(letGo)
    },
    cancel(reason) {
      write = () => undefined
      leaving.abort(reason)
    },
  })
  return { status: 200, headers, body }
}
