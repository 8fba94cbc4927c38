import {
  type CsvMapping,
  mpesaCustomer,
  mpesaOrganisation,
  readCsvStatement,
  vodafoneCash,
} from 'hospital-payments/statements'
import { hospitalZone } from './hospital.js'
import { demand, UsageError } from './usage.js'

const readyMade: ReadonlyMap<string, CsvMapping> = new Map([
  ['mpesa-organisation', mpesaOrganisation],
  ['mpesa-customer', mpesaCustomer],
  ['vodafone-cash', vodafoneCash],
])

export const mappingOptions = {
  mapping: { type: 'string' },
  map: { type: 'string', multiple: true },
  dates: { type: 'string', multiple: true },
  currency: { type: 'string' },
  decimal: { type: 'string' },
  'debit-when': { type: 'string', multiple: true },
  only: { type: 'string', multiple: true },
  delimiter: { type: 'string' },
  encoding: { type: 'string' },
  'no-header': { type: 'boolean' },
} as const

export interface MappingArguments {
  readonly mapping?: string | undefined
  readonly map?: string[] | undefined
  readonly dates?: string[] | undefined
  readonly currency?: string | undefined
  readonly decimal?: string | undefined
  readonly 'debit-when'?: string[] | undefined
  readonly only?: string[] | undefined
  readonly delimiter?: string | undefined
  readonly encoding?: string | undefined
  readonly 'no-header'?: boolean | undefined
}

/** Reads `bookedAt=Date,bookedAt=Time,amount=Betrag`; a field that is given several times is a list. */
function readColumns(texts: readonly string[]): Record<string, string | string[]> {
  const columns = new Map<string, string[]>()
  for (const pair of texts.flatMap((text) => text.split(','))) {
    const [, field, column] = /^\s*(\w+)=(.+)$/.exec(pair) ?? []
    demand(field !== undefined && column !== undefined, '--map is a list of FIELD=COLUMN.')
    columns.set(field, [...(columns.get(field) ?? []), column])
  }
  const single = ([field, [first, ...more]]: [string, string[]]) => [field, more.length > 0 ? [first, ...more] : first]
  return Object.fromEntries([...columns].map(single)) as Record<string, string | string[]>
}

/** Reads `Payer:Border Town Hospital`; several values of one column are one condition. */
function readCondition(
  name: string,
  texts: readonly string[] | undefined,
): { column: string; values: string[] } | undefined {
  if (texts === undefined) return undefined
  const pairs = texts.map((text) => /^([^:]+):(.+)$/.exec(text) ?? [])
  const [[, column] = []] = pairs
  demand(
    column !== undefined && pairs.every(([, other]) => other === column),
    `--${name} is COLUMN:VALUE of one column.`,
  )
  return { column, values: pairs.map(([, , value = '']) => value) }
}

/** Returns a mapping that the reader accepts; its refusal becomes a `UsageError`. */
function checked(mapping: CsvMapping): CsvMapping {
  try {
    readCsvStatement('', mapping)
    return mapping
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** @throws UsageError */
export function readMapping(values: MappingArguments, timeZone = hospitalZone): CsvMapping | undefined {
  const { mapping: name, map, dates, currency, decimal, delimiter, encoding } = values
  const others = Object.keys(values).filter((option) => option !== 'mapping' && option !== 'map')
  if (name !== undefined) {
    const mapping = readyMade.get(name)
    demand(mapping !== undefined, `--mapping is one of ${[...readyMade.keys()].join(', ')}.`)
    demand(map === undefined && others.length === 0, '--mapping knows its columns, dates and currency already.')
    return mapping
  }
  if (map === undefined) {
    demand(others.length === 0, `--${others[0]} needs --map.`)
    return undefined
  }
  const columns = readColumns(map)
  const debitWhen = readCondition('debit-when', values['debit-when'])
  const only = readCondition('only', values.only)
  return checked({
    columns: columns as CsvMapping['columns'],
    dates: dates ?? ['yyyy-MM-dd'],
    timeZone,
    ...(currency !== undefined && { currency }),
    ...(currency === undefined && columns['currency'] === undefined && { currency: 'ETB' }),
    ...(decimal !== undefined && { decimal: decimal as '.' | ',' }),
    ...(debitWhen && { debitWhen }),
    ...(only && { only }),
    ...(delimiter !== undefined && { delimiter: delimiter.replace(/^(tab|\\t)$/, '\t') }),
    ...(encoding !== undefined && { encoding }),
    ...(values['no-header'] && { header: false }),
  })
}
