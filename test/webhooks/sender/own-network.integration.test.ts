import { describe, expect, it, vi } from 'vitest'
import { addresses, lookUpBy, namesMean } from '../../support/webhooks/look-ups.js'
import { receiver } from '../../support/webhooks/receiver.js'
import { delivered, retrying, sendingOne } from '../../support/webhooks/sending.js'

/** Lets an address mean itself, as the operating system does. */
function namesMeanThemselves(): void {
  lookUpBy((name) => Promise.resolve(addresses(name)))
}

describe('webhookSender: an address of the own network', () => {
  it.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0x7f000001',
    '0177.0.0.1',
    '017700000001',
    '%31%32%37.0.0.1',
    '①②⑦.⓪.⓪.①',
    '127.0.0.1.',
    '0',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:7f00:1]',
    '[::ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
  ])('is not connected to: %s', async (host) => {
    lookUpBy((name) => Promise.resolve(addresses(/^localhost\.?$/.test(name) ? '127.0.0.1' : name)))
    const endpoint = await receiver()
    const fetch = vi.fn()
    for (const transport of [{}, { fetch }]) {
      const url = `https://${host}:${endpoint.port}/`
      const { deliver, reasons } = await sendingOne({ url, allowHosts: [], ...transport })
      expect(await deliver()).toEqual(retrying)
      expect(reasons()).toContain('address_not_public')
    }
    expect(endpoint.connections()).toBe(0)
    expect(fetch).not.toHaveBeenCalled()
  })

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '::ffff:127.0.0.1',
    'fd00::1',
    'fe80::1',
    '93.184.215.14 127.0.0.1',
    '127.0.0.1 93.184.215.14',
    '2606:2800:21f:cb07:6820:80da:af6b:8b2c ::1',
    '93.184.215.14 2606:2800:21f:cb07:6820:80da:af6b:8b2c 192.168.0.1',
  ])('behind a name is not connected to: %s', async (list) => {
    namesMean(...list.split(' '))
    const endpoint = await receiver()
    const fetch = vi.fn()
    for (const transport of [{}, { fetch }]) {
      const url = `https://hook.hospital.test:${endpoint.port}/`
      const { deliver, reasons } = await sendingOne({ url, ...transport })
      expect(await deliver()).toEqual(retrying)
      expect(reasons()).toContain('address_not_public')
    }
    expect(endpoint.connections()).toBe(0)
    expect(fetch).not.toHaveBeenCalled()
  })

  it('rejects send with its code', async () => {
    namesMean('10.0.0.1')
    const { send, payments, payment } = await sendingOne({ url: 'https://hook.hospital.test/secret-path' })
    const [event] = await payments.history(payment.id)
    const refused = await send(event!).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'address_not_public' })
    expect(String((refused as Error).message)).not.toMatch(/hospital\.test|secret-path|10\.0\.0\.1/)
  })

  it('is not connected to where a name has no addresses at all', async () => {
    namesMean()
    const { deliver, reasons } = await sendingOne({ url: 'https://hook.hospital.test/' })
    expect(await deliver()).toEqual(retrying)
    expect(reasons()).toContain('address_unknown')
  })

  it('is tried again where its name is unknown', async () => {
    lookUpBy(() => Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })))
    const { deliver, reasons } = await sendingOne({ url: 'https://hook.hospital.test/' })
    expect(await deliver()).toEqual(retrying)
    expect(reasons()).toContain('ENOTFOUND')
  })
})

describe('allowHosts', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['127.0.0.1', '127.1'],
    ['2130706433', '127.0.0.1'],
    ['127.0.0.1.', '127.0.0.1'],
  ])('allows the address %s as %s', async (host, allowed) => {
    namesMeanThemselves()
    const endpoint = await receiver()
    const { deliver } = await sendingOne({ url: `https://${host}:${endpoint.port}/`, allowHosts: [allowed] })
    expect(await deliver()).toEqual(delivered)
  })

  it.each([
    ['hook.hospital.test', 'hook.hospital.test'],
    ['hook.hospital.test', 'HOOK.Hospital.Test'],
    ['HOOK.hospital.test', 'hook.hospital.test'],
  ])('allows the name %s as %s', async (host, allowed) => {
    namesMean('127.0.0.1')
    const endpoint = await receiver()
    const allowHosts = ['other.test', allowed]
    const { deliver } = await sendingOne({ url: `https://${host}:${endpoint.port}/`, allowHosts })
    expect(await deliver()).toEqual(delivered)
  })

  it.each([
    ['[::1]', '::1'],
    ['[::1]', '[::1]'],
    ['[::1]', '[0:0:0:0:0:0:0:1]'],
    ['[FD00::A]', 'fd00::a'],
    ['bücher.test', 'BÜCHER.test'],
    ['bücher.test', 'xn--bcher-kva.test'],
    ['xn--bcher-kva.test', 'bücher.test'],
  ])('allows %s as %s', async (host, allowed) => {
    namesMean('fd00::a')
    const fetch = vi.fn(() => Promise.resolve(new Response(null, { status: 204 })))
    const { deliver } = await sendingOne({ url: `https://${host}/`, allowHosts: [allowed], fetch })
    expect(await deliver()).toEqual(delivered)
    expect(fetch).toHaveBeenCalledOnce()
  })

  it.each([
    ['hook.hospital.test', 'hospital.test'],
    ['hook.hospital.test', 'hook.hospital.test.evil.test'],
    ['hook.hospital.test', 'ook.hospital.test'],
    ['hook.hospital.test', '127.0.0.1'],
    ['hook.hospital.test.', 'hook.hospital.test'],
    ['127.0.0.1', 'localhost'],
    ['127.0.0.2', '127.0.0.1'],
    ['[::ffff:7f00:1]', '127.0.0.1'],
  ])('does not allow %s as %s', async (host, allowed) => {
    namesMean('127.0.0.1')
    const endpoint = await receiver()
    const { deliver, reasons } = await sendingOne({ url: `https://${host}:${endpoint.port}/`, allowHosts: [allowed] })
    expect(await deliver()).toEqual(retrying)
    expect(reasons()).toContain('address_not_public')
    expect(endpoint.connections()).toBe(0)
  })
})
