import { once } from 'node:events'
import type { Server } from 'node:http'

/** The time in which answers that have begun may be finished; then their readers have gone away. */
const patienceMs = 10_000

/** Resolves when the process was asked to end, and every answer that had begun is finished. */
export async function untilClosed(server: Server): Promise<void> {
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  const closed = once(server, 'close')
  server.close()
  const impatience = setTimeout(() => server.closeAllConnections(), patienceMs)
  await closed
  clearTimeout(impatience)
}
