import type { BrokenProvider } from './broken.js'
import { brokenCallbacks } from './callbacks.js'
import { brokenCancels, brokenStarts, brokenStatuses } from './calls.js'
import { brokenLists } from './lists.js'
import { brokenProperties } from './properties.js'

export const brokenProviders: readonly BrokenProvider[] = [
  ...brokenProperties,
  ...brokenStarts,
  ...brokenStatuses,
  ...brokenCallbacks,
  ...brokenCancels,
  ...brokenLists,
]
