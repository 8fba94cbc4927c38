import { memoryRepository, type PaymentRepository } from 'hospital-payments'
import { repositoryContract } from 'hospital-payments/testing'
import { describe, test } from 'vitest'
import { dryRun } from '../../src/repository/dry-run/dry-run.js'

describe('a dry run over an empty repository keeps every promise of the port', () => {
  for (const { name, run } of repositoryContract(async () => ({ repository: dryRun(memoryRepository()) })))
    test(name, run)
})

/** What is inserted is stored, and what is changed is not. */
function changingStored(): PaymentRepository {
  const stored = memoryRepository()
  return { ...dryRun(stored), insert: (entry) => stored.insert(entry) }
}

/** Races, pages, scans, totals and histories: what shows nothing of a stored payment but as a read or a replace does. */
const ofStored = [3, 5, 11, 14]

describe('a dry run over stored payments keeps the promises of replace and of every read', () => {
  const cases = repositoryContract(async () => ({ repository: changingStored() }))
  for (const { name, run } of cases.filter(({ promise }) => ofStored.includes(promise))) test(name, run)
})
