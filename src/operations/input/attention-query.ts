/** The arguments of the call for what waits for people. */
import * as field from './fields.js'
import { runFields } from './reconcile-options.js'

const { asOf, graceDays, channels } = runFields
const missingUpTo = field.count(1_000_000).optional()

export const attentionQuery = field.object({ asOf, graceDays, channels, missingUpTo })
