/** The calls about layouts: mappings are checked as the reader of CSV files checks them. */
import { invalidRequest } from '../domain/issue.js'
import type { StoredLayout } from '../domain/layouts/stored-layout.js'
import type { Page } from '../domain/report.js'
import type { Context } from '../operations/context.js'
import {
  type LayoutOptions,
  layoutOptions,
  layoutRequest,
  maxMappingLength,
  replaceLayoutRequest,
} from '../operations/input/layout-calls.js'
import type { PageOptions } from '../operations/input/page.js'
import { parse } from '../operations/input/parse.js'
import { findLayout, findVersion, pageLayouts, versionsOfLayout } from '../operations/layouts/read-layouts.js'
import { type CheckedMapping, storeNewLayout, storeNextLayout } from '../operations/layouts/store-layout.js'
import { plainFormats } from '../statements/choice.js'
import type { CsvMapping } from '../statements/csv/mapping.js'
import { planOf } from '../statements/csv/plan.js'
import { layoutDigest } from '../statements/reader.js'
import type { Layout, LayoutRequest } from './layout.js'

const wrongMapping = /^the CSV mapping is wrong: /

/** Checks a mapping and returns it as plain JSON. @throws PaymentError `invalid_request` */
function checked(mapping: unknown): CheckedMapping {
  const refuse = (message: string) => invalidRequest([{ path: 'mapping', message }])
  // What is undefined in a mapping is left out.
  const text = JSON.stringify(mapping)
  if (text.length > maxMappingLength) throw refuse(`must have at most ${maxMappingLength} characters as JSON`)
  const plain = JSON.parse(text) as CsvMapping
  try {
    planOf(plain)
  } catch (error) {
    if (error instanceof TypeError) throw refuse(`is wrong: ${error.message.replace(wrongMapping, '')}`)
    throw error
  }
  const digestOf = (format: 'csv' | 'xlsx') => layoutDigest({ format, mapping: plain })
  return { mapping: { ...plain }, csvDigest: digestOf('csv'), xlsxDigest: digestOf('xlsx') }
}

function layoutOf({ csvDigest, xlsxDigest, mapping, ...fields }: StoredLayout): Layout {
  return { ...fields, mapping: mapping as unknown as CsvMapping, digests: { csv: csvDigest, xlsx: xlsxDigest } }
}

/** The levels of a mapping: of its lists of columns, and of its other names. */
const levels = 5

export async function createLayout(context: Context, request: LayoutRequest, options: LayoutOptions): Promise<Layout> {
  const { name, mapping } = parse(layoutRequest, request, levels)
  const { actor } = parse(layoutOptions, options)
  if (plainFormats.has(name))
    throw invalidRequest([{ path: 'name', message: 'is the name of a format: choose another name' }])
  return layoutOf(await storeNewLayout(context, name, checked(mapping), actor))
}

export async function replaceLayout(
  context: Context,
  name: string,
  request: Pick<LayoutRequest, 'mapping'>,
  options: LayoutOptions,
): Promise<Layout> {
  const { mapping } = parse(replaceLayoutRequest, request, levels)
  const { actor } = parse(layoutOptions, options)
  return layoutOf(await storeNextLayout(context, name, checked(mapping), actor))
}

export async function getLayout(context: Context, name: string): Promise<Layout | null> {
  const layout = await findLayout(context, name)
  return layout && layoutOf(layout)
}

export async function listLayouts(context: Context, query?: PageOptions): Promise<Page<Layout>> {
  const { items, nextCursor } = await pageLayouts(context, query)
  return { items: items.map(layoutOf), nextCursor }
}

export async function layoutHistory(context: Context, name: string): Promise<readonly Layout[]> {
  return (await versionsOfLayout(context, name)).map(layoutOf)
}

export async function layoutByDigest(context: Context, digest: string): Promise<Layout | null> {
  const layout = await findVersion(context, digest)
  return layout && layoutOf(layout)
}
