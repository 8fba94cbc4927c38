/** P9: what the core costs to import, what each dependency costs alone, and how large it is. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { bundleSize } from './support/bundle-size.js'
import { ratios, spread } from './support/measure.js'
import { atMost, record, times, withoutGoal } from './support/results.js'

const rounds = 31
/** The most over an empty process, as a multiple of the time of zod alone. */
const maxTimesZod = 1.5
const maxKilobytes = 40

const dist = (name: string) => fileURLToPath(new URL(`../dist/${name}`, import.meta.url))
const milliseconds = (value: number) => `${value.toFixed(1)} ms`
const kilobytes = (value: number) => `${value.toFixed(1)} KB`

const dependencies = ['zod', 'csv-stringify/sync', '@noble/hashes/sha2.js']

interface Start {
  readonly code: string
  readonly type: 'module' | 'commonjs'
}

function importOf(name: string): Start {
  return { code: `import ${JSON.stringify(name)}`, type: 'module' }
}

const emptyEsm: Start = { code: '', type: 'module' }
const emptyCjs: Start = { code: '', type: 'commonjs' }
const esm = importOf(dist('index.js'))
const cjs: Start = { code: `require(${JSON.stringify(dist('index.cjs'))})`, type: 'commonjs' }
/** The core with all that its first call of finance loads. */
const firstCall: Start = {
  code: `import { createHospitalPayments, memoryRepository } from ${JSON.stringify(dist('index.js'))}
await createHospitalPayments({ repository: memoryRepository() }).lines.list()`,
  type: 'module',
}
const imports = dependencies.map((name) => importOf(name))

/** Processor time, reported by the process itself when all is loaded, and time on the wall, exit included. */
interface Cost {
  readonly processor: number
  readonly wall: number
}

const printProcessorTime =
  ';{ const { user, system } = process.cpuUsage(); process.stdout.write(String((user + system) / 1000)) }'

function start({ code, type }: Start): Cost {
  const begin = performance.now()
  const flags = [`--input-type=${type}`, '-e', code + printProcessorTime]
  const { status, stdout, stderr } = spawnSync(process.execPath, flags, { cwd: import.meta.dirname, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return { processor: Number(stdout), wall: performance.now() - begin }
}

const starts = [emptyEsm, emptyCjs, esm, cjs, firstCall, ...imports]
const costs = new Map<Start, Cost[]>(starts.map((one) => [one, []]))
for (let round = 0; round < rounds; round++) {
  for (const one of starts) costs.get(one)!.push(start(one))
}

/** Returns milliseconds over the empty process of the same round. */
function added(one: Start, empty: Start, clock: keyof Cost): number[] {
  return costs.get(one)!.map((cost, round) => cost[clock] - costs.get(empty)![round]![clock])
}

function over(one: Start, empty: Start, clock: keyof Cost) {
  const [all, baseline] = [one, empty].map((which) => spread(costs.get(which)!.map((cost) => cost[clock])).median)
  return {
    measured: `${milliseconds(all!)} (empty: ${milliseconds(baseline!)})`,
    figure: spread(added(one, empty, clock)),
  }
}

const [withoutZod, all, bare] = [await bundleSize(['zod']), await bundleSize([]), await bundleSize(dependencies)]

const zod = imports[0]!
const toZod = (clock: keyof Cost) => ratios(added(esm, emptyEsm, clock), added(zod, emptyEsm, clock))

await record({
  name: 'startup',
  about: `What a Node process that imports the built core takes more than an empty one started next to it: time on the wall, exit
included, and processor time (${rounds} rounds, files in the page cache); and the same of each dependency alone. Then the core bundled and minified by esbuild in chunks, gzip -9; 1 KB is 1,000 bytes: what \`import\` loads,
and all of it, with what finance, exports and workers load by their first call.`,
  figures: [
    atMost(maxTimesZod, times, { what: "`import` against `import 'zod'` alone, wall", figure: toZod('wall') }),
    atMost(maxTimesZod, times, {
      what: "`import` against `import 'zod'` alone, processor",
      figure: toZod('processor'),
    }),
    withoutGoal(milliseconds, { what: '`import`, wall', ...over(esm, emptyEsm, 'wall') }),
    withoutGoal(milliseconds, { what: '`import`, processor', ...over(esm, emptyEsm, 'processor') }),
    withoutGoal(milliseconds, {
      what: '`import` and a first call of finance, wall',
      ...over(firstCall, emptyEsm, 'wall'),
    }),
    withoutGoal(milliseconds, { what: '`require`, wall', ...over(cjs, emptyCjs, 'wall') }),
    withoutGoal(milliseconds, { what: '`require`, processor', ...over(cjs, emptyCjs, 'processor') }),
    ...dependencies.map((name, index) =>
      withoutGoal(milliseconds, { what: `only \`${name}\`, wall`, ...over(imports[index]!, emptyEsm, 'wall') }),
    ),
    atMost(maxKilobytes, kilobytes, {
      what: 'size of what `import` loads, all but zod',
      figure: spread([withoutZod.loaded]),
    }),
    withoutGoal(kilobytes, {
      what: 'the same, with what first calls load',
      figure: spread([withoutZod.whole]),
    }),
    withoutGoal(kilobytes, { what: 'size of what `import` loads, zod included', figure: spread([all.loaded]) }),
    withoutGoal(kilobytes, {
      what: 'size of what `import` loads, without dependencies',
      figure: spread([bare.loaded]),
    }),
  ],
})
