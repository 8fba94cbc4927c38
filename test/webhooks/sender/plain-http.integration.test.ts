import { describe, expect, it, vi } from 'vitest'
import { addresses, lookUpBy, namesMean } from '../../support/webhooks/look-ups.js'
import { answerWith, receiver } from '../../support/webhooks/receiver.js'
import { delivered, retrying, sendingOne } from '../../support/webhooks/sending.js'

describe('webhookSender: an endpoint on this machine without TLS', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['localhost', 'localhost'],
    ['LOCALHOST', 'localhost'],
    ['hooks.localhost', 'hooks.localhost'],
  ])('gets the signed event, as one with TLS does: %s', async (host, allowed) => {
    lookUpBy((name) => Promise.resolve(addresses(/localhost$/.test(name) ? '127.0.0.1' : name)))
    const endpoint = await receiver(answerWith(204), 'none')
    const { deliver, payment } = await sendingOne({
      url: `http://${host}:${endpoint.port}/hooks/payments`,
      allowHosts: [allowed],
    })
    expect(await deliver()).toEqual(delivered)
    const [{ method, path, headers, body } = {}] = endpoint.received
    expect([method, path, headers?.['webhook-signature']?.slice(0, 3)]).toEqual(['POST', '/hooks/payments', 'v1,'])
    expect(JSON.parse(String(body))).toMatchObject({ type: 'payment.created', data: { paymentId: payment.id } })
    await endpoint.allClosed()
  })

  it('is tried again after an answer that is no success, and its redirects are not followed', async () => {
    const elsewhere = await receiver(answerWith(204), 'none')
    const endpoint = await receiver(answerWith(307, { location: elsewhere.url }), 'none')
    const { deliver } = await sendingOne({ url: endpoint.url, allowHosts: ['127.0.0.1'] })
    expect(await deliver()).toEqual(retrying)
    expect(elsewhere.connections()).toBe(0)
  })

  it.each(['10.0.0.5', '93.184.215.14', '0.0.0.0', '::', 'fd00::1', '127.0.0.1 10.0.0.5', '::ffff:10.0.0.5'])(
    'receives nothing where its name means another machine: %s',
    async (list) => {
      namesMean(...list.split(' '))
      const endpoint = await receiver(answerWith(204), 'none')
      const fetch = vi.fn()
      for (const transport of [{}, { fetch }]) {
        const url = `http://localhost:${endpoint.port}/`
        const { deliver, reasons } = await sendingOne({ url, allowHosts: ['localhost'], ...transport })
        expect(await deliver()).toEqual(retrying)
        expect(reasons()).toContain('address_not_loopback')
      }
      expect(endpoint.connections()).toBe(0)
      expect(fetch).not.toHaveBeenCalled()
    },
  )

  it('is posted to by the option fetch', async () => {
    const endpoint = await receiver(answerWith(204), 'none')
    const { deliver } = await sendingOne({ url: endpoint.url, allowHosts: ['127.0.0.1'], fetch: globalThis.fetch })
    expect(await deliver()).toEqual(delivered)
    expect(endpoint.received).toHaveLength(1)
  })
})
