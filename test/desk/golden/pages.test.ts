/**
 * Pages as the desk writes them. Those that differ in kind are files, one each:
 *
 * | Kind                      | Files                                                                        |
 * | ------------------------- | ---------------------------------------------------------------------------- |
 * | with head and navigation  | whole-today, whole-lines-of-a-reader                                         |
 * | lists                     | open-lines, worked-payments, worked-refunds, worked-receipts, imports        |
 * | reports and audit         | worked-reports, audit-of-all                                                 |
 * | a line                    | open-credit, open-debit, worked-line                                         |
 * | a payment                 | worked-payment, payment-reversed                                             |
 * | a refund                  | refund-requested, worked-refund, refund-approvals                            |
 * | a day                     | days-open, day-open, day-closed                                              |
 * | a month                   | month                                                                        |
 * | an import                 | import-preview, import-stored                                                |
 * | a receipt                 | worked-receipt                                                               |
 * | the counter               | counter-bill, counter-take, my-session, cash-now, cash-session               |
 * | a payer                   | payer, payer-statement, remittance                                           |
 * | a waiver                  | waivers, waiver-requested, waiver-granted                                    |
 * | an attempt                | attempts, attempt-living, attempt-failed, payment-with-attempt               |
 * | errors                    | missing-page, bad-filter                                                     |
 *
 * Of the others the tests say what they alone show, or the lines in which they differ from one of these.
 *
 *     UPDATE_GOLDEN=1 npx vitest run test/desk/golden
 *
 * writes the files anew.
 */
import { describe, expect, it } from 'vitest'
import { till, tillFile } from '../../http/support/finance.js'
import { expectGolden } from '../../support/golden.js'
import { day, minute, request } from '../../support/service.js'
import { base, deskOf, formsOf, host, openLine, reader } from '../support/desk.js'
import { deskWithProvider, furnishAttempts } from '../support/attempt-scene.js'
import { furnishCounter } from '../support/counter-scene.js'
import { furnishPayer } from '../support/payer-scene.js'
import { factsOf, hashAs, linksOf, numbersOf, tablesOf, wordsOf } from '../support/outline.js'
import { workedOn } from '../support/scene.js'

/** Writes a tag a line, and files whose names hold a digest by their kind. */
function legible(page: string): string {
  return `${page
    .replace(/\/assets\/(\w+)-[0-9a-f]+\./g, '/assets/$1-DIGEST.')
    .replace(/\s+/g, ' ')
    .replace(/> ?</g, '>\n<')
    .trim()}\n`
}

/** Returns the title, the place that is marked in the navigation, and the main part, without what every page has. */
function mainOf(page: string): string {
  const part = (shape: RegExp) => shape.exec(page)?.[0] ?? ''
  return [
    part(/<title>[\s\S]*?<\/title>/),
    part(/<a [^>]*aria-current="page"[^>]*>/),
    part(/<main[\s\S]*<\/main\s*>/),
  ].join('\n')
}

/** Lists the lines that one page has and the other has not, each as often as it is one more, in their order. */
function linesBeside(page: string, other: string): string[] {
  const counts = new Map<string, number>()
  for (const line of legible(mainOf(other)).split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1)
  return legible(mainOf(page))
    .split('\n')
    .filter((line) => {
      const left = counts.get(line) ?? 0
      counts.set(line, left - 1)
      return left <= 0
    })
}

/** Lists the lines in which a page differs from another, those of the other first. */
function differences(page: string, other: string): string[] {
  return [
    ...linesBeside(other, page).map((line) => `- ${line}`),
    ...linesBeside(page, other).map((line) => `+ ${line}`),
  ]
}

/** Compares pages with their files, each by its name and its path; `whole` with head and navigation. */
async function expectPages(
  desk: { page(path: string): Promise<string> },
  pages: Record<string, string>,
  whole = false,
) {
  for (const [name, path] of Object.entries(pages)) {
    const page = await desk.page(path)
    expectGolden(new URL(`${name}.html`, import.meta.url), legible(whole ? page : mainOf(page)))
  }
}

/** Lists what the forms of a page do, each by the last part of its address. */
function actionsOf(page: string): string[] {
  return formsOf(page).map(({ action }) => action.split('/').at(-1)!)
}

const alert = (text: string) => `+ <div role="alert" class="alert" tabindex="-1" autofocus>${text}</div>`

describe('desk: pages', () => {
  it('show what is missing where nothing is stored', async () => {
    const desk = deskOf()
    await expectPages(desk, { 'missing-page': '/nothing', 'bad-filter': '/payments?from=yesterday' })
    const empty = {
      '/': [
        'Open lines Every statement line is settled. Import a statement',
        'Money in, last seven days No payment was recorded as paid in the last seven days.',
        'Last imports No statement was imported yet. Import a statement',
      ],
      '/lines': ['No statement line is stored yet. Import a statement. Download these lines as CSV'],
      '/payments': ['No payment matches. Try a part of the name, or the last digits of the phone number.'],
      '/imports': ['Imported so far No statement was imported yet.'],
      '/refunds': [
        'No refund matches. Open a payment or a statement line to ask for a refund. Download these refunds as CSV',
      ],
      '/approvals': ['No refund waits for approval.'],
      '/days': [
        'Days to close Months: calendar and tie-out of each account Every day that has lines is closed. Closed days',
        'No day was closed yet. Choose a day above, look at it, and close it.',
      ],
      '/receipts': ['No receipt was issued yet. Open the page of a payment to issue its receipt.'],
      '/reports': [
        'Totals There is no payment on these days. Choose other days. Payments There is no payment on these days. Choose other days.',
      ],
      '/audit': ['Nothing was done on these days. Download as CSV'],
      '/reports/actors': ['None of this was done on these days. Download the journal as CSV'],
    }
    for (const [path, words] of Object.entries(empty)) {
      const page = await desk.page(path)
      for (const sentence of words) expect(wordsOf(page), path).toContain(sentence)
      expect(tablesOf(page), path).toEqual({})
    }
    // Nothing leads to rows that are not there.
    expect(numbersOf(await desk.page('/'))).toEqual([
      ['0 Lines to settle', null],
      ['0 Refunds and waivers to approve', null],
      ['0 Cash on its way or unexplained', null],
      ['0 Days to close', null],
      ['0 Bills paid in part or given up', null],
    ])
    expect(linksOf(await desk.page('/reports'))['Download these payments as CSV']).toBe(
      '/finance/reports/payments.csv?from=2026-11-14&to=2026-11-20&basis=paidAt',
    )
    expect(linksOf(await desk.page('/audit'))['Download as CSV']).toBe(
      '/finance/audit.csv?from=2026-11-20&to=2026-11-20',
    )
    const missing = {
      '/lines/none': 'There is no such statement line.',
      '/payments/pay_00000000000000000000000000': 'There is no such payment.',
      '/refunds/ref_00000000000000000000000000': 'There is no such refund.',
    }
    const page = await desk.page('/nothing')
    for (const [path, words] of Object.entries(missing))
      expect(linesBeside(await desk.page(path), page), path).toContain(alert(words).slice('+ '.length))
  })

  it('show a payment that people worked on', async () => {
    const desk = await workedOn()
    await expectPages(desk, { 'whole-today': '/' }, true)
    const refund = `/refunds/${desk.refund.id}`
    await expectPages(desk, {
      'worked-line': desk.linePath,
      'worked-payment': `/payments/${desk.id}`,
      'worked-payments': '/payments',
      'worked-refund': refund,
      'worked-refunds': '/refunds?status=succeeded&from=2026-11-20&to=2026-11-20',
      'worked-receipt': `/receipts/${desk.id}`,
      'worked-receipts': '/receipts?year=2026',
      'worked-reports': '/reports?from=2026-11-20&to=2026-11-20',
    })
    // Each banner is left by a write; this is what the browser sends with the page that follows.
    const bannerOf = async (path: string, cookie: string) => {
      const answer = await desk.get(path, { headers: { cookie: `hp_desk_done=${cookie}` } })
      return differences(await answer.text(), await desk.page(path))
    }
    expect(await bannerOf(desk.linePath, 'assigned')).toEqual([
      '+ <p class="done" tabindex="-1" autofocus>The line was assigned to <bdi>selam</bdi>.</p>',
    ])
    expect(await bannerOf(refund, 'refund.confirm')).toEqual([
      '+ <p class="done" tabindex="-1" autofocus>The payout was recorded.</p>',
    ])
    expect(differences(await desk.page('/payments?text=INV-1'), await desk.page('/payments'))).toEqual([
      '- <input name="text" value="" autocomplete="off" type="search" data-person />',
      '+ <input name="text" value="INV-1" autocomplete="off" type="search" data-person />',
    ])

    const lines = await desk.page('/lines?status=open')
    expect(tablesOf(lines)['Statement lines']?.slice(1)).toEqual([
      [
        'Choose the line of 2026-11-20, 1,000.00 ETB, OTHER, row 2',
        '20 Nov 2026',
        'OTHER Abebe INV 1 cbe-1000',
        'No payment found',
        '1,000.00 ETB',
        '100.00 ETB',
        'Open Assigned to selam',
        '600.00 ETB · same reference, name of the payer Match to INV-1 (line of 2026-11-20, 1,000.00 ETB, OTHER, row 2) Undo',
      ],
    ])
    expect(linksOf(lines)).toMatchObject({
      '20 Nov 2026': `/finance${desk.linePath}`,
      'Download these lines as CSV': '/finance/lines.csv?status=open',
    })
    const { fields } = formsOf(lines)[1]!
    expect(Object.fromEntries(fields)).toEqual({
      ...{ progress: '1', newCategory: '' },
      back: 'status=open',
      [`version.${desk.line.key}`]: '3',
      [`open.${desk.line.key}`]: '10000',
      category: '',
      reason: '',
    })

    const pending = await desk.page(`/payments/${desk.other.id}`)
    expect(wordsOf(pending)).toContain('Payment INV-1 Waiting for money Asked for 1,500.00 ETB')
    expect(wordsOf(pending)).toContain('Statement lines No statement line is allocated to this payment yet.')
    expect(Object.keys(tablesOf(pending))).toEqual(['Other payments of this reference', 'History'])
    expect(actionsOf(pending)).toEqual(['waivers'])

    const today = await desk.page('/days/2026-11-20?account=cbe-1000')
    expect(tablesOf(today)).toMatchObject({
      'What the money is for': [expect.anything(), ['Money in', 'Payment', '900.00 ETB']],
      'Refunds that were paid on the day, by status': [
        ['Channel', 'Status', 'Number', 'Amount'],
        ['mobile-banking', 'Paid out', '1', '500.00 ETB'],
      ],
      'Payments of the day': [expect.anything(), expect.arrayContaining(['500.00 ETB number: 1', '1,000.00 ETB'])],
    })
    expect(wordsOf(today)).toMatch(/^20 Nov 2026 cbe-1000 Not closed What you sign by closing/)
    expect(wordsOf(today)).toContain('The day is not over, so it cannot be closed yet.')
    expect(actionsOf(today)).toEqual([])
    expect(wordsOf(await desk.page('/days'))).toContain(
      'Days to close Months: calendar and tie-out of each account Every day that has lines is closed.',
    )

    const audit = await desk.page('/audit')
    expect(tablesOf(audit)).toEqual({
      Audit: [
        ['When', 'Who', 'What', 'Of what', 'Amount', 'Reason'],
        ['20 Nov 2026, 12:02', 'a rule or a program', 'Asked for', 'Payment INV-1', '1,500.00 ETB', ''],
        ['20 Nov 2026, 12:02', 'selam', 'Refund paid out', 'Refund', '500.00 ETB', ''],
        ['20 Nov 2026, 12:02', 'hana', 'Refund to be paid out', 'Refund', '500.00 ETB', ''],
        ['20 Nov 2026, 12:01', 'almaz', 'Refund asked for', 'Refund', '500.00 ETB', ''],
        ['20 Nov 2026, 12:01', 'hana', 'Assigned', 'Line', '1,000.00 ETB', ''],
        ['20 Nov 2026, 12:01', 'hana', 'Proved by a statement', 'Payment INV-1', '1,500.00 ETB', ''],
        ['20 Nov 2026, 12:01', 'hana', 'Allocated', 'Line', '1,000.00 ETB', 'by phone'],
        ['20 Nov 2026, 12:01', 'import-job', 'Imported', 'Line', '1,000.00 ETB', ''],
        ['20 Nov 2026, 12:01', 'selam', 'Paid', 'Payment INV-1', '1,500.00 ETB', ''],
        ['20 Nov 2026, 12:00', 'a rule or a program', 'Asked for', 'Payment INV-1', '1,500.00 ETB', ''],
      ],
    })
    expect(linksOf(audit)['Line']).toBe(`/finance${desk.linePath}`)

    const importId = (await desk.payments.statements.list()).items[0]!.id
    const imported = await desk.page(`/imports/${importId}`)
    expect(imported).toContain('<title>Import cbe-1000, 2026-11-20 – 2026-11-20 · Finance desk</title>')
    expect(factsOf(imported)).toEqual([
      ['When', '20 Nov 2026, 12:01'],
      ['Finished', '20 Nov 2026, 12:01'],
      ['Who', 'import-job'],
      ['Days', '20 Nov 2026 – 20 Nov 2026'],
    ])
    expect(Object.keys(tablesOf(imported))).toEqual(['Lines'])
    expect(linksOf(imported)['Lines of this import that are open']).toBe(
      `/finance/lines?importId=${importId}&status=open`,
    )

    const imports = await desk.page('/imports')
    expect(tablesOf(imports)['Imported so far']?.slice(1)).toEqual([
      ['20 Nov 2026, 12:01', 'cbe-1000', '20 Nov 2026 – 20 Nov 2026', '1', 'import-job', ''],
    ])
    expect(linksOf(imports)['20 Nov 2026, 12:01']).toBe(`/finance/imports/${importId}`)
    expect(imports).toContain('<option value="cbe-1000">')
  })

  it('show lines that wait: money in with offers, money out beside money in', async () => {
    const desk = deskOf({}, { refundApproval: () => true })
    const { payments } = desk
    const unpaid = await payments.createPayment(
      request({ customer: { name: 'Abebe Kebede', phone: '+251911223344' }, amount: 148_500 }),
    )
    const paid = await payments.createPayment(request({ reference: 'INV-2', amount: 20_000 }))
    await payments.confirmPayment(paid.id)
    const credit = await openLine(payments, { row: 2, amount: 148_500, reference: 'INV-0001' })
    const debit = await openLine(payments, {
      row: 3,
      amount: 20_000,
      direction: 'debit',
      narration: 'back',
      reference: 'INV-2',
    })
    await payments.lines.note(credit.key, { text: 'The payer was called.', actor: 'hana' })
    const path = (key: string) => `/lines/${encodeURIComponent(key)}`
    await expectPages(desk, {
      'open-credit': path(credit.key),
      'open-debit': path(debit.key),
      'open-lines': '/lines?status=open&account=cbe-1000',
    })
    const page = await desk.page(path(credit.key))
    const allocate = async (key: string, fields: Record<string, string>) =>
      (await desk.post(`${path(key)}/allocate`, { expectedVersion: '1', ...fields })).text()
    // The bar says what is chosen, and its main button what it does.
    const ofBar = /<output|data-remainder|name="(best|allocation)"|^- <\/(span> to|button>)/
    const changes = (answer: string, before = page) => differences(answer, before).filter((line) => !ofBar.test(line))
    const tickOf = ({ id, reference }: typeof unpaid, more = '') =>
      `<input type="checkbox" name="payment.0" value="${id}" data-reference="${reference}"${more} />`
    const searched = (q: string, result: typeof unpaid | null) => [
      ...(result ? [`- ${tickOf(result)}`] : []),
      '+ <p>',
      `+ <input type="hidden" name="searched" value="${q}" />`,
      `+ <input type="hidden" name="size" value="20" />Payments found for “<bdi>${q}</bdi>”: ${result ? 1 : 0}. </p>`,
      ...(result ? [`+ ${tickOf(result, ' data-result')}`] : []),
    ]
    for (const [q, result] of [
      [unpaid.reference, unpaid],
      ['+251 911-223 344', unpaid],
      ['0911', null],
    ] as const)
      expect(changes(await allocate(credit.key, { q }))).toEqual(searched(q, result))
    const refundPage = await desk.page(path(debit.key))
    expect(changes(await allocate(debit.key, { q: 'INV-2' }), refundPage)).toEqual(searched('INV-2', paid))
    expect(changes(await allocate(credit.key, {}))).toEqual([
      alert('Choose a payment, or name a category and its amount.'),
    ])
    for (const [amount, text] of [
      ['much', 'Write the amount as digits with a point, such as 1500.00.'],
      ['2000.00', 'That is more than the line or the payment has open. Nothing was stored. Enter a smaller amount.'],
    ] as const) {
      const field = (value: string) =>
        `<input class="amount" name="amount.0" value="${value}" inputmode="decimal" size="12" data-allocation="payment.0" data-whole="1485.00" />`
      expect(changes(await allocate(credit.key, { 'payment.0': unpaid.id, 'amount.0': amount }))).toEqual([
        `- ${tickOf(unpaid)}`,
        `- ${field('1485.00')}`,
        alert(text),
        `+ ${tickOf(unpaid, ' checked')}`,
        `+ ${field(amount)}`,
      ])
    }
    for (const [category, amount, text] of [
      ['a b', '5.00', 'A category has 1 to 64 characters: small letters, digits, and the marks _ . -'],
      ['donation', '5,0,0', 'Write the amount as digits with a point, such as 1500.00.'],
    ] as const) {
      const fieldsOf = (name: string, value: string) => [
        `<input name="category.0" value="${name}" autocomplete="off" list="categories" maxlength="64" />`,
        `<input name="categoryAmount.0" value="${value}" autocomplete="off" class="amount" inputmode="text" size="12" data-allocation />`,
      ]
      const refusal = await allocate(credit.key, { 'category.0': category, 'categoryAmount.0': amount })
      expect(changes(refusal)).toEqual([
        ...['<details>', ...fieldsOf('', '')].map((line) => `- ${line}`),
        alert(text),
        ...['<details open>', ...fieldsOf(category, amount)].map((line) => `+ ${line}`),
      ])
    }
    await payments.lines.assign(credit.key, { expectedVersion: 1, assignee: 'selam', actor: 'selam' })
    const stale = await allocate(credit.key, { 'payment.0': unpaid.id, 'amount.0': '1.00' })
    expect(wordsOf(stale)).toContain(
      'Another person changed this line in the meantime. Nothing was stored. This is the line as it is now. Look at it, ' +
        'and decide again. Assigned to selam by selam, 20 Nov 2026, 12:00',
    )
    expect(factsOf(stale)).toContainEqual(['Assigned to', 'selam'])
    expect(actionsOf(stale)).toEqual(actionsOf(page))
    expect(formsOf(stale).map(({ fields }) => fields.get('expectedVersion'))).toEqual(Array(8).fill('2'))
    const { fields } = formsOf(stale)[0]!
    expect([fields.get('payment.0'), fields.get('amount.0')]).toEqual([unpaid.id, '1.00'])

    desk.who.scopes = [...reader]
    desk.who.actor = 'cashier'
    await expectPages(desk, { 'whole-lines-of-a-reader': '/lines' }, true)
    const line = await desk.page(path(credit.key))
    expect(actionsOf(line)).toEqual([])
    for (const words of [
      'No payment found The line has no reference or receipt that is known. Allocations Nothing is allocated yet.',
      'Assigned to selam Import row 2 of its file Notes The payer was called. hana, 20 Nov 2026, 12:00 History',
    ])
      expect(wordsOf(line)).toContain(words)
    const payment = await desk.page(`/payments/${paid.id}`)
    expect(actionsOf(payment)).toEqual([])
    expect(wordsOf(payment)).toMatch(/^Payment INV-2 Paid Asked for 200\.00 ETB/)
    expect(wordsOf(payment)).toContain('Instructions Pay 200.00 ETB with reference INV-2. Statement lines')
  })

  it('show a refund that waits, is approved, and is canceled, and the form that asks for one', async () => {
    const desk = deskOf({}, { refundApproval: () => true })
    const { payments } = desk
    const { id } = await payments.createPayment(request())
    await payments.confirmPayment(id)
    const refund = await payments.refunds.create(
      { paymentId: id, amount: 50_000, reason: 'duplicate' },
      { actor: 'hana' },
    )
    const path = `/refunds/${refund.id}`
    await expectPages(desk, { 'refund-requested': path, 'refund-approvals': '/approvals' })
    const payment = await desk.page(`/payments/${id}`)
    expect(factsOf(payment)).toContainEqual(['To be given back', '500.00 ETB'])
    expect(wordsOf(payment)).toContain(
      'Issue the receipt It gets the next number of the year. Issuing it again gives the same receipt. Issue the receipt',
    )
    expect(wordsOf(payment)).toContain('Give money back Up to 1,000.00 ETB.')
    expect(formsOf(payment).map(({ action, fields }) => [action, String(fields)])).toEqual([
      [`/finance/receipts/${id}`, 'expectedVersion=3'],
      ['/finance/refunds', `expectedVersion=3&paymentId=${id}&amount=1000.00&reason=&note=`],
    ])
    expect(tablesOf(payment)).toMatchObject({
      Refunds: [expect.anything(), expect.arrayContaining(['500.00 ETB', 'Waiting for approval'])],
      History: [
        expect.anything(),
        ['20 Nov 2026, 12:00', 'hana', 'Refund asked for', ''],
        expect.anything(),
        expect.anything(),
      ],
    })

    const rowsOf = async (status: string) => {
      const list = await desk.page(`/refunds?status=${status}`)
      expect(formsOf(list)[0]!.fields.get('status')).toBe(status)
      expect(linksOf(list)['Download these refunds as CSV']).toBe(`/finance/refunds.csv?status=${status}`)
      return Object.entries(tablesOf(list)).map(([name, rows]) => [name, ...rows.slice(1)])
    }
    const row = [refund.reference, '20 Nov 2026, 12:00 hana', 'INV-1', 'paid twice', '500.00 ETB']
    await payments.refunds.approve(refund.id, { actor: 'selam' })
    const pending = await desk.page(path)
    expect(wordsOf(pending)).toMatch(new RegExp(`^Refund ${refund.reference} To be paid out Amount 500\\.00 ETB`))
    expect(wordsOf(pending)).toContain(
      'Was paid out The provider reported the payout; a statement will prove it. Receipt Was paid out',
    )
    expect(factsOf(pending)).toContainEqual(['Approved by', 'selam'])
    expect(formsOf(pending).map(({ action, fields }) => [action, String(fields)])).toEqual([
      [`/finance${path}/confirm`, 'expectedVersion=2&receipt='],
      [`/finance${path}/fail`, 'expectedVersion=2&reason='],
      [`/finance${path}/cancel`, 'expectedVersion=2&reason='],
    ])
    expect(await rowsOf('pending')).toEqual([
      ['Refunds', [...row, 'To be paid out']],
      ['Totals', ['paid twice', 'To be paid out', '1', '500.00 ETB']],
    ])
    const stale = await desk.post(`${path}/confirm`, { expectedVersion: '1' })
    expect(differences(await stale.text(), pending)).toEqual([
      alert('Another person changed this refund in the meantime. Nothing was stored. This is how it is now.'),
    ])

    await payments.refunds.cancel(refund.id, { actor: 'selam', reason: 'paid in cash' })
    const canceled = await desk.page(path)
    expect(wordsOf(canceled)).toMatch(new RegExp(`^Refund ${refund.reference} Canceled Amount 500\\.00 ETB`))
    expect(actionsOf(canceled)).toEqual([])
    expect(tablesOf(canceled)['History']?.slice(1)).toEqual([
      ['20 Nov 2026, 12:00', 'selam', 'Refund canceled', 'paid in cash'],
      ['20 Nov 2026, 12:00', 'selam', 'Refund to be paid out', ''],
      ['20 Nov 2026, 12:00', 'hana', 'Refund asked for', ''],
    ])
    expect(await rowsOf('canceled')).toEqual([
      ['Refunds', [...row, 'Canceled']],
      ['Totals', ['paid twice', 'Canceled', '1', '500.00 ETB']],
    ])
  })

  it('show days that are open, closed, and reopened, and receipts that are void', async () => {
    const desk = deskOf()
    const { payments, clock } = desk
    const { id } = await payments.createPayment(request())
    await payments.confirmPayment(id)
    await payments.receipts.issue(id, { actor: 'almaz' })
    const line = await openLine(payments)
    await payments.lines.allocate(line.key, {
      expectedVersion: 1,
      allocations: [{ to: 'category', category: 'donation', amount: 100_000 }],
    })
    clock.advance(day)
    const path = '/days/2026-11-20?account=cbe-1000'
    await expectPages(desk, { 'day-open': path, 'days-open': '/days' })
    const closing = await payments.days.close({ account: 'cbe-1000', day: '2026-11-20', actor: 'hana' })
    await expectPages(desk, { 'day-closed': path, month: '/months?month=2026-11' })
    const banner = await desk.get(path, { headers: { cookie: 'hp_desk_done=day.close' } })
    expect(differences(await banner.text(), await desk.page(path))).toEqual([
      '+ <p class="done" tabindex="-1" autofocus>The day was closed.</p>',
    ])
    const days = await desk.page('/days')
    expect(wordsOf(days)).toContain(
      'Days to close Months: calendar and tie-out of each account Every day that has lines is closed.',
    )
    expect(tablesOf(days)).toEqual({
      'Closed days': [
        ['Day', 'Account', 'Status', 'Who', 'When', 'Hash'],
        ['20 Nov 2026', 'cbe-1000', 'Closed', 'hana', '21 Nov 2026, 12:00', hashAs(closing.hash)],
      ],
    })
    expect(linksOf(days)).toMatchObject({
      '20 Nov 2026': `/finance${path}`,
      'Show what changed since, ten days at a time': '/finance/days?changes=1',
    })

    clock.advance(minute)
    const link = { account: 'cbe-1000', day: '2026-11-20', actor: 'hana', reason: 'a line was wrong' }
    const reopening = await payments.days.reopen(link)
    await payments.reversePayment(id, { reason: 'wrong patient' })
    await expectPages(desk, { 'payment-reversed': `/payments/${id}`, 'audit-of-all': '/audit' })
    const reopened = await desk.page(path)
    expect(wordsOf(reopened)).toMatch(/^20 Nov 2026 cbe-1000 Reopened Reopened by hana/)
    expect(factsOf(reopened).slice(0, 6)).toEqual([
      ['Reopened by', 'hana'],
      ['When', '21 Nov 2026, 12:01'],
      ['Reason', 'a line was wrong'],
      ['Number in the chain', '2'],
      ['Hash', hashAs(reopening.hash)],
      ['Previous hash', hashAs(closing.hash)],
    ])
    expect(formsOf(reopened).map(({ action, fields }) => [action, fields.get('expectedVersion')])).toEqual([
      ['/finance/days/close', '2'],
    ])
    expect(wordsOf(reopened)).toContain('Close the day You sign the figures above. Open lines are carried forward.')

    const receipt = await desk.page(`/receipts/${id}`)
    expect(wordsOf(receipt)).toMatch(
      /^Receipt 1\/2026 Void This receipt is void: the payment was reversed\. wrong patient Print Receipt 1\/2026 Void: wrong patient/,
    )
    expect(tablesOf(await desk.page('/receipts'))['Receipts']?.slice(1)).toEqual([
      ['1/2026', 'INV-1', '20 Nov 2026, 12:00', '1,500.00 ETB', 'Void'],
    ])
  })

  it('show the form of an import, a preview, what was stored, and files that cannot be read', async () => {
    const desk = deskOf({ layouts: { till } })
    const { payments } = desk
    const { id } = await payments.createPayment(request({ channel: 'cash' }))
    await payments.confirmPayment(id)
    const upload = async (path: string, fields: Record<string, string>, content: string | null) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.append(name, value)
      if (content !== null) body.append('file', new Blob([content]), 'till.csv')
      const headers = { 'sec-fetch-site': 'same-origin' }
      return (await desk.desk(new Request(`${host}${base}${path}`, { method: 'POST', headers, body }))).text()
    }
    const rows = ['2026-11-20,1500.00,INV-1,fee', '2026-11-20,10.00,,charge', 'no day,1.00,,']
    const period = { from: '2026-11-20', to: '2026-11-20', channels: 'cash' }
    const form = await desk.page('/imports')
    expect(wordsOf(form)).toContain('Imported so far No statement was imported yet.')
    expect(form).toContain('CSV: till')
    const preview = await upload('/imports/preview', { account: 'till-1', ...period }, tillFile(...rows))
    expectGolden(new URL('import-preview.html', import.meta.url), legible(mainOf(preview)))

    const accountField = (value: string) =>
      `<input name="account" value="${value}" autocomplete="off" required maxlength="255" list="accounts" aria-describedby="account-hint" />`
    const ofAccount = [`- ${accountField('')}`, `+ ${accountField('till-1')}`] as const
    const empty = await upload('/imports/preview', { account: 'till-1', layout: 'till' }, tillFile())
    expect(wordsOf(empty)).toContain('and press Import. The file has no lines.')
    expect(Object.fromEntries(formsOf(empty)[0]!.fields)).toMatchObject({ account: 'till-1', layout: 'till' })
    const [without, withAccount] = ofAccount
    expect(differences(await upload('/imports/preview', { account: 'till-1' }, null), form)).toEqual([
      without,
      alert('Choose a file that is not empty.'),
      withAccount,
    ])
    expect(
      differences(await upload('/imports/preview', { account: 'till-1' }, 'no table\nof columns\n'), form),
    ).toEqual([without, alert('The kind of the file could not be detected. Choose it from the list.'), withAccount])
    for (const [path, text] of [
      ['/imports/preview', 'The file was not read to its end. Nothing was stored.'],
      [
        '/imports',
        'The file was not read to its end. Some of its lines may be stored. Send the same file again: no line counts twice.',
      ],
    ] as const)
      expect(differences(await upload(path, { account: '' }, tillFile(...rows)), form)).toEqual(
        [
          `<div role="alert" class="alert" tabindex="-1" autofocus>${text}<ul>`,
          '<li>',
          '<strong>Account</strong>',
          '<span lang="en">is empty</span>',
          '</li>',
          '</ul>',
          '</div>',
        ].map((line) => `+ ${line}`),
      )

    await upload('/imports', { account: 'till-1', ...period }, tillFile(...rows))
    await upload('/imports', { account: 'till-1' }, tillFile('2026-11-25,10.00,,charge'))
    const { items } = await payments.statements.list()
    await expectPages(desk, { 'import-stored': `/imports/${items[1]!.id}`, imports: '/imports' })
    const warned = await desk.page(`/imports/${items[0]!.id}`)
    expect(warned).toContain('<title>Import till-1, 2026-11-25 – 2026-11-25 · Finance desk</title>')
    expect(wordsOf(warned)).toContain(
      'Check this before you trust the file Days are missing between this file and its neighbour. (21 Nov 2026 )',
    )
    expect(linksOf(warned)['Lines of this import that are open']).toBe(
      `/finance/lines?importId=${items[0]!.id}&status=open`,
    )
    expect(tablesOf(warned)['Lines']?.slice(1)).toEqual([
      ['No payment found The line has no reference or receipt that is known.', 'Money in', '1', '10.00 ETB'],
    ])
  })

  it('show a payer with bills, deposits and receipts, and the statement', async () => {
    const desk = deskOf()
    const { paths, waiver, granted } = await furnishPayer(desk.payments)
    const [payer, statement, remittance] = paths as [string, string, string]
    await expectPages(desk, { payer, 'payer-statement': statement, waivers: '/waivers' })
    await expectPages(desk, { 'waiver-requested': `/waivers/${waiver.id}`, 'waiver-granted': `/waivers/${granted.id}` })
    const body = new FormData()
    body.append('cut', 'insurer_cut')
    const rows = ['WARD-3,250.00', 'XRAY-1,400.00', 'LOST-1,50.00', 'WARD-3,1.00']
    body.append('file', new Blob([`Reference,Amount\n${rows.join('\n')}\n`]), 'nyala.csv')
    const headers = { 'sec-fetch-site': 'same-origin' }
    const answer = await desk.desk(new Request(`${host}${base}${remittance}`, { method: 'POST', headers, body }))
    expectGolden(new URL('remittance.html', import.meta.url), legible(mainOf(await answer.text())))
    desk.who.scopes = ['reports:read', 'payers:read']
    const page = await desk.page(payer)
    expect(actionsOf(page)).toEqual([])
    expect(Object.values(linksOf(page)).filter((link) => link.includes('/lines/'))).toEqual([])
  })

  it('show attempts, one under way and one that failed, and a payment that a provider takes', async () => {
    const desk = deskWithProvider()
    const { living, failed } = await furnishAttempts(desk.payments, desk.clock, desk.fake)
    await expectPages(desk, {
      attempts: '/attempts',
      'attempt-living': `/attempts/${living.id}`,
      'attempt-failed': `/attempts/${failed.id}`,
      'payment-with-attempt': `/payments/${living.paymentId}`,
    })
  })

  it('show the counter to its cashier, and cash to its supervisor', async () => {
    const head = { name: 'Black Lion Hospital', address: 'Addis Ababa', taxNumber: '0001234567' }
    const desk = deskOf({ receipt: head }, { refundApproval: ({ amount }) => amount >= 1000 })
    const { session, open, take, other } = await furnishCounter(desk.payments)
    desk.who.scopes = ['cash:take', 'payments:read']
    await expectPages(desk, {
      'counter-bill': `/counter/bills/${open.id}`,
      'counter-take': `/counter/takes/${encodeURIComponent(take.line.key)}`,
      'my-session': '/counter/session',
    })
    const whole = await desk.page('/counter')
    expect(linksOf(whole)).toEqual({
      'Finance desk': `${base}/counter`,
      'Go to the content': '#main',
      Counter: `${base}/counter`,
      'My session': `${base}/counter/session`,
      'Take a deposit': `${base}/counter/deposit`,
    })
    expect(session.status).toBe('open')
    desk.who.scopes = ['cash:supervise']
    await expectPages(desk, { 'cash-now': '/cash', 'cash-session': `/cash/sessions/${other.id}` })
  })
})
