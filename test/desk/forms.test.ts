/** The rules of every form of the desk: its first button is its main one, and a refusal keeps what was typed. */
import { describe, expect, it } from 'vitest'
import { deskRoutes } from '../../src/desk/routes.js'
import { day, request } from '../support/service.js'
import { base, formsOf, host, lineForm, openLine, type PageForm } from './support/desk.js'
import { deskWithProvider, furnishAttempts } from './support/attempt-scene.js'
import { furnishCounter } from './support/counter-scene.js'
import { furnishPayer } from './support/payer-scene.js'
import { textOf } from './support/outline.js'

/** Sends a file that no layout knows, and returns the path of the page on which its columns are chosen. */
async function unknownFile({ desk }: Pick<ReturnType<typeof deskWithProvider>, 'desk'>): Promise<string> {
  const body = new FormData()
  body.append('account', 'cbe-1000')
  body.append('file', new Blob(['Txn Date,Details,Money In\n20/11/2026,for two,5.00\n']), 'november.csv')
  const headers = { 'sec-fetch-site': 'same-origin' }
  const answer = await desk(new Request(`${host}${base}/imports/preview`, { method: 'POST', headers, body }))
  return answer.headers.get('location')!.slice(base.length)
}

/** Makes pages with every form of the desk. */
async function pagesWithForms() {
  const desk = deskWithProvider({}, { refundApproval: ({ amount }) => amount >= 1000 })
  const { payments, clock, fake } = desk
  const bill = await payments.createPayment(request({ customer: { name: 'Abebe Kebede' } }))
  const failed = await payments.createPayment(request({ reference: 'INV-8' }))
  await payments.failPayment(failed.id, { reason: 'x' })
  const paid = await payments.createPayment(request({ reference: 'INV-9' }))
  await payments.confirmPayment(paid.id)
  const open = await openLine(payments)
  const spent = await openLine(payments, { row: 3, amount: 5000, narration: 'for two' })
  const whole = await payments.createPayment(request({ reference: 'INV-4', amount: 4000 }))
  await payments.lines.allocate(spent.key, {
    expectedVersion: 1,
    allocations: [{ to: 'payment', paymentId: whole.id, amount: 4000 }],
  })
  const debit = await openLine(payments, { row: 4, direction: 'debit', narration: 'back' })
  const held = await openLine(payments, { row: 6, narration: 'held' })
  await payments.lines.hold(held.key, { expectedVersion: 1 })
  const receipt = { direction: 'credit', amount: 1000, currency: 'ETB', providerTransactionId: 'FT-0001' } as const
  for (const valueDate of ['2026-11-19', '2026-11-20'])
    await payments.statements.import([{ ...receipt, row: 7, valueDate }], { account: 'cbe-1000' })
  const [doubled] = (await payments.lines.list({ outcome: 'possible_duplicate' })).items
  const refundRequest = { paymentId: paid.id, reason: 'duplicate' } as const
  const requested = await payments.refunds.create({ ...refundRequest, amount: 1000 }, { actor: 'hana' })
  const pending = await payments.refunds.create({ ...refundRequest, amount: 10 })
  clock.advance(day)
  await openLine(payments, { row: 5, valueDate: '2026-11-21', narration: 'next day' })
  clock.advance(day)
  await payments.days.close({ account: 'cbe-1000', day: '2026-11-20', actor: 'hana' })
  const printed = await payments.createPayment(request({ reference: 'INV-10' }))
  await payments.confirmPayment(printed.id)
  await payments.receipts.issue(printed.id)
  const counter = await furnishCounter(payments)
  const linePath = (key: string) => `/lines/${encodeURIComponent(key)}`
  const payer = await furnishPayer(payments)
  const waiverRequest = { paymentId: payer.ward.id, amount: 100, scheme: 'poor', reason: 'no_income' }
  const waiver = await payments.waivers.request(waiverRequest, { actor: 'almaz' })
  const rule = await payments.rules.create({ text: 'ledger fee', category: 'fee' }, { actor: 'almaz' })
  const attempts = await furnishAttempts(payments, clock, fake)
  const paths = [
    await unknownFile(desk),
    ...attempts.paths,
    ...counter.paths,
    ...payer.paths,
    `/waivers/${waiver.id}`,
    ...[`/rules/${rule.id}`, `/rules/new?line=${encodeURIComponent(debit.key)}`],
    `/receipts/${printed.id}`,
    ...['/', '/lines', '/lines?status=open', '/payments', '/imports', '/refunds', '/approvals', '/days'],
    ...['/receipts', '/reports', '/audit'],
    ...[open, spent, debit, held, doubled!].map(({ key }) => linePath(key)),
    ...[bill, failed, paid].map(({ id }) => `/payments/${id}`),
    ...[requested, pending].map(({ id }) => `/refunds/${id}`),
    ...['/days/2026-11-20?account=cbe-1000', '/days/2026-11-21?account=cbe-1000', '/months?month=2026-11'],
  ]
  return { ...desk, paths, open, spent, held, failed, paid, requested, pending, linePath, payer, attempts }
}

/** Returns pages that are answers of a post, by their kind. */
async function postedPages({
  page,
  post,
  submit,
  desk,
  open,
  linePath,
  payer,
}: Awaited<ReturnType<typeof pagesWithForms>>) {
  const file = new FormData()
  file.append('account', 'cbe-1000')
  file.append('file', new Blob([':20:X\r\n:60F:C261119ETB0,\r\n:61:261120C5,NTRFX\r\n:62F:C261120ETB5,\r\n-']), 'a.sta')
  const headers = { 'sec-fetch-site': 'same-origin' }
  const remittance = new FormData()
  remittance.append('file', new Blob(['Reference,Amount\nWARD-3,1.00\n']), 'a.csv')
  const remittanceUrl = `${host}${base}${payer.remittancePath}`
  const answers = {
    'a remittance': desk(new Request(remittanceUrl, { method: 'POST', headers, body: remittance })),
    'a search for lines': post('/lines', { text: 'Abebe' }),
    'a trial of a rule': post('/rules/new', { text: 'back', category: 'fee', direction: 'debit' }),
    'a search for payments': post('/payments', { text: 'Abebe' }),
    'a search of a line': submit(lineForm(await page(linePath(open.key)), 'allocate'), { q: 'INV', search: '1' }),
    'a preview': desk(new Request(`${host}${base}/imports/preview`, { method: 'POST', headers, body: file })),
  }
  return Promise.all(
    Object.entries(answers).map(async ([name, answer]) => {
      const response = await answer
      expect([name, response.status]).toEqual([name, 200])
      return [name, await response.text()] as const
    }),
  )
}

/** Finds addresses of a path of the table of routes. */
const pathShape = (path: string) => new RegExp(`^${base}${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)

describe('createDesk: a form', () => {
  it('has its main action as its first button, which Enter presses', async () => {
    const made = await pagesWithForms()
    const pages = made.paths.map(async (path) => [path, await made.page(path)] as const)
    const actions = new Set<string>()
    let count = 0
    for (const [path, text] of [...(await Promise.all(pages)), ...(await postedPages(made))]) {
      for (const { action, method } of formsOf(text)) if (method === 'post') actions.add(action)
      for (const [, action] of text.matchAll(/ formaction="([^"]*)"/g)) actions.add(action!.split('?')[0]!)
      for (const [form] of text.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)) {
        const buttons = [...form.matchAll(/<button\b([^>]*)>([\s\S]*?)<\/button>/g)].filter(
          ([, facts]) => !facts!.includes('type="button"'),
        )
        const main = buttons.find(([, facts]) => facts!.includes('class="main"')) ?? buttons.at(-1)
        if (!buttons.some(([, facts]) => facts!.includes('class="main"'))) expect(buttons, path).toHaveLength(1)
        // Where the main button takes the best suggestion, Enter only allocates what is chosen.
        const words = main![1]!.includes('name="best"') ? 'Allocate what is chosen' : textOf(main![2]!)
        expect([path, textOf(buttons[0]![2]!)]).toEqual([path, words])
        // What Enter presses says nothing that the fields do not say.
        expect([path, / (name|formaction)=/.test(buttons[0]![1]!)]).toEqual([path, false])
        count++
      }
    }
    expect(count).toBeGreaterThan(30)
    // Each action of the desk is in one of these forms.
    const shapes = deskRoutes.filter(({ method }) => method === 'POST').map(({ path }) => path)
    const isMet = (shape: string) => [...actions].some((action) => pathShape(shape).test(action))
    expect(shapes.filter((shape) => !isMet(shape))).toEqual([])
  })

  it('has what was typed into it where it is refused, and no other form has', async () => {
    const { page, submit, open, spent, held, failed, paid, requested, pending, linePath, attempts } =
      await pagesWithForms()
    const typed = 'a long reason of a person'
    const form = async (path: string, end: string) => lineForm(await page(path), end)
    const refunds = async (path: string) => form(path, 'refunds')
    const stale = { expectedVersion: '77' }
    const ofLine: Readonly<Record<string, Record<string, string>>> = {
      allocate: { ...stale, reason: typed, 'category.1': 'donation', 'categoryAmount.1': '12.50' },
      'set-aside': { ...stale, reason: typed },
      hold: { ...stale, reason: typed },
      assign: { ...stale, assignee: typed },
      notes: { text: `${typed} ${'x'.repeat(2000)}` },
    }
    for (const [verb, fields] of Object.entries(ofLine)) await keeps(await form(linePath(open.key), verb), fields, verb)
    await keeps(
      await form(linePath(spent.key), 'unallocate'),
      { ...stale, reason: typed, payments: 'keep' },
      'unallocate',
    )
    await keeps(await form(linePath(held.key), 'release'), { ...stale, reason: typed }, 'release')
    await keeps(await refunds(linePath(open.key)), { amount: '1,2', reason: 'other', note: typed }, 'refunds')
    await keeps(await refunds(`/payments/${paid.id}`), { amount: '9999999', reason: 'other', note: typed }, 'refunds')
    await keeps(await form(`/payments/${failed.id}`, 'ask-again'), { amount: 'much' }, 'ask-again')
    await keeps(await form(`/refunds/${requested.id}`, 'reject'), { ...stale, reason: typed }, 'reject')
    await keeps(await form(`/refunds/${pending.id}`, 'fail'), { ...stale, reason: typed }, 'fail')
    await keeps(await form(`/refunds/${pending.id}`, 'confirm'), { ...stale, receipt: 'FT99' }, 'confirm')
    const ask = { phone: '12', amount: '5.00', returnUrl: 'https://pay.example/back' }
    await keeps(await form(`/payments/${attempts.openId}`, 'attempts'), ask, 'attempts')
    await keeps(await form(`/attempts/${attempts.living.id}`, 'abandon'), { ...stale, reason: typed }, 'abandon')
    const reopened = '/days/2026-11-20?account=cbe-1000'
    await keeps(await form(reopened, 'reopen'), { ...stale, reason: typed }, 'reopen')

    async function keeps(one: PageForm, fields: Record<string, string>, verb: string): Promise<void> {
      const answer = await submit(one, fields)
      expect([verb, answer.status >= 400 && answer.status < 500]).toEqual([verb, true])
      const text = await answer.text()
      const { expectedVersion: _, ...kept } = fields
      for (const [name, value] of Object.entries(kept)) {
        if (name === 'text') expect(text).toContain(`required>${value}</textarea>`)
        else expect([verb, lineForm(text, verb).fields.get(name)]).toEqual([verb, value])
      }
      for (const other of formsOf(text)) {
        if (other.action.endsWith(`/${verb}`)) continue
        expect([verb, [...other.fields.values()].filter((value) => value === typed)]).toEqual([verb, []])
      }
    }
  })

  it('asks its question in words where it undoes a line, and keeps it open', async () => {
    const { page, submit, payments, spent, linePath, clock } = await pagesWithForms()
    await payments.days.reopen({ account: 'cbe-1000', day: '2026-11-20', actor: 'hana', reason: 'x' })
    clock.advance(day)
    const bill = await payments.createPayment(request({ reference: 'INV-20', amount: 1000 }))
    const { version } = await payments.lines.allocate(spent.key, {
      expectedVersion: 2,
      allocations: [{ to: 'payment', paymentId: bill.id, amount: 1000 }],
    })
    const path = linePath(spent.key)
    const answer = await submit(lineForm(await page(path), 'unallocate'), { reason: 'wrong bill' })
    expect(answer.status).toBe(400)
    const text = await answer.text()
    const alert = textOf(/role="alert"[^>]*>([\s\S]*?)<\/div/.exec(text)![1]!)
    expect(alert).toBe(
      'Nothing was stored. Answer this question first: Are the payments that this line paid still paid?',
    )
    expect(text).toMatch(/<details class="card" open>/)
    expect(lineForm(text, 'unallocate').fields.get('reason')).toBe('wrong bill')
    expect((await payments.lines.get(spent.key))!.version).toBe(version)
    const done = await submit(lineForm(text, 'unallocate'), { payments: 'reverse' })
    expect(done.status).toBe(303)
  })

  it('keeps what was typed and ticked where it is of a line and a search of it is refused', async () => {
    const { page, submit, open, linePath } = await pagesWithForms()
    const form = lineForm(await page(linePath(open.key)), 'allocate')
    for (const q of ['x'.repeat(256), '\u0000']) {
      const answer = await submit(form, { q, search: '1', 'category.1': 'donation', 'categoryAmount.1': '12.50' })
      expect(answer.status).toBe(400)
      const text = await answer.text()
      expect(textOf(/role="alert"[^>]*>([\s\S]*?)<\/div/.exec(text)![1]!)).toMatch(/Text (is longer|contains)/)
      const kept = Object.fromEntries(lineForm(text, 'allocate').fields)
      expect(kept).toMatchObject({ 'category.1': 'donation', 'categoryAmount.1': '12.50', q: '' })
    }
  })

  it('names its fields as the page does where it is refused, and none in code', async () => {
    const { page, submit, open, linePath } = await pagesWithForms()
    const path = linePath(open.key)
    const alertOf = async (verb: string, fields: Record<string, string>) => {
      const text = await (await submit(lineForm(await page(path), verb), fields)).text()
      return textOf(/role="alert"[^>]*>([\s\S]*?)<\/div/.exec(text)?.[1] ?? '')
    }
    expect(await alertOf('hold', { reason: 'x'.repeat(600) })).toContain('Reason is longer than 500 characters')
    expect(await alertOf('set-aside', { category: 'No Such Thing' })).toMatch(/Category /)
    for (const verb of ['allocate', 'set-aside', 'hold', 'assign', 'notes'])
      for (const fields of [{ expectedVersion: 'x' }, { reason: '\u0000' }, { text: '', assignee: '\u0007' }])
        expect(
          await alertOf(verb, { 'category.0': 'x', 'categoryAmount.0': '1', ...fields } as Record<string, string>),
        ).not.toMatch(/[a-z][A-Z]|_|`|allocations|undefined/)
  })
})
