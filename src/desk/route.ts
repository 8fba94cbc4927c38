/** What a page or an action of the desk is: all that the desk is made from. */
import type { Reply } from '../http/reply.js'
import type { CsvMapping } from '../statements/index.js'
import type { Form } from './request/form.js'
import type { DeskScope, View } from './parts/view.js'

/** What is known of a request when its page is drawn, or its action is done. */
export interface DeskRequest {
  readonly view: View
  /** Of the path, decoded; empty where the path has none. */
  readonly id: string
  /** What stands behind the question mark. */
  readonly query: Form
  /** What was posted; empty for a page, and for a form with a file. */
  readonly form: Form
  readonly contentType: string | null
  /** Bytes of the body, where the browser says how many come. */
  readonly contentLength: number | null
  /** The body of a form with a file, as it comes; nothing is read before it is iterated. */
  readonly upload: AsyncIterable<Uint8Array | string>
  readonly layouts: ReadonlyMap<string, CsvMapping>
  /** The channels whose money statements show; `undefined`: all. */
  readonly statementChannels: readonly string[] | undefined
  readonly signal: AbortSignal
  readonly onError: (error: unknown) => void
}

export interface DeskRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** All of them. */
  readonly scopes: readonly DeskScope[]
  /** Whether a post looks and changes nothing: a search whose words are to stand in no address. */
  readonly isSearch?: boolean
  /** Whether a form with a file comes. */
  readonly hasUpload?: boolean
  run(request: DeskRequest): Promise<Reply>
}
