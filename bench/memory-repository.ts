/** P10: the in-memory repository holds 1,000,000 payments, and none of its operations slows down with their number. */
import { interleave, ratios, spread } from './support/measure.js'
import { firstPage, lastPage, type Operation, operations, some } from './support/operations.js'
import { type Hospital, hospital } from './support/payments.js'
import { atMost, type Figure, record, times, withoutGoal } from './support/results.js'

const [few, many] = [10_000, 1_000_000]
const rounds = 21
const tolerated = { read: 2, write: 3 }

/** Measures processor milliseconds of one operation, a sample a round; the two hospitals take turns. */
async function measure({ count, prepare }: Operation, small: Hospital, large: Hospital) {
  const samples = { small: [] as number[], large: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const [atSmall, atLarge] = [await prepare(small), await prepare(large)]
    const repeat = (run: (turn: number) => Promise<unknown>) => async () => {
      for (let turn = 0; turn < count; turn++) await run(turn)
    }
    const contenders = { small: repeat(atSmall), large: repeat(atLarge) }
    const timings = await interleave(
      1,
      round % 2 === 0 ? contenders : { large: contenders.large, small: contenders.small },
    )
    samples.small.push(timings.small[0]! / count)
    samples.large.push(timings.large[0]! / count)
  }
  const [ofMany, ofFew] = [samples.large, samples.small].map(
    (values) => `${(spread(values).median * 1000).toFixed(1)} µs`,
  )
  return { ...samples, measured: `${ofMany} (${ofFew})`, figure: ratios(samples.large, samples.small) }
}

gc!()
const before = process.memoryUsage().heapUsed
const large = await hospital(many)
gc!()
const heap = (process.memoryUsage().heapUsed - before) / many
const small = await hospital(few)

const figures: Figure[] = []
const largeTimes = new Map<string, number[]>()
for (const [what, operation] of Object.entries(await operations([small, large]))) {
  const { measured, figure, large: ofMany } = await measure(operation, small, large)
  largeTimes.set(what, ofMany)
  figures.push(atMost(tolerated[operation.kind], times, { what, measured, figure }))
}

const maps = new Map([small, large].map((at) => [at, new Map(at.ids.map((id, index) => [id, index]))]))
const bareMap = await measure(
  {
    kind: 'read',
    count: 2000,
    async prepare(at) {
      const [map, drawnIds] = [maps.get(at)!, some(at.ids)]
      return async (turn) => map.get(drawnIds[turn]!)
    },
  },
  small,
  large,
)

const deep = ratios(largeTimes.get(lastPage)!, largeTimes.get(firstPage)!)
const kibibytes = (value: number) => `${(value / 1024).toFixed(2)} KiB`

await record({
  name: 'memory-repository',
  about: `Processor time of an operation with 1,000,000 payments against that with 10,000, through the public functions; ${rounds}
rounds of many operations each. The payments of 180 days (the 10,000 are the first ones, equally dense): 30 % of the times tied,
0.5 % of the references with commas and quotes, 0.5 % beginning with \`=\`, five statuses, three channels, half with an expiry.

Flat is at most ${tolerated.read}× for a hundredfold, and ${tolerated.write}× for a write: a search is 1.5× as deep, and rows at random lie in no
processor cache, which a bare \`Map\` feels as well.`,
  figures: [
    ...figures,
    atMost(1.5, times, { what: 'page 10,000 against page 1, both of 1,000,000', figure: deep }),
    withoutGoal(times, { what: '`get` of a bare `Map` of the ids, for comparison', ...bareMap }),
    withoutGoal(kibibytes, { what: 'heap a payment', figure: spread([heap]) }),
  ],
  notes: [
    'The heap holds the payments with their indexes, their history (1.9 events on average) and the undelivered events.',
  ],
})
