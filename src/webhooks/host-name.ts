/** What a URL leaves out in silence, its default port, and the star of a pattern, which would allow nothing. */
const more = /[\s\u0000-\u001f/\\@*]|\]:/

/** A host as URLs spell it: lower case, IPv6 in brackets, names of other alphabets in ASCII; `null` for anything more or less. */
export function hostName(text: string): string | null {
  if (more.test(text)) return null
  const isBareIpv6 = text.includes(':') && !text.startsWith('[')
  const url = `https://${isBareIpv6 ? `[${text}]` : text}`
  if (!URL.canParse(url)) return null
  const { hostname, href } = new URL(url)
  return href === `https://${hostname}/` ? hostname : null
}
