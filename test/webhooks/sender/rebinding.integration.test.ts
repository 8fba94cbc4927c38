import https, { Agent, globalAgent } from 'node:https'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { addresses, lookUp, lookUpBy } from '../../support/webhooks/look-ups.js'
import { answerWith, receiver } from '../../support/webhooks/receiver.js'
import { delivered, retrying, sendingOne } from '../../support/webhooks/sending.js'

afterEach(() => {
  vi.unstubAllEnvs()
  https.globalAgent = globalAgent
})

/** Lets a name mean the first address once, and then always the other. */
function nameChanges(first: string, then: string): void {
  lookUpBy(() => Promise.resolve(addresses(lookUp.mock.calls.length === 1 ? first : then)))
}

// Nothing but the mocked look-up knows a name of .test (RFC 6761): another one would not reach the endpoint.
describe('webhookSender: a name that changes its meaning', () => {
  it('is looked up once a try, and that is where the connection goes', async () => {
    const endpoint = await receiver(answerWith(503))
    const url = `https://hook.hospital.test:${endpoint.port}/`
    nameChanges('127.0.0.1', '127.0.0.2')
    const { deliver, clock } = await sendingOne({ url, allowHosts: ['hook.hospital.test'] })
    expect(await deliver()).toEqual(retrying)
    expect(lookUp.mock.calls).toEqual([['hook.hospital.test', { all: true }]])
    expect(endpoint.received).toHaveLength(1)
    clock.advance(6_000)
    expect(await deliver()).toEqual(retrying)
    expect(lookUp).toHaveBeenCalledTimes(2)
    expect(endpoint.received).toHaveLength(1)
  })

  it('is refused at the try at which it means the own network', async () => {
    const endpoint = await receiver()
    const fetch = vi.fn(() => Promise.resolve(new Response(null, { status: 503 })))
    nameChanges('93.184.215.14', '127.0.0.1')
    const { deliver, clock, reasons } = await sendingOne({ url: `https://hook.hospital.test:${endpoint.port}/`, fetch })
    await deliver()
    expect(fetch).toHaveBeenCalledOnce()
    clock.advance(6_000)
    await deliver()
    expect(reasons()).toContain('address_not_public')
    expect(fetch).toHaveBeenCalledOnce()
    expect(endpoint.connections()).toBe(0)
  })

  it('is connected to at any of the addresses that were checked, the next when one refuses', async () => {
    const endpoint = await receiver()
    lookUpBy(() => Promise.resolve(addresses('127.0.0.3', '127.0.0.1')))
    const url = `https://hook.hospital.test:${endpoint.port}/`
    const { deliver } = await sendingOne({ url, allowHosts: ['hook.hospital.test'] })
    expect(await deliver()).toEqual(delivered)
    expect(lookUp).toHaveBeenCalledTimes(1)
  })
})

describe('webhookSender: the connection', () => {
  it('uses no proxy of the environment', async () => {
    const proxy = await receiver()
    const endpoint = await receiver()
    for (const name of ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY'])
      vi.stubEnv(name, proxy.url)
    for (const name of ['NO_PROXY', 'no_proxy']) vi.stubEnv(name, '')
    vi.stubEnv('NODE_USE_ENV_PROXY', '1')
    lookUpBy(() => Promise.resolve(addresses('127.0.0.1')))
    const { deliver } = await sendingOne({ url: endpoint.url })
    expect(await deliver()).toEqual(delivered)
    expect(endpoint.received).toHaveLength(1)
    expect(proxy.connections()).toBe(0)
  })

  it('uses no agent of the process', async () => {
    const endpoint = await receiver()
    const replaced = new Agent()
    const create = vi.fn(() => {
      throw new Error('the agent of the process was used')
    })
    Object.assign(replaced, { createConnection: create, addRequest: create })
    https.globalAgent = replaced
    lookUpBy(() => Promise.resolve(addresses('127.0.0.1')))
    const { deliver } = await sendingOne({ url: endpoint.url })
    expect(await deliver()).toEqual(delivered)
    expect(create).not.toHaveBeenCalled()
  })

  it('is a new one for each try, so that none outlives the check of its address', async () => {
    const endpoint = await receiver(answerWith(503))
    lookUpBy(() => Promise.resolve(addresses('127.0.0.1')))
    const { deliver, clock } = await sendingOne({ url: endpoint.url })
    await deliver()
    await endpoint.allClosed()
    clock.advance(6_000)
    await deliver()
    await endpoint.allClosed()
    expect(endpoint.connections()).toBe(2)
  })
})
