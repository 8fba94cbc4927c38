/** Fields of a form, as browsers send them. */
import { invalidRequest } from '../../domain/issue.js'
import { PaymentError } from '../../errors.js'
import { BodyWasRead, type Incoming } from '../../http/request/incoming.js'

/** The largest size of a form without a file, in bytes: it may hold a page of lines. */
const maxBytes = 262_144
const maxFields = 5000

/** The fields of a form, in their order; a name may come several times. */
export class Form {
  readonly #fields: URLSearchParams

  constructor(fields: URLSearchParams = new URLSearchParams()) {
    this.#fields = fields
  }

  /** Returns the first value of a name, without white space at its ends; `''` where there is none. */
  get(name: string): string {
    return (this.#fields.get(name) ?? '').trim()
  }

  /** Returns the value as `get` does, or `first` where the form was not sent. */
  or(name: string, first: string): string {
    return this.has(name) ? this.get(name) : first
  }

  all(name: string): string[] {
    return this.#fields.getAll(name)
  }

  has(name: string): boolean {
    return this.#fields.has(name)
  }

  /** Makes a form of all fields but these. */
  without(...names: readonly string[]): Form {
    return new Form(new URLSearchParams([...this.#fields].filter(([name]) => !names.includes(name))))
  }

  /** Makes a form in which the texts of some names are other ones. */
  map(names: readonly string[], write: (text: string) => string): Form {
    const fields = new URLSearchParams()
    for (const [name, text] of this.#fields) fields.append(name, names.includes(name) ? write(text.trim()) : text)
    return new Form(fields)
  }

  /** Returns a version that the page showed; 0, which no version is, for any other text. */
  version(name = 'expectedVersion'): number {
    const text = this.get(name)
    return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0
  }
}

/** Checks that a parser of the host made an object of the body, neither text nor bytes. */
export function isParsedObject(parsed: unknown): parsed is object {
  return typeof parsed === 'object' && parsed !== null && !(parsed instanceof Uint8Array)
}

/** The one name that a form of the desk sends several times. */
const repeated = 'key'

/**
 * Returns all texts of a name. Returns `null` for a value that a parser has made of names with brackets or dots, whose order
 * may be another one.
 */
function textsOf(name: string, value: unknown): string[] | null {
  if (typeof value === 'string') return [value]
  if (name !== repeated || typeof value !== 'object' || value === null) return null
  // Of a long list, qs makes an object with its places as names.
  const isList = Object.keys(value).every((place, at) => place === String(at))
  const texts: unknown[] = Object.values(value)
  return isList && texts.every((text) => typeof text === 'string') ? texts : null
}

/** Reads a form that a parser of the host has made an object of texts and lists of texts. */
function fieldsOfObject(parsed: object): URLSearchParams {
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries(parsed)) {
    const texts = textsOf(name, value)
    if (texts === null)
      throw new BodyWasRead(
        'A body parser of this server split the names of the form at their brackets or dots. Mount the desk before it, or hand on ' +
          'the text of the form as `request.body`.',
      )
    for (const text of texts) fields.append(name, text)
  }
  return fields
}

/** @throws PaymentError `unsupported_media_type`, `payload_too_large`, `invalid_request`; `internal_error` as `BodyWasRead` */
export async function readForm(incoming: Incoming): Promise<Form> {
  const type = (incoming.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded')
    throw new PaymentError(
      'unsupported_media_type',
      'The form has another type than its page sends. Open the page again, and send its form.',
    )
  const { parsed } = incoming
  if (isParsedObject(parsed)) return new Form(fieldsOfObject(parsed))
  const bytes = await incoming.readBody(maxBytes)
  if (bytes === null)
    throw new PaymentError('payload_too_large', `The form is longer than ${maxBytes} bytes. Send a shorter one.`)
  const fields = new URLSearchParams(new TextDecoder().decode(bytes))
  if (fields.size > maxFields) throw invalidRequest([{ path: '', message: 'the form has too many fields' }])
  return new Form(fields)
}
