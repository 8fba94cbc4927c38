import { parseArgs } from 'node:util'
import { hospitalZone } from './hospital.js'
import { mappingOptions, readMapping } from './csv-mapping.js'
import { type Format, formats, type Reading } from './open-statement.js'
import { demand, UsageError } from './usage.js'

export interface FileJob {
  readonly name: 'file'
  readonly file: string
  readonly reading: Reading
  readonly timeZone: string
  readonly bills: string | undefined
  readonly database: string | undefined
  readonly account: string | undefined
  readonly period: { readonly from: string; readonly to: string } | undefined
  readonly asOf: string | undefined
  readonly apply: boolean
  readonly out: string | undefined
}

export type Job =
  | { readonly name: 'help' }
  | { readonly name: 'sample'; readonly database: string | undefined; readonly out: string | undefined }
  | FileJob

const options = {
  ...mappingOptions,
  format: { type: 'string' },
  'time-zone': { type: 'string' },
  payments: { type: 'string' },
  database: { type: 'string' },
  account: { type: 'string' },
  period: { type: 'string' },
  'as-of': { type: 'string' },
  apply: { type: 'boolean' },
  out: { type: 'string' },
  help: { type: 'boolean' },
} as const

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function isFormat(text: string): text is Format {
  return (formats as readonly string[]).includes(text)
}

function isZone(timeZone: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone }) !== null
  } catch {
    return false
  }
}

function readPeriod(text: string | undefined): FileJob['period'] {
  if (text === undefined) return undefined
  const [, from, to] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(text) ?? []
  demand(from !== undefined && to !== undefined && from <= to, '--period is FROM..TO, such as 2026-10-01..2026-10-31.')
  return { from, to }
}

/** @throws UsageError */
export function readArguments(args: readonly string[]): Job {
  const { values, positionals } = parse(args)
  const { help, out, database, format, payments: bills, account, period, apply = false, ...rest } = values
  const { 'time-zone': timeZone = hospitalZone, 'as-of': asOf, ...mapping } = rest
  if (help) return { name: 'help' }
  const [file, ...more] = positionals
  demand(more.length === 0, 'One FILE at a time, please.')
  if (file === undefined) {
    const others = Object.keys(values).filter((name) => name !== 'out' && name !== 'database')
    demand(others.length === 0, 'These options need a FILE.')
    return { name: 'sample', database, out }
  }
  demand(format === undefined || isFormat(format), `--format is one of ${formats.join(', ')}.`)
  demand(isZone(timeZone), '--time-zone is a name such as Africa/Nairobi.')
  demand(asOf === undefined || !Number.isNaN(Date.parse(asOf)), '--as-of is an instant such as 2026-11-01T06:00:00Z.')
  demand(bills !== undefined || database !== undefined || !(apply || period), '--apply and --period need --payments.')
  demand(database === undefined || account !== undefined, '--database needs --account: lines are known by it for ever.')
  const reading = { format, mapping: readMapping(mapping, timeZone) }
  demand(reading.mapping === undefined || (format ?? 'csv') === 'csv', 'Only a CSV takes --mapping and --map.')
  return {
    name: 'file',
    file,
    reading,
    timeZone,
    bills,
    database,
    account,
    period: readPeriod(period),
    asOf,
    apply,
    out,
  }
}
