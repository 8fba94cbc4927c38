/** A link that signs one browser in, once: for a desk that one person has on a machine, where a server has a login. */
import { randomBytes, timingSafeEqual } from 'node:crypto'

const path = '/sign-in/'
const secret = () => randomBytes(24).toString('base64url')

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** The answer on the path of the link: a cookie for the first browser. */
interface SignInAnswer {
  readonly status: 303 | 410
  readonly cookie?: string
}

/** @param name of the cookie: browsers give those of one port to every other port of the machine */
export function signIn(name: string) {
  const [once, session] = [secret(), secret()]
  let isUsed = false
  const isSignedIn = (cookies: string | null | undefined): boolean =>
    (cookies ?? '').split(/;\s*/).some((cookie) => isSame(cookie, `${name}=${session}`))
  return {
    link: path + once,
    isSignedIn,
    /**
     * Answers a request for the link; `null` for any other path. Programs that preview a link send HEAD, which does not
     * use it up.
     */
    open(method: string, url: string, cookies: string | undefined): SignInAnswer | null {
      if (!url.startsWith(path)) return null
      if (isSignedIn(cookies)) return { status: 303 }
      if (method !== 'GET' || isUsed || !isSame(url.slice(path.length), once)) return { status: 410 }
      isUsed = true
      return { status: 303, cookie: `${name}=${session}; HttpOnly; SameSite=Strict; Path=/` }
    },
  }
}
