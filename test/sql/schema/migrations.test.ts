import { expect, it } from 'vitest'
import { migrations } from '../../../src/sql/schema/migrations.js'

it('migrations: the names are those under which databases have recorded them', () => {
  expect(migrations.map(({ name }) => name)).toEqual(['0001_tables', '0002_guards'])
})
