import { memoryRepository } from 'hospital-payments'
import { repositoryContract } from 'hospital-payments/testing'
import { describe, test } from 'vitest'
import { dryRun } from '../../src/repository/dry-run/dry-run.js'

describe('a dry run over the memory repository keeps every promise of the port', () => {
  for (const { name, run } of repositoryContract(async () => ({ repository: dryRun(memoryRepository()) }))) test(name, run)
})
