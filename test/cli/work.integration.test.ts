import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HospitalPayments } from 'hospital-payments'
import { fromSqlite, migrate, sqlRepository } from 'hospital-payments/sql'
import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readArguments } from '../../src/cli/arguments.js'
import { workCommand } from '../../src/cli/commands/work.js'
import { SetupError, UsageError } from '../../src/cli/failures.js'
import { Output } from '../../src/cli/output.js'
import { request, testService } from '../support/service.js'
import { callCommand } from './support/call.js'
import { commandIo, testIo } from './support/io.js'

describe('hospital-payments work', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'hospital-payments-cli-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  let written = 0
  function configuration(text: string): string {
    const name = `worker-${++written}.mjs`
    writeFileSync(join(folder, name), text)
    return name
  }

  const work = (payments: HospitalPayments, args: readonly string[], signal = new AbortController().signal) =>
    callCommand(workCommand, payments, args, { folder, signal })

  it('delivers events by the send of its configuration until it is asked to end, and ends well', async () => {
    const { payments } = testService()
    await payments.createPayment(request())
    const stop = new AbortController()
    const sent: string[] = []
    const sink = { sent: (type: string) => (sent.push(type), stop.abort()) }
    Object.assign(globalThis, { hpSink: sink })
    const file = configuration('export default { send: async ({ type }) => globalThis.hpSink.sent(type), everyMs: 5 }')
    try {
      const { code, stderr, stdout } = await work(payments, ['--config', file, '--json'], stop.signal)
      expect([code, sent]).toEqual([0, ['payment.created']])
      expect(stdout).toBe('{"ended":true}\n')
      expect(stderr).toBe('hospital-payments: the worker has begun\nhospital-payments: the worker has ended\n')
    } finally {
      Reflect.deleteProperty(globalThis, 'hpSink')
    }
  })

  it('takes the time of its option; a configuration with a time is refused', async () => {
    const file = configuration('export default { everyMs: 0 }')
    const { payments } = testService()
    await expect(work(payments, [file], AbortSignal.abort())).rejects.toThrow('everyMs must be a whole number')
    const { stderr, stdout } = await work(payments, [file, '--every-ms', '5'], AbortSignal.abort())
    expect(stderr).toContain('the worker has ended')
    expect(stdout).toBe('')
  })

  it('passes warnings of the service to the logger of its configuration', async () => {
    const warnings: unknown[] = []
    const file = configuration('export default { logger: { warn: () => undefined } }')
    const stop = new AbortController()
    stop.abort()
    const process = testIo({ folder, signal: stop.signal })
    const io = commandIo(process)
    const read = readArguments(workCommand, [file], io.env)
    await workCommand.run({
      args: read,
      io,
      output: new Output(io.stdout, false),
      connect: () => Promise.reject(new Error('no database in this test')),
      payments: async (options) => {
        warnings.push(options)
        return testService().payments
      },
    })
    expect(warnings).toEqual([{ logger: { warn: expect.any(Function) as unknown } }])
    expect(process.stdout.text).toBe('')
  })

  it.each([
    ['no configuration', [], UsageError, 'A configuration is required'],
    ['one that is not there', ['lost.mjs'], SetupError, /^There is no file .*lost\.mjs\nTo do: correct the path\.$/],
  ] as const)('refuses %s', async (_, args, kind, message) => {
    const refused = work(testService().payments, args)
    await expect(refused).rejects.toThrow(kind)
    await expect(refused).rejects.toThrow(message)
  })

  it.each([
    ['export const send = 1', 'has no default export'],
    ['export default { sned: 1 }', 'exports sned, but may only have send, everyMs, expire, logger'],
    ['export default { send: 1 }', 'send must be a function'],
    ['export default { everyMs: 0 }', 'everyMs must be a whole number'],
  ])('refuses %s', async (text, message) => {
    const refused = work(testService().payments, [configuration(text)])
    await expect(refused).rejects.toThrow(UsageError)
    await expect(refused).rejects.toThrow(message)
  })

  it('works for all tenants of a database with --all-tenants, and gives send the tenant', async () => {
    const database = fromSqlite(new Database(':memory:'))
    await migrate(database, { tablePrefix: 'cli_' })
    for (const tenant of ['b', 'a']) {
      const repository = sqlRepository(database, { tenant, tablePrefix: 'cli_' })
      await testService({ repository, clock: Date.now }).payments.createPayment(request())
    }
    const stop = new AbortController()
    const sent: string[] = []
    const sink = { sent: (text: string) => void (sent.push(text) === 2 && stop.abort()) }
    Object.assign(globalThis, { hpSink: sink })
    const file = configuration(
      'export default { send: async ({ type }, { tenant }) => globalThis.hpSink.sent(`${tenant} ${type}`), everyMs: 5 }',
    )
    const process = testIo({ folder, signal: stop.signal })
    const io = commandIo(process)
    const args = readArguments(workCommand, [file, '--all-tenants', '--table-prefix', 'cli_'], io.env)
    const connection = {
      dialect: 'sqlite',
      database,
      driver: 'libsql',
      shown: 'memory',
      close: async () => undefined,
    } as const
    try {
      await workCommand.run({
        args,
        io,
        output: new Output(io.stdout, false),
        connect: async () => connection,
        payments: () => Promise.reject(new Error('no service of one tenant in this test')),
      })
    } finally {
      Reflect.deleteProperty(globalThis, 'hpSink')
    }
    expect(sent.sort()).toEqual(['a payment.created', 'b payment.created'])
    expect(process.stderr.text).toBe(
      'hospital-payments: the worker has begun\nhospital-payments: the worker has ended\n',
    )
  })

  it.each([
    ['export default {}', ['--all-tenants', '--tenant', 'a'], '--tenant and --all-tenants exclude each other'],
    [
      'export default { tenants: async function* () {} }',
      [],
      'The configuration has tenants, which need --all-tenants',
    ],
  ])('refuses %s with the options %j', async (text, options, message) => {
    const refused = work(testService().payments, [configuration(text), ...options])
    await expect(refused).rejects.toThrow(UsageError)
    await expect(refused).rejects.toThrow(message)
  })

  it('gives send the tenant of a worker for one, and takes the providers of that tenant', async () => {
    const { payments } = testService()
    await payments.createPayment(request())
    const stop = new AbortController()
    const sent: unknown[] = []
    Object.assign(globalThis, { hpSink: { sent: (about: unknown) => (sent.push(about), stop.abort()) } })
    const file = configuration(
      'export default { send: async (_, about) => globalThis.hpSink.sent(about), everyMs: 5, providers: (tenant) => ({ tenant }) }',
    )
    const made: unknown[] = []
    const options = { folder, signal: stop.signal }
    try {
      await callCommand(workCommand, payments, [file, '--tenant', 'ward-4'], options, (all) =>
        made.push(all?.providers),
      )
    } finally {
      Reflect.deleteProperty(globalThis, 'hpSink')
    }
    expect([sent, made]).toEqual([[{ tenant: 'ward-4' }], [{ tenant: 'ward-4' }]])
  })

  it('names what its configuration could not load', async () => {
    const broken = work(testService().payments, [configuration("import 'no-such-package'")])
    await expect(broken).rejects.toThrow(/cannot be loaded: Cannot find package 'no-such-package'|Failed to load/)
  })
})
