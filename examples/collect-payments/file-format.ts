import { format } from 'date-fns/format'
import { type ColumnMap, readColumnMap } from './column-map.js'
import { hospitalZone } from './hospital.js'
import { demand } from './usage.js'

/** The format of a file of collected payments; the caller names all of it, nothing is guessed from the file. */
export interface FileFormat {
  readonly columns: ColumnMap
  readonly datePattern: string
  readonly delimiter: string
  readonly decimal: '.' | ','
  readonly encoding: string
  readonly currency: string
  readonly timeZone: string
  readonly header: boolean
  readonly skip: number
}

export const formatOptions = {
  map: { type: 'string', multiple: true },
  'date-format': { type: 'string' },
  delimiter: { type: 'string' },
  decimal: { type: 'string' },
  encoding: { type: 'string' },
  currency: { type: 'string' },
  'time-zone': { type: 'string' },
  'no-header': { type: 'boolean' },
  skip: { type: 'string' },
} as const

type FormatArguments = {
  readonly [Name in keyof typeof formatOptions]?: string | boolean | readonly string[] | undefined
}

function works(attempt: () => unknown): boolean {
  try {
    attempt()
    return true
  } catch {
    return false
  }
}

/** @throws UsageError */
export function readFormat(values: FormatArguments): FileFormat {
  const text = (name: keyof FormatArguments, fallback: string) => String(values[name] ?? fallback)
  const delimiter = text('delimiter', ',').replace(/^(tab|\\t)$/, '\t')
  const datePattern = text('date-format', 'yyyy-MM-dd')
  const decimal = text('decimal', '.')
  const encoding = text('encoding', 'utf-8')
  const timeZone = text('time-zone', hospitalZone)
  const skip = text('skip', '0')

  demand(delimiter.length === 1, '--delimiter is one character, or the word tab.')
  demand(
    /y/.test(datePattern) && works(() => format(0, datePattern)),
    '--date-format is a date-fns pattern with a year, such as dd.MM.yyyy.',
  )
  demand(decimal === '.' || decimal === ',', '--decimal is . or ,')
  demand(
    works(() => new TextDecoder(encoding)),
    '--encoding is none that TextDecoder knows; try windows-1252.',
  )
  demand(
    works(() => Intl.DateTimeFormat('en', { timeZone })),
    '--time-zone is a name such as Europe/Vienna.',
  )
  demand(/^\d{1,6}$/.test(skip), '--skip is a number of lines.')
  return {
    columns: readColumnMap((values.map as readonly string[] | undefined) ?? []),
    datePattern,
    delimiter,
    decimal,
    encoding,
    currency: text('currency', 'ETB'),
    timeZone,
    header: values['no-header'] !== true,
    skip: Number(skip),
  }
}
