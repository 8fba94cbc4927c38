/** A call that applies a statement, and says each line that it was answered. */
import { createHospitalPayments } from 'hospital-payments'
import { at, hour } from '../../support/service.js'
import type { Work } from '../../support/kills/work.js'
import { options, recordsOf, statementOf } from './day.js'

export const work: Work = (repository, [groups], say) => {
  const payments = createHospitalPayments({ repository, clock: () => Date.parse(at(5 * hour)) })
  const records = recordsOf(statementOf(Number(groups)))
  return [
    async () => {
      for await (const item of payments.reconcile(records, { ...options, apply: true }))
        say(item.kind === 'line' ? `${item.row} ${item.applied}` : item.kind)
    },
  ]
}
