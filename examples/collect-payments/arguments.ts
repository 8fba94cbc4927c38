import { parseArgs } from 'node:util'
import { type FileFormat, formatOptions, readFormat } from './file-format.js'
import { demand, UsageError } from './usage.js'

export type Wish =
  | { readonly job: 'help' }
  | { readonly job: 'sample'; readonly out: string | undefined }
  | { readonly job: 'file'; readonly file: string; readonly format: FileFormat; readonly out: string | undefined }

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
export function readArguments(args: readonly string[]): Wish {
  const { values, positionals } = parse(args)
  const { out, help, ...format } = values
  if (help) return { job: 'help' }
  const [file, ...more] = positionals
  demand(more.length === 0, 'One FILE at a time, please.')
  if (file !== undefined) return { job: 'file', file, format: readFormat(format), out }
  demand(Object.keys(format).length === 0, 'These options need a FILE.')
  return { job: 'sample', out }
}
