/** Commands with a module of providers, which is a file. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHospitalPayments, memoryRepository, textChannel } from 'hospital-payments'
import { type FakeProvider, fakeProvider, manualClock } from 'hospital-payments/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Command } from '../../src/cli/command.js'
import { attemptsCommand } from '../../src/cli/commands/attempts.js'
import { deskCommand } from '../../src/cli/commands/desk.js'
import { pullCommand } from '../../src/cli/commands/pull.js'
import { workCommand } from '../../src/cli/commands/work.js'
import type { Io } from '../../src/cli/io.js'
import type { ServiceOptions } from '../../src/cli/service.js'
import { request, start } from '../support/service.js'
import { callCommand } from './support/call.js'
import { jsonLines } from './support/io.js'

const now = () => Date.parse(start)

describe('hospital-payments: --providers', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'hospital-payments-cli-'))
    writeFileSync(join(folder, 'providers.mjs'), 'export default { fake: globalThis.hpFake }')
    writeFileSync(join(folder, 'worker.mjs'), 'export default { everyMs: 5, providers: { fake: globalThis.hpFake } }')
    writeFileSync(join(folder, 'none.mjs'), 'export const providers = {}')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  /** Calls a command over a service that has the providers that the command has read. */
  async function scene() {
    const clock = manualClock(start)
    const fake: FakeProvider = fakeProvider({ clock })
    const repository = memoryRepository()
    const channels = { cash: textChannel('Pay {reference}.') }
    const serviceOf = (options?: ServiceOptions) =>
      createHospitalPayments({ repository, channels, clock, providers: options?.providers, logger: options?.logger })
    const payments = serviceOf({ providers: { fake } })
    const { id: paymentId } = await payments.createPayment(request({ channel: 'cash' }))
    const { id } = await payments.attempts.start({ paymentId, provider: 'fake' })
    Object.assign(globalThis, { hpFake: fake })
    const seen: (readonly string[])[] = []
    const run = (command: Command, args: readonly string[], io: Partial<Io> = {}) =>
      callCommand(command, payments, args, { folder, now, ...io }, (options) =>
        seen.push(Object.keys(options?.providers ?? {})),
      )
    return { payments, fake, clock, id, paymentId, run, seen }
  }

  it('attempts ID --check asks the provider now', async () => {
    const { run, fake, id, seen, payments, paymentId } = await scene()
    fake.accept(id)
    const { stdout } = await run(attemptsCommand, [id, '--check', '--json'], { env: { HP_PROVIDERS: 'providers.mjs' } })
    expect(jsonLines(stdout)).toMatchObject([{ id, status: 'paid' }])
    expect(seen).toEqual([['fake']])
    expect((await payments.getPayment(paymentId))?.status).toBe('succeeded')
  })

  it('pull imports the list of a provider, of whole days or between instants, up to now', async () => {
    const { run, fake, id, clock } = await scene()
    clock.advance(-1000)
    fake.accept(id)
    const pull = (...args: string[]) => run(pullCommand, ['fake', '--providers', 'providers.mjs', ...args])
    const { stdout } = await pull('--from', '2026-11-20')
    expect(stdout).toMatch(/^Imported as imp_\w+\. From the list of fake; 2026-11-20\./)
    const linesOf = async (...args: string[]) =>
      (jsonLines((await pull('--json', ...args)).stdout)[0] as { lines: { count: number }[] }).lines.map((l) => l.count)
    expect(await linesOf('--from', '2026-11-20', '--to', '2026-11-20')).toEqual([1])
    expect(await linesOf('--from', '2026-11-20T08:00:00Z', '--to', '2026-11-20T08:59:00Z')).toEqual([])
    expect(await linesOf('--from', '2026-11-19', '--to', '2026-11-19', '--time-zone', 'Africa/Nairobi')).toEqual([])
  })

  it('pull refuses arguments that are none, and says what to give', async () => {
    const { run } = await scene()
    const pull = (...args: string[]) => run(pullCommand, args)
    await expect(pull()).rejects.toThrow('A PROVIDER is required')
    await expect(pull('fake')).rejects.toThrow('--from is required')
    await expect(pull('fake', '--from', '2026-11-20')).rejects.toThrow('--providers is required')
    const providers = ['--providers', 'providers.mjs']
    await expect(pull('fake', '--from', '20.11.2026', ...providers)).rejects.toThrow('--from is a day such as')
    await expect(pull('mpesa', '--from', '2026-11-20', ...providers)).rejects.toMatchObject({
      code: 'unsupported_provider',
    })
    await expect(pull('fake', '--from', '2026-11-20', '--providers', 'none.mjs')).rejects.toThrow(
      'has no default export: export default { mpesa: mpesa({ … }) }',
    )
    await expect(pull('fake', '--from', '2026-11-20', '--providers', 'x.mjs')).rejects.toThrow('There is no file')
  })

  it('desk has the providers of its option', async () => {
    const { run, seen } = await scene()
    const args = ['--port', '0', '--providers', 'providers.mjs']
    await run(deskCommand, args, { signal: AbortSignal.abort() })
    expect(seen).toEqual([['fake']])
  })

  it('work asks about due attempts with the providers of its configuration', async () => {
    const { run, fake, id, clock, payments } = await scene()
    fake.accept(id)
    clock.advance(60_000)
    const stop = new AbortController()
    const ended = run(workCommand, ['worker.mjs'], { signal: stop.signal })
    while ((await payments.attempts.get(id))?.status !== 'paid') await new Promise((resolve) => setTimeout(resolve, 5))
    stop.abort()
    expect((await ended).code).toBe(0)
  })
})
