import { createDesk, type DeskOptions } from 'hospital-payments/desk'
import { createHandler } from 'hospital-payments/http'
import type { Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { till, tillFile } from '../../http/support/finance.js'
import { closed, portOf } from '../../http/mounts/support/raw.js'
import { testService } from '../../support/service.js'
import { everyScope, formsOf, openLine } from '../support/desk.js'
import { type Host, hosts } from './support/hosts.js'

const sameOrigin = { 'sec-fetch-site': 'same-origin' }
const running: Server[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await closed(server)
})

async function serving(host: Host, path: string, options: Partial<DeskOptions> = {}) {
  const { payments } = testService()
  const errors: unknown[] = []
  const desk = createDesk({
    ...{ payments, basePath: path, layouts: { till } },
    authenticate: () => ({ actor: 'almaz', scopes: everyScope }),
    onError: (error) => errors.push(error),
    ...options,
  })
  const apiPath = path === '/finance' ? '/api/finance' : '/finance'
  const api = createHandler({ payments, authenticate: 'none', basePath: apiPath, finance: true, layouts: { till } })
  const server = await host.start([
    { path, handler: desk },
    { path: apiPath, handler: api },
  ])
  running.push(server)
  const origin = `http://127.0.0.1:${portOf(server)}`
  const get = (pathname: string) => fetch(`${origin}${path}${pathname}`, { redirect: 'manual' })
  const post = (pathname: string, body: URLSearchParams | FormData, headers: Record<string, string> = sameOrigin) =>
    fetch(`${origin}${path}${pathname}`, { method: 'POST', redirect: 'manual', headers, body })
  return { payments, errors, origin, apiPath, get, post }
}

function upload(content: string): FormData {
  const form = new FormData()
  form.append('account', 'till-1')
  form.append('file', new Blob([content]), 'till.csv')
  return form
}

const linePath = (key: string) => `/lines/${encodeURIComponent(key)}`

describe.each(hosts)('createDesk: the desk in $name', (host) => {
  it.each(['/finance', '/api/finance'])(
    'under %s answers pages and its two assets, which may be kept for ever',
    async (path) => {
      const { get, origin, apiPath } = await serving(host, path)
      for (const pathname of ['', '/', '/lines?status=open']) {
        const page = await get(pathname)
        expect([pathname, page.status]).toEqual([pathname, 200])
        expect(page.headers.get('cache-control')).toBe('no-store')
        expect(await page.text()).toContain(`href="${path}/lines"`)
      }
      const text = await (await get('/')).text()
      const assets = [...text.matchAll(/(?:href|src)="([^"]*\/assets\/[^"]*)"/g)].map(([, asset]) => asset!)
      expect(assets.map((asset) => asset.startsWith(`${path}/assets/`))).toEqual([true, true])
      for (const asset of assets) {
        const answer = await fetch(origin + asset)
        expect([asset, answer.status]).toEqual([asset, 200])
        expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
        expect(answer.headers.get('content-type')).toMatch(/^text\/(css|javascript); charset=utf-8$/)
        expect((await answer.text()).length).toBeGreaterThan(1000)
      }
      // The HTTP interface stands beside it.
      expect(await (await fetch(`${origin}${apiPath}/v1/lines`)).json()).toEqual({ items: [], nextCursor: null })
    },
  )

  it('accepts a form, and redirects to its page', async () => {
    const { payments, get, post } = await serving(host, '/finance')
    const { key } = await openLine(payments)
    const form = formsOf(await (await get(linePath(key))).text()).find(({ action }) => action.endsWith('/hold'))!
    form.fields.set('reason', 'áéí & 100 % = ?')
    const answer = await post(form.action.slice('/finance'.length), form.fields)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toMatch(/^\/finance\/lines\/[^/?]+$/)
    expect(await payments.lines.get(key)).toMatchObject({ held: true })
    const [last] = (await payments.lines.history(key)).slice(-1)
    expect(last).toMatchObject({ actor: 'almaz', reason: 'áéí & 100 % = ?' })
  })

  it('accepts an upload of a statement', async () => {
    const { payments, post } = await serving(host, '/finance')
    const answer = await post('/imports', upload(tillFile('2026-11-20,7.00,,"a, b"', '2026-11-20,8.00,R-8,é')))
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toMatch(/^\/finance\/imports\/imp_[^/?]*$/)
    const { items } = await payments.lines.list()
    expect(items.map(({ narration }) => narration).sort()).toEqual(['a, b', 'é'])
  })

  it('refuses a post from elsewhere, and stores nothing', async () => {
    const { payments, post } = await serving(host, '/finance')
    const { key } = await openLine(payments)
    const fields = () => new URLSearchParams({ expectedVersion: '1' })
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, {}] as const) {
      const answer = await post(`${linePath(key)}/hold`, fields(), headers as Record<string, string>)
      // The client of these tests is no browser, and sends no header of its own.
      expect([headers, answer.status]).toEqual([headers, 403])
      expect(await answer.text()).toContain('was not sent from this desk')
    }
    expect((await payments.lines.get(key))!.version).toBe(1)
  })

  it('passes a post with the Origin of its own address', async () => {
    const { payments, post, origin } = await serving(host, '/finance')
    const { key } = await openLine(payments)
    const answer = await post(`${linePath(key)}/hold`, new URLSearchParams({ expectedVersion: '1' }), { origin })
    expect(answer.status).toBe(303)
  })

  it('accepts many lines at once, each with its version', async () => {
    const { payments, post } = await serving(host, '/finance')
    const fields = new URLSearchParams({ category: 'bank_fee' })
    const records = Array.from({ length: 30 }, (_, at) => ({
      ...({ row: at + 2, direction: 'credit', amount: 100, currency: 'ETB', valueDate: '2026-11-20' } as const),
      narration: `line ${at}`,
    }))
    await payments.statements.import(records, { account: 'cbe-1000' })
    for (const { key, version } of (await payments.lines.list({ limit: 50 })).items) {
      fields.append('key', key)
      fields.set(`version.${key}`, String(version))
      fields.set(`open.${key}`, '100')
    }
    const answer = await post('/lines/set-aside', fields)
    expect(answer.headers.get('set-cookie')).toMatch(/^hp_desk_done=set_aside-30; Path=\/finance\/lines;/)
    expect((await payments.lines.list({ status: 'open' })).items).toEqual([])
  })

  it.each([
    ['', '/finance'],
    ['/desk', '/finance'],
    ['/finance', '/api/finance'],
  ])('says what to do where its basePath is "%s" and the host has it under %s', async (basePath, path) => {
    const { get, errors } = await serving(host, path, { basePath })
    const answer = await get('/lines')
    expect(answer.status).toBe(404)
    const text = await answer.text()
    if (!host.passesOn) expect(text).toContain(`give createDesk the basePath ${path}.`)
    await get('/payments')
    // A middleware of a module is mounted under no path: there the host's own 404 is all.
    if (host.name.startsWith('nest, as')) expect(errors).toEqual([])
    else
      expect(errors).toEqual([
        expect.objectContaining({
          code: 'not_found',
          message: `The desk is mounted under ${path}: give createDesk the option { basePath: '${path}' }.`,
        }),
      ])
  })
})
