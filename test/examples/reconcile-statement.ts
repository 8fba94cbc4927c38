import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import type { FileJob } from '../../examples/reconcile-statement/arguments.js'
import { readArguments } from '../../examples/reconcile-statement/arguments.js'
import { root, type Run, runProgram } from './program.js'

export const example = join(root, 'examples/reconcile-statement')
export const sample = (name: string) => join(example, 'data', name)

export function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Run> {
  return runProgram(join(example, 'main.ts'), args, env)
}

export function fileJob(args: readonly string[]): FileJob {
  const command = readArguments(args)
  if (command.name !== 'file') throw new Error('no file job')
  return command
}

/** Reads the rows below the header, with their line numbers; by rules of thumb that are independent of the library. */
export function cellsOf(name: string, headerLine: number): { line: number; cell: (column: string) => string }[] {
  const text = readFileSync(sample(name), 'utf8').replace(/^\ufeff/, '')
  const [header = [], ...rows] = Papa.parse<string[]>(text, { skipEmptyLines: true }).data.slice(headerLine - 1)
  return rows.map((cells, index) => ({
    line: headerLine + 1 + index,
    cell: (column) => cells[header.indexOf(column)] ?? '',
  }))
}

/** Reads `-1,500.00` as 150000n, without its sign; null for anything else. */
export function minor(text: string): bigint | null {
  const [, digits] = /^-?([\d,]+\.\d\d)$/.exec(text) ?? []
  return digits === undefined ? null : BigInt(digits.replace(/[,.]/g, ''))
}

export const bankArguments = [
  ['--map', 'bookedAt=Payment Date,amount=Transferred Amount,narration=Reason,providerTransactionId=Reference No'],
  ['--map', 'lineId=Reference No', '--dates', 'M/d/yyyy, h:mm:ss a', '--debit-when', 'Payer:Border Town Hospital'],
].flat()

export const silent = { write: () => true }
