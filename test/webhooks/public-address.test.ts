import { describe, expect, it } from 'vitest'
import { isPublicAddress } from '../../src/webhooks/node/public-address.js'

// The blocks of IANA's registries for special purposes (RFC 6890 and its successors): the first and the last address of
// each, and its neighbours, which are public unless another block begins there.
const blocks4: readonly (readonly [
  reason: string,
  first: string,
  last: string,
  before: string | null,
  after: string | null,
])[] = [
  ['this network', '0.0.0.0', '0.255.255.255', null, '1.0.0.0'],
  ['private use, class A', '10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['shared by carriers', '100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['loopback', '127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  [
    'link-local, where clouds answer for their machines',
    '169.254.0.0',
    '169.254.255.255',
    '169.253.255.255',
    '169.255.0.0',
  ],
  ['a cloud about its machines', '168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
  ['private use, class B', '172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['IETF protocols', '192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['documentation 1', '192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['relays of 6to4', '192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['private use, class C', '192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['benchmarks', '198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['documentation 2', '198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['documentation 3', '203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['multicast', '224.0.0.0', '239.255.255.255', '223.255.255.255', null],
  ['reserved', '240.0.0.0', '255.255.255.254', null, null],
  ['broadcast', '255.255.255.255', '255.255.255.255', null, null],
]

it.each(['', 'localhost', '127.0.0.1.', '10.0.0', 'fe80::1%2%3'])(
  'isPublicAddress: %j is no address, and so not public',
  (text) => {
    expect(isPublicAddress(text)).toBe(false)
  },
)

const highest = 'ffff:ffff:ffff:ffff:ffff:ffff:ffff'

const blocks6: typeof blocks4 = [
  ['unspecified', '::', '::', null, null],
  ['loopback', '::1', '::1', null, null],
  ['IPv4-compatible, also of public IPv4', '::2', '::ffff:ffff', null, null],
  ['translated locally', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', null, null],
  ['discard only', '100::', '100::ffff:ffff:ffff:ffff', null, null],
  ['dummy', '100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff', null, null],
  ['IETF protocols', '2001::', `2001:1ff:${highest.slice(5)}`, null, '2001:200::'],
  ['Teredo, which holds IPv4', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff', null, null],
  ['benchmarks', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff', null, null],
  ['ORCHID', '2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff', null, null],
  ['ORCHID 2', '2001:20::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff', null, null],
  ['documentation', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7:ffff::', '2001:db9::'],
  ['6to4, which holds IPv4', '2002::', `2002:${highest}`, '2001:ffff::', '2003::'],
  ['documentation 2', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe:ffff::', '3fff:1000::'],
  ['not given out', '4000::', `5eff:${highest}`, `3fff:${highest}`, null],
  ['segment routing', '5f00::', `5f00:${highest}`, null, null],
  ['unique local', 'fc00::', `fdff:${highest}`, null, null],
  ['link-local', 'fe80::', `febf:${highest}`, null, null],
  ['site-local', 'fec0::', `feff:${highest}`, null, null],
  ['multicast', 'ff00::', `ffff:${highest}`, null, null],
]

describe('isPublicAddress: a block for special purposes', () => {
  const blocks = [...blocks4, ...blocks6]

  it.each(blocks)('is not public: %s, from %s to %s', (_, first, last) => {
    expect([first, last].map(isPublicAddress)).toEqual([false, false])
  })

  const neighbours = blocks.flatMap(([reason, , , ...around]) =>
    around.filter((address) => address !== null).map((address) => [reason, address] as const),
  )

  it.each(neighbours)('is no larger: %s does not hold %s', (_, neighbour) => {
    expect(isPublicAddress(neighbour)).toBe(true)
  })
})

describe('isPublicAddress: an address of the public internet', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.215.14',
    '196.188.0.1',
    '223.255.255.255',
    '2000::',
    '2001:4860:4860::8888',
    '2606:4700:4700::1111',
    '2A00:1450:4001:81B::200E',
    '2c0f:fb50:4002::1',
  ])('is public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
})

describe('isPublicAddress: an IPv4 within an IPv6', () => {
  it.each([
    ['::ffff:8.8.8.8', true],
    ['::ffff:808:808', true],
    ['::FFFF:808:808', true],
    ['0:0:0:0:0:ffff:808:808', true],
    ['0:0:0:0:0:ffff:8.8.8.8', true],
    ['::ffff:127.0.0.1', false],
    ['::ffff:7f00:1', false],
    ['::ffff:a00:0', false],
    ['::ffff:0:0', false],
    ['::ffff:0:1', false],
    ['::ffff:169.254.169.254', false],
    ['::ffff:192.168.1.1', false],
    ['::ffff:255.255.255.255', false],
    ['64:ff9b::8.8.8.8', true],
    ['64:ff9b::808:808', true],
    ['64:ff9b:0:0:0:0:808:0', true],
    ['64:ff9b::100:0', true],
    ['64:ff9b::', false],
    ['64:ff9b::1', false],
    ['64:ff9b::7f00:1', false],
    ['64:ff9b::7f00:0', false],
    ['64:ff9b::a9fe:a9fe', false],
    ['64:ff9b::10.0.0.1', false],
    ['2002:808:808::', false],
    ['::ffff:0:808:808', false],
    ['64:ff9a::808:808', false],
  ])('%s is as public as that: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic)
  })
})
