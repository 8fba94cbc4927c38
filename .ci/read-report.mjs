/**
 * Reads what vitest has left, for `.ci/run`.
 *
 *     read-report.mjs REPORT LOG      passed and failed tests, and then each file that failed or that an error came from
 *     read-report.mjs --slowest REPORT    the ten files that took longest, in seconds
 *     read-report.mjs --errors LOG    what vitest said of failed tests and of errors outside of them, cut short
 */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const [first, second] = process.argv.slice(2)
const read = (path) => readFileSync(path, 'utf8').replaceAll(/\x1b\[[0-9;]*m/g, '')
const maxLines = 60

if (first === '--errors') {
  const lines = read(second).split('\n')
  const start = lines.findIndex((line) => /⎯ (Failed (Tests|Suites)|Unhandled (Errors|Rejection))/.test(line))
  console.log((start < 0 ? lines.slice(-maxLines) : lines.slice(start, start + maxLines)).join('\n'))
} else if (first === '--slowest') {
  const { testResults } = JSON.parse(readFileSync(second, 'utf8'))
  const files = testResults.map(({ name, startTime, endTime }) => [(endTime - startTime) / 1000, relative('.', name)])
  for (const [seconds, path] of files.sort(([a], [b]) => b - a).slice(0, 10)) console.log(seconds.toFixed(0), path)
} else {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(first, 'utf8'))
  const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative('.', name))
  const origins = [...read(second).matchAll(/This error originated in "([^"]+)" test file/g)].map(([, path]) => path)
  console.log(`${numPassedTests} ${numFailedTests}`)
  for (const path of new Set([...failed, ...origins])) console.log(path)
}
