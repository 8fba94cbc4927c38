import type { SqlDatabase } from 'hospital-payments/sql'
import { sqlRepository } from 'hospital-payments/sql'
import { describe, expect, it } from 'vitest'
import { archiveInBatches } from '../../src/tenants/archive/archive.js'
import { DatabaseFault } from '../../src/sql/core/fault.js'
import { freshTenant, libsql, mariadb, onEach, postgres, type TestDatabase } from '../support/databases/index.js'
import { migrated, repositoryOn, sqlOn } from '../support/databases/repository.js'
import { booksOf, fillNovember, hospitalOver, rowsOf, timeZone } from './support/november.js'

const to = 'old_'
const sizes = { seedsAtOnce: 2, rowsOfBatch: 1 }

type Write = SqlDatabase['write']

/** Returns the database with another `write`; it counts the writes. */
function writing(sql: SqlDatabase, write: (call: Write, ...args: Parameters<Write>) => ReturnType<Write>): SqlDatabase {
  return { ...sql, write: (...args) => write(sql.write.bind(sql), ...args) }
}

async function hospitalIn(database: TestDatabase) {
  const tenant = freshTenant()
  const repository = repositoryOn(database, { tenant })
  await fillNovember(repository)
  const sql = sqlOn(database)
  const now = '2024-06-01T06:00:00.000Z'
  const here = hospitalOver(repository, now, 7).payments
  const there = hospitalOver(sqlRepository(sql, { tenant, tablePrefix: to }), now, 8).payments
  const move = (over: SqlDatabase = sql) =>
    archiveInBatches(over, { tenant, before: '2023-12-15', to, timeZone }, sizes)
  return { tenant, sql, here, there, move }
}

describe('archive', () => {
  onEach([postgres, mariadb, libsql], 'over', (entry) => {
    const database = migrated(entry)

    it('cut off before, within and behind each batch: the next call ends where a clean one does', async () => {
      const clean = await hospitalIn(database())
      await clean.move()
      const [kept, moved] = [await rowsOf(clean.here), await rowsOf(clean.there)]
      const counts = (rows: Record<string, string[]>) =>
        Object.fromEntries(Object.entries(rows).map(([name, list]) => [name, list.length]))

      const hospital = await hospitalIn(database())
      const [all, books] = [await rowsOf(hospital.here), await booksOf(hospital.here)]
      const cut = new Error('the process ended here')
      let tries = 0
      for (let batches = 0, isDone = false; !isDone; tries++) {
        const place = (['before', 'within', 'behind'] as const)[tries % 3]!
        let writes = 0
        const over = writing(hospital.sql, async (write, statements, ...others) => {
          // The first write of a call makes the tables.
          if (++writes > 1 + (tries % 2)) {
            if (place === 'before') throw cut
            if (place === 'within') {
              const bad = { text: 'SELECT nothing FROM nowhere', values: [] }
              const half = Math.ceil(statements.length / 2)
              await expect(
                write([...statements.slice(0, half), bad, ...statements.slice(half)], ...others),
              ).rejects.toThrow(DatabaseFault)
              throw cut
            }
            await write(statements, ...others)
            throw cut
          }
          return write(statements, ...others)
        })
        await hospital.move(over).then(
          () => (isDone = true),
          (error: unknown) => expect(error).toBe(cut),
        )
        // At any time both sets of tables have each row once.
        const [one, other] = [await rowsOf(hospital.here), await rowsOf(hospital.there)]
        for (const name of Object.keys(all)) expect([...one[name]!, ...other[name]!].sort()).toEqual(all[name])
        expect(await booksOf(hospital.here)).toEqual(books)
        if (++batches > 200) throw new Error('it never ends')
      }
      expect(tries).toBeGreaterThan(6)
      expect(counts(await rowsOf(hospital.here))).toEqual(counts(kept))
      expect(counts(await rowsOf(hospital.there))).toEqual(counts(moved))
      expect(await hospital.here.days.verify({ account: 'bank' })).toMatchObject({ ok: true })
    }, 240_000)

    it('moves a receipt and a note that a caller adds while their payment and line are moved', async () => {
      const { tenant, sql, here, there, move } = await hospitalIn(database())
      const before = await rowsOf(here)
      const { items } = await here.reportPayments({ limit: 100 })
      const { paymentId } = items.find(({ reference }) => reference === 'INV-2')!
      const line = (await here.lines.list({ account: 'bank', limit: 100 })).items.find(
        ({ allocations: [first] }) => first?.to === 'payment' && first.paymentId === paymentId,
      )!
      const gate = { open: () => undefined as void }
      const isOpen = new Promise<void>((resolve) => (gate.open = resolve))
      const repository = repositoryOn(database(), { tenant })
      let waiting = 0
      const late = hospitalOver(
        {
          ...repository,
          async replace(group) {
            waiting++
            await isOpen
            return repository.replace(group)
          },
        },
        '2024-06-01T06:00:00.000Z',
        9,
      ).payments
      const added = [
        late.receipts.issue(paymentId, { actor: 'amina' }).catch(() => 'the payment is gone'),
        late.lines.note(line.key, { text: 'came late', actor: 'amina' }).catch(() => 'the line is gone'),
      ]
      while (waiting < added.length) await new Promise((resolve) => setTimeout(resolve, 5))
      const over = writing(sql, async (write, statements, ...others) => {
        const result = await write(statements, ...others)
        if (JSON.stringify(statements).includes(paymentId) && result.committed) {
          gate.open()
          await Promise.all(added)
        }
        return result
      })
      await move(over)
      const [kept, moved] = [await rowsOf(here), await rowsOf(there)]
      expect([...kept['receipts']!, ...moved['receipts']!]).toHaveLength(before['receipts']!.length + 1)
      expect(moved['receipts']!.some((text) => text.includes(paymentId))).toBe(true)
      expect([...kept['notes']!, ...moved['notes']!]).toHaveLength(before['notes']!.length + 1)
      expect(moved['notes']!.some((text) => text.includes('came late'))).toBe(true)
    })

    it('counts a batch whose answer was lost, and decides one again of which a payment has changed', async () => {
      const { sql, here, there, move } = await hospitalIn(database())
      const { items } = await here.reportPayments({ limit: 100 })
      const failed = items.find(({ reference }) => reference === 'INV-3')!
      let [writes, isConfirmed] = [0, false]
      const over = writing(sql, async (write, statements, ...others) => {
        writes++
        const isOfPayment = statements.some(({ values }) =>
          values.some((value) => String(value).includes(failed.paymentId)),
        )
        if (isOfPayment && !isConfirmed) {
          isConfirmed = true
          await here.confirmPayment(failed.paymentId, { providerTransactionId: 'LATE-1', actor: 'amina' })
        }
        const result = await write(statements, ...others)
        if (writes === 6) throw new DatabaseFault('lost', new Error('no answer'), { mayBeStored: true })
        return result
      })
      const counts = await move(over)
      expect([isConfirmed, writes > 6]).toEqual([true, true])
      expect(await here.getPayment(failed.paymentId)).toMatchObject({ status: 'succeeded' })
      expect(counts.payments).toBe((await there.reportPayments({ limit: 100 })).items.length)
    })
  })
})
