import { request } from 'node:https'
import { describe, expect, it } from 'vitest'
import { namesMean } from '../../support/webhooks/look-ups.js'
import { receiver } from '../../support/webhooks/receiver.js'
import { delivered, retrying, sendingOne } from '../../support/webhooks/sending.js'

describe('webhookSender: a certificate', () => {
  it('is accepted from an authority that is trusted, for a name and for an address', async () => {
    namesMean('127.0.0.1')
    const endpoint = await receiver()
    const named = { url: `https://hook.hospital.test:${endpoint.port}/`, allowHosts: ['hook.hospital.test'] }
    expect(await (await sendingOne(named)).deliver()).toEqual(delivered)
    expect(await (await sendingOne({ url: endpoint.url })).deliver()).toEqual(delivered)
  })

  it('is refused without the signature of an authority: the endpoint gets nothing, and the log says why', async () => {
    namesMean('127.0.0.1')
    const endpoint = await receiver(undefined, 'stranger')
    const { deliver, reasons } = await sendingOne({ url: endpoint.url })
    expect(await deliver()).toEqual(retrying)
    expect(reasons()).toContain('DEPTH_ZERO_SELF_SIGNED_CERT')
    expect(endpoint.connections()).toBe(1)
    expect(endpoint.received).toEqual([])
  })

  it('is refused for another name', async () => {
    namesMean('127.0.0.1')
    const endpoint = await receiver()
    const url = `https://other.hospital.test:${endpoint.port}/`
    const { deliver, reasons } = await sendingOne({ url, allowHosts: ['other.hospital.test'] })
    expect(await deliver()).toEqual(retrying)
    expect(reasons()).toContain('ERR_TLS_CERT_ALTNAME_INVALID')
    expect(endpoint.received).toEqual([])
  })

  it('is checked again by each try, also after another part of the process trusted every certificate', async () => {
    namesMean('127.0.0.1')
    const endpoint = await receiver(undefined, 'stranger')
    await new Promise((resolve, reject) => {
      const careless = request(endpoint.url, { rejectUnauthorized: false }, (response) => resolve(response.resume()))
      careless.on('error', reject).end()
    })
    expect(endpoint.received).toHaveLength(1)
    const { deliver, clock } = await sendingOne({ url: endpoint.url })
    expect(await deliver()).toEqual(retrying)
    clock.advance(6_000)
    expect(await deliver()).toEqual(retrying)
    expect(endpoint.received).toHaveLength(1)
  })
})
