import type { HospitalPayments } from '../service.js'
import type { Layouts } from '../statements/choice.js'
import type { CsvMapping } from '../statements/index.js'

const atOnce = 500

/** Returns the layouts that a file may be read by: the stored ones, and those of options, whose names have priority. */
export async function knownLayouts(
  { layouts }: Pick<HospitalPayments, 'layouts'>,
  ofOptions: Layouts,
): Promise<Layouts> {
  const stored = new Map<string, CsvMapping>()
  for (let cursor: string | undefined; ;) {
    const { items, nextCursor } = await layouts.list({ cursor, limit: atOnce })
    for (const { name, mapping } of items) stored.set(name, mapping)
    if (nextCursor === null) return new Map([...stored, ...ofOptions])
    cursor = nextCursor
  }
}
