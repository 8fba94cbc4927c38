import { once } from 'node:events'
import type { Server } from 'node:http'

/** Who is still reading after that has gone away. */
const patienceMs = 10_000

/** Resolves when the process was asked to end, and every answer that had begun is finished. */
export async function asked(server: Server): Promise<void> {
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  const closed = once(server, 'close')
  server.close()
  const impatience = setTimeout(() => server.closeAllConnections(), patienceMs)
  await closed
  clearTimeout(impatience)
}
