/** The arguments of the calls about imports. */
import * as z from 'zod'
import * as field from './fields.js'
import { pageFields, type PageOptions } from './page.js'
import { type ReconcileOptions, runFields } from './reconcile-options.js'

/** The options of an import. */
export interface ImportOptions extends Omit<ReconcileOptions, 'apply' | 'graceDays' | 'asOf'> {
  /** The name of the file, for people; at most 255 code points. */
  fileName?: string | undefined
  /** A function that is called at least every 1,000 lines, with the number of lines so far. */
  onProgress?: ((progress: { readonly lines: number }) => void) | undefined
}

type OnProgress = NonNullable<ImportOptions['onProgress']>

const { graceDays: _, asOf: __, ...importFields } = runFields
export const fileName = field.someText(255)

export const importOptions = field.object({
  ...importFields,
  fileName: fileName.optional(),
  onProgress: z.custom<OnProgress>((value) => typeof value === 'function', 'must be a function').optional(),
})

/** The imports of a page; all fields are optional. */
export interface ImportsQuery extends PageOptions {
  account?: string | undefined
}

export const importsQuery = field.object({ account: field.text.optional(), ...pageFields })
