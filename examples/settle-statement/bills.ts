/** The bills of the hospital before its statements of November arrive; payers are invented. */
import type { CreatePaymentRequest, HospitalPayments } from 'hospital-payments'
import type { ManualClock } from 'hospital-payments/testing'

/** Returns an amount of shillings in minor units. */
const shillings = (amount: number) => Math.round(amount * 100)

type More = Pick<CreatePaymentRequest, 'customer' | 'expiresAt'>

function bill(reference: string, amount: number, channel: string, more: More = {}): CreatePaymentRequest {
  return { reference, amount: shillings(amount), currency: 'KES', channel, ...more }
}

const of = (number: string) => `OPD-5594-${number}`
const named = (name: string) => ({ customer: { name } })
const phoned = (phone: string, name: string) => ({ customer: { name, phone } })

/** The bills of one settlement of the card provider: its machine confirmed these. */
export const cardBills = ['161', '162', '163', '164', '165', '166'].map(of)
const cardAmounts = [1500, 2500, 800, 3200, 1000, 3000]

/** The bills of the first of the month. */
const first: readonly CreatePaymentRequest[] = [
  bill(of('006'), 1500, 'bank', named('Halima Yusuf')),
  bill(of('007'), 800, 'bank', named('Samuel Mutua')),
  bill(of('008'), 2300, 'bank', named('Faith Chebet')),
  bill(of('009'), 1200, 'bank', named('Daniel Ouma')),
  bill(of('010'), 1500, 'bank', named('Anne Kamau')),
  bill(of('011'), 3100, 'bank', named('Joseph Barasa')),
  bill(of('012'), 5000, 'bank', named('Njeri Wanjiru')),
  bill(of('013'), 6750, 'bank', named('Ruth Akinyi')),
  bill(of('014'), 1000, 'bank', named('Brian Kiptoo')),
  bill(of('015'), 3000, 'bank', named('Mercy Atieno')),
  ...cardBills.map((reference, at) => bill(reference, cardAmounts[at]!, 'card')),
  bill(of('017'), 1000, 'bank', named('Paul Musyoka')),
  bill(of('018'), 1800, 'bank', named('Esther Nduta')),
  bill(of('021'), 4200, 'bank', named('Omar Sheikh')),
  bill(of('024'), 1700, 'bank', named('Lucy Waithera')),
  bill(of('025'), 1300, 'bank', named('Lucy Waithera')),
  bill(of('026'), 2000, 'bank', { ...named('Kevin Odhiambo'), expiresAt: '2026-11-05T00:00:00+03:00' }),
  bill(of('027'), 3200, 'bank', named('Deborah Cole')),
  bill(of('028'), 1650, 'bank', { ...named('Stephen Rotich'), expiresAt: '2026-11-10T00:00:00+03:00' }),
  bill(of('029'), 900, 'bank', named('Janet Moraa')),
  bill(of('040'), 1500, 'mpesa', named('Grace Kiprono')),
  bill(of('030'), 1850, 'mpesa', phoned('+254712345678', 'Peninah Wambui')),
  bill(of('031'), 4000, 'mpesa', phoned('+254733904412', 'Isaac Kirui')),
  bill(of('032'), 640, 'mpesa', named('Zainab Noor')),
  bill(of('033'), 2120, 'mpesa', phoned('+254722000333', 'Collins Omondi')),
  bill(of('034'), 2450, 'mpesa', named('Peter Njoroge')),
  bill(of('035'), 2450, 'mpesa', named('Mary Njoroge')),
  bill(of('036'), 800, 'mpesa', named('Achieng Otieno')),
  bill(of('037'), 630, 'mpesa', named('Achieng Otieno')),
  bill(of('038'), 1275, 'mpesa'),
  // Fees that repeat all day, and are not paid: what makes an amount a weak clue.
  bill(of('901'), 1500, 'bank'),
  bill(of('902'), 1500, 'mpesa'),
  bill(of('903'), 800, 'cash'),
  bill(of('904'), 1200, 'bank'),
  bill(of('905'), 500, 'mpesa'),
]

/** Creates the payments of the bills, and makes the changes that happened before the statements came. */
export async function askForBills(payments: HospitalPayments, clock: ManualClock): Promise<void> {
  // A payment of October, proved by the statement of October.
  clock.set('2026-10-24T07:00:00.000Z')
  const october = await payments.createPayment(bill(of('039'), 1100, 'mpesa'))
  const receipt = 'SJQ4RT88ZZ'
  await payments.confirmPayment(october.id, { providerTransactionId: receipt })
  const money = { row: 77, direction: 'credit', amount: october.amount, currency: 'KES' } as const
  const line = { ...money, valueDate: '2026-10-24', providerTransactionId: receipt }
  await payments.statements.import([line], { account: 'mpesa-600123', fileName: 'mpesa-october.csv' })

  clock.set('2026-11-01T06:00:00.000Z')
  const ids = new Map<string, string>()
  for (const { payment, error } of await payments.createPayments(first.map((request) => ({ request })))) {
    if (error) throw error
    ids.set(payment.reference, payment.id)
  }
  const id = (reference: string) => ids.get(reference)!

  // The card machine confirms at once; the money comes days later, for all of them together.
  for (const [at, reference] of cardBills.entries())
    await payments.confirmPayment(id(reference), { providerTransactionId: `CARD-${at + 1}` })

  // Confirmed at the desk, and taken back: it was entered for another patient.
  await payments.confirmPayment(id(of('029')))
  await payments.reversePayment(id(of('029')), { reason: 'entered_for_another_patient' })

  clock.set('2026-11-06T06:00:00.000Z')
  await payments.expireDue()
  const again = bill(of('026'), 2500, 'bank', { ...named('Kevin Odhiambo'), expiresAt: '2026-11-12T00:00:00+03:00' })
  await payments.createPayment(again)

  // M-Pesa called back with the receipt.
  clock.set('2026-11-09T13:31:15.000Z')
  const calledBack = { paidAt: '2026-11-09T16:31:09+03:00', providerTransactionId: 'SK94AB15QX' }
  await payments.confirmPayment(id(of('038')), calledBack)

  clock.set('2026-11-13T06:00:00.000Z')
  await payments.expireDue()
}
