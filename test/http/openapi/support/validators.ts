import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { OpenApi, OperationObject } from './handlers.js'

const pointer = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

/**
 * Makes a validator of any schema of the document, by the names of its place; strict, so that a slip in a schema throws. The
 * same schema at many places, as that of a refusal, is compiled once.
 */
export function validatorsOf(document: OpenApi): (...place: readonly string[]) => ValidateFunction {
  const ajv = new Ajv2020({ strict: true, validateFormats: true })
  formats.default(ajv)
  // Those at the top of the document, which is no schema itself.
  ajv.addVocabulary(Object.keys(document))
  ajv.addSchema(document as never, 'openapi')
  const known = new Map<string, ValidateFunction>()
  return (...place) => {
    const schema = JSON.stringify(
      place.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], document),
    )
    const validator = known.get(schema) ?? ajv.compile({ $ref: `openapi#/${place.map(pointer).join('/')}` })
    known.set(schema, validator)
    return validator
  }
}

export interface Seen {
  readonly response: Response
  readonly text: string
}

const csvHeaders: Readonly<Record<string, string>> = {
  exportClosings:
    'account,day,sequence,kind,currency,opening,closing,credits,debits,openCount,openAmount,actor,createdAt,hash',
  exportCsv: 'paymentId,reference,amount,currency,status,paidAt',
  exportLines:
    'key,valueDate,account,row,direction,amount,amountDecimal,currency,reference,providerTransactionId,narration,outcome,' +
    'outcomeText,status,held,allocated,open,allocations,assignee,importId,version',
  exportRefunds:
    'refundId,status,paymentId,lineKey,amount,amountDecimal,currency,reason,note,reference,providerTransactionId,' +
    'requestedBy,approvedBy,amountReconciled,createdAt,paidAt,version,returnedBy',
  exportWaivers:
    'id,createdAt,paymentId,reference,scheme,reason,status,amount,currency,requestedBy,decidedBy,decidedAt,lineKey',
  exportJournal: 'date,valueDate,line,account,counterAccount,debit,credit,currency,reference,memo,entry',
  exportAudit: 'at,actor,kind,id,type,amount,currency,reason',
  exportReceipts:
    'year,number,status,issuedAt,issuedBy,paymentId,reference,received,currency,channel,payerId,copies,voidReason',
}

/** Returns the first columns of the file of an operation. */
export function csvHeaderOf({ operationId }: OperationObject): string {
  return csvHeaders[operationId]!
}

/** Lists what an answer has that the document does not describe, in words; empty where they agree. */
export function disagreements(
  document: OpenApi,
  validate: ReturnType<typeof validatorsOf>,
  { path, method, operation }: { path: string; method: string; operation: OperationObject },
  { response, text }: Seen,
): string[] {
  const status = String(response.status)
  const described = operation.responses[status]
  if (!described) return [`${operation.operationId} does not describe ${status}: ${text.slice(0, 300)}`]
  const type = (response.headers.get('content-type') ?? '').split(';')[0]!
  if (!described.content[type]) return [`${operation.operationId} ${status} does not describe ${type}`]
  const missing = Object.entries(described.headers).filter(([name, { $ref }]) => {
    const about = document.components.headers[$ref.split('/').at(-1)!]
    return about?.required === true && !response.headers.has(name)
  })
  if (missing.length > 0) return [`${operation.operationId} ${status} lacks ${missing.map(([name]) => name).join()}`]
  if (type === 'text/csv')
    return text.replace('\ufeff', '').startsWith(csvHeaderOf(operation)) ? [] : [`header row ${text.slice(0, 80)}`]
  const check = validate('paths', path, method, 'responses', status, 'content', type, 'schema')
  if (check(JSON.parse(text))) return []
  return [`${operation.operationId} ${status}: ${JSON.stringify(check.errors?.slice(-2))} in ${text.slice(0, 300)}`]
}
