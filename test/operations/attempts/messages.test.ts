import { describe, expect, it } from 'vitest'
import { receiveContent } from './support/content.js'
import { credit, tillWithStatements } from './support/records.js'

function loggedTill(...[options]: Parameters<typeof tillWithStatements>) {
  const logs: { level: string; message: string; fields: object | undefined }[] = []
  const log = (level: string) => (message: string, fields?: object) => void logs.push({ level, message, fields })
  return { ...tillWithStatements({ ...options, logger: { warn: log('warn'), error: log('error') } }), logs }
}

const paid = (attemptId: string) => ({ proof: 'signed', about: { attemptId }, outcome: { state: 'paid' } })

describe('attempts.receive: a message of a wrong shape', () => {
  it.each([
    ['an outcome', (attemptId: string) => ({ ...paid(attemptId), outcome: { state: 'paid', amount: 0.5 } })],
    ['a record', () => ({ proof: 'signed', about: { record: credit({ amount: -1, narration: '+254712345678' }) } })],
    ['no message', () => '+254712345678'],
  ])('%s: the others count, it is in the log, and the callback is asked for again', async (_name, wrong) => {
    const on = loggedTill()
    const [first, second] = [await on.started(), await on.started()]
    const content = [paid(first.id), wrong(first.id), paid(second.id)]
    for (let time = 0; time < 2; time++)
      expect(await receiveContent(on, content)).toMatchObject({ status: 503, headers: { 'retry-after': '10' } })
    for (const one of [first, second])
      expect(await on.stateOf(one)).toEqual({ status: 'paid', amountReconciled: 1000, isFree: true })
    expect(on.logs).toHaveLength(2)
    expect(on.logs[0]).toMatchObject({ level: 'error', fields: { provider: 'fake', place: 1 } })
    expect(JSON.stringify(on.logs)).not.toContain('254712345678')
    expect(await on.balance()).toBe('2000')
    await on.check()
  })
})

describe('attempts.receive: one id of several messages', () => {
  it('about two attempts: both count', async () => {
    const on = loggedTill()
    const [first, second] = [await on.started(), await on.started()]
    for (const { id } of [first, second]) await receiveContent(on, [{ ...paid(id), messageId: 'same' }], id)
    for (const one of [first, second]) expect(await on.attemptOf(one)).toMatchObject({ status: 'paid' })
    await on.check()
  })

  it.each([{ messageId: 'same' }, {}])(
    'an unsigned one first, and then the same one signed (%o): the signed one decides',
    async (id) => {
      const on = loggedTill()
      const attempt = await on.started()
      await receiveContent(on, [{ ...paid(attempt.id), ...id, proof: 'hint' }])
      expect(await on.attemptOf(attempt)).toMatchObject({ status: 'pending' })
      await receiveContent(on, [{ ...paid(attempt.id), ...id }])
      expect(await on.attemptOf(attempt)).toMatchObject({ status: 'paid' })
    },
  )

  it('the same content with its names in another order: counts once', async () => {
    const on = loggedTill()
    const record = credit({ reference: 'nothing' })
    await receiveContent(on, [{ messageId: 'same', proof: 'signed', about: { record } }], '1')
    const other = Object.fromEntries(Object.entries(record).reverse())
    await receiveContent(on, [{ messageId: 'same', about: { record: other }, proof: 'signed' }], '2')
    expect(await on.lines()).toHaveLength(1)
  })
})

describe('attempts.receive: a signed record', () => {
  it('a time that cannot be true of its payment: its line stays open, for people', async () => {
    const on = loggedTill()
    const attempt = await on.started()
    const record = credit({
      reference: 'INV-1',
      providerTransactionId: 'BANK00001',
      bookedAt: '2026-11-23T09:00:00.000Z',
    })
    for (let time = 0; time < 2; time++)
      expect(await receiveContent(on, [{ proof: 'signed', about: { record } }])).toMatchObject({ status: 200 })
    const [line, ...others] = await on.lines()
    expect(others).toEqual([])
    expect(line).toMatchObject({ outcome: 'unmatched_line', status: 'open', held: false, allocated: 0 })
    expect((await on.payments.lines.history(line!.key))[0]!.reason).toMatch(/bookedAt/)
    expect(await on.balance()).toBe('1000')
    expect(await on.stateOf(attempt)).toEqual({ status: 'pending', amountReconciled: 0, isFree: false })
    expect(await on.payments.attempts.checkDue()).toEqual({ checked: 0 })
    await on.check()
  })

  it('is done in the write of its line', async () => {
    const on = loggedTill()
    const groups: { lines: number; messages: string[] }[] = []
    const watched = { ...on.repository } as typeof on.repository
    Object.assign(watched, {
      async replace(group: Parameters<typeof on.repository.replace>[0]) {
        const rows = (group.rows ?? []).filter(({ of }) => of.name === 'provider_messages')
        groups.push({ lines: group.lines.length, messages: rows.map(({ row }) => (row as { status: string }).status) })
        return on.repository.replace(group)
      },
    })
    const { receive } = on.payments.using(watched).attempts
    const record = credit({ reference: 'nothing' })
    await receiveContent({ ...on, receive: (request) => receive('fake', request) }, [
      { proof: 'signed', about: { record } },
    ])
    expect(groups).toEqual([
      { lines: 0, messages: ['new'] },
      { lines: 1, messages: ['done'] },
    ])
  })
})
