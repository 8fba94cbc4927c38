import type { Provider } from 'hospital-payments/providers'
import { broken, type BrokenProvider, never } from './broken.js'
import type { FakeUnderTest } from './sound.js'

type List = NonNullable<Provider['list']>
type Records = ReturnType<List>

function listing(
  name: string,
  breaks: string,
  list: (sound: FakeUnderTest, ...call: Parameters<List>) => Records,
): BrokenProvider {
  return broken(name, breaks, (sound) => ({ list: (...call) => list(sound, ...call) }))
}

export const brokenLists: readonly BrokenProvider[] = [
  listing(
    'lists money twice',
    'A list has the money of an attempt once, under its receipt',
    async function* ({ provider }, ...call) {
      yield* provider.list!(...call)
      yield* provider.list!(...call)
    },
  ),
  listing(
    'lists decimals',
    'A list has the money of an attempt once, under its receipt',
    async function* ({ provider }, ...call) {
      yield* provider.list!(...call)
      const [range] = call
      const money = { direction: 'credit', amount: 0.5, currency: 'KES' } as const
      yield { row: 0, ...money, valueDate: range.from.slice(0, 10), providerTransactionId: 'another' }
    },
  ),
  listing('lists all money whatever the range', 'A list has no money of another range', ({ provider }, _, signal) =>
    provider.list!({ from: '2000-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' }, signal),
  ),
  broken('numbers its rows anew', 'A list that is read again is the same', ({ provider }) => {
    let count = 0
    return {
      async *list(...call) {
        for await (const record of provider.list!(...call)) yield { ...record, row: ++count }
      },
    }
  }),
  listing(
    'ends its list where a page cannot be had',
    'A list that fails throws, and ends with no records as if there were none',
    async function* ({ provider, faultNow }, ...call) {
      if (faultNow() !== 'busy') yield* provider.list!(...call)
    },
  ),
  listing(
    'lists without a look at the signal',
    'A list ends soon after its signal is aborted',
    async function* ({ provider, faultNow }, ...call) {
      if (faultNow() === 'silent') await never()
      yield* provider.list!(...call)
    },
  ),
]
