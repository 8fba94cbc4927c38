/** A handler with the routes of statements, and the files that are sent to it. */
import type { AccountLine, HospitalPaymentsOptions, StatementImport } from 'hospital-payments'
import type { HandlerOptions } from 'hospital-payments/http'
import type { CsvMapping } from 'hospital-payments/statements'
import { expect } from 'vitest'
import { type Sending, type Sent, server } from './server.js'

/** A layout of the host's own. */
export const till: CsvMapping = {
  columns: { valueDate: 'Day', amount: 'Amount', reference: 'Reference', narration: 'Text' },
  dates: ['yyyy-MM-dd'],
  timeZone: 'Africa/Addis_Ababa',
  currency: 'ETB',
}

export const header = 'Day,Amount,Reference,Text'

/** Writes a file of the layout `till`. */
export function tillFile(...rows: string[]): string {
  return [header, ...rows, ''].join('\r\n')
}

export const csvImport = '/v1/imports?account=cbe-1000&format=csv&layout=till'

export function sent(body: Sent, headers: Record<string, string> = {}): Sending {
  return { method: 'POST', body, headers: { 'content-type': 'text/csv', ...headers } }
}

export function financeServer(options: Partial<HandlerOptions> = {}, service: Partial<HospitalPaymentsOptions> = {}) {
  const made = server({ finance: true, layouts: { till }, ...options }, service)
  const { ask, payments } = made
  const read = async <T>(path: string): Promise<T> => {
    const answer = await ask(path)
    expect(answer.status, path).toBe(200)
    return (await answer.json()) as T
  }
  return {
    ...made,
    read,
    async imported(...rows: string[]): Promise<StatementImport> {
      const answer = await ask(csvImport, sent(tillFile(...rows)))
      const text = await answer.text()
      expect(answer.status, text).toBe(201)
      return JSON.parse(text) as StatementImport
    },
    async line(): Promise<AccountLine> {
      const { items } = await payments.lines.list()
      return items[0]!
    },
  }
}
