/** Fields of a form, as browsers send them. */
import { invalidRequest } from '../../domain/issue.js'
import { PaymentError } from '../../errors.js'
import type { Incoming } from '../../http/request/incoming.js'

/** Of a form that sends no file: it may hold a page of lines. */
const mostBytes = 262_144
const mostFields = 5000

/** The fields of a form, in their order; a name may come several times. */
export class Form {
  readonly #fields: URLSearchParams

  constructor(fields: URLSearchParams = new URLSearchParams()) {
    this.#fields = fields
  }

  /** The first of a name, without white space at its ends; `''` where there is none. */
  get(name: string): string {
    return (this.#fields.get(name) ?? '').trim()
  }

  all(name: string): string[] {
    return this.#fields.getAll(name)
  }

  has(name: string): boolean {
    return this.#fields.has(name)
  }

  /** A version that the page showed; 0, which no version is, for anything else. */
  version(name = 'expectedVersion'): number {
    const text = this.get(name)
    return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0
  }
}

/** What a parser of the host made of a form: text, bytes, or an object of texts and lists of texts. */
function fieldsOfObject(parsed: object): URLSearchParams {
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries(parsed))
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
      if (typeof one === 'string') fields.append(name, one)
  return fields
}

/** @throws PaymentError `unsupported_media_type`, `payload_too_large`, `invalid_request` */
export async function readForm(incoming: Incoming): Promise<Form> {
  const type = (incoming.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded')
    throw new PaymentError('unsupported_media_type', 'Send the form as its page does.')
  const { parsed } = incoming
  if (typeof parsed === 'object' && parsed !== null && !(parsed instanceof Uint8Array))
    return new Form(fieldsOfObject(parsed))
  const bytes = await incoming.readBody(mostBytes)
  if (bytes === null) throw new PaymentError('payload_too_large', `A form may have up to ${mostBytes} bytes.`)
  const fields = new URLSearchParams(new TextDecoder().decode(bytes))
  if (fields.size > mostFields) throw invalidRequest([{ path: '', message: 'the form has too many fields' }])
  return new Form(fields)
}
