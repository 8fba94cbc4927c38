import type { HospitalPayments } from 'hospital-payments'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { deskCommand } from '../../src/cli/commands/desk.js'
import { readArguments } from '../../src/cli/arguments.js'
import { SetupError, UsageError } from '../../src/cli/failures.js'
import { Output } from '../../src/cli/output.js'
import { textOf } from '../desk/support/outline.js'
import { request, testService } from '../support/service.js'
import { commandIo, testIo } from './support/io.js'
import { callCommand } from './support/call.js'

/** Runs the command until `end`. */
async function serving(
  args: readonly string[],
  env: Record<string, string> = {},
  payments: HospitalPayments = testService().payments,
) {
  const stop = new AbortController()
  const io = testIo({ signal: stop.signal, env })
  const read = readArguments(deskCommand, ['--port', '0', ...args], env)
  const commands = commandIo(io)
  const done = deskCommand.run({
    args: read,
    io: commands,
    output: new Output(commands.stdout, read.isOn('json')),
    connect: () => Promise.reject(new Error('no database in this test')),
    payments: async () => payments,
  })
  await vi.waitFor(() => expect(io.stdout.text).toContain('\n'), { timeout: 10_000 })
  const [link = ''] = /http:[^\s"]+/.exec(io.stdout.text) ?? []
  return {
    text: io.stdout.text,
    origin: new URL(link).origin,
    async signedIn() {
      const answer = await fetch(link, { redirect: 'manual' })
      return answer.headers.get('set-cookie')!.split(';')[0]!
    },
    async end() {
      stop.abort()
      await done
    },
  }
}

describe('hospital-payments desk', () => {
  it('serves the desk to the first browser with its link, in the name of its actor, until it is asked to end', async () => {
    const desk = await serving(['--actor', 'amina', '--title', 'Kisumu'])
    expect((await fetch(desk.origin)).status).toBe(401)
    const cookie = await desk.signedIn()
    const page = await (await fetch(desk.origin, { headers: { cookie } })).text()
    expect(page).toContain('Signed in as')
    expect(page).toContain('amina')
    expect(page).toContain('Kisumu')
    await desk.end()
    await expect(fetch(desk.origin)).rejects.toThrow()
  })

  it('has an import form, but none with --read-only', async () => {
    for (const [args, isThere] of [
      [[], true],
      [['--read-only'], false],
    ] as const) {
      const desk = await serving(args)
      const page = await (await fetch(`${desk.origin}/imports`, { headers: { cookie: await desk.signedIn() } })).text()
      expect(page.includes('type="file"')).toBe(isThere)
      await desk.end()
    }
  })

  it('lists the payments of channels that statements show as on no statement', async () => {
    const { payments, clock } = testService()
    for (const [channel, amount] of [
      ['mobile-banking', 1000],
      ['cash', 2000],
    ] as const) {
      await payments.confirmPayment((await payments.createPayment(request({ reference: channel, channel, amount }))).id)
    }
    clock.advance(10 * 24 * 60 * 60_000)
    for (const [args, row] of [
      [[], 'Paid, but on no statement 2 30.00 ETB'],
      [['--statement-channel', 'mobile-banking,card'], 'Paid, but on no statement 1 10.00 ETB'],
    ] as const) {
      const desk = await serving(args, {}, payments)
      const page = await fetch(desk.origin, { headers: { cookie: await desk.signedIn() } })
      expect(textOf(await page.text())).toContain(row)
      await desk.end()
    }
    const wrong = callCommand(deskCommand, payments, ['--port', '0', '--statement-channel', 'mpesa, card'])
    await expect(wrong).rejects.toThrow(UsageError)
  })

  it('with --json, prints JSON, and has the user’s name of the machine as actor', async () => {
    const desk = await serving(['--json'], { USER: 'hana' })
    expect(JSON.parse(desk.text)).toEqual({ url: expect.stringContaining(`${desk.origin}/sign-in/`), actor: 'hana' })
    await desk.end()
  })

  it('prints what to do about a port that is in use or is none', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as AddressInfo
    const onUsedPort = callCommand(deskCommand, testService().payments, ['--port', String(port)])
    await expect(onUsedPort).rejects.toThrow(SetupError)
    await expect(onUsedPort).rejects.toThrow('--port 0')
    await new Promise((resolve) => other.close(resolve))
    const none = callCommand(deskCommand, testService().payments, ['--port', '65536'])
    await expect(none).rejects.toThrow(UsageError)
  })
})
