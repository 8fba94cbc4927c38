import { test } from 'node:test'
import { memoryRepository } from 'hospital-payments'
import { repositoryContract } from 'hospital-payments/testing'

for (const { name, run } of repositoryContract(async () => ({ repository: memoryRepository() }))) {
  void test(name, run)
}
