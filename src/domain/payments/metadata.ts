/** The keys of a payment's metadata as fields of filters and columns: `metadata.ward`. */
import { shapes } from '../limits.js'
import type { Payment } from './payment.js'

/** The name of a field for one key of the metadata. */
export type MetadataField = `metadata.${string}`

const prefix = 'metadata.'

/** The form of such a name, as a regular expression. */
export const metadataFieldPattern = shapes.metadataName.source.replace('^', '^metadata\\.')

/** Returns true for `metadata.` and the name of a key. */
export function isMetadataField(field: string): field is MetadataField {
  return field.startsWith(prefix) && shapes.metadataName.test(field.slice(prefix.length))
}

/** Returns the key that a field is for. */
export function metadataKey(field: MetadataField): string {
  return field.slice(prefix.length)
}

/** Returns the value of a key; `null` where the metadata does not have it. */
export function ownValue(metadata: Payment['metadata'], key: string): string | null {
  return metadata && Object.hasOwn(metadata, key) ? metadata[key]! : null
}

/** Returns true for a payment that has each of the pairs. */
export function hasMetadata({ metadata }: Payment, pairs: Readonly<Record<string, string>>): boolean {
  return Object.entries(pairs).every(([key, value]) => ownValue(metadata, key) === value)
}
