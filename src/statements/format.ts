/** The format of a statement file. */
export type StatementFormat = 'camt' | 'mt940' | 'ofx' | 'csv' | 'xlsx'

/** All formats. */
export const statementFormats: readonly StatementFormat[] = ['camt', 'mt940', 'ofx', 'csv', 'xlsx']
