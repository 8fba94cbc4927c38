/** A patient with bills, a deposit and a part of a bill that an insurer paid; the insurer's transfer has open money. */
import type { HospitalPayments } from 'hospital-payments'
import { request } from '../../support/service.js'

/** Stores the scene; `text` stands wherever people or banks write. */
export async function furnishPayer(payments: HospitalPayments, text = 'Abebe Kebede') {
  const payerId = 'MRN-7'
  const customer = { id: payerId, name: text }
  const bill = (reference: string, amount: number) =>
    payments.createPayment(request({ reference, amount, customer, channel: 'cash', description: text }))
  const [ward, xray, drugs] = [
    await bill('WARD-3', 150_000),
    await bill('XRAY-1', 40_000),
    await bill('DRUGS-9', 9_000),
  ]
  const transfer = { row: 2, direction: 'credit', amount: 90_000, currency: 'ETB', valueDate: '2026-11-20' } as const
  const { id: importId } = await payments.statements.import([{ ...transfer, narration: text }], { account: 'nyala' })
  const line = (await payments.lines.list({ importId })).items[0]!
  const part = { to: 'payment', paymentId: ward.id, amount: 60_000 } as const
  await payments.lines.allocate(line.key, { expectedVersion: 1, allocations: [part], actor: 'hana' })
  await payments.confirmPayment(xray.id)
  await payments.receipts.issue(xray.id, { actor: 'hana' })
  const session = await payments.cash.open({ point: 'window-7', currency: 'ETB', float: 0, actor: 'sara' })
  const deposit = await payments.cash.take({ sessionId: session.id, amount: 50_000, payerId, actor: 'sara' })
  const draw = { payerId, paymentId: drugs.id, actor: 'sara' }
  await payments.payers.apply(draw)
  const waiverRequest = { paymentId: ward.id, scheme: 'poor_patients', reason: 'no_income' } as const
  const granted = await payments.waivers.request({ ...waiverRequest, amount: 2_000, note: text }, { actor: 'sara' })
  await payments.waivers.approve(granted.id, { actor: 'hana' })
  const waiver = await payments.waivers.request({ ...waiverRequest, amount: 1_000, note: text }, { actor: 'sara' })
  const remittancePath = `/lines/${encodeURIComponent(line.key)}/remittance`
  const waiverPaths = ['/waivers', '/waivers/to-approve', `/waivers/${waiver.id}`, `/waivers/${granted.id}`]
  return {
    ...{ payerId, ward, xray, drugs, line, deposit, waiver, granted },
    remittancePath,
    /** The pages of payers, of the remittance, and of waivers. */
    paths: [`/payers/${payerId}`, `/payers/${payerId}/statement`, remittancePath, ...waiverPaths],
  }
}
