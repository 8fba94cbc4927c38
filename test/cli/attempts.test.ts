import { fakeProvider, manualClock } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { attemptsCommand } from '../../src/cli/commands/attempts.js'
import { day, request, start, testService, unknownId } from '../support/service.js'
import { callCommand } from './support/call.js'
import { jsonLines } from './support/io.js'

/** Makes attempts of every kind: one that waits for a person, one that is asked about, one that failed. */
async function someAttempts() {
  const clock = manualClock(start)
  const fake = fakeProvider({ clock, polls: [10], canCancel: false })
  const { payments } = testService({ clock, providers: { fake } })
  const begin = async (reference: string) => {
    const { id: paymentId } = await payments.createPayment(request({ reference }))
    return payments.attempts.start({ paymentId, provider: 'fake', phone: '+254712345678' })
  }
  const stuck = await begin('INV-1')
  clock.advance(day)
  await payments.attempts.checkDue()
  const pending = await begin('INV-2')
  const failed = await begin('INV-3')
  fake.refuse(failed.id, 'wrong_pin')
  await payments.attempts.check(failed.id)
  const run = (...args: string[]) => callCommand(attemptsCommand, payments, args)
  return { payments, fake, run, stuck, pending, failed }
}

describe('hospital-payments attempts', () => {
  it('lists those that wait for a person as a table', async () => {
    const { run, stuck } = await someAttempts()
    const { stdout, code } = await run()
    expect(code).toBe(0)
    const cells = stdout.split('\n').map((row) => row.split(/ {2,}/))
    expect(cells).toEqual([
      ['started', 'provider', 'amount', 'status', 'asked', 'next', 'failure', 'payment', 'attempt'],
      ['2026-11-20T09:00:00.000Z', 'fake', '1,500.00 ETB', 'unknown', '1', stuck.paymentId, stuck.id],
      [''],
    ])
    expect((await run('--provider', 'mpesa')).stdout).toBe('No attempts wait for a person.\n')
  })

  it('prints one attempt a line as JSON, of a status, a provider or a payment, and at most so many', async () => {
    const { run, payments, stuck, pending, failed } = await someAttempts()
    const listed = async (...args: string[]) => jsonLines((await run('--json', ...args)).stdout)
    expect(await listed()).toEqual([await payments.attempts.get(stuck.id)])
    expect(await listed('--status', 'failed')).toEqual([await payments.attempts.get(failed.id)])
    expect(await listed('--payment', pending.paymentId)).toEqual([pending])
    expect(await listed('--status', 'failed', '--provider', 'x')).toEqual([])
    expect(await listed('--status', 'pending', '--limit', '1')).toHaveLength(1)
    expect((await run('--status', 'paid')).stdout).toBe('No attempts.\n')
    await expect(run('--status', 'lost')).rejects.toMatchObject({ code: 'invalid_request' })
  })

  it('shows one attempt by its id, without a phone', async () => {
    const { run, failed } = await someAttempts()
    const { stdout } = await run(failed.id)
    expect(stdout).toMatch(/failed .* wrong_pin .*att_/)
    expect(stdout).not.toContain('712345678')
    await expect(run('att_00000000000000000000000000')).rejects.toMatchObject({ code: 'attempt_not_found' })
  })

  it.each([
    [['att_1', '--status', 'failed'], 'An ID or --status, not both.'],
    [['--check'], '--check is for one attempt: give its ID too.'],
    [['att_1', '--check'], '--providers is required, such as --providers providers.mjs, or the variable HP_PROVIDERS.'],
  ])('refuses wrong arguments: %j', async (args, problem) => {
    const { run } = await someAttempts()
    await expect(run(...args)).rejects.toThrow(problem)
  })

  it('lists each attempt of a payment, also one that failed', async () => {
    const { run, failed } = await someAttempts()
    expect((await run('--payment', failed.paymentId)).stdout).toContain(failed.id)
    expect((await run('--payment', unknownId)).stdout).toBe('No attempts.\n')
  })
})
