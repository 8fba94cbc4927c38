/** Files that the desk keeps between preview and import, over memory and every database. */
import { memoryRepository, type PaymentRepository } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { seededRandom } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { partBytes } from '../../../src/domain/desk/upload.js'
import { joinBytes } from '../../../src/internal/encoding.js'
import { uploadParts } from '../../../src/repository/aggregates/uploads.js'
import { settingsOf } from '../../../src/service.js'
import { kinds, onEach } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { day, refusal, testService } from '../../support/service.js'

const actor = 'amina'
const random = seededRandom(7)

function deskOf(repository: PaymentRepository) {
  const { payments, clock } = testService({ repository })
  const { keepUpload, findUpload, readUpload, deleteUpload, removeUploads } = settingsOf(payments)!
  const keep = (file: readonly Uint8Array[], more: object = {}) =>
    keepUpload({ actor, fileName: 'november.csv', fields: { account: 'cbe' }, file: piecesOf(file), ...more })
  const partsOf = (id: string) =>
    (repository as FinanceRepository).findRows(uploadParts, 'uploadId', [id]).then(({ length }) => length)
  return { payments, clock, keep, findUpload, readUpload, deleteUpload, removeUploads: removeUploads!, partsOf }
}

async function* piecesOf(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces
}

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return joinBytes(all)
}

function declareUploadTests(open: () => PaymentRepository): void {
  it('keepUpload: a file of any size comes back byte for byte, to its person alone', async () => {
    const { keep, findUpload, readUpload } = deskOf(open())
    for (const sizes of [[1], [partBytes], [partBytes - 1, 2], [5, partBytes * 5, 70_000]]) {
      const pieces = sizes.map((size) => random(size))
      const kept = await keep(pieces)
      const bytes = sizes.reduce((sum, size) => sum + size, 0)
      expect(kept).toMatchObject({ status: 'whole', bytes, fileName: 'november.csv', fields: { account: 'cbe' } })
      expect(await findUpload({ id: kept.id, actor })).toEqual(kept)
      expect(Buffer.compare(await bytesOf(readUpload(kept)), joinBytes(pieces))).toBe(0)
      expect(await findUpload({ id: kept.id, actor: 'dawit' })).toBeNull()
    }
  })

  it('removeUploads: a file is gone after a day, with all its parts', async () => {
    const { keep, findUpload, readUpload, removeUploads, partsOf, clock } = deskOf(open())
    const kept = await keep([random(3 * partBytes)])
    clock.advance(day - 1)
    const young = await keep([random(9)])
    expect(await removeUploads()).toBe(0)
    expect(await partsOf(kept.id)).toBe(3)
    clock.advance(1)
    expect(await findUpload({ id: kept.id, actor })).toBeNull()
    expect(await removeUploads()).toBe(1)
    expect(await partsOf(kept.id)).toBe(0)
    expect(await findUpload({ id: young.id, actor })).toEqual(young)
    await refusal(bytesOf(readUpload(kept)), 'internal_error')
  })

  it('keepUpload: the oldest of four files of a person goes, and no file of another', async () => {
    const { keep, findUpload, clock } = deskOf(open())
    const others = await keep([random(9)], { actor: 'dawit' })
    const ids: string[] = []
    for (let n = 0; n < 4; n++) {
      ids.push((await keep([random(9)])).id)
      clock.advance(1)
    }
    const there = await Promise.all(ids.map(async (id) => (await findUpload({ id, actor })) !== null))
    expect(there).toEqual([false, true, true, true])
    expect(await findUpload({ id: others.id, actor: 'dawit' })).toEqual(others)
  })

  it('deleteUpload: a person deletes their own file alone', async () => {
    const { keep, findUpload, deleteUpload, partsOf } = deskOf(open())
    const { id } = await keep([random(partBytes + 1)])
    await deleteUpload({ id, actor: 'dawit' })
    await deleteUpload({ id: 'upl_x', actor })
    expect(await findUpload({ id, actor })).not.toBeNull()
    await deleteUpload({ id, actor })
    expect([await findUpload({ id, actor }), await partsOf(id)]).toEqual([null, 0])
  })
}

describe('memoryRepository: uploads', () => {
  declareUploadTests(memoryRepository)

  it('keepUpload: a file that breaks off, or is too large, leaves nothing behind', async () => {
    const written: string[] = []
    const memory = memoryRepository()
    const replace: typeof memory.replace = (group) => {
      for (const { of, row } of group.rows ?? [])
        if (of === uploadParts) written.push((row as { uploadId: string }).uploadId)
      return memory.replace(group)
    }
    const { keep, partsOf } = deskOf({ ...memory, replace } as FinanceRepository)
    const failure = new Error('broke off')
    async function* broken() {
      yield random(2 * partBytes)
      throw failure
    }
    await expect(keep([], { file: broken() })).rejects.toBe(failure)
    async function* endless() {
      const piece = random(1 << 20)
      for (let n = 0; n < 65; n++) yield piece
    }
    await refusal(keep([], { file: endless() }), 'payload_too_large')
    const ids = [...new Set(written)]
    expect(ids).toHaveLength(2)
    expect(await Promise.all(ids.map(partsOf))).toEqual([0, 0])
  })
})

onEach(kinds, 'sqlRepository: uploads', (entry) => {
  const database = migrated(entry)
  declareUploadTests(() => repositoryOn(database()))
})
