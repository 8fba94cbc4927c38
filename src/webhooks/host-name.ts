/** Characters that a URL would drop silently, a default port, and the star of a pattern, which would allow nothing. */
const notOfHost = /[\s\u0000-\u001f/\\@*]|\]:/

/**
 * Spells a host as URLs do: lower case, IPv6 in brackets, names of other alphabets in ASCII. Returns `null` for any text that
 * is not exactly a host.
 */
export function hostName(text: string): string | null {
  if (notOfHost.test(text)) return null
  const isBareIpv6 = text.includes(':') && !text.startsWith('[')
  const url = `https://${isBareIpv6 ? `[${text}]` : text}`
  if (!URL.canParse(url)) return null
  const { hostname, href } = new URL(url)
  return href === `https://${hostname}/` ? hostname : null
}
