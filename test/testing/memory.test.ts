import { memoryRepository } from 'hospital-payments'
import { repositoryContract } from 'hospital-payments/testing'
import { describe, test } from 'vitest'

describe('the memory repository keeps every promise of the port', () => {
  for (const { name, run } of repositoryContract(async () => ({ repository: memoryRepository() }))) test(name, run)
})
