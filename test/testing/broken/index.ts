import type { Broken } from './broken.js'
import { brokenAttempts, brokenLeases, brokenOrder } from './events.js'
import { brokenFidelity } from './fidelity.js'
import { brokenGroups } from './groups.js'
import { brokenInserts } from './inserts.js'
import { brokenMilliseconds } from './milliseconds.js'
import { brokenRaces } from './races.js'
import { brokenReads } from './reads.js'
import { brokenReconciled } from './reconciled.js'
import { brokenRefusals } from './refusals.js'
import { brokenReplaces } from './replaces.js'
import { brokenScans } from './scans.js'
import { brokenSizes } from './sizes.js'
import { brokenValues } from './values.js'

/** Apart only so that two test files can share the work. */
export const brokenStores: readonly Broken[] = [
  ...brokenInserts,
  ...brokenReplaces,
  ...brokenRaces,
  ...brokenGroups,
  ...brokenRefusals,
  ...brokenOrder,
  ...brokenLeases,
  ...brokenAttempts,
  ...brokenSizes,
]

export const brokenReaders: readonly Broken[] = [
  ...brokenValues,
  ...brokenFidelity,
  ...brokenMilliseconds,
  ...brokenReconciled,
  ...brokenReads,
  ...brokenScans,
]

export const brokenRepositories: readonly Broken[] = [...brokenStores, ...brokenReaders]
