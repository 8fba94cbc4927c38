/** All aggregates that are described as data; each has a table. */
import type { AnyAggregate } from './aggregate.js'
import { receipts } from './receipts.js'

export const aggregates: readonly AnyAggregate[] = [receipts]
