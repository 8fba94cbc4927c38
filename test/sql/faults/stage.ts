import { beforeAll, beforeEach, expect } from 'vitest'
import type { DatabaseEntry } from '../../support/databases/database.js'
import { migrated, sqlOn } from '../../support/databases/repository.js'
import { type Lane, openLane, type Served } from './lane.js'
import type { Operation } from './operations.js'
import type { Course } from './outcome.js'
import { courseOf } from './scene.js'

/**
 * Runs each of these operations where nothing fails, and opens for each test a pool behind a proxy with a connection
 * for each of them, so that they do not wait for each other. None may be missing when the test ends.
 */
export function stage(entry: DatabaseEntry<Served>, operations: readonly Operation[]) {
  const database = migrated(entry)
  let courses: readonly Course[]
  let lane: Lane
  beforeAll(async () => {
    courses = await Promise.all(operations.map((operation) => courseOf(database(), sqlOn(database()), operation)))
  })
  beforeEach(async () => {
    lane = await openLane(database(), { size: operations.length })
    return async () => {
      expect(await lane.missing()).toBe(0)
      await lane.close()
    }
  })
  return { database, courses: () => courses, lane: () => lane }
}
