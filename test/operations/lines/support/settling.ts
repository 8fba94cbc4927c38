/** An import, or people's calls, for a process that is killed in them. */
import { createHospitalPayments } from 'hospital-payments'
import { recordsOf, account, statementOf } from '../../../reconciliation-storage/support/day.js'
import type { Work } from '../../../support/kills/work.js'
import { at, hour } from '../../../support/service.js'
import { handDays } from './hand-calls.js'

export const work: Work = (repository, [what, count]) => {
  const payments = createHospitalPayments({ repository, clock: () => Date.parse(at(5 * hour)) })
  if (what === 'import')
    return [() => payments.statements.import(recordsOf(statementOf(Number(count))), { account, actor: 'finance' })]
  const { callsOf, call } = handDays[what as keyof typeof handDays]
  return Array.from({ length: callsOf(Number(count)) }, (_, number) => () => call(payments, number))
}
