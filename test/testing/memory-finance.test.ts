import { memoryRepository } from 'hospital-payments'
import { financeContract } from 'hospital-payments/testing'
import { describe, test } from 'vitest'

describe('the memory repository keeps every promise of the port of finance', () => {
  for (const { name, run } of financeContract(async () => ({ repository: memoryRepository() }))) test(name, run)
})
