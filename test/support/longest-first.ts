/**
 * The order in which the files of a run begin: those that take minutes first, so that none of them is left to run alone at the end.
 * Vitest itself goes by the size of a file where it has not met it before, as in CI.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const slowFiles = [
  // Together, as they have workers of their own.
  'test/desk/browser/month.slow.test.ts',
  'test/desk/browser/phones.slow.test.ts',
  'test/desk/browser/large-screens.slow.test.ts',
  'test/desk/browser/desk.slow.test.ts',
  'test/desk/browser/network.slow.test.ts',
  'test/desk/browser/many-lines.slow.test.ts',
  'test/desk/browser/pictures.slow.test.ts',
  'test/sql/faults/unanswered-calls.slow.test.ts',
  'test/sql/conformance.slow.test.ts',
  'test/sql/model/finance.slow.test.ts',
  'test/sql/model/model.slow.test.ts',
  'test/sql/large-groups.slow.test.ts',
  'test/reconciliation-storage/killed-process.slow.test.ts',
  'test/sql/schema/migrate-cut-off.slow.test.ts',
  'test/sql/faults/cut-statements.slow.test.ts',
  'test/operations/lines/killed-process.slow.test.ts',
  'test/reconciliation-storage/cut-connections.slow.test.ts',
  'test/sql/connections/unusual-sessions.slow.test.ts',
  'test/statements/bounded.slow.test.ts',
  'test/sql/host-transaction/host-transaction.slow.test.ts',
  'test/sql/conformance.integration.test.ts',
  'test/sql/finance/conformance.integration.test.ts',
  'test/sql/connections/pools.slow.test.ts',
  'test/docs/snippets.slow.test.ts',
  'test/http/openapi/generated.slow.test.ts',
]

const place = ({ moduleId }: TestSpecification) => {
  const index = slowFiles.findIndex((path) => moduleId.endsWith(path))
  return index === -1 ? slowFiles.length : index
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}
