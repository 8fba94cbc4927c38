import type { LineMovement, LineMovementQuery } from 'hospital-payments/repository'
import { asDoubles, broken, type BrokenFinance, type Sound } from './broken.js'

/** Makes a scan of movements that changes each batch. */
function scanning(
  name: string,
  breaks: string,
  change: (movements: readonly LineMovement[], query: LineMovementQuery, sound: Sound) => readonly LineMovement[],
): BrokenFinance {
  return broken(name, breaks, (sound) => ({
    async *scanLineMovements(query, signal) {
      for await (const batch of sound.scanLineMovements(query, signal)) yield change(batch, query, sound)
    },
  }))
}

export const brokenEventsByTime: readonly BrokenFinance[] = [
  broken(
    'reads events of lines from the next millisecond on',
    'Events of lines come by their time, each with its line as it is now',
    (sound) => ({
      scanLineMovements: ({ before, ...query }, signal) =>
        sound.scanLineMovements({ ...query, before: new Date(Date.parse(before) + 1).toISOString() }, signal),
    }),
  ),
  scanning(
    'takes every line for money',
    'Events of lines come with whether the line was money before and after',
    (movements) => movements.map((movement) => ({ ...movement, isCounted: true })),
  ),
  broken(
    'takes every event for the first one',
    'Events of lines come with whether the line was money before and after',
    (sound) => {
      const asFirst = (movements: readonly LineMovement[]) =>
        movements.map((movement) => ({ ...movement, wasCounted: false }))
      return {
        async *scanLineMovements(query, signal) {
          for await (const batch of sound.scanLineMovements(query, signal)) yield asFirst(batch)
        },
        pageLineMovements: async (query) => asFirst(await sound.pageLineMovements(query)),
      }
    },
  ),
  broken(
    'takes accounts in whichever case',
    'Events of lines are those of the accounts that are asked for',
    (sound) => ({
      async *scanLineMovements({ accounts, ...query }, signal) {
        const names = accounts?.map((account) => account.toLowerCase())
        for await (const batch of sound.scanLineMovements(query, signal))
          yield batch.filter(({ line }) => !names || names.includes(line.account.toLowerCase()))
      },
    }),
  ),
  broken(
    'gives lines as they are when they are read',
    'A scan of events of lines is of one instant, and ends with its reader',
    (sound) => ({
      async *scanLineMovements(query, signal) {
        for await (const batch of sound.scanLineMovements(query, signal)) {
          const lines = await sound.findLines([...new Set(batch.map(({ line }) => line.key))])
          const now = new Map(lines.map((line) => [line.key, line]))
          yield batch.map((movement) => ({ ...movement, line: now.get(movement.line.key)! }))
        }
      },
    }),
  ),
  broken(
    'goes on behind all events of lines of the last instant',
    'Pages of events of lines of any size give each once, newest first',
    (sound) => ({
      pageLineMovements: ({ after, ...query }) =>
        sound.pageLineMovements({ ...query, ...(after && { after: { ...after, id: '' } }) }),
    }),
  ),
  broken(
    'goes on behind all events of payments of the last instant',
    'Pages of events of payments of any size give each once, newest first',
    (sound) => ({
      pageEvents: ({ after, ...query }) =>
        sound.pageEvents({ ...query, ...(after && { after: { ...after, id: '' } }) }),
    }),
  ),
  broken(
    'reads the events of everyone',
    'Pages of events of payments of any size give each once, newest first',
    (sound) => ({ pageEvents: ({ actor: _, ...query }) => sound.pageEvents(query) }),
  ),
  broken(
    'adds amounts of events up as doubles',
    'Changes of status are added up by person, type, proof and currency, exactly',
    (sound) => ({ sumEvents: async (period) => asDoubles(await sound.sumEvents(period)) }),
  ),
]
