/** A page or an action of the desk: the facts that the whole desk is made from. */
import type { Reply } from '../http/reply.js'
import type { Layouts } from '../statements/choice.js'
import type { Form } from './request/form.js'
import type { DeskScope, View } from './parts/view.js'

/** The request of a page or an action, checked and read. */
export interface DeskRequest {
  readonly view: View
  /** The id or key of the path, decoded; empty where the path has none. */
  readonly id: string
  /** The query of the URL. */
  readonly query: Form
  /** The fields that were posted; empty for a page, and for a form with a file. */
  readonly form: Form
  readonly contentType: string | null
  /** The size of the body in bytes, where the browser sends it. */
  readonly contentLength: number | null
  /** The body of a form with a file, as it comes; nothing is read before it is iterated. */
  readonly upload: AsyncIterable<Uint8Array | string>
  readonly layouts: Layouts
  /** The channels whose money statements show; `undefined`: all. */
  readonly statementChannels: readonly string[] | undefined
  readonly signal: AbortSignal
  readonly onError: (error: unknown) => void
}

export interface DeskRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** The scopes that the principal must have, all of them. */
  readonly scopes: readonly DeskScope[]
  /** True for a post that changes nothing: a search whose words must not stand in an address. */
  readonly isSearch?: boolean
  /** True for a form with a file. */
  readonly hasUpload?: boolean
  run(request: DeskRequest): Promise<Reply>
}
