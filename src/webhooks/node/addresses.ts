import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { failure } from '../deadline.js'
import { isPublicAddress } from './public-address.js'

/** As `lookup` of `node:dns/promises`. */
export type Lookup = (hostname: string, options: { all: true }) => Promise<LookupAddress[]>

/**
 * All addresses of the host of a URL, as the operating system knows them.
 *
 * @throws Error with code `address_not_public` when one of them is not and `mayBePrivate` is false; that of the look-up
 */
export async function addressesOf(
  hostname: string,
  mayBePrivate: boolean,
  find: Lookup = lookup,
): Promise<LookupAddress[]> {
  const addresses = await find(hostname.replace(/^\[|\]$/g, ''), { all: true })
  if (addresses.length === 0) throw failure('address_unknown', 'The host of the webhook has no address.')
  if (!mayBePrivate && !addresses.every(({ address }) => isPublicAddress(address)))
    throw failure('address_not_public', 'The host of the webhook has an address that is not public; see allowHosts.')
  return addresses
}
