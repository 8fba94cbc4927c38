import { ImportedItems } from '../domain/reconciliation/imported-items.js'
import { importWarnings, type StatementImport } from '../domain/reconciliation/statement-import.js'
import type { HospitalPayments } from '../service.js'
import type { StatementReader } from '../statements/index.js'

type Options = Parameters<HospitalPayments['statements']['import']>[1]

const rowsOfProgress = 1000

/** What an import would come to. It is stored nowhere: it has neither an id nor a time. */
export interface StatementPreview extends Omit<StatementImport, 'id' | 'createdAt' | 'completedAt'> {
  readonly id: null
  readonly createdAt: null
  readonly completedAt: null
}

/**
 * A statement held against the payments, and nothing written. `warnings` are those of the file by itself: what is stored of
 * its days is compared when it is imported.
 *
 * @throws PaymentError as an import
 */
export async function previewOf(
  payments: HospitalPayments,
  records: StatementReader,
  { fileName = null, onProgress, ...options }: { fileName?: string | null | undefined } & Omit<Options, 'fileName'>,
): Promise<StatementPreview> {
  // Where no import can be made, none is shown: without storage for lines this is refused as an import is.
  await payments.statements.get('')
  const items = new ImportedItems()
  for await (const item of payments.reconcile(records, options)) {
    items.add(item)
    if (item.kind === 'line' && items.rows % rowsOfProgress === 0) onProgress?.({ lines: items.rows })
  }
  const { statements, skipped, leftOut } = records.summary()
  const file = { format: records.format, statements, leftOut, accounts: records.accounts, ...items.ofFile() }
  return {
    id: null,
    account: options.account,
    actor: options.actor ?? null,
    fileName,
    layout: records.layout,
    createdAt: null,
    completedAt: null,
    ...items.importFields(),
    skipped,
    leftOut,
    statements,
    warnings: importWarnings(file, { linesOfDay: new Map(), lastFormat: null, before: null, after: null }),
  }
}
