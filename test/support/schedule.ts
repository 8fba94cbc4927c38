import { day, hour, minute } from './service.js'

/** Milliseconds between the tries to deliver an event: written out once more, so that a wrong schedule in the library is found. */
export const waits = [5_000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, day]
