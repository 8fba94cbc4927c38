import { PaymentError } from 'hospital-payments'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { disagreements, readBooks, readWorklist } from '../../examples/provider-callback/books.js'
import { confirmAtDesk } from '../../examples/provider-callback/desk.js'
import { bill, type Hospital } from '../../examples/provider-callback/hospital.js'
import { failed, message, paid, type Sent } from '../../examples/provider-callback/provider.js'
import { onEach, opened, postgres } from '../support/databases/index.js'
import { dice } from '../support/turns.js'
import { before, type HospitalOn, hospitalOn, served, type Served } from './provider-callback.js'

function shuffled<Item>(items: readonly Item[], roll: (n: number) => number): Item[] {
  const rest = [...items]
  return items.map(() => rest.splice(roll(rest.length), 1)[0]!)
}

onEach([postgres], 'examples/provider-callback: callbacks', (entry) => {
  const database = opened(entry)
  let there: HospitalOn
  beforeAll(async () => {
    there = await hospitalOn(database())
  })
  afterAll(() => there?.close())

  let invoices = 0
  async function billed(): Promise<string> {
    const number = `INV-${++invoices}`
    await bill(there.hospital, number, 150_000)
    return number
  }
  const bookOf = async (number: string) => (await readBooks(there.hospital)).find((book) => book.number === number)
  const worklistOf = async (number: string) =>
    (await readWorklist(there.hospital)).filter(({ invoice }) => invoice === number).map(({ reason }) => reason)
  const kept = ({ id }: Sent) => there.hospital.rows('SELECT 1 FROM callbacks WHERE message_id = $1', [id])

  it('have one effect when they come ten times at once, with others, out of order, and with a manual confirm', async () => {
    for (let round = 0; round < 20; round++) {
      const number = await billed()
      const same = paid(number, '1500.00', `FT-${number}`)
      const messages = [...Array.from({ length: 10 }, () => same), paid(number, '1500.00', `FT-${number}`)]
      const deliver = (sent: Sent) => async () => (await there.provider.deliver(sent)).at(-1)!
      const desk = async () => {
        const closed = await confirmAtDesk(there.hospital, number, { receipt: `FT-${number}`, clerk: 'almaz' })
        return { status: 200, result: closed ? 'settled' : 'already_settled' }
      }
      const callers = [...messages.map(deliver), deliver(failed(number, 'timeout')), desk]
      const replies = await Promise.all(shuffled(callers, dice(round)).map((call) => call()))
      const results = replies.map(({ result }) => result).sort()
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
      expect(results.filter((result) => result === 'settled')).toHaveLength(1)
      expect(results.filter((result) => result === 'duplicate')).toHaveLength(9)
      expect(results.filter((result) => result === 'already_settled')).toHaveLength(2)
      const book = await bookOf(number)
      const wasFirst = results.includes('failure_noted')
      expect(book).toMatchObject({ closings: 1, successes: 1, status: 'succeeded' })
      expect(book?.steps).toEqual(wasFirst ? ['pending', 'failed', 'succeeded'] : ['pending', 'succeeded'])
      expect(await worklistOf(number)).toEqual(wasFirst ? [] : ['invalid_transition'])
    }
  })

  it.each([/^INSERT INTO callbacks /, /^SELECT payment_id/, /^UPDATE invoices/])(
    'leave nothing when the process fails at %s, and the next try works',
    async (statement) => {
      const number = await billed()
      const sent = paid(number, '1500.00', `FT-${number}`)
      there.next(before(statement, () => Promise.reject(new Error('the power failed'))))
      expect(await there.provider.send(sent)).toEqual({ status: 503, result: 'try_again' })
      expect(await kept(sent)).toEqual([])
      expect(await bookOf(number)).toMatchObject({ closings: 0, steps: ['pending'] })
      expect(await there.provider.send(sent)).toEqual({ status: 200, result: 'settled' })
      expect(await bookOf(number)).toMatchObject({ closings: 1, successes: 1 })
    },
  )

  it('leave nothing when the connection is cut after the payment succeeded, and the next try works', async () => {
    const number = await billed()
    const sent = paid(number, '1500.00', `FT-${number}`)
    there.next(before(/^UPDATE invoices/, (rows) => rows('SELECT pg_terminate_backend(pg_backend_pid())')))
    expect(await there.provider.send(sent)).toEqual({ status: 503, result: 'try_again' })
    expect(await kept(sent)).toEqual([])
    expect(await bookOf(number)).toMatchObject({ closings: 0, steps: ['pending'] })
    expect(await there.provider.send(sent)).toEqual({ status: 200, result: 'settled' })
    expect(await bookOf(number)).toMatchObject({ closings: 1, successes: 1 })
  })

  it('are duplicates when only the answer to COMMIT was lost', async () => {
    const number = await billed()
    const sent = paid(number, '1500.00', `FT-${number}`)
    there.next(async (run) => {
      await run()
      throw new Error('the connection broke')
    })
    const replies = await there.provider.deliver(sent)
    expect(replies.map(({ status, result }) => `${status} ${result}`)).toEqual(['503 try_again', '200 duplicate'])
    expect(await bookOf(number)).toMatchObject({ closings: 1, successes: 1 })
  })

  it('are taken by one of two that wait for the same invoice when the other fails', async () => {
    const number = await billed()
    const sent = paid(number, '1500.00', `FT-${number}`)
    let second: Promise<unknown> | undefined
    there.next(
      before(/^UPDATE invoices/, async () => {
        second = there.provider.send(sent)
        await lockIsWaitedFor()
        throw new Error('the power failed')
      }),
    )
    expect(await there.provider.send(sent)).toEqual({ status: 503, result: 'try_again' })
    expect(await second).toEqual({ status: 200, result: 'settled' })
    expect(await bookOf(number)).toMatchObject({ closings: 1, successes: 1 })
  })

  async function lockIsWaitedFor(): Promise<void> {
    const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    while ((await there.hospital.rows(waiting)).length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  }

  it('go to the worklist once when a person must decide, and change nothing', async () => {
    const number = await billed()
    const little = paid(number, '1400.00', `FT-${number}`)
    const replies = [await there.provider.send(little), await there.provider.send(little)]
    expect(replies.map(({ status, result }) => `${status} ${result}`)).toEqual(['200 to_look_at', '200 duplicate'])
    expect(await worklistOf(number)).toEqual(['amount_mismatch'])
    expect(await bookOf(number)).toMatchObject({ closings: 0, steps: ['pending'] })
  })

  it('go to the worklist when the provider signs another body under a known id', async () => {
    const [one, other] = [await billed(), await billed()]
    const first = paid(one, '1500.00', `FT-${one}`)
    await there.provider.send(first)
    const reused = paid(other, '1500.00', `FT-${other}`, first.id)
    for (let times = 0; times < 2; times++)
      expect(await there.provider.send(reused)).toEqual({ status: 200, result: 'to_look_at' })
    expect(await worklistOf(other)).toEqual(['id_reused'])
    expect(await bookOf(other)).toMatchObject({ closings: 0, steps: ['pending'] })
  })

  it('leave books that agree', async () => {
    const books = await readBooks(there.hospital)
    expect(books.length).toBeGreaterThan(20)
    expect(disagreements(books)).toEqual([])
  })
})

describe('examples/provider-callback: the server', () => {
  let error: unknown
  const hospital = { transaction: () => Promise.reject(error) } as unknown as Hospital
  let there: Served
  beforeAll(async () => {
    there = await served(hospital)
  })
  afterAll(() => there.close())

  it.each([
    ['concurrent_update', 503, '5'],
    ['storage_unavailable', 503, '5'],
    ['outcome_unknown', 503, '5'],
    ['internal_error', 500, '300'],
  ] as const)('asks the provider to come again after %s, and reveals no more', async (code, status, retryAfter) => {
    error = new PaymentError(code, 'Something of ours.')
    const reply = await there.provider.answer(paid('INV-1', '1500.00', 'FT-1'))
    expect(reply.status).toBe(status)
    expect(reply.headers.get('Retry-After')).toBe(retryAfter)
    expect(await reply.text()).toBe('{"result":"try_again"}')
    expect(there.lines.at(-1)).toMatch(new RegExp(`^wegagen msg_\\d+ ${status} try_again \\(${code}\\)$`))
  })

  it('logs the class and code of an error of the driver, and never its message', async () => {
    error = Object.assign(new Error('Key (name)=(Abebe) is there'), { code: '23505' })
    await there.provider.send(paid('INV-1', '1500.00', 'FT-1'))
    expect(there.lines.at(-1)).toMatch(/ 503 try_again \(Error 23505\)$/)
  })

  it('answers a body that it cannot read with 400, and an event of another kind with 200', async () => {
    const unreadable = { status: 400, result: 'unreadable' }
    const data = { reference: 'INV-1', amount: '1500.00', currency: 'ETB', transactionId: 'FT-1' }
    expect(await there.provider.send({ id: 'msg_a', body: 'paid!' })).toEqual(unreadable)
    for (const change of [
      { amount: 1500 },
      { amount: '1,500.00' },
      { amount: '-1' },
      { currency: 'BIRR' },
      { transactionId: '' },
      { reference: 'INV\u0000' },
    ])
      // prettier-ignore
      expect(await there.provider.send(message('payment.completed', { ...data, ...change }))).toEqual(unreadable)
    expect(await there.provider.send(message('payout.sent', {}))).toEqual({ status: 200, result: 'ignored' })
  })

  it('has one path, one method, and bodies of up to 64 KiB', async () => {
    expect((await fetch(there.url.replace('wegagen', 'other'), { method: 'POST' })).status).toBe(404)
    const read = await fetch(there.url)
    expect([read.status, read.headers.get('Allow')]).toEqual([405, 'POST'])
    const long = await fetch(there.url, { method: 'POST', body: 'x'.repeat(64 * 1024 + 1) })
    expect(long.status).toBe(413)
    const max = await fetch(there.url, { method: 'POST', body: 'x'.repeat(64 * 1024) })
    expect(max.status).toBe(401)
  })
})
