import { parseArgs } from 'node:util'
import { type FileFormat, formatOptions, readFormat } from './file-format.js'
import { demand, UsageError } from './usage.js'

export type Job =
  | { readonly name: 'help' }
  | { readonly name: 'sample'; readonly out: string | undefined }
  | { readonly name: 'file'; readonly file: string; readonly format: FileFormat; readonly out: string | undefined }

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...formatOptions, out: { type: 'string' }, help: { type: 'boolean' } },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** @throws UsageError */
export function readArguments(args: readonly string[]): Job {
  const { values, positionals } = parse(args)
  const { out, help, ...format } = values
  if (help) return { name: 'help' }
  const [file, ...more] = positionals
  demand(more.length === 0, 'One FILE at a time, please.')
  if (file !== undefined) return { name: 'file', file, format: readFormat(format), out }
  demand(Object.keys(format).length === 0, 'These options need a FILE.')
  return { name: 'sample', out }
}
