import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createHospitalPayments, textChannel } from 'hospital-payments'
import { beforeAll, describe, expect, it } from 'vitest'
import { libsql, opened } from '../support/databases/index.js'
import { repositoryOn } from '../support/databases/repository.js'
import { run } from '../../src/cli/run.js'
import { programFile } from '../support/program-file.js'
import { request } from '../support/service.js'
import { testIo } from './support/io.js'

const main = new URL('../../src/cli/main.ts', import.meta.url)

/** Starts the program as a process, and returns its streams. */
async function start(args: readonly string[], env: Record<string, string>) {
  return spawn(process.execPath, [await programFile(main), ...args], { env: { ...process.env, ...env } })
}

async function textOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of stream) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

describe('hospital-payments', () => {
  const database = opened(libsql)
  const env = () => ({ HP_DATABASE_URL: database().file })
  const bills = 3_000

  beforeAll(async () => {
    await run(['migrate'], testIo({ env: env() }))
    const payments = createHospitalPayments({
      repository: repositoryOn(database(), { tenant: 'default' }),
      channels: { 'mobile-banking': textChannel('Pay {reference}.') },
    })
    await payments.createPayments(
      Array.from({ length: bills }, (_, i) => ({ request: request({ reference: `INV-${i}` }) })),
    )
  })

  it('writes to standard output alone, and ends with its status', async () => {
    const child = await start(['export'], env())
    const [csv, errors, [code]] = await Promise.all([textOf(child.stdout), textOf(child.stderr), once(child, 'close')])
    expect(csv.split('\r\n')).toHaveLength(bills + 2)
    expect([errors, code]).toEqual(['', 0])

    const wrong = await start(['export', '--columns', 'nothing'], env())
    const [text, refusal, [status]] = await Promise.all([
      textOf(wrong.stdout),
      textOf(wrong.stderr),
      once(wrong, 'close'),
    ])
    expect([text, status]).toEqual(['', 2])
    expect(refusal).toMatch(/^hospital-payments: invalid_request: columns/)
  })

  it('ends without a message when its reader has ended', async () => {
    const child = await start(['export', '--columns', 'channel,description,amountDecimal'], env())
    child.stdout.once('data', () => child.stdout.destroy())
    const [errors, [code]] = await Promise.all([textOf(child.stderr), once(child, 'close')])
    expect([errors, code]).toEqual(['', 0])
  })

  it('reads a statement from a pipe', async () => {
    const child = await start(['import', '-', '--account', 'bank', '--json'], env())
    child.stdin.end(':20:A\n:25:1\n:28C:1\n:60F:C261119ETB0,\n:61:261120C1500,NMSCINV-1\n:62F:C261120ETB1500,\n-\n')
    const [json, errors, [code]] = await Promise.all([textOf(child.stdout), textOf(child.stderr), once(child, 'close')])
    expect([errors, code]).toEqual(['', 0])
    expect(JSON.parse(json)).toMatchObject({ id: null, lines: [{ outcome: 'confirmed', count: 1 }] })
  })

  it('ends with the status of shells when it is interrupted, and says that the same command goes on', async () => {
    const child = await start(['import', '-', '--account', 'bank', '--apply'], env())
    const lines = Array.from({ length: 12_000 }, (_, i) => `:61:261120C1,NMSCBILL-${i}\n`)
    // It never ends by itself: the last statement of the file is open.
    child.stdin.write(`:20:A\n:25:1\n:28C:1\n:60F:C261119ETB0,\n${lines.join('')}`)
    let errors = ''
    child.stderr.on('data', (text: Buffer) => {
      errors += text.toString()
      if (text.toString().includes('10,000 lines read')) child.kill('SIGINT')
    })
    const [code] = await once(child, 'close')
    expect(errors).toContain('interrupted. What was stored stays')
    expect(code).toBe(130)
  })
})
