import { BlockList, isIPv4, isIPv6 } from 'node:net'

/**
 * The IPv4 blocks that the registries of IANA for special purposes (RFC 6890) do not call globally reachable, multicast, and
 * one address outside of all blocks, at which a cloud (Azure) gives its machines their settings.
 */
const ipv4 = `
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24
  168.63.129.16/32 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`

/** The special blocks of 2000::/3; nothing outside of it is assigned for public use. */
const ipv6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20'

function listOf(subnets: string, family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const subnet of subnets.trim().split(/\s+/)) {
    const [network = '', bits] = subnet.split('/')
    list.addSubnet(network, Number(bits), family)
  }
  return list
}

const specialIpv4 = listOf(ipv4, 'ipv4')
const specialIpv6 = listOf(ipv6, 'ipv6')
const assignedIpv6 = listOf('2000::/3', 'ipv6')
/** IPv4 written as IPv6 (RFC 4291), and as networks of IPv6 alone reach it (RFC 6052): the IPv4 address decides. */
const embedding = listOf('::ffff:0:0/96 64:ff9b::/96', 'ipv6')

/** Returns the last 32 bits as an IPv4 address. */
function embeddedIpv4(address: string): string {
  // The host of a URL is written in one form only: hexadecimal groups, at most one gap.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':')
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Checks that a host in the internet may have this address: it is no private, link-local, loopback, shared or reserved one. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialIpv4.check(address, 'ipv4')
  if (!isIPv6(address)) return false
  if (embedding.check(address, 'ipv6')) return isPublicAddress(embeddedIpv4(address))
  return assignedIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6')
}
