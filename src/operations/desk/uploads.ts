/** The files that people sent to the desk: kept in parts, read again, and removed. */
import { maxUploadBytes, maxUploads, partBytes, type Upload, uploadMs } from '../../domain/desk/upload.js'
import { isUploadId } from '../../domain/id.js'
import { instantOf, millisecondsOf } from '../../domain/instant.js'
import { PaymentError } from '../../errors.js'
import { base64, base64Bytes, joinBytes } from '../../internal/encoding.js'
import { newRow } from '../../repository/aggregates/rows.js'
import { uploadParts, uploads } from '../../repository/aggregates/uploads.js'
import type { RowEntry } from '../../repository/aggregates/port.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { financeOf } from '../storage.js'

/** A file to keep, as it comes. */
export interface FileToKeep {
  readonly actor: string
  readonly fileName: string
  readonly fields: Readonly<Record<string, string>>
  readonly file: AsyncIterable<Uint8Array>
}

/** A file by its id, for its person. */
export interface UploadKey {
  readonly id: string
  readonly actor: string
}

/** The parts that are read at a time, and the files that are removed at a time. */
const partsAtOnce = 4
const filesAtOnce = 100

async function write(finance: FinanceRepository, row: RowEntry): Promise<void> {
  const { outcome } = await finance.replace({ changes: [], lines: [], rows: [row] })
  if (outcome !== 'replaced')
    throw new PaymentError('concurrent_update', 'Write conflict; the file was not kept. Try again.')
}

/** Deletes files with their parts; the parts first, so that none is left without its file. */
async function deleteFiles(finance: FinanceRepository, files: readonly Upload[]): Promise<void> {
  const ids = files.map(({ id }) => id)
  if (ids.length === 0) return
  await finance.deleteRows(uploadParts, 'uploadId', ids)
  await finance.deleteRows(uploads, 'id', ids)
}

/** Yields bytes in parts of one size; the last may be shorter. */
async function* inParts(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of file) {
    pieces.push(piece)
    size += piece.length
    if (size < partBytes) continue
    const bytes = joinBytes(pieces)
    let at = 0
    for (; size - at >= partBytes; at += partBytes) yield bytes.subarray(at, at + partBytes)
    pieces = [bytes.slice(at)]
    size -= at
  }
  if (size > 0) yield joinBytes(pieces)
}

/** Makes room for one more file of a person: the oldest ones of too many are deleted. */
async function makeRoom(finance: FinanceRepository, actor: string): Promise<void> {
  const query = { list: 'actor', where: { actor }, direction: 'desc', limit: filesAtOnce } as const
  const files = await finance.pageRows(uploads, query)
  await deleteFiles(finance, files.slice(maxUploads - 1))
}

/**
 * Keeps a file for its person, in the place of the oldest of too many.
 *
 * @throws PaymentError `payload_too_large`, `concurrent_update`; what `file` throws, and nothing is kept then
 */
export async function keepUpload(context: Context, { actor, fileName, fields, file }: FileToKeep): Promise<Upload> {
  const finance = financeOf(context)
  await removeUploads(context)
  await makeRoom(finance, actor)
  const upload: Upload = {
    ...{ id: context.ids.upload(), actor, status: 'coming', fileName: fileName.slice(0, 255), fields: { ...fields } },
    ...{ bytes: 0, createdAt: context.now(), version: 1 },
  }
  await write(finance, newRow(uploads, upload))
  try {
    let [ordinal, bytes] = [0, 0]
    for await (const part of inParts(file)) {
      bytes += part.length
      if (bytes > maxUploadBytes)
        throw new PaymentError(
          'payload_too_large',
          `The file is larger than ${maxUploadBytes} bytes. Send it in parts.`,
        )
      await write(finance, newRow(uploadParts, { uploadId: upload.id, ordinal: ++ordinal, content: base64(part) }))
    }
    const whole: Upload = { ...upload, status: 'whole', bytes, version: 2 }
    await write(finance, { of: uploads, row: whole, beside: null, expected: 1, events: [] })
    return whole
  } catch (failure) {
    await deleteFiles(finance, [upload]).catch(() => undefined)
    throw failure
  }
}

/** Returns the instant before which files are gone. */
function oldestOf({ now }: Context): string {
  return instantOf(millisecondsOf(now()) - uploadMs)
}

/** Finds a file for its person; `null` for one of another person, one that is gone, and an unknown id. */
export async function findUpload(context: Context, { id, actor }: UploadKey): Promise<Upload | null> {
  if (!isUploadId(id)) return null
  const [stored] = await financeOf(context).findRows(uploads, 'id', [id])
  const upload = stored?.row
  const isThere = upload?.actor === actor && upload.status === 'whole' && upload.createdAt > oldestOf(context)
  return isThere ? upload : null
}

/** Yields the bytes of a file in its order. @throws PaymentError `internal_error` for a file that goes while it is read */
export async function* readUpload(context: Context, { id, bytes }: Upload): AsyncGenerator<Uint8Array> {
  const finance = financeOf(context)
  let read = 0
  for (let after: number | undefined; ;) {
    const parts = await finance.pageRows(uploadParts, {
      list: 'ordinal',
      where: { uploadId: id },
      direction: 'asc',
      after: after === undefined ? undefined : [after],
      limit: partsAtOnce,
    })
    for (const { ordinal, content } of parts) {
      const part = base64Bytes(content)
      read += part.length
      after = ordinal
      yield part
    }
    if (parts.length < partsAtOnce) break
  }
  if (read !== bytes) throw new PaymentError('internal_error', 'The file is not kept any more. Send it again.')
}

/** Deletes a file of this person; one of another person stays, as if it were unknown. */
export async function deleteUpload(context: Context, { id, actor }: UploadKey): Promise<void> {
  if (!isUploadId(id)) return
  const finance = financeOf(context)
  const [stored] = await finance.findRows(uploads, 'id', [id])
  if (stored?.row.actor === actor) await deleteFiles(finance, [stored.row])
}

/** Deletes the files that are too old, and returns their number. */
export async function removeUploads(context: Context): Promise<number> {
  const finance = financeOf(context)
  // One millisecond later: a file of exactly this age is gone too.
  const before = instantOf(millisecondsOf(oldestOf(context)) + 1)
  const query = { list: 'created', before, direction: 'asc', limit: filesAtOnce } as const
  for (let count = 0; ;) {
    const files = await finance.pageRows(uploads, query)
    await deleteFiles(finance, files)
    count += files.length
    if (files.length < filesAtOnce) return count
  }
}
