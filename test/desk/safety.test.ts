import { createDesk } from 'hospital-payments/desk'
import { describe, expect, it } from 'vitest'
import { memoryRepository, PaymentError } from 'hospital-payments'
import { testService } from '../support/service.js'
import { furnishCounter } from './support/counter-scene.js'
import { base, deskOf, formsOf, host, openLine, reader } from './support/desk.js'

const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; " +
  "frame-ancestors 'none'; base-uri 'none'"

/** The paths of posts that search and change nothing. */
const searches: readonly string[] = [
  ...['/finance/lines', '/finance/lines.csv', '/finance/payments', '/finance/counter'],
]

describe('createDesk: every answer', () => {
  it('forbids all that the desk does not serve itself, and keeps personal data out of caches', async () => {
    const { get, post, payments } = deskOf()
    const line = await openLine(payments)
    const paths = [
      '',
      '/',
      '/lines',
      `/lines/${encodeURIComponent(line.key)}`,
      '/payments',
      '/imports',
      '/reports',
      '/nothing',
    ]
    const answers = await Promise.all(paths.map((path) => get(path)))
    answers.push(await post('/lines/x/hold', {}), await post('/lines/x/hold', {}, { 'sec-fetch-site': 'cross-site' }))
    answers.push(await get('/lines.csv'), await get('/audit.csv'), await get('/reports/journal.csv'))
    for (const { headers, status } of answers) {
      expect(headers.get('content-security-policy'), `${status}`).toContain(policy)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('x-frame-options')).toBe('DENY')
    }
  })

  it('has no inline style or script', async () => {
    const { page, payments } = deskOf()
    const line = await openLine(payments)
    for (const path of [
      '/',
      '/lines',
      `/lines/${encodeURIComponent(line.key)}`,
      '/imports',
      '/payments',
      '/reports',
      '/reports/actors',
      '/audit',
    ]) {
      const text = await page(path)
      expect(text, path).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i)
      expect(text.match(/<script\b[^>]*>/g), path).toEqual([expect.stringMatching(/src="\/finance\/assets\//)])
    }
  })
})

describe('createDesk: a post', () => {
  async function attempt(headers: Record<string, string>, origin?: string, url = `${host}${base}`) {
    const { desk, payments } = deskOf(origin === undefined ? {} : { origin })
    const { key } = await openLine(payments)
    const body = new URLSearchParams({ expectedVersion: '1' })
    const target = `${url}/lines/${encodeURIComponent(key)}/hold`
    const { status } = await desk(new Request(target, { method: 'POST', headers, body }))
    const { held } = (await payments.lines.get(key))!
    expect(held).toBe(status === 303)
    return status
  }

  it('passes from the desk itself and from an address that was typed, by Sec-Fetch-Site', async () => {
    expect(await attempt({ 'sec-fetch-site': 'same-origin' })).toBe(303)
    expect(await attempt({ 'sec-fetch-site': 'none' })).toBe(303)
    expect(await attempt({ 'sec-fetch-site': 'same-site', origin: host })).toBe(403)
    expect(await attempt({ 'sec-fetch-site': 'cross-site', origin: host })).toBe(403)
    expect(await attempt({ 'sec-fetch-site': 'anything' })).toBe(403)
  })

  it('passes by Origin where a browser leaves Sec-Fetch-Site out', async () => {
    expect(await attempt({ origin: host })).toBe(303)
    expect(await attempt({ origin: 'http://evil.test' })).toBe(403)
    expect(await attempt({ origin: 'https://desk.test' })).toBe(403)
    expect(await attempt({ origin: 'http://desk.test:8080' })).toBe(403)
    expect(await attempt({ origin: 'null' })).toBe(403)
    expect(await attempt({})).toBe(403)
  })

  it('is compared with the origin option, and then no longer with the request', async () => {
    const publicOrigin = 'https://pay.hospital.example'
    expect(await attempt({ origin: publicOrigin }, publicOrigin)).toBe(303)
    expect(await attempt({ origin: publicOrigin }, `${publicOrigin}/`)).toBe(303)
    expect(await attempt({ origin: host }, publicOrigin)).toBe(403)
    expect(await attempt({}, publicOrigin)).toBe(403)
  })

  it('is refused as a page', async () => {
    const { post } = deskOf()
    const answer = await post('/lines/x/hold', {}, { 'sec-fetch-site': 'cross-site' })
    expect(answer.status).toBe(403)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  })

  it('is refused when it is too long, or no form', async () => {
    const { post, desk } = deskOf()
    expect((await post('/lines/x/hold', { reason: 'x'.repeat(300_000) })).status).toBe(413)
    const json = {
      method: 'POST',
      headers: { 'sec-fetch-site': 'none', 'content-type': 'application/json' },
      body: '{}',
    }
    expect((await desk(new Request(`${host}${base}/lines/x/hold`, json))).status).toBe(415)
  })
})

describe('createDesk: the person', () => {
  it('is unknown: 401, or redirected to the login that authenticate names', async () => {
    const unknown = deskOf({ authenticate: () => null })
    expect((await unknown.get('/lines')).status).toBe(401)
    expect((await unknown.post('/lines/x/hold', {})).status).toBe(401)
    const redirect = deskOf({ authenticate: () => ({ redirect: '/login?to=finance' }) })
    const sent = await redirect.get('/')
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/login?to=finance'])
    const response = deskOf({ authenticate: () => new Response(null, { status: 302, headers: { location: '/sso' } }) })
    expect((await response.get('/')).headers.get('location')).toBe('/sso')
  })

  it('is not redirected by an answer of authenticate that is no redirect', async () => {
    const location = 'http://evil.test/'
    const errors: unknown[] = []
    const onError = (error: unknown) => void errors.push(error)
    const page = deskOf({ onError, authenticate: () => new Response('hello', { headers: { location } }) })
    const answer = await page.get('/')
    expect([answer.status, answer.headers.get('location')]).toEqual([500, null])
    expect(errors).toHaveLength(1)
    const both = { redirect: location, actor: 'almaz', scopes: ['reports:read'] }
    const signedIn = await deskOf({ authenticate: () => both }).get('/')
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([200, null])
  })

  it('has no page where there is no service for them, which only the host learns', async () => {
    const errors: unknown[] = []
    const { get } = deskOf({ payments: (() => ({})) as never, onError: (error) => errors.push(error) })
    const answer = await get('/')
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('principal')
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('no service') as string })])
  })

  it('sees and does what the scopes allow, decided on the server', async () => {
    const { get, post, page, who, payments } = deskOf()
    const { key } = await openLine(payments)
    const path = `/lines/${encodeURIComponent(key)}`
    who.scopes = ['lines:read', 'lines:write']
    expect((await get('/')).status).toBe(403)
    who.scopes = ['reports:read']
    expect((await get('/')).status).toBe(200)
    expect(await page('/')).not.toContain('/finance/lines"')
    for (const denied of ['/lines', path, '/lines.csv', '/imports'])
      expect((await get(denied)).status, denied).toBe(403)
    who.scopes = [...reader]
    for (const url of ['/', '/lines', path, '/imports', '/payments', '/reports', '/reports/actors', '/audit'])
      expect(
        formsOf(await page(url)).filter(({ method, action }) => method === 'post' && !searches.includes(action)),
        url,
      ).toEqual([])
    for (const verb of ['hold', 'release', 'assign', 'set-aside', 'allocate', 'unallocate', 'mark-duplicate', 'notes'])
      expect((await post(`${path}/${verb}`, { expectedVersion: '1' })).status, verb).toBe(403)
    expect((await post('/lines/set-aside', { key })).status).toBe(403)
    expect((await post('/imports', {})).status).toBe(403)
    expect((await payments.lines.get(key))!.version).toBe(1)
  })

  it('changes nothing on a desk that is read only, with any scopes', async () => {
    const { page, post, payments } = deskOf({ readOnly: true })
    const { key } = await openLine(payments)
    const path = `/lines/${encodeURIComponent(key)}`
    const counter = await furnishCounter(payments)
    for (const url of ['/', '/lines', path, '/imports', '/payments', ...counter.paths])
      expect(
        formsOf(await page(url)).filter(({ method, action }) => method === 'post' && !searches.includes(action)),
        url,
      ).toEqual([])
    expect((await post(`${path}/hold`, { expectedVersion: '1' })).status).toBe(403)
    expect((await payments.lines.get(key))!.held).toBe(false)
  })

  it('is authenticated with a second argument that is always an object', async () => {
    const seen: unknown[] = []
    const { get } = deskOf({
      authenticate(request, context) {
        seen.push(request instanceof Request, context)
        return null
      },
    })
    await get('/')
    expect(seen).toEqual([true, {}])
  })

  it('receives a file that breaks off where the storage fails, which is reported to the host with its path', async () => {
    const reported: unknown[] = []
    const sound = memoryRepository()
    const fails = () => {
      throw new PaymentError('storage_unavailable', 'The database went away.')
    }
    const repository = { ...sound, pageLines: fails, scanLines: fails }
    const onError = (error: unknown, about: unknown) => void reported.push([error, about])
    const { get } = deskOf({ onError }, { repository: repository as never })
    const answer = await get('/lines.csv')
    await answer.text().catch(() => '')
    expect(reported).toEqual([
      [
        expect.objectContaining({ code: 'storage_unavailable' }),
        expect.objectContaining({ method: 'GET', route: '/lines.csv' }),
      ],
    ])
  })

  it('receives a page that repeats nothing of a failure', async () => {
    const errors: unknown[] = []
    const { payments } = testService()
    const desk = createDesk({
      payments,
      authenticate: () => {
        throw new Error('password of the database')
      },
      onError: (error) => errors.push(error),
    })
    const answer = await desk(new Request('http://desk.test/'))
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('password')
    expect(errors).toHaveLength(1)
  })
})

describe('createDesk', () => {
  it('refuses wrong options at once', () => {
    const { payments } = testService()
    const authenticate = () => null
    const wrong: readonly (readonly [object, RegExp])[] = [
      [{ payments, authenticate: 'none' }, /never open to everyone/],
      [{ payments }, /authenticate/],
      [{ payments: {}, authenticate }, /service/],
      [{ payments, authenticate, basePath: '/desk/' }, /basePath/],
      [{ payments, authenticate, origin: 'pay.example' }, /origin/],
      [{ payments, authenticate, readOnly: 'yes' }, /readOnly/],
      [{ payments, authenticate, title: 1 }, /title/],
      [{ payments, authenticate, messages: { nothing: 'x' } }, /nothing/],
      [{ payments, authenticate, messages: { 'nav.today': 1 } }, /nav\.today/],
      [{ payments, authenticate, messages: { locale: '!' } }, /locale/],
      [{ payments, authenticate, messages: { direction: 'up' } }, /direction/],
      [{ payments, authenticate, colour: 'red' }, /unknown option colour/],
    ]
    for (const [options, message] of wrong) expect(() => createDesk(options as any)).toThrow(message)
  })

  it('answers 500 over a repository without statement lines, and reports the reason to the host', async () => {
    const errors: unknown[] = []
    const { insert, replace, get, page, lookup, scan, totals, history, claimEvents, completeEvents } =
      memoryRepository()
    const repository = { insert, replace, get, page, lookup, scan, totals, history, claimEvents, completeEvents }
    const { get: open } = deskOf({ onError: (error) => errors.push(error) }, { repository })
    expect((await open('/lines')).status).toBe(500)
    expect(errors).toEqual([expect.objectContaining({ code: 'internal_error' })])
  })
})

describe('createDesk: paths and methods', () => {
  it('are those of the base path alone', async () => {
    const { desk, get } = deskOf()
    expect(desk.owns('/finance/lines')).toBe(true)
    expect(desk.owns('/finance')).toBe(true)
    expect(desk.owns('/lines')).toBe(false)
    expect((await get('/lines/a/b/c')).status).toBe(404)
    expect((await get('/lines', { method: 'DELETE' })).status).toBe(405)
    const options = await get('/imports/x', { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
    const head = await get('/lines', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })
})
