import type { Change, InsertEntry } from 'hospital-payments/repository'
import { type Broken, broken } from './broken.js'
import { insertEach, insertOne } from '../../support/writes.js'

/** Makes what should be refused storable, as a lenient storage would. */
function inserting(name: string, breaks: string, mend: (entry: InsertEntry) => InsertEntry): Broken {
  return broken(name, breaks, (sound) => ({ insert: insertEach((entry) => insertOne(sound, mend(entry))) }))
}

function replacing(name: string, breaks: string, mend: (change: Change) => Change): Broken {
  return broken(name, breaks, (sound) => ({
    replace: ({ changes, lines }) => sound.replace({ changes: changes.map(mend), lines }),
  }))
}

const withEventVersion = <T extends InsertEntry | Change>(entry: T, version: number): T => ({
  ...entry,
  event: { ...entry.event, data: { ...entry.event.data, version } },
})

const rounded = (amount: number) => (Number.isFinite(amount) ? Math.max(1, Math.round(amount)) : amount)

export const brokenRefusals: readonly Broken[] = [
  inserting('stores any first version', 'An insert of another version than the first is refused', (entry) => {
    const { payment, event } = entry
    return payment.version === event.data.version
      ? withEventVersion({ ...entry, payment: { ...payment, version: 1 } }, 1)
      : entry
  }),
  inserting(
    'stores whatever version the first event has',
    'An insert whose event is of another version is refused',
    (entry) => (entry.payment.version === 1 ? withEventVersion(entry, 1) : entry),
  ),
  inserting('rounds amounts', 'An amount that is not a whole number is refused', (entry) => ({
    ...entry,
    payment: { ...entry.payment, amount: rounded(entry.payment.amount) },
  })),
  replacing(
    'stores any next version',
    'A replace whose version does not follow the expected one is refused',
    (change) => {
      const { payment, expectedVersion } = change
      const version = expectedVersion + 1
      return payment.version === version
        ? change
        : withEventVersion({ ...change, payment: { ...payment, version } }, version)
    },
  ),
  replacing(
    'stores whatever version the event of a change has',
    'A replace whose event is of another version is refused',
    (change) =>
      change.payment.version === change.expectedVersion + 1 ? withEventVersion(change, change.payment.version) : change,
  ),
  ...(
    ['of an insert of a later version', 'of an amount with a fraction', 'of an amount that is no number'] as const
  ).map((what, place) =>
    broken(`lets the error of its driver ${what} through`, 'What fails rejects with a PaymentError', (sound) => ({
      insert: insertEach((entry) =>
        insertOne(sound, entry).catch((error: unknown) => {
          const { amount, version } = entry.payment
          throw [version > 1, amount === 0.5, Number.isNaN(amount)][place] ? new Error('CHECK failed') : error
        }),
      ),
    })),
  ),
  ...(['of a change that leaves versions out', 'of a change with the event of another version'] as const).map(
    (what, place) =>
      broken(`lets the error of its driver ${what} through`, 'What fails rejects with a PaymentError', (sound) => ({
        replace: (group) =>
          sound.replace(group).catch((error: unknown) => {
            const skips = group.changes.some(({ payment, expectedVersion }) => payment.version > expectedVersion + 1)
            throw skips === (place === 0) ? new Error('CHECK failed') : error
          }),
      })),
  ),
  broken('lets the errors of its driver through', 'What fails rejects with a PaymentError', (sound) => ({
    insert: insertEach(async (entry) =>
      insertOne(sound, entry).catch(() => {
        throw new Error('CHECK constraint failed')
      }),
    ),
  })),
]
