/** The statement file of a form, which is read as it comes. */
import { choiceOf, type Layouts, readChoice } from '../../statements/choice.js'
import type { StatementReader } from '../../statements/index.js'
import { readerOf } from '../../statements/statement-file.js'
import { type FileFormProblem, notEmpty, readFileForm } from './file-form.js'

export interface Upload {
  readonly fields: URLSearchParams
  readonly fileName: string
  readonly reader: StatementReader
}

/** The reason why there is no statement to read, as a key of messages. */
type UploadProblem = FileFormProblem | 'unknownLayout'

/** @throws PaymentError `invalid_request` for a form that broke off, `payload_too_large` */
export async function readUpload(
  contentType: string | null,
  body: AsyncIterable<Uint8Array | string>,
  layouts: Layouts,
): Promise<Upload | { readonly problem: UploadProblem; readonly fields: URLSearchParams }> {
  const form = await readFileForm(contentType, body)
  if ('problem' in form) return form
  const { fields, fileName } = form
  const sheet = (fields.get('sheet') ?? '').trim()
  const choice = { ...choiceOf(fields.get('layout') ?? ''), ...(sheet !== '' && { sheet }) }
  const options = await readChoice(choice, () => layouts)
  if ('refused' in options) return { problem: 'unknownLayout', fields }
  const file = await notEmpty(form.file)
  return file ? { fields, fileName, reader: readerOf(file, options) } : { problem: 'noFile', fields }
}
