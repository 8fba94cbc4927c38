/** Every page and action of the desk, for people of every sort of rights. */
import { describe, expect, it } from 'vitest'
import type { DeskScope } from 'hospital-payments/desk'
import { deskRoutes } from '../../src/desk/routes.js'
import { settingsOf } from '../../src/service.js'
import { sampled } from '../support/rounds.js'
import { day, request } from '../support/service.js'
import { deskWithProvider } from './support/attempt-scene.js'
import { furnishCounter } from './support/counter-scene.js'
import { base, everyScope, host, openLine } from './support/desk.js'

/** Read by no one who may not look at payments, or at statement lines. */
const secrets = {
  'reports:read': ['Zewditu', 'SECRET-REF', 'a note of the refund'],
  'lines:read': ['a text of the bank', 'LINE-REF', 'teller-of-lines'],
} as const satisfies Partial<Record<DeskScope, readonly string[]>>

/** Makes one of everything: every path of the table leads to a page. */
async function furnished() {
  const desk = deskWithProvider({ canCancel: false }, { refundApproval: ({ amount }) => amount >= 1000 })
  const { payments, clock } = desk
  const payment = await payments.createPayment(
    request({ reference: 'SECRET-REF', customer: { name: 'Zewditu' }, amount: 50_000 }),
  )
  await payments.confirmPayment(payment.id)
  await payments.receipts.issue(payment.id)
  const failed = await payments.createPayment(request({ reference: 'SECRET-REF', customer: { name: 'Zewditu' } }))
  await payments.failPayment(failed.id, { reason: 'x' })
  const line = await openLine(payments, { narration: 'a text of the bank SECRET-REF', reference: 'LINE-REF' })
  await payments.lines.assign(line.key, { expectedVersion: 1, assignee: 'hana', actor: 'teller-of-lines' })
  const ofPayment = { paymentId: payment.id, reason: 'other', note: 'a note of the refund' } as const
  const refund = await payments.refunds.create({ ...ofPayment, amount: 1000 }, { actor: 'hana' })
  await payments.refunds.create({ lineKey: line.key, amount: 500, reason: 'overpayment' }, { actor: 'hana' })
  const [imported] = (await payments.statements.list()).items
  const counter = await furnishCounter(payments)
  const waiverRequest = {
    paymentId: counter.open.id,
    amount: 100,
    scheme: 'poor',
    reason: 'no_income',
    note: 'a note of the refund',
  }
  const waiver = await payments.waivers.request(waiverRequest, { actor: 'hana' })
  const rule = await payments.rules.create(
    { text: 'a text of the bank', category: 'fee' },
    { actor: 'teller-of-lines' },
  )
  const bill = await payments.createPayment(request({ reference: 'SECRET-REF', customer: { name: 'Zewditu' } }))
  clock.advance(day)
  const attempt = await payments.attempts.start({ paymentId: bill.id, provider: 'fake' })
  async function* file() {
    yield new TextEncoder().encode('Date,Amount\n20/11/2026,-1.00\n21/11/2026,2.00\n')
  }
  const toKeep = { actor: desk.who.actor, fileName: 'a.csv', fields: { account: 'cbe-1000' }, file: file() }
  const kept = await settingsOf(desk.payments)!.keepUpload(toKeep)
  const ids: Readonly<Record<string, string>> = {
    lineKey: encodeURIComponent(line.key),
    paymentId: payment.id,
    refundId: refund.id,
    importId: imported!.id,
    uploadId: kept.id,
    payerId: 'P-1',
    waiverId: waiver.id,
    ruleId: rule.id,
    attemptId: attempt.id,
    day: '2026-11-20',
  }
  /** The ids of paths of the counter, where they are others. */
  const ofCounter: Readonly<Record<string, string>> = {
    '/counter/bills/{paymentId}': counter.open.id,
    '/counter/takes/{lineKey}': counter.take.line.key,
    '/counter/refunds/{refundId}': counter.refund.id,
    '/counter/closed/{sessionId}': counter.before.id,
    '/payments/{paymentId}/attempts': counter.open.id,
    '/cash/sessions/{sessionId}': counter.closed.id,
    '/cash/transfers/{lineKey}': counter.toSafe.line.key,
    '/cash/movements/{lineKey}': counter.takeOfOther.line.key,
  }
  const pathOf = (path: string) => {
    const id = Object.entries(ofCounter).find(([start]) => path.startsWith(start))?.[1]
    return path.replace(/\{(\w+)\}/g, (_, name: string) => (id === undefined ? ids[name]! : encodeURIComponent(id)))
  }
  return { ...desk, line, payment, failed, refund, counter, pathOf }
}

/** Returns the posts of each action: a refused one, one that is too late, and one that is done where nothing prevents it. */
function postsOf({ line, payment, failed, counter }: Awaited<ReturnType<typeof furnished>>) {
  const session = counter.session.id
  const toWindow = counter.toWindow.line.key
  const ofLine = { expectedVersion: '3', reason: 'x', text: 'a note', assignee: 'selam', open: '1', category: 'fee' }
  const ofRefund = { expectedVersion: '1', reason: 'x' }
  const money = { expectedVersion: '9', amount: '1.00', reason: 'duplicate' }
  const day = { account: 'cbe-1000', day: '2026-11-20', expectedVersion: '0', reason: 'x' }
  const forms: Readonly<Record<string, readonly Record<string, string>[]>> = {
    '/lines/{lineKey}/allocate': [{ q: 'Zewditu' }, { 'payment.0': payment.id, 'amount.0': '1.00' }],
    '/lines/{lineKey}/remittance/take': [{ expectedVersion: '3', allocations: `${counter.open.id} 100 *` }],
    '/lines/{lineKey}/payer': [{ expectedVersion: '3', payerId: 'P-1' }],
    '/lines/set-aside': [{ key: line.key }, { key: line.key, [`version.${line.key}`]: '1', [`open.${line.key}`]: '1' }],
    '/payments/{paymentId}/ask-again': [{ expectedVersion: '1', amount: '5' }],
    '/payments/{paymentId}/attempts': [
      { expectedVersion: '9', provider: 'fake', amount: '1' },
      { expectedVersion: '1', provider: 'fake', amount: '1' },
    ],
    '/attempts/{attemptId}/abandon': [
      { expectedVersion: '2', reason: '' },
      { expectedVersion: '2', reason: 'x' },
      { expectedVersion: '2', reason: 'x', force: '1' },
    ],
    '/receipts/{paymentId}': [{}],
    '/rules': [
      { text: 'fee' },
      { text: 'ledger fee', category: 'fee', seen: 'x' },
      { text: 'ledger fee', category: 'fee' },
    ],
    '/rules/once': [{ text: 'ledger fee', category: 'fee', seen: 'x' }],
    '/rules/{ruleId}/delete': [{ sure: '1' }],
    '/refunds': [
      { ...money, paymentId: payment.id },
      { ...money, lineKey: line.key },
      { ...money, amount: '?', lineKey: line.key },
      { ...money, paymentId: failed.id, expectedVersion: '2' },
    ],
    '/waivers': [
      { paymentId: counter.part.id, expectedVersion: '9', amount: '1', scheme: 'poor', reason: 'x' },
      { paymentId: counter.part.id, expectedVersion: '2', amount: '1', scheme: 'poor', reason: 'x' },
    ],
    '/counter/bills/{paymentId}': [{ session, expectedVersion: '1', amount: '1' }],
    '/counter/bills/{paymentId}/confirm': [{ session, receipt: 'FT-778899' }],
    '/counter/deposit': [{ session, [`version.${session}`]: '4', payerId: 'P-1', amount: '1' }],
    '/counter/takes/{lineKey}/print': [{ copies: '0' }],
    '/counter/refunds/{refundId}': [{ session, expectedVersion: '1' }],
    '/counter/session/open': [{ point: 'window-3', currency: 'ETB', float: '0' }],
    '/counter/session/send': [{ session, expectedVersion: '4', amount: '1', to: 'cash.safe' }],
    '/counter/session/receive': [
      { session, lineKey: toWindow, counted: '9' },
      { session, lineKey: toWindow, counted: '10' },
    ],
    '/counter/session/close': [{ session, counted: '1' }],
    '/cash/sessions/{sessionId}/explain': [{ reason: 'x' }],
    '/cash/transfers/{lineKey}/receive': [{ counted: '9' }, { counted: '10' }],
    '/cash/transfers/{lineKey}/recall': [{ reason: 'x' }],
    '/cash/movements/{lineKey}/void': [{ reason: 'x' }],
    '/payers/{payerId}/apply': [
      { paymentId: counter.open.id, expectedVersion: '9', amount: '1' },
      { paymentId: counter.open.id, expectedVersion: '1', amount: '?' },
      { paymentId: counter.open.id, expectedVersion: '1', amount: '1' },
    ],
    '/receipts/{paymentId}/print': [{ copies: '0' }],
    '/days/close': [{ ...day, expectedVersion: '7' }, day],
    '/months/close': [
      { ...day, month: '2026-11' },
      { ...day, month: '2026-11', day: '2026-11-22' },
    ],
    '/days/reopen': [
      { ...day, expectedVersion: '7' },
      { ...day, expectedVersion: '1' },
    ],
  }
  return (path: string): readonly Record<string, string>[] => {
    const formsOfPath = forms[path] ?? []
    if (path.startsWith('/lines/{')) return [{}, { ...ofLine, expectedVersion: '1' }, ...formsOfPath, ofLine]
    if (path.startsWith('/waivers/{'))
      return [ofRefund, { ...ofRefund, expectedVersion: '7' }, { expectedVersion: '1' }]
    if (path.startsWith('/refunds/{'))
      return [{ ...ofRefund, expectedVersion: '7' }, { expectedVersion: '1' }, ofRefund]
    return [{}, ...formsOfPath]
  }
}

const keyOf = (scopes: readonly string[]) => scopes.toSorted().join(' ')

/** Returns the scopes that matter to a route: those of its action, and each further one for reading. */
function scopeSetsOf(scopes: readonly DeskScope[]): readonly (readonly DeskScope[])[] {
  const actions = scopes.filter((scope) => !scope.endsWith(':read'))
  const reading = [[], ['reports:read'], ['lines:read'], ['reports:read', 'lines:read']] as const
  const sets = [...reading.map((read) => [...actions, ...read]), [...reading[3]], scopes, everyScope]
  return [...new Map(sets.map((set) => [keyOf(set), set])).values()]
}

type Desk = Awaited<ReturnType<typeof furnished>>

/** By the scopes of a reader and a path: true where the desk refuses the page. It knows that before it reads anything else. */
const isRefused = new Map<string, boolean>()

/** Lists the links of a page that its reader may not open. */
async function refusedLinksOf(page: string, { who, get }: Desk): Promise<string[]> {
  const links = [...page.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].map(([, to]) => to!.replaceAll('&amp;', '&'))
  const refused = []
  for (const to of new Set(links.filter((link) => link.startsWith(base)))) {
    const key = `${keyOf(who.scopes)} ${new URL(to, host).pathname}`
    if (!isRefused.has(key)) {
      const answer = await get(to.slice(base.length))
      await answer.body?.cancel()
      isRefused.set(key, answer.status === 403)
    }
    if (isRefused.get(key)) refused.push(to)
  }
  return refused
}

describe('createDesk: a page', () => {
  it('is shown to a person with its scopes, and links to nothing that the person may not open', async () => {
    const desk = await furnished()
    const { who, get, pathOf } = desk
    for (const { method, path, scopes } of deskRoutes) {
      if (method !== 'GET') continue
      for (const set of scopeSetsOf(scopes)) {
        who.scopes = [...set]
        const url = pathOf(path) + (path === '/days/{day}' ? '?account=cbe-1000' : '')
        const answer = await get(url)
        const isFile = path.endsWith('.csv')
        const page = await answer.text()
        const may = scopes.every((scope) => set.includes(scope))
        const named = [path, set.join(' ')]
        expect([...named, answer.status], page).toEqual([...named, may ? 200 : 403])
        if (!isFile || !may) expect([...named, await refusedLinksOf(page, desk)]).toEqual([...named, []])
        for (const [scope, words] of Object.entries(secrets))
          if (!set.includes(scope as DeskScope))
            expect([...named, words.filter((one) => page.includes(one))]).toEqual([...named, []])
      }
    }
  })
})

describe('createDesk: a search', () => {
  it.each(deskRoutes.filter(({ isSearch }) => isSearch))(
    'on $path is answered to a person who may look',
    async (route) => {
      const { who, post } = await furnished()
      for (const set of scopeSetsOf(route.scopes)) {
        who.scopes = [...set]
        const answer = await post(route.path, { text: 'nothing' })
        expect([set.join(' '), answer.status]).toEqual([
          set.join(' '),
          route.scopes.every((scope) => set.includes(scope)) ? 200 : 403,
        ])
      }
    },
  )
})

const actions = deskRoutes.filter(({ method, hasUpload, isSearch }) => method === 'POST' && !hasUpload && !isSearch)

describe('createDesk: an action', () => {
  it.each(sampled(actions))(
    'on $path shows what its reader may look at, and is refused without more to others',
    async ({ path, scopes }) => {
      let desk = await furnished()
      const count = postsOf(desk)(path).length
      for (const set of scopeSetsOf(scopes)) {
        for (let at = 0; at < count; at++) {
          const { who, post, pathOf } = desk
          const fields = postsOf(desk)(path)[at]!
          who.scopes = [...set]
          const answer = await post(pathOf(path), fields)
          const named = [set.join(' '), JSON.stringify(fields)]
          const may = scopes.every((scope) => set.includes(scope))
          expect([...named, answer.status < 500, answer.status === 403 || may]).toEqual([...named, true, true])
          let page = await answer.text()
          if (answer.status === 303) {
            const location = answer.headers.get('location')!
            const cookie = answer.headers.get('set-cookie')!.split(';')[0]!
            const next = await desk.desk(new Request(host + location, { headers: { cookie } }))
            expect([...named, next.status]).toEqual([...named, 200])
            page = await next.text()
            expect(page).toContain('class="done"')
          } else if (answer.status >= 400) expect(page).toContain('role="alert"')
          expect([...named, await refusedLinksOf(page, desk)]).toEqual([...named, []])
          for (const [scope, words] of Object.entries(secrets))
            if (!set.includes(scope as DeskScope))
              expect([...named, words.filter((one) => page.includes(one))]).toEqual([...named, []])
          // A refusal changes nothing: the next post meets the same desk.
          if (answer.status < 400) desk = await furnished()
        }
      }
    },
  )

  it('with a remittance, is for a person who may see lines and write them', async () => {
    const desk = await furnished()
    const upload = async (...scopes: readonly DeskScope[]) => {
      desk.who.scopes = [...scopes]
      const body = new FormData()
      body.append('file', new Blob(['Reference,Amount\nCTR-2,1.00\n']), 'a.csv')
      const url = `${host}${base}${desk.pathOf('/lines/{lineKey}/remittance')}`
      const headers = { 'sec-fetch-site': 'same-origin' }
      return (await desk.desk(new Request(url, { method: 'POST', headers, body }))).status
    }
    expect(await upload('lines:write')).toBe(403)
    expect(await upload('reports:read', 'lines:read')).toBe(403)
    expect(await upload('lines:write', 'reports:read', 'lines:read')).toBe(200)
  })

  it.each(['/imports', '/imports/preview'])(
    'with a file, on %s, shows no import to a person who may see none',
    async (path) => {
      const upload = async (scopes: readonly DeskScope[], account: string) => {
        const desk = await furnished()
        desk.who.scopes = [...scopes]
        const body = new FormData()
        body.append('account', account)
        body.append(
          'file',
          new Blob([
            ':20:X\r\n:25:1\r\n:28C:1\r\n:60F:C261119ETB0,\r\n:61:2611201120C5,00NTRFX\r\n:62F:C261120ETB5,\r\n-',
          ]),
          'a.sta',
        )
        const headers = { 'sec-fetch-site': 'same-origin' }
        const answer = await desk.desk(new Request(`${host}${base}${path}`, { method: 'POST', headers, body }))
        return { answer, text: await answer.text() }
      }
      for (const account of ['', 'cbe-1000']) {
        const { answer, text } = await upload(['lines:write'], account)
        expect(answer.status).toBe(path === '/imports/preview' ? 403 : account === '' ? 400 : 303)
        expect(text).not.toContain('cbe-1000')
        expect(answer.headers.get('location')).toBe(answer.status === 303 ? '/finance/done' : null)
      }
      const { answer } = await upload(['lines:write', 'reports:read', 'lines:read'], 'cbe-1000')
      expect(answer.status).toBe(path === '/imports' ? 303 : 200)
    },
  )
})
