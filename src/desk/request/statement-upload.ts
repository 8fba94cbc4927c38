/** The statement file of a form, which is read as it comes. */
import { choiceOf, type Layouts, readChoice } from '../../statements/choice.js'
import type { ReadStatementOptions } from '../../statements/index.js'
import { type FileForm, type FileFormProblem, notEmpty, readFileForm } from './file-form.js'
import type { Form } from './form.js'

/** The reason why there is no statement to read, as a key of messages. */
export type UploadProblem = FileFormProblem | 'gone'

/** @throws PaymentError `invalid_request` for a form that broke off, `payload_too_large` */
export async function readUpload(
  contentType: string | null,
  body: AsyncIterable<Uint8Array | string>,
): Promise<FileForm | { readonly problem: UploadProblem; readonly fields: URLSearchParams }> {
  const form = await readFileForm(contentType, body)
  if ('problem' in form) return form
  const file = await notEmpty(form.file)
  return file ? { ...form, file } : { problem: 'noFile', fields: form.fields }
}

/** Reads the way in which a form says that a file is read; `null` for a name that no layout has. */
export async function readingOf(form: Form, layouts: () => Promise<Layouts>): Promise<ReadStatementOptions | null> {
  const sheet = form.get('sheet')
  const choice = { ...choiceOf(form.get('layout')), ...(sheet !== '' && { sheet }) }
  const options = await readChoice(choice, layouts)
  return 'refused' in options ? null : options
}
