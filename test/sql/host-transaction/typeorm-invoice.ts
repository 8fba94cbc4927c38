import { EntitySchema } from 'typeorm'

export const Invoice = new EntitySchema<{ number: string }>({
  name: 'Invoice',
  tableName: 'invoices',
  columns: { number: { type: 'varchar', primary: true } },
})
