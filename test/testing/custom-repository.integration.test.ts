import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changeFixture, insertFixture, paymentFixture, repositoryContract } from 'hospital-payments/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { journalRepository } from '../../examples/custom-repository/journal-repository.js'
import { firstOf, isLarge } from '../support/kit-sizes.js'
import { isShort } from '../support/rounds.js'
import { group, insertOne } from '../support/writes.js'

let folder = ''
let journals = 0
const nextPath = () => join(folder, `${++journals}.jsonl`)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('PaymentRepository: every promise is kept by the journal of the examples', () => {
  const cases = repositoryContract(async () => {
    const repository = await journalRepository(nextPath())
    return { repository, dispose: () => repository.close() }
  })
  // The large ones are among those that the example runs as a program: `test/examples/printed.slow.test.ts`.
  const played = isShort ? [...firstOf(cases)] : cases.filter((one) => !isLarge(one))
  for (const kitCase of played) it(kitCase.name, kitCase.run)
})

describe('PaymentRepository: the journal of the examples', () => {
  const claim = { from: 'due', owner: 'a', now: '2026-11-20T12:00:00.000Z', limit: 10 } as const

  it('has everything it acknowledged when it is opened again', async () => {
    const path = nextPath()
    const payment = paymentFixture({ reference: 'INV-1' })
    const idempotency = { key: 'key-1', fingerprint: 'a'.repeat(64) }
    const first = await journalRepository(path)
    await insertOne(first, insertFixture(payment, { liveReference: 'INV-1', idempotency }))
    const paid = changeFixture(payment, {
      status: 'succeeded',
      paidAt: payment.createdAt,
      providerTransactionId: 'TX-1',
    })
    await first.replace(group([paid], 'line-1'))
    await first.claimEvents({ ...claim, leaseUntil: '2026-11-20T12:01:00.000Z' })
    await first.close()

    const again = await journalRepository(path)
    expect(await again.get(payment.id)).toEqual(paid.payment)
    expect(await again.history(payment.id)).toHaveLength(2)
    expect(await insertOne(again, insertFixture(paymentFixture(), { idempotency }))).toMatchObject({
      outcome: 'key_taken',
    })
    expect(await again.replace(group([paid], 'line-1'))).toEqual({ outcome: 'line_taken' })
    expect(await again.claimEvents({ ...claim, owner: 'b', leaseUntil: '2026-11-20T12:01:00.000Z' })).toEqual([])
    await again.close()
  })

  it('forgets half a line that a crash left behind, and goes on', async () => {
    const path = nextPath()
    const [one, two] = [paymentFixture(), paymentFixture()]
    const first = await journalRepository(path)
    await insertOne(first, insertFixture(one))
    await first.close()
    await appendFile(path, '["insert",{"payment":{"id":"pay_')

    const second = await journalRepository(path)
    expect(await second.get(one.id)).toEqual(one)
    await insertOne(second, insertFixture(two))
    await second.close()
    const third = await journalRepository(path)
    expect([await third.get(one.id), await third.get(two.id)]).toEqual([one, two])
    await third.close()
  })

  it('has all of a group or nothing, wherever a crash cuts the journal off', async () => {
    const path = nextPath()
    const entries = Array.from({ length: 5 }, () => insertFixture(paymentFixture()))
    const first = await journalRepository(path)
    const [before] = entries
    await insertOne(first, before!)
    await first.insert(entries)
    await first.close()
    const whole = await readFile(path)
    const begin = whole.indexOf('\n') + 1
    for (const length of [begin, begin + 1, Math.floor((begin + whole.length) / 2), whole.length - 1, whole.length]) {
      const cut = nextPath()
      await writeFile(cut, whole.subarray(0, length))
      const again = await journalRepository(cut)
      const payments = await Promise.all(entries.map(({ payment }) => again.get(payment.id)))
      expect(payments.filter((payment) => payment !== null)).toHaveLength(length === whole.length ? 5 : 1)
      await again.close()
    }
  })

  it('acknowledges nothing that the disk did not take, then or later', async () => {
    const repository = await journalRepository(nextPath())
    await repository.close()
    const entry = insertFixture(paymentFixture())
    await expect(insertOne(repository, entry)).rejects.toMatchObject({ code: 'outcome_unknown' })
    await expect(repository.get(entry.payment.id)).rejects.toMatchObject({ code: 'outcome_unknown' })
  })
})
