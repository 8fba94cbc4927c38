import type { ProviderProof } from '../provider-proof.js'
import { callbackProofs } from './callbacks.js'
import { cancelProofs } from './cancel.js'
import { listProofs } from './list.js'
import { propertyProofs } from './properties.js'
import { secretProofs } from './secrets.js'
import { startProofs } from './start.js'
import { statusProofs } from './status.js'

export const providerProofs: readonly ProviderProof[] = [
  ...propertyProofs,
  ...startProofs,
  ...statusProofs,
  ...callbackProofs,
  ...cancelProofs,
  ...listProofs,
  ...secretProofs,
]
