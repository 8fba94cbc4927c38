import { describe, expect, it } from 'vitest'
import { watched } from '../support/repositories.js'
import { badFields, collect, refusal, testService } from '../support/service.js'
import { credit, hospital, account } from './support/hospital.js'
import { touched } from './support/touched.js'

/** Returns the refusal of the options by the first `next()`; nothing is read or asked for before. */
async function refused(options: unknown) {
  const { lines, log } = touched()
  const { repository, log: calls } = watched(testService().repository)
  const { payments } = testService({ repository })
  const items = payments.reconcile(lines, options as never)[Symbol.asyncIterator]()
  expect([log, calls]).toEqual([[], []])
  const first = items.next()
  await first.catch(() => undefined)
  expect([log, calls]).toEqual([[], []])
  return first
}

describe('reconcile: an option', () => {
  it.each([
    [undefined, 'must be an object'],
    [null, 'must be an object'],
    ['cbe-1000', 'must be an object'],
    [{}, 'account is required'],
    [{ account: null }, 'account must be text'],
    [{ account: 7 }, 'account must be text'],
    [{ account: '' }, 'account is empty'],
    [{ account, period: 'November' }, 'period must be an object'],
    [{ account, period: {} }, 'period.from is required; period.to is required'],
    [{ account, period: { from: '2026-11-20' } }, 'period.to is required'],
    [{ account, period: { from: '2026-11-20', to: '2026-11-20', zone: 'UTC' } }, 'period.zone is not a known field'],
    [{ account, graceDays: -1 }, 'graceDays must be an integer from 0 to 366'],
    [{ account, graceDays: 1.5 }, 'graceDays must be an integer from 0 to 366'],
    [{ account, graceDays: '3' }, 'graceDays must be an integer from 0 to 366'],
    [{ account, graceDays: 367 }, 'graceDays must be an integer from 0 to 366'],
    [{ account, asOf: '2026-11-20' }, 'asOf must be an ISO 8601 date and time with Z or an offset'],
    [{ account, apply: 'yes' }, 'apply must be true or false'],
    [{ account, apply: null }, 'apply must be true or false'],
    [{ account, actor: ' ' }, 'actor is empty'],
    [{ account, actor: 'x'.repeat(129) }, 'actor is longer than 128 characters'],
    [{ account, referencesOf: ['INV-0001'] }, 'referencesOf must be a function'],
    [{ account, aply: true }, 'aply is not a known field'],
    [
      { apply: 1, graceDays: 'x' },
      'account is required; graceDays must be an integer from 0 to 366; apply must be true or false',
    ],
  ])('%j: %s', async (options, problems) => {
    expect((await badFields(refused(options))).join('; ')).toBe(problems)
  })

  it.each([
    [{ from: '2026-02-30', to: '2026-11-20' }, 'from'],
    [{ from: '2026-11-20', to: '20.11.2026' }, 'to'],
    [{ from: '2026-11-21', to: '2026-11-20' }, 'from'],
    [{ from: '1969-12-31', to: '2026-11-20' }, 'from'],
    [{ from: '2026-11-20', to: '9999-01-01' }, 'to'],
  ])('refuses a period that is no date range: %j', async (period, field) => {
    expect((await refusal(refused({ account, period }), 'invalid_date_range')).details).toEqual({ field })
  })

  it.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'])(
    'asOf of %s is refused at once or answered, and no failure after lines were written',
    async (asOf) => {
      const service = hospital({ timeZone: 'Pacific/Kiritimati' })
      await service.bill({ reference: 'INV-0001' })
      const run = service.apply([credit({ reference: 'INV-0001' })], {
        asOf,
        graceDays: 366,
        period: { from: '2026-11-20', to: '2026-11-20' },
      })
      const outcome = await run.then(
        () => 'answered',
        (error: { code?: string }) => error.code,
      )
      expect(['answered', 'invalid_request']).toContain(outcome)
    },
  )

  it.each([undefined, null, 7, 'lines', {}, () => []])('refuses lines that are none: %j', async (lines) => {
    const { payments } = testService()
    const items = collect(payments.reconcile(lines as never, { account }))
    expect(await badFields(items)).toEqual(['lines must be an iterable of statement lines'])
  })

  it('is read before the lines', async () => {
    const { payments } = testService()
    expect(await badFields(collect(payments.reconcile(undefined as never, {} as never)))).toEqual([
      'account is required',
    ])
  })

  it('may be undefined where it may be left out', async () => {
    const { reconcile, bill, now } = hospital()
    const one = await bill({ reference: 'INV-0001' })
    const options = {
      period: undefined,
      graceDays: undefined,
      asOf: undefined,
      apply: undefined,
      actor: undefined,
      referencesOf: undefined,
    }
    expect((await reconcile([credit({ reference: 'INV-0001' })], options)).items).toHaveLength(2)
    expect(await now(one)).toStrictEqual(one)
  })
})
