import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { failure } from '../deadline.js'
import type { Reach } from '../options.js'
import { isLoopbackAddress } from './loopback-address.js'
import { isPublicAddress } from './public-address.js'

/** The `lookup` of `node:dns/promises`. */
export type Lookup = (hostname: string, options: { all: true }) => Promise<LookupAddress[]>

/**
 * Looks up all addresses of the host of a URL in the operating system.
 *
 * @throws Error with code `address_not_public` or `address_not_loopback` when one of them is not what `reach` asks for; that of the
 * look-up
 */
export async function addressesOf(hostname: string, reach: Reach, lookUp: Lookup = lookup): Promise<LookupAddress[]> {
  const addresses = await lookUp(hostname.replace(/^\[|\]$/g, ''), { all: true })
  if (addresses.length === 0) throw failure('address_unknown', 'The host of the webhook has no address.')
  if (reach === 'public' && !addresses.every(({ address }) => isPublicAddress(address)))
    throw failure('address_not_public', 'The host of the webhook has an address that is not public; see allowHosts.')
  if (reach === 'loopback' && !addresses.every(({ address }) => isLoopbackAddress(address)))
    throw failure(
      'address_not_loopback',
      'The host of the webhook is not this machine, so its URL must begin with https:.',
    )
  return addresses
}
