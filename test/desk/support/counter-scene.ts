/** A counter in the middle of its work: sessions, takes, transfers and differences, for every page and form of it. */
import type { HospitalPayments } from 'hospital-payments'
import { request } from '../../support/service.js'

/**
 * Opens a session of `actor` at `window-1`, with one of everything; `bekele` sits at `window-2`. Reference and payer are those
 * of the bills.
 */
export async function furnishCounter(
  payments: HospitalPayments,
  { actor = 'almaz', reference = 'CTR', name = 'Mulu' }: { actor?: string; reference?: string; name?: string } = {},
) {
  const { cash } = payments
  const bill = (number: number) =>
    payments.createPayment(
      request({ reference: `${reference}-${number}`, channel: 'cash', amount: 20_000, customer: { name } }),
    )
  const point = (window: string, person: string, float: number) =>
    cash.open({ point: window, currency: 'ETB', float, actor: person })
  const closed = await point('window-2', 'bekele', 10_000)
  await cash.close({ sessionId: closed.id, counted: 9_000, actor: 'bekele' })
  const before = await point('window-1', actor, 50_000)
  await cash.close({ sessionId: before.id, counted: 50_000, actor })
  const session = await point('window-1', actor, 50_000)
  const other = await point('window-2', 'bekele', 9_000)
  const [paid, open, part] = [await bill(1), await bill(2), await bill(3)]
  const take = await cash.take({
    ...{ sessionId: session.id, paymentId: paid.id, amount: 20_000, tendered: 50_000, actor },
  })
  await cash.take({ sessionId: session.id, paymentId: part.id, amount: 5_000, actor })
  const takeOfOther = await cash.take({ sessionId: other.id, payerId: 'P-1', amount: 5_000, actor: 'bekele' })
  const send = (to: string) => cash.send({ sessionId: other.id, amount: 1_000, to, actor: 'bekele' })
  const [toWindow, toSafe] = [await send('cash.window-1'), await send('cash.safe')]
  const refund = await payments.refunds.create(
    { paymentId: paid.id, amount: 500, reason: 'price_corrected' },
    { actor: 'hana' },
  )
  const at = (path: string, key: string) => `${path}/${encodeURIComponent(key)}`
  return {
    ...{ session, before, other, closed, open, part, take, takeOfOther, toWindow, toSafe, refund },
    /** The pages with forms. */
    paths: [
      ...['/counter', '/counter/deposit', '/counter/session', '/cash', '/cash/sessions'],
      at('/counter/bills', open.id),
      at('/counter/takes', take.line.key),
      at('/counter/refunds', refund.id),
      at('/counter/closed', before.id),
      at('/cash/sessions', closed.id),
      at('/cash/sessions', other.id),
      at('/cash/transfers', toSafe.line.key),
      at('/cash/movements', takeOfOther.line.key),
    ],
  }
}
