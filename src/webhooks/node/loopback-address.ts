import { isIPv4 } from 'node:net'

/** Whether what is sent to this address stays on the machine. */
export function isLoopbackAddress(address: string): boolean {
  return isIPv4(address) ? address.startsWith('127.') : address === '::1'
}
