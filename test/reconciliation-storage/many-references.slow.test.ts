import { expect, it } from 'vitest'
import { libsql, mariadb, onEach, pglite, postgres } from '../support/databases/index.js'
import { migrated, repositoryOn } from '../support/databases/repository.js'
import { wrapped } from '../support/repositories.js'
import { collect, request, testService } from '../support/service.js'

const line = { direction: 'credit', amount: 1, currency: 'ETB', valueDate: '2026-11-20' } as const
const maxKeys = 5000

onEach(
  [postgres, mariadb, libsql, pglite],
  'reconcile: a batch whose lines name more bills than one look-up takes',
  (entry) => {
    const database = migrated(entry as typeof postgres | typeof libsql)

    it('is looked up in parts', async () => {
      const sizes: number[] = []
      const repository = wrapped(repositoryOn(database()), (name, proceed, keys) => {
        if (name === 'lookup') sizes.push(...Object.values(keys as Record<string, string[]>).map((list) => list.length))
        return proceed()
      })
      const { payments } = testService({ repository })
      await payments.createPayment(request({ reference: 'BILL-00000' }))
      const strangers = Array.from({ length: 1000 }, (_, row) => ({
        ...line,
        row,
        narration: Array.from({ length: 12 }, (_, i) => `NONE-${row}-${i}`).join(' '),
      }))
      const lines = [...strangers, { ...line, row: 1001, narration: 'for BILL-00000.' }]
      const items = await collect(payments.reconcile(lines, { account: 'cbe-1000', apply: true }))
      expect(items.flatMap((item) => (item.kind === 'line' ? [item.outcome] : [])).at(-1)).toBe('under_paid')
      expect(Math.max(...sizes)).toBe(maxKeys)
    })
  },
)
