/** Days of an account that a process closes by one call. */
import { createHospitalPayments, type HospitalPayments, textChannel } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import type { Work } from '../../../support/kills/work.js'

export const account = 'bank-1100'
export const daysWithLines = ['2026-11-16', '2026-11-17', '2026-11-19'] as const

export function serviceOf(repository: FinanceRepository): HospitalPayments {
  return createHospitalPayments({
    repository,
    channels: { cash: textChannel('Pay at the cashier with reference {reference}.') },
    timeZone: 'Africa/Addis_Ababa',
    clock: () => Date.parse('2026-12-01T09:00:00Z'),
  })
}

/** Imports lines of each day, and reopens the first day after it was closed. */
export async function beginDays(repository: FinanceRepository): Promise<void> {
  const { statements, days } = serviceOf(repository)
  const lines = daysWithLines.flatMap((valueDate) =>
    [700, 30].map((amount) => {
      const lineId = `${valueDate} ${amount}`
      return { row: 1, direction: 'credit', amount, currency: 'ETB', valueDate, lineId } as const
    }),
  )
  await statements.import(lines, { account })
  const first = { account, day: daysWithLines[0], actor: 'amina' }
  await days.close(first)
  await days.reopen({ ...first, reason: 'another patient' })
}

export const closeAll = (repository: FinanceRepository) =>
  serviceOf(repository).days.closeThrough({ account, day: '2026-11-30', actor: 'amina' })

export const work: Work = (repository, _, say) => [
  async () => {
    await closeAll(repository)
    say('done')
  },
]

/** Returns the chain as it is: the kind and the sums of each link, in their order. */
export async function chainOf(repository: FinanceRepository): Promise<string[]> {
  const { items } = await serviceOf(repository).days.records({ account })
  return items.map(({ day, kind, currencies }) => `${day} ${kind} ${JSON.stringify(currencies)}`).reverse()
}
