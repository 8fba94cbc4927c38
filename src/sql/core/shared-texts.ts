/** Texts of statements, which depend on the tables and the dialect and on no tenant: all tenants share them. */
import type { Tables } from './tables.js'

/** The most texts that are kept; those of one set of tables are some hundred. */
const maxTexts = 10_000

/** The texts that are kept, by themselves. */
const keptTexts = new Map<string, string>()

/** Returns the same text, which is kept once for however many tenants it is made. */
export function keptText(text: string): string {
  const known = keptTexts.get(text)
  if (known !== undefined) return known
  if (keptTexts.size < maxTexts) keptTexts.set(text, text)
  return text
}

/** A dialect, by which a text has placeholders. */
interface WithPlaceholders {
  placeholders(text: string): string
}

/** The texts with placeholders of a dialect, by those without. */
const textsByDialect = new WeakMap<WithPlaceholders, Map<string, string>>()

/** Returns a text with the placeholders of a dialect, made once for however many tenants. */
export function sharedText(dialect: WithPlaceholders, text: string): string {
  let texts = textsByDialect.get(dialect)
  if (!texts) textsByDialect.set(dialect, (texts = new Map()))
  const known = texts.get(text)
  if (known !== undefined) return known
  const made = dialect.placeholders(text)
  if (texts.size < maxTexts) texts.set(text, made)
  return made
}

/** Makes a function whose value is made once for the same tables and key. */
export function onceForTables<Settings extends { readonly tables: Tables }, Value>(
  make: (settings: Settings) => Value,
  keyOf: (settings: Settings) => unknown,
): (settings: Settings) => Value {
  const valuesOfTables = new WeakMap<Tables, Map<unknown, Value>>()
  return (settings) => {
    let values = valuesOfTables.get(settings.tables)
    if (!values) valuesOfTables.set(settings.tables, (values = new Map()))
    const key = keyOf(settings)
    if (!values.has(key)) values.set(key, make(settings))
    return values.get(key)!
  }
}
