/** All aggregates that are described as data; each has a table. */
import type { AnyAggregate } from './aggregate.js'

export const aggregates: readonly AnyAggregate[] = []
