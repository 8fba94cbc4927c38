/** A form with one file: its fields first, then the file, which is read as it comes. */
import { joinBytes } from '../../internal/encoding.js'
import { boundaryOf, readMultipart } from './multipart.js'

/** The fields before the file. */
interface Fields {
  readonly fields: URLSearchParams
}

export interface FileForm extends Fields {
  readonly fileName: string
  readonly file: AsyncGenerator<Uint8Array>
}

/** The reason why there is no file to read, as a key of messages. */
export type FileFormProblem = 'notAForm' | 'noFile'

const maxFieldLength = 4096

/** Returns the file of a form, or `null` where it is empty. */
export async function notEmpty(file: AsyncGenerator<Uint8Array>): Promise<AsyncGenerator<Uint8Array> | null> {
  let first = await file.next()
  while (!first.done && first.value.length === 0) first = await file.next()
  if (first.done) return null
  const beginning = first.value
  async function* all() {
    yield beginning
    yield* file
  }
  return all()
}

/**
 * Reads the fields of a form up to its file, which may be empty.
 *
 * @throws PaymentError `invalid_request` for a form that broke off, `payload_too_large`
 */
export async function readFileForm(
  contentType: string | null,
  body: AsyncIterable<Uint8Array | string>,
): Promise<FileForm | (Fields & { readonly problem: FileFormProblem })> {
  const fields = new URLSearchParams()
  const boundary = boundaryOf(contentType)
  if (boundary === null) return { problem: 'notAForm', fields }
  const parts = readMultipart(body, boundary)
  // Not by for-await, which would end the body when the file is handed on.
  for (let part = await parts.next(); !part.done; part = await parts.next()) {
    const { name, fileName, body: value } = part.value
    if (fileName !== null) return { fields, fileName, file: value }
    const pieces: Uint8Array[] = []
    let size = 0
    for await (const piece of value) if ((size += piece.length) <= maxFieldLength) pieces.push(piece)
    fields.append(name, new TextDecoder().decode(joinBytes(pieces)))
  }
  return { problem: 'noFile', fields }
}
