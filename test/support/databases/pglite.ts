import { PGlite } from '@electric-sql/pglite'
import type { DatabaseEntry, PgliteDatabase } from './database.js'

export const pglite: DatabaseEntry<PgliteDatabase> = {
  name: 'pglite',
  lack: async () => undefined,
  async open() {
    const handle = await PGlite.create()
    return {
      driver: 'pglite',
      dialect: 'postgres',
      handle,
      rows: async (sql) => (await handle.query<Record<string, unknown>>(sql)).rows,
      close: async () => {
        if (!handle.closed) await handle.close()
      },
    }
  },
}
