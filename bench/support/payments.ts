/** A hospital's payments: 1,000,000 in 180 days, and fewer of them are the same days' first ones, equally dense. */
import { createHospitalPayments, memoryRepository, textChannel, type PaymentRepository } from 'hospital-payments'
import { seededRandom } from 'hospital-payments/testing'
import { seededNumbers } from './random.js'

const dayMs = 86_400_000
const hourMs = 3_600_000
const meanGapMs = (180 * dayMs) / 1_000_000
const tiedShare = 0.3
/** Midnight in Addis Ababa, so that `firstDay` is a whole day. */
const start = Date.parse('2026-01-01T21:00:00.000Z')
export const firstDay = '2026-01-02'

export const channels = ['mobile-banking', 'cash', 'card'] as const

type Fate = 'succeeded' | 'pending' | 'failed' | 'expired' | 'reversed'

function fateOf(chance: number): Fate {
  if (chance < 0.005) return 'reversed'
  if (chance < 0.05) return 'expired'
  if (chance < 0.1) return 'failed'
  return chance < 0.22 ? 'pending' : 'succeeded'
}

export function referenceOf(index: number, chance: number): string {
  if (chance < 0.005) return `INV "${index}", ward 7`
  return chance < 0.01 ? `=INV+${index}` : `INV-2026-${String(index).padStart(7, '0')}`
}

/** Draws the request of a payment, and its later status. */
function draw(index: number, now: number, random: () => number) {
  const fate = fateOf(random())
  const channel = channels[random() < 0.6 ? 0 : random() < 0.75 ? 1 : 2]!
  const later = random() < 0.5 ? { expiresAt: new Date(now + dayMs).toISOString() } : {}
  const request = {
    amount: 1000 + Math.floor(random() * 500_000),
    currency: random() < 0.9 ? 'ETB' : 'USD',
    reference: referenceOf(index, random()),
    channel,
    description: `Consultation and laboratory, visit ${index}`,
    customer: { name: `Patient ${index}`, phone: `+2519${String(10_000_000 + index)}` },
    ...(fate === 'expired' ? { expiresAt: new Date(now).toISOString() } : later),
  }
  return { fate, request, paidAt: new Date(now + Math.floor(random() * 20 * hourMs)).toISOString() }
}

export interface Hospital {
  readonly repository: PaymentRepository
  readonly payments: ReturnType<typeof createHospitalPayments>
  readonly ids: string[]
  readonly references: string[]
  readonly pending: string[]
  /** Continues with payments that are not paid yet. */
  create(): Promise<string>
}

/** Creates payments through the public functions, one after the other, as a hospital would have. */
export async function hospital(count: number): Promise<Hospital> {
  const random = seededNumbers(count)
  let now = start
  const repository = memoryRepository()
  const payments = createHospitalPayments({
    repository,
    channels: Object.fromEntries(
      channels.map((name) => [name, textChannel('Pay {amount} {currency} for {reference}.')]),
    ),
    timeZone: 'Africa/Addis_Ababa',
    clock: () => now,
    random: seededRandom(count),
  })
  const ids: string[] = []
  const references: string[] = []
  const pending: string[] = []

  async function create() {
    if (random() >= tiedShare) now += Math.round((meanGapMs / (1 - tiedShare)) * 2 * random())
    const drawn = draw(ids.length, now, random)
    const { id, reference } = await payments.createPayment(drawn.request)
    ids.push(id)
    references.push(reference)
    return { ...drawn, id }
  }

  for (let index = 0; index < count; index++) {
    const { fate, id, paidAt } = await create()
    if (fate === 'pending') pending.push(id)
    if (fate === 'succeeded' || fate === 'reversed') {
      await payments.confirmPayment(id, { paidAt, ...(index % 2 === 0 && { providerTransactionId: `FT${index}` }) })
    }
    if (fate === 'failed') await payments.failPayment(id, { reason: 'declined' })
    if (fate === 'expired') await payments.expirePayment(id)
    if (fate === 'reversed') await payments.reversePayment(id, { reason: 'paid twice' })
  }
  return { repository, payments, ids, references, pending, create: async () => (await create()).id }
}
