import { loadedByFirstCall } from '../internal/first-call.js'

/** The operations that most programs call long after they started, or never. */
export const { called, iterated } = loadedByFirstCall(() => import('./loaded-later.js'))
