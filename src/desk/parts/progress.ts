/** A page for work that may take minutes: sent in parts while it goes on, so that it needs no script, timer or memory of the server. */
import { isPaymentError } from '../../errors.js'
import type { Reply } from '../../http/reply.js'
import type { Done } from './done.js'
import { type Content, groupDigits, type Html, markup } from './html.js'
import type { MessageKey } from './messages.js'
import { type PageFacts, pageInParts, pageReply, pageType, seeOther } from './page.js'
import type { DeskScope, View } from './view.js'

/** The end of work: a page elsewhere with its scopes and the action to announce, or a page of its own. */
export type Outcome =
  { readonly location: string; readonly scopes: readonly DeskScope[]; readonly done: Done } | PageFacts

/** The progress of work: rows, and the part of the whole in percent. */
export interface Progress {
  readonly rows: number
  readonly percent: number
}

interface LongWork {
  readonly view: View
  /** The page that shows the progress. */
  readonly page: Pick<PageFacts, 'title' | 'section'>
  /** Advice for the case that the page stops before its end. */
  readonly hint: Content
  /** The words of its progress, those of a file without it. */
  readonly rowWords?: MessageKey
  /** The rows from which on the progress is shown, 1,000 without it. */
  readonly firstRows?: number
  /** Aborted when the browser leaves, where that can be noticed. */
  readonly signal: AbortSignal
  run(report: (howFar: Progress) => void, signal: AbortSignal): Promise<Outcome>
  /** Writes a failure for the page. */
  problem(failure: unknown): Content
  /** Gets a failure of the server that has become a part of the page. */
  readonly onError: (failure: unknown) => void
}

/** The headers of a page in parts: neither a cache nor a proxy on the way may wait for its end. */
const headers = {
  'content-type': pageType,
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
} as const

/**
 * The progress lines of a page. A screen reader reads a line at twice as many rows each time; the screen shows every one, and
 * a style hides those before the last.
 */
class Steps {
  #next: number

  constructor(
    readonly view: View,
    readonly rowWords: MessageKey,
    firstRows: number,
  ) {
    this.#next = firstRows
  }

  row({ rows, percent }: Progress): Html {
    const isReadAloud = rows >= this.#next
    while (rows >= this.#next) this.#next *= 2
    const count = groupDigits(rows)
    const text = this.view.t(this.rowWords, { count, percent })
    return markup`<p${!isReadAloud && markup` aria-hidden="true"`}>${text}<progress max="100" value="${percent}" aria-hidden="true"></progress></p>\n`
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
  const words = view.t(done.key, { count: done.count })
  if (!view.sees(...scopes)) return { body: markup`<p class="done">${words}</p>` }
  return {
    body: markup`<p class="done">${words} <a href="${location}">${view.t('progress.goOn')}</a></p>
      <meta http-equiv="refresh" content="0; url=${location}" />`,
  }
}

/**
 * Answers short work with its page, like any other answer. From the first report on, the answer is a page that shows the
 * progress and ends with the result. Where the browser leaves, the work is ended.
 */
export async function pageWhile(work: LongWork): Promise<Reply> {
  const { view, page, hint, signal, rowWords = 'progress.rows', firstRows = 1000 } = work
  const leaving = new AbortController()
  const leave = () => leaving.abort(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()

  const steps = new Steps(view, rowWords, firstRows)
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
  const removeListener = () => signal.removeEventListener('abort', leave)
  const early = await Promise.race([running, begun]).catch((failure: unknown) => {
    removeListener()
    throw failure
  })
  if (early) {
    removeListener()
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
        .finally(removeListener)
    },
    cancel(reason) {
      write = () => undefined
      leaving.abort(reason)
    },
  })
  return { status: 200, headers, body }
}
