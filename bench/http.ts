/** P14: the HTTP interface under load over 50 connections, against routes of Fastify written by hand, and a server that only answers. */
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon, { type Options, type Result } from 'autocannon'
import type { Answers, Order } from './support/http-server.js'
import { ratios, spread } from './support/measure.js'
import { atLeast, type Figure, record, times, withoutGoal } from './support/results.js'

const connections = 50
/** In turns; together each contender is loaded for half a minute. */
const rounds = 6
const seconds = 5

const key = 'key-of-the-bench'
const sha256 = createHash('sha256').update(key).digest('hex')
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }

async function started(order: Omit<Order, 'sha256'>) {
  const script = fileURLToPath(new URL('./support/http-server.ts', import.meta.url))
  const child = fork(script, { execArgv: ['--import', 'tsx'] })
  child.send({ ...order, sha256 })
  const [port] = (await once(child, 'message')) as [number]
  return { base: `http://127.0.0.1:${port}`, stop: () => child.kill() }
}

let serial = 0

function bodyOf(n: number): string {
  return JSON.stringify({
    amount: 150_000,
    currency: 'ETB',
    reference: `INV-N-${String(n).padStart(9, '0')}`,
    channel: 'cash',
    description: 'Consultation',
    customer: { name: 'Abebe', phone: '+251911000000' },
  })
}

const loads = {
  create: {
    method: 'POST',
    path: '/v1/payments',
    setupRequest: (request: object) => {
      const n = ++serial
      return { ...request, body: bodyOf(n), headers: { ...headers, 'idempotency-key': `key-${n}` } }
    },
  },
  report: { method: 'GET', path: '/v1/reports/payments?status=pending&limit=100' },
} satisfies Record<string, NonNullable<Options['requests']>[number]>

type Load = keyof typeof loads

const goals: Readonly<Record<Load, number>> = { create: 0.6, report: 0.8 }

async function shoot(base: string, load: Load): Promise<Result> {
  const result = await autocannon({ url: base, connections, duration: seconds, headers, requests: [loads[load]] })
  const failed = result.errors + result.timeouts + result.non2xx
  if (failed > 0) throw new Error(`${load}: ${failed} of ${result.requests.total} requests failed`)
  return result
}

/** Records the answers of the handler; parts that differ from one answer to the next have the same length. */
async function recorded(base: string): Promise<Answers> {
  const answers: Record<string, Answers[string]> = {}
  for (const { method, path } of Object.values(loads)) {
    const response = await fetch(base + path, { method, headers, ...(method === 'POST' && { body: bodyOf(++serial) }) })
    const kept = [...response.headers].filter(([name]) => !['connection', 'date', 'keep-alive'].includes(name))
    answers[method] = { status: response.status, headers: Object.fromEntries(kept), body: await response.text() }
  }
  return answers
}

const ours = await started({ server: 'ours', payments: 10_000 })
const fastify = await started({ server: 'fastify', payments: 10_000 })
const bare = await started({ server: 'bare', answers: await recorded(ours.base), payments: 0 })
const contenders = { ours, fastify, bare }
type Contender = keyof typeof contenders
const names = Object.keys(contenders) as Contender[]
const figures: Figure[] = []
try {
  for (const load of Object.keys(loads) as Load[]) {
    const rates: Record<Contender, number[]> = { ours: [], fastify: [], bare: [] }
    const slowest: number[] = []
    let total = 0
    for (let round = 0; round < rounds; round++) {
      for (let turn = 0; turn < names.length; turn++) {
        const name = names[(round + turn) % names.length]!
        const { requests, latency } = await shoot(contenders[name].base, load)
        rates[name].push(requests.average)
        if (name !== 'ours') continue
        total += requests.total
        slowest.push(latency.p99)
      }
    }
    const rate = (name: Contender) => `${Math.round(spread(rates[name]).median)}/s`
    figures.push(
      atLeast(goals[load], times, {
        what: `${load}: ${total.toLocaleString('en')} requests, none failed; throughput against Fastify`,
        measured: `${rate('ours')} (${rate('fastify')})`,
        figure: ratios(rates.ours, rates.fastify),
      }),
      withoutGoal(times, {
        what: `${load}: throughput against the bare server`,
        measured: `${rate('ours')} (${rate('bare')})`,
        figure: ratios(rates.ours, rates.bare),
      }),
      withoutGoal((value) => `${value} ms`, {
        what: `${load}: 99th percentile of the latency`,
        figure: spread(slowest),
      }),
    )
  }
} finally {
  for (const name of names) contenders[name].stop()
}

await record({
  name: 'http',
  about: `\`createHandler\` through \`toNodeListener\` on node:http over the memory repository, with a bearer key: POST /v1/payments with an
idempotency key, and a report page of 100 rows. Against two routes of Fastify 5 written by hand, which check the same key, validate
with zod and call the same service; and against a bare node:http server that reads the same request and answers the same bytes. autocannon with ${connections} connections, ${rounds} rounds of ${seconds} s each, in turns; the servers are processes of their own, and autocannon
allocations the processor with them.`,
  figures,
})
