import { PGlite } from '@electric-sql/pglite'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { keep, keptPath } from '../kept-file.js'
import type { DatabaseEntry, PgliteDatabase } from './database.js'

const main = createRequire(import.meta.url).resolve('@electric-sql/pglite')
const { version } = JSON.parse(readFileSync(join(dirname(main), '../package.json'), 'utf8')) as { version: string }
const name = `pglite-${version}.tar`

/** Makes an empty cluster, as a tar file. */
async function made(): Promise<Blob> {
  const first = await PGlite.create()
  try {
    const cluster = await first.dumpDataDir('none')
    await keep(name, await cluster.bytes())
    return cluster
  } finally {
    await first.close()
  }
}

/** Made once in a checkout: a copy of it takes a third of the processor time. */
let cluster: Promise<Blob> | undefined

export const pglite: DatabaseEntry<PgliteDatabase> = {
  name: 'pglite',
  lack: async () => undefined,
  async open() {
    cluster ??= readFile(keptPath(name)).then((content) => new Blob([content]), made)
    const handle = await PGlite.create({ loadDataDir: await cluster })
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
