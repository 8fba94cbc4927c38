import { describe, expect, it } from 'vitest'
import { readCsvStatement } from 'hospital-payments/statements'
import { previewOf } from '../../src/http/import-preview.js'
import { testService } from '../support/service.js'
import { till, tillFile } from './support/finance.js'

const file = (lines: number) =>
  readCsvStatement(tillFile(...Array.from({ length: lines }, (_, n) => `2026-11-20,1.00,R-${n},`)), till)

describe('previewOf', () => {
  it('reports at each thousand lines how far it is', async () => {
    const seen: unknown[] = []
    const options = { account: 'cbe', onProgress: (progress: unknown) => seen.push(progress) }
    await previewOf(testService().payments, file(2_001), options)
    expect(seen).toEqual([{ lines: 1_000 }, { lines: 2_000 }])
  })

  it('ends for a client that has left', async () => {
    const gone = AbortSignal.abort(new Error('gone'))
    await expect(previewOf(testService().payments, file(1), { account: 'cbe', signal: gone })).rejects.toThrow('gone')
  })

  it('has neither an actor nor a file where there is none', async () => {
    const preview = await previewOf(testService().payments, file(1), { account: 'cbe' })
    expect(preview).toMatchObject({ id: null, actor: null, fileName: null, account: 'cbe', warnings: [] })
  })
})
