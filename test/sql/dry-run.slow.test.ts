import { repositoryContract } from 'hospital-payments/testing'
import { test } from 'vitest'
import { dryRun } from '../../src/repository/dry-run/dry-run.js'
import { libsql, onEach } from '../support/databases/index.js'
import { migrated, repositoryOn } from '../support/databases/repository.js'

onEach([libsql], 'a dry run over the SQL repository keeps every promise of the port', (entry) => {
  const database = migrated(entry)
  for (const { name, run } of repositoryContract(async () => ({ repository: dryRun(repositoryOn(database())) }))) {
    test(name, { timeout: 240_000 }, run)
  }
})
