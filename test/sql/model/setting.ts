/** The setting that the two services of a sequence have in common, and the few values that they are given. */
import type { CreatePaymentRequest, ReferencePolicy } from 'hospital-payments'
import fc from 'fast-check'
import { freeText, validReference, validRequest } from '../../support/arbitraries.js'
import { hour } from '../../support/service.js'
import { record } from './draw.js'

export interface Setting {
  readonly seed: number
  readonly referencePolicy: ReferencePolicy
  readonly timeZone: string
  readonly defaultTtlMs: number | undefined
  readonly requests: readonly CreatePaymentRequest[]
  readonly references: readonly string[]
  readonly texts: readonly string[]
}

export const settings: fc.Arbitrary<Setting> = record({
  seed: fc.nat(999),
  referencePolicy: fc.constantFrom<ReferencePolicy>('allow', 'one-live'),
  timeZone: fc.constantFrom('UTC', 'Africa/Addis_Ababa', 'America/St_Johns'),
  defaultTtlMs: fc.constantFrom(undefined, hour),
  requests: fc.array(validRequest(['cash', 'mobile-banking']), { minLength: 3, maxLength: 3 }),
  references: fc.uniqueArray(validReference(), { minLength: 3, maxLength: 3 }),
  texts: fc.array(
    freeText(255).filter((text) => text !== ''),
    { minLength: 3, maxLength: 3 },
  ),
})
