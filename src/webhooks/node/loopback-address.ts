import { isIPv4 } from 'node:net'

/** Checks that an address is one of this machine, which nothing sent to it leaves. */
export function isLoopbackAddress(address: string): boolean {
  return isIPv4(address) ? address.startsWith('127.') : address === '::1'
}
