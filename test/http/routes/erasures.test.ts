import { describe, expect, it } from 'vitest'
import { request, unknownId } from '../../support/service.js'
import { counter } from '../support/counter.js'
import { codeOf, issuesOf } from '../support/server.js'

const path = '/v1/erasures'
const reason = 'asked for by letter'

async function ofPatient() {
  const made = counter()
  const customer = { id: 'MRN-7', name: 'Abebe Bekele', phone: '+251911000000' }
  const { id } = await made.payments.createPayment(request({ customer }))
  return { ...made, id }
}

describe('POST /v1/erasures', () => {
  it('erases a customer, or the payer of a payment, by the principal', async () => {
    const { post, payments, id } = await ofPatient()
    const erase = async (body: object) => (await post('rahel', path, { ...body, reason })).json()
    expect(await erase({ customerId: 'MRN-7' })).toEqual({ erased: 1 })
    expect(await erase({ paymentId: id })).toEqual({ erased: 0 })
    expect((await payments.getPayment(id))?.customer).toEqual({ id: 'MRN-7' })
    expect((await payments.history(id)).at(-1)).toMatchObject({ type: 'payment.erased', actor: 'rahel', reason })
  })

  it('needs customers:erase, a known payment, a reason, and no actor', async () => {
    const { post, id } = await ofPatient()
    expect(await codeOf(post('sara', path, { paymentId: id, reason }))).toEqual([403, 'forbidden'])
    expect(await codeOf(post('rahel', path, { paymentId: unknownId, reason }))).toEqual([404, 'payment_not_found'])
    expect(await issuesOf(post('rahel', path, { paymentId: id }))).toEqual(['reason is required'])
    expect(await issuesOf(post('rahel', path, { paymentId: id, reason, actor: 'lily' }))).toHaveLength(1)
    expect(await issuesOf(post('rahel', path, { paymentId: id, customerId: 'MRN-7', reason }))).toHaveLength(1)
  })
})
