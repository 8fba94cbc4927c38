/** The statement file of a form: its fields first, then the file, which is read as it comes. */
import { choiceOf, type Layouts, readChoice } from '../../statements/choice.js'
import type { StatementReader } from '../../statements/index.js'
import { readerOf } from '../../statements/statement-file.js'
import { joinBytes } from '../../internal/encoding.js'
import { boundaryOf, readMultipart } from './multipart.js'

export interface Upload {
  readonly fields: URLSearchParams
  readonly fileName: string
  readonly reader: StatementReader
}

/** The reason why there is no statement to read, as a key of messages. */
type UploadProblem = 'notAForm' | 'noFile' | 'unknownLayout'

const maxFieldLength = 4096
/** Returns the file of a form, or `null` where it is empty. */
async function notEmpty(file: AsyncGenerator<Uint8Array>): Promise<AsyncGenerator<Uint8Array> | null> {
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

/** @throws PaymentError `invalid_request` for a form that broke off, `payload_too_large` */
export async function readUpload(
  contentType: string | null,
  body: AsyncIterable<Uint8Array | string>,
  layouts: Layouts,
): Promise<Upload | { readonly problem: UploadProblem; readonly fields: URLSearchParams }> {
  const fields = new URLSearchParams()
  const boundary = boundaryOf(contentType)
  if (boundary === null) return { problem: 'notAForm', fields }
  const parts = readMultipart(body, boundary)
  // Not by for-await, which would end the body when the file is handed on.
  for (let part = await parts.next(); !part.done; part = await parts.next()) {
    const { name, fileName, body: value } = part.value
    if (fileName === null) {
      const pieces: Uint8Array[] = []
      let size = 0
      for await (const piece of value) if ((size += piece.length) <= maxFieldLength) pieces.push(piece)
      fields.append(name, new TextDecoder().decode(joinBytes(pieces)))
      continue
    }
    const options = await readChoice(choiceOf(fields.get('layout') ?? ''), () => layouts)
    if ('refused' in options) return { problem: 'unknownLayout', fields }
    const file = await notEmpty(value)
    return file ? { fields, fileName, reader: readerOf(file, options) } : { problem: 'noFile', fields }
  }
  return { problem: 'noFile', fields }
}
