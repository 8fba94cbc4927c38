#!/usr/bin/env node
/** The process: its streams, its signals and its status. Everything else is in `run.ts`. */
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { systemClock } from '../internal/clock.js'
import { run } from './run.js'

// At the same place beside the sources and beside what is built of them.
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // A second one ends the process at once, as it does by itself.
  process.once(signal, () => ending.abort())
}
// What is waited for from a pipe may never come.
ending.signal.addEventListener('abort', () => process.stdin.destroy())
// A reader that has ended, such as head, is no failure: whoever writes sees that the stream is destroyed.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => stream.destroy())

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  folder: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: ending.signal,
  now: systemClock,
  version,
})
