/** The desk behind a proxy that ends TLS and asks for another host: what browsers show as Origin is then not what the desk is asked for. */
import { createDesk, type DeskOptions } from 'hospital-payments/desk'
import { toNodeListener } from 'hospital-payments/http'
import { createServer, request as ask, type Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { listening } from '../../http/mounts/support/mounts.js'
import { closed, portOf } from '../../http/mounts/support/raw.js'
import { testService } from '../../support/service.js'
import { everyScope, openLine } from '../support/desk.js'

/** The origin that browsers show; requests go to the proxy alone. */
const publicOrigin = 'https://pay.hospital.example'

const running: Server[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await closed(server)
})

/** Hands everything on to a server on this machine, under its own name; `pathOf` may change the path. */
async function proxyTo(port: number, pathOf: (url: string) => string): Promise<string> {
  const proxy = await listening(
    createServer((request, response) => {
      const headers = { ...request.headers, host: `desk-1.internal:${port}` }
      const options = {
        host: '127.0.0.1',
        port,
        method: request.method,
        path: pathOf(request.url!),
        headers,
        agent: false,
      }
      const onward = ask(options, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(response)
      })
      request.pipe(onward)
    }),
  )
  running.push(proxy)
  return `http://127.0.0.1:${portOf(proxy)}`
}

async function proxied(options: Partial<DeskOptions> = {}, pathOf = (url: string) => url) {
  const { payments } = testService()
  const { key } = await openLine(payments)
  const errors: unknown[] = []
  const desk = createDesk({
    ...{ payments, basePath: '/finance' },
    authenticate: () => ({ actor: 'almaz', scopes: everyScope }),
    onError: (error) => errors.push(error),
    ...options,
  })
  const server = await listening(createServer(toNodeListener(desk)))
  running.push(server)
  const proxy = await proxyTo(portOf(server), pathOf)
  const hold = (headers: Record<string, string>) =>
    fetch(`${proxy}/finance/lines/${encodeURIComponent(key)}/hold`, {
      ...{ method: 'POST', redirect: 'manual', headers },
      body: new URLSearchParams({ expectedVersion: '1' }),
    })
  const held = async () => (await payments.lines.get(key))!.held
  return { errors, proxy, hold, held }
}

describe('createDesk: behind a proxy that changes Host', () => {
  it('a form of the desk passes with its origin option, and redirects without a name of a host', async () => {
    const { hold, held, proxy } = await proxied({ origin: publicOrigin })
    const answer = await hold({ origin: publicOrigin })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toMatch(/^\/finance\/lines\//)
    expect(await held()).toBe(true)
    const page = await (await fetch(proxy + answer.headers.get('location')!)).text()
    expect(page).not.toContain('desk-1.internal')
    expect(
      [...page.matchAll(/(?:href|src|action)="([^"#]*)"/g)].every(([, url]) => /^(\/finance|data:)/.test(url!)),
    ).toBe(true)
  })

  it('a form passes without that option where the browser sends Sec-Fetch-Site, as it does over https', async () => {
    const { hold, held } = await proxied()
    expect((await hold({ origin: publicOrigin, 'sec-fetch-site': 'same-origin' })).status).toBe(303)
    expect(await held()).toBe(true)
  })

  it('a form is refused without both, and the page names the option', async () => {
    const { hold, held } = await proxied()
    const answer = await hold({ origin: publicOrigin })
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain('set the option origin')
    expect(await held()).toBe(false)
  })

  it('a post from elsewhere is refused, also one that names the host behind the proxy', async () => {
    const { hold, held } = await proxied({ origin: publicOrigin })
    for (const origin of ['https://evil.example', 'http://pay.hospital.example', 'http://desk-1.internal', 'null'])
      expect([origin, (await hold({ origin })).status]).toEqual([origin, 403])
    expect((await hold({ origin: publicOrigin, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect(await held()).toBe(false)
  })

  it('a proxy that cuts the base path off is answered with what to do', async () => {
    const { proxy, errors } = await proxied({}, (url) => url.replace(/^\/finance/, '') || '/')
    for (const path of ['/finance/', '/finance/lines']) {
      const answer = await fetch(proxy + path)
      expect(answer.status).toBe(404)
      expect(await answer.text()).toContain('pass the whole path on to the desk')
    }
    expect(errors).toEqual([
      expect.objectContaining({ message: expect.stringContaining('without /finance') as string }),
    ])
  })
})
