import type { Page } from '../domain/report.js'
import type { Context } from '../operations/context.js'
import type { LayoutOptions } from '../operations/input/layout-calls.js'
import type { PageOptions } from '../operations/input/page.js'
import type { Layout, LayoutRequest } from './layout.js'
import { called } from './on-first-call.js'

/**
 * The functions of stored layouts, by which people read the CSV files and spreadsheets of their banks. Imports over HTTP, in the
 * desk and on the command line find them beside those of your options, whose names have priority. A layout is replaced, never
 * changed: its versions stay, and an import names the one that it was read by. Lines of days that were imported by another
 * version are held where they may be the same (`possible_duplicate`).
 *
 * Every function rejects with `internal_error` where the repository stores no statement lines.
 */
export interface LayoutFunctions {
  /**
   * Stores a layout under a new name.
   *
   * @throws PaymentError `invalid_request` for a wrong mapping too, `layout_conflict`
   * @example
   * const mapping = { columns: { valueDate: 'Date', amount: 'Amount' }, dates: ['dd/MM/yyyy'], timeZone: 'Africa/Nairobi', currency: 'KES' }
   * const layout = await payments.layouts.create({ name: 'kcb', mapping }, { actor: 'amina' })
   * layout.version // => 1
   * await payments.layouts.create({ name: 'kcb', mapping }, { actor: 'dawit' }) // throws layout_conflict
   */
  create(request: LayoutRequest, options: LayoutOptions): Promise<Layout>
  /**
   * Puts another mapping in the place of a layout's, as its next version. The same mapping leaves the layout as it is.
   *
   * @throws PaymentError `invalid_request`, `layout_not_found`, `concurrent_update`
   * @example
   * const mapping = { columns: { valueDate: 'Date', amount: 'Amount' }, dates: ['dd/MM/yyyy'], timeZone: 'Africa/Nairobi', currency: 'KES' }
   * await payments.layouts.replace('kcb', { mapping }, { actor: 'amina' }) // throws layout_not_found
   */
  replace(name: string, request: Pick<LayoutRequest, 'mapping'>, options: LayoutOptions): Promise<Layout>
  /**
   * Finds the version of a layout that is in use; `null` for an unknown name.
   *
   * @throws PaymentError `storage_unavailable`
   * @example
   * await payments.layouts.get('kcb') // => null
   */
  get(name: string): Promise<Layout | null>
  /**
   * Lists the layouts that are in use, by name, a page at a time.
   *
   * @throws PaymentError `invalid_request`, `invalid_cursor`
   * @example
   * await payments.layouts.list() // => { items: [], nextCursor: null }
   */
  list(query?: PageOptions): Promise<Page<Layout>>
  /**
   * Lists the versions of a layout, oldest first, with the person who made each; empty for an unknown name.
   *
   * @throws PaymentError `storage_unavailable`
   * @example
   * await payments.layouts.history('kcb') // => []
   */
  history(name: string): Promise<readonly Layout[]>
  /**
   * Finds the version by which an import was read, by the `layout` of the import; `null` where no stored layout has that digest.
   *
   * @throws PaymentError `storage_unavailable`
   * @example
   * const mapping = { columns: { valueDate: 'Date', amount: 'Amount' }, dates: ['dd/MM/yyyy'], timeZone: 'Africa/Nairobi', currency: 'KES' }
   * const { digests } = await payments.layouts.create({ name: 'kcb', mapping }, { actor: 'amina' })
   * const layout = await payments.layouts.byDigest(digests.csv)
   * layout?.name // => 'kcb'
   */
  byDigest(layout: string): Promise<Layout | null>
}

export function layoutFunctions(context: Context): LayoutFunctions {
  return Object.freeze<LayoutFunctions>({
    create: called(context, (all) => all.createLayout),
    replace: called(context, (all) => all.replaceLayout),
    get: called(context, (all) => all.getLayout),
    list: called(context, (all) => all.listLayouts),
    history: called(context, (all) => all.layoutHistory),
    byDigest: called(context, (all) => all.layoutByDigest),
  })
}
