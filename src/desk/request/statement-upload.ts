/** A statement file out of a form: its fields first, then the file, which is read as it comes. */
import { isPaymentError } from '../../errors.js'
import { readerOf } from '../../http/routes/statement-file.js'
import {
  type CsvMapping,
  readCsvStatement,
  type StatementFormat,
  type StatementReader,
} from '../../statements/index.js'
import { joinBytes } from '../../internal/encoding.js'
import { boundaryOf, readMultipart } from './multipart.js'

/** What a statement is written in, found or chosen. */
export interface FileLayout {
  readonly format: StatementFormat
  /** Of a CSV file: its name. */
  readonly layout: string | null
}

export interface Upload {
  readonly fields: URLSearchParams
  readonly fileName: string
  readonly layout: FileLayout
  readonly reader: StatementReader
}

/** Why there is no statement to read: the keys of messages. */
export type UploadProblem = 'notAForm' | 'noFile' | 'unknownLayout'

const longestField = 4096
const beginningBytes = 65_536

type Pieces = AsyncGenerator<Uint8Array>

/** The first bytes of a file, and the whole of it again. */
async function peeked(pieces: Pieces): Promise<{ beginning: Uint8Array; all: Pieces }> {
  const held: Uint8Array[] = []
  let size = 0
  while (size < beginningBytes) {
    const { done, value } = await pieces.next()
    if (done) break
    held.push(value)
    size += value.length
  }
  const beginning = joinBytes(held)
  async function* all() {
    if (beginning.length > 0) yield beginning
    yield* pieces
  }
  return { beginning, all: all() }
}

async function isReadBy(beginning: Uint8Array, mapping: CsvMapping): Promise<boolean> {
  try {
    for await (const record of readCsvStatement(beginning, mapping)) if (!('rejected' in record)) return true
  } catch (error) {
    if (!isPaymentError(error, 'invalid_request')) throw error
  }
  return false
}

/** By the first characters: camt is XML, MT940 begins with a block or its first field; a CSV file by its columns. */
async function findLayout(beginning: Uint8Array, layouts: ReadonlyMap<string, CsvMapping>): Promise<FileLayout | null> {
  const text = new TextDecoder(beginning[1] === 0 || beginning[0] === 0xff ? 'utf-16le' : 'utf-8').decode(
    beginning.subarray(0, 512),
  )
  const start = text.trimStart()
  if (start.startsWith('<')) return { format: 'camt', layout: null }
  if (/^(?:\{1:|:20:)/.test(start)) return { format: 'mt940', layout: null }
  for (const [layout, mapping] of layouts) if (await isReadBy(beginning, mapping)) return { format: 'csv', layout }
  return null
}

function chosenLayout(text: string, layouts: ReadonlyMap<string, CsvMapping>): FileLayout | null {
  if (text === 'camt' || text === 'mt940') return { format: text, layout: null }
  return layouts.has(text) ? { format: 'csv', layout: text } : null
}

/** @throws PaymentError `invalid_request` for a form that broke off, `payload_too_large` */
export async function readUpload(
  contentType: string | null,
  body: AsyncIterable<Uint8Array | string>,
  layouts: ReadonlyMap<string, CsvMapping>,
): Promise<Upload | { readonly problem: UploadProblem; readonly fields: URLSearchParams }> {
  const fields = new URLSearchParams()
  const boundary = boundaryOf(contentType)
  if (boundary === null) return { problem: 'notAForm', fields }
  const parts = readMultipart(body, boundary)
  // Not by for-await, which would let go of the body when the file is handed on.
  for (let part = await parts.next(); !part.done; part = await parts.next()) {
    const { name, fileName, body: value } = part.value
    if (fileName === null) {
      const pieces: Uint8Array[] = []
      let size = 0
      for await (const piece of value) if ((size += piece.length) <= longestField) pieces.push(piece)
      fields.append(name, new TextDecoder().decode(joinBytes(pieces)))
      continue
    }
    const { beginning, all } = await peeked(value)
    if (beginning.length === 0) return { problem: 'noFile', fields }
    const wanted = fields.get('layout') ?? ''
    const layout = wanted === '' ? await findLayout(beginning, layouts) : chosenLayout(wanted, layouts)
    if (!layout) return { problem: 'unknownLayout', fields }
    const mapping = layout.layout === null ? undefined : layouts.get(layout.layout)
    return { fields, fileName, layout, reader: readerOf(all, layout.format, mapping) }
  }
  return { problem: 'noFile', fields }
}
