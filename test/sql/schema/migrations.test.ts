import type { DialectName } from 'hospital-payments/sql'
import { expect, it } from 'vitest'
import { migrationsOf } from '../../../src/sql/schema/migrations.js'

it('the migrations have the names under which databases have recorded them', () => {
  const names = (dialect: DialectName) => migrationsOf(dialect).map(({ name }) => name)
  const all = [
    '0001_tables',
    '0002_guards',
    '0003_unique_keys',
    '0004_refund_amounts',
    '0005_bank_lines',
    '0006_line_guards',
    '0007_search_terms',
    '0008_terms_filled',
    '0009_refunds',
    '0010_closings',
    '0011_receipts',
    '0012_closing_guards',
    '0013_open_lines',
    '0014_waiting_payments',
    '0015_closing_lists',
  ]
  expect(names('mysql')).toEqual(all)
  const others = all.filter((name) => name !== '0003_unique_keys')
  expect([names('postgres'), names('sqlite')]).toEqual([others, others])
})
