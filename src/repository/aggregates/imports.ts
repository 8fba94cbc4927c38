import type { StatementImport } from '../../domain/reconciliation/statement-import.js'
import { aggregate } from './aggregate.js'
import { document, instant, key, named, orNull } from './column.js'

/** An import, and the reader's name of the file's format, which the next one is compared with. */
export interface StoredImport extends StatementImport {
  format: string | null
}

/** An import as it is stored: all of it is one document, and it is found by columns that follow from it. */
export interface ImportRow {
  readonly id: string
  readonly document: StoredImport
}

/** The imports of statements; each is put in the place of what was stored of it before. */
export const imports = aggregate<ImportRow>({
  name: 'statement_imports',
  columns: { id: key(64), document },
  beside: {},
  derived: {
    account: { column: key(1020), of: ({ document }) => document.account },
    createdAt: { column: instant, of: ({ document }) => document.createdAt },
    completedAt: { column: orNull(instant), of: ({ document }) => document.completedAt },
    from: { column: named('from_day', orNull(key(10))), of: ({ document }) => document.from },
    to: { column: named('to_day', orNull(key(10))), of: ({ document }) => document.to },
    format: { column: orNull(key(1020)), of: ({ document }) => document.format },
    layout: { column: orNull(key(64)), of: ({ document }) => document.layout },
  },
  key: ['id'],
  lists: {
    created: { order: ['createdAt', 'id'] },
    account: { equal: ['account'], order: ['createdAt', 'id'] },
    begin: { equal: ['account'], order: ['from', 'createdAt', 'id'] },
    end: { equal: ['account'], order: ['to', 'createdAt', 'id'] },
  },
  indexes: { layout: ['account', 'layout', 'from', 'to', 'id'] },
})
