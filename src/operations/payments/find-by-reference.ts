import type { Payment } from '../../domain/payments/payment.js'
import type { Page } from '../../domain/report.js'
import { isPossibleReference } from '../../domain/text.js'
import type { Context } from '../context.js'
import * as field from '../input/fields.js'
import { pageFields, type PageOptions } from '../input/page.js'
import { parse, parseOptions } from '../input/parse.js'
import { readPage } from '../paging.js'

const referenceArgument = field.object({ reference: field.text })
const pageOptions = field.object(pageFields)

export async function findByReference(
  context: Context,
  reference: string,
  options?: PageOptions,
): Promise<Page<Payment>> {
  parse(referenceArgument, { reference })
  const { cursor, limit } = parseOptions(pageOptions, options)
  return readPage(context.repository, {
    name: 'findByReference',
    filter: isPossibleReference(reference) ? { by: 'createdAt', reference } : null,
    direction: 'desc',
    cursor,
    limit,
  })
}
