import { describe, expect, it } from 'vitest'
import { request } from '../support/service.js'
import { deskOf, formsOf, lineForm, openLine } from './support/desk.js'
import { factsOf, linksOf, tablesOf, textOf } from './support/outline.js'
import { workedOn } from './support/scene.js'

async function withLine(more: Parameters<typeof openLine>[1] = {}) {
  const desk = deskOf()
  const payment = await desk.payments.createPayment(request({ customer: { name: 'Abebe Kebede' } }))
  const line = await openLine(desk.payments, more)
  const path = `/lines/${encodeURIComponent(line.key)}`
  return { ...desk, payment, line, path, now: async () => (await desk.payments.lines.get(line.key))! }
}

describe('desk/line: the page of a line', () => {
  it('names the payer, the open money and the session of a deposit, and says what to do', async () => {
    const { payments, page, who } = deskOf()
    const { id: sessionId } = await payments.cash.open({ point: 'window-1', currency: 'ETB', float: 0, actor: 'sara' })
    const { id: paymentId } = await payments.createPayment(request({ amount: 700 }))
    const cash = { sessionId, paymentId, payerId: 'MRN-7', amount: 1000, actor: 'sara' }
    const { line } = await payments.cash.take(cash)
    const path = `/lines/${encodeURIComponent(line.key)}`
    const text = await page(path)
    expect(factsOf(text)).toEqual(
      expect.arrayContaining([
        ['Id of the payer', 'MRN-7'],
        ['Cash session', sessionId],
        ['Open of the deposit', '3.00 ETB'],
      ]),
    )
    expect(textOf(text)).toContain('Deposit of a payer A payer left this money without a bill.')
    expect(textOf(await page('/lines'))).toContain('MRN-7')
    who.scopes = [...who.scopes, 'cash:supervise']
    expect(linksOf(await page(path))[sessionId]).toContain(`/cash/sessions/${sessionId}`)
  })

  it('has every fact, the targets of its money, who did what, and the payments that it may mean', async () => {
    const { page, linePath, id, other, line, payments } = await workedOn()
    const text = await page(linePath)
    expect(factsOf(text)).toEqual([
      ['Value date', '20 Nov 2026'],
      ['Account', 'cbe-1000'],
      ['Direction', 'Money in'],
      ['Reference', 'OTHER'],
      ['Narration', 'Abebe INV 1'],
      ['Open', '100.00 ETB'],
      ['Assigned to', 'selam'],
      ['Import', 'row 2 of its file'],
    ])
    expect(tablesOf(text)).toEqual({
      'Payments that this line may be for': [
        ['Choose', 'Reference', 'Status', 'Open', 'Allocation'],
        [
          'Choose INV-1 (1)',
          'INV-1 Abebe Kebede mobile-banking · 20 Nov 2026, 12:00 · +251•••344 same reference, name of the payer',
          ...['Paid', '600.00 ETB of 1,500.00 ETB', 'Allocation for INV-1 (1) Choose only this INV-1 (1)'],
        ],
        [
          ...['Choose INV-1 (2)', 'INV-1 mobile-banking · 20 Nov 2026, 12:02 same reference', 'Waiting for money'],
          ...['1,500.00 ETB', 'Allocation for INV-1 (2) Choose only this INV-1 (2)'],
        ],
      ],
      Allocations: [
        ['For', 'Amount', 'By'],
        ['Payment INV-1', '900.00 ETB', 'a person'],
      ],
      History: [
        ['When', 'Who', 'What', 'Reason'],
        ['20 Nov 2026, 12:01', 'hana', 'Assigned to selam', ''],
        ['20 Nov 2026, 12:01', 'hana', 'Allocated Payment INV-1: 900.00 ETB', 'by phone'],
        ['20 Nov 2026, 12:01', 'import-job', 'Imported', ''],
      ],
    })
    expect(linksOf(text)['row 2 of its file']).toBe(`/finance/imports/${line.importId}`)
    // No allocation is more than what is open of the line.
    expect(String(lineForm(text, 'allocate').fields)).toBe(
      `expectedVersion=3&q=&channel=&from=&to=&id.0=${id}&amount.0=100.00&shown.0=100.00&id.1=${other.id}&amount.1=100.00&shown.1=100.00` +
        [0, 1, 2].map((at) => `&category.${at}=&categoryAmount.${at}=`).join('') +
        '&reason=',
    )
    const fields = (verb: string) => String(lineForm(text, verb).fields)
    expect(fields('set-aside')).toBe('expectedVersion=3&open=10000&category=&newCategory=&reason=')
    expect(fields('assign')).toBe('expectedVersion=3&assignee=selam')
    expect(fields('unallocate')).toBe('expectedVersion=3&reason=')
    expect(String(formsOf(text).find(({ action }) => action === '/finance/refunds')!.fields)).toBe(
      String(new URLSearchParams({ expectedVersion: '3', lineKey: line.key, amount: '100.00', reason: '', note: '' })),
    )
    expect((await payments.lines.get(line.key))!.version).toBe(3)
  })

  it('shows the text of the bank, the open money, and payments that it may mean with reasons', async () => {
    const { page, path } = await withLine()
    const text = await page(path)
    expect(text).toContain('Abebe INV 1')
    expect(text).toContain('1,485.00')
    expect(text).toContain('INV-1')
    expect(text).toContain('same reference')
    expect(text).toContain('<time datetime="2026-11-20">')
  })

  it('allocates to a payment and a fee by one post, and redirects by 303', async () => {
    const { page, submit, path, now, payments, payment, follow } = await withLine()
    const form = lineForm(await page(path), 'allocate')
    const answer = await submit(form, {
      'payment.0': payment.id,
      'amount.0': '1,500.00',
      'category.0': 'bank_fee',
      'categoryAmount.0': '-15',
      reason: 'fee of the sending bank',
    })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`/finance${path}`)
    expect(await follow(answer)).toContain('The money was allocated.')
    expect(await page(`${path}?done=allocated`)).not.toContain('The money was allocated.')
    expect((await now()).status).toBe('settled')
    expect(await payments.getPayment(payment.id)).toMatchObject({ status: 'succeeded', amountReconciled: 150_000 })
    const events = await payments.lines.history((await now()).key)
    expect(events.at(-1)).toMatchObject({ actor: 'almaz', reason: 'fee of the sending bank' })
  })

  it('says who changed what since the page was loaded, and stores nothing', async () => {
    const { page, submit, path, now, payments, line } = await withLine()
    await payments.lines.hold(line.key, { expectedVersion: 1, actor: 'selam' })
    const form = lineForm(await page(path), 'allocate')
    await payments.lines.release(line.key, { expectedVersion: 2, actor: 'hana' })
    await payments.lines.assign(line.key, { expectedVersion: 3, assignee: 'hana' })
    const answer = await submit(form, { 'category.0': 'bank_fee', 'categoryAmount.0': '5' })
    expect(answer.status).toBe(409)
    const text = await answer.text()
    expect(textOf(/role="alert"[^>]*>([\s\S]*?)<\/div/.exec(text)![1]!)).toBe(
      'Another person changed this line in the meantime. Nothing was stored. This is the line as it is now. Look at it, ' +
        'and decide again. Released by hana, 20 Nov 2026, 12:00 Assigned to hana by a rule or a program, 20 Nov 2026, 12:00',
    )
    // What was typed stays, on the version that is shown now.
    expect(Object.fromEntries(lineForm(text, 'allocate').fields)).toMatchObject({
      expectedVersion: '4',
      'category.0': 'bank_fee',
      'categoryAmount.0': '5',
    })
    expect(text).toMatch(/<details\s+open/)
    expect(await now()).toMatchObject({ version: 4, allocations: [] })
  })

  it('cancels out with a line of the other direction and the same amount, while nothing of either is allocated', async () => {
    const { page, submit, path, now, payments } = await withLine()
    const counters = async () =>
      [...(await page(path)).matchAll(/name="counter"\s+value="([^"]*)"/g)].map(([, key]) => key)
    await openLine(payments, { row: 3, direction: 'credit', narration: 'same' })
    await openLine(payments, { row: 4, direction: 'debit', amount: 1, narration: 'other amount' })
    expect(await counters()).toEqual([])
    const spent = await openLine(payments, { row: 5, direction: 'debit', narration: 'spent' })
    await payments.lines.allocate(spent.key, {
      expectedVersion: 1,
      allocations: [{ to: 'category', category: 'rounding', amount: 1 }],
    })
    const back = await openLine(payments, { row: 6, direction: 'debit', narration: 'back' })
    expect(await counters()).toEqual([back.key])
    const text = await page(path)
    expect(textOf(/name="counter"([\s\S]*?)<\/label/.exec(text)![1]!)).toContain(
      '20 Nov 2026 · Money out \u22121,485.00 ETB · cbe-1000 back',
    )
    const answer = await submit(lineForm(text, 'allocate'), { counter: back.key })
    expect(answer.status).toBe(303)
    expect((await now()).allocations).toMatchObject([{ to: 'line', lineKey: back.key, amount: 148_500 }])
    expect(tablesOf(await page(path))['Allocations']!.slice(1)).toEqual([
      ['Cancels out with another line', '1,485.00 ETB', 'a person'],
    ])
    expect(linksOf(await page(path))['another line']).toBe(`/finance/lines/${encodeURIComponent(back.key)}`)
  })

  it('accepts allocations of the categories whose amount can be read and whose name is one', async () => {
    const { page, submit, path, now } = await withLine()
    for (const wrong of [
      { 'category.0': 'Bank Fee', 'categoryAmount.0': '5' },
      { 'category.0': '', 'categoryAmount.0': '5' },
      { 'category.0': 'bank_fee', 'categoryAmount.0': '' },
      { 'category.0': 'bank_fee!', 'categoryAmount.0': '5' },
      {},
    ])
      expect((await submit(lineForm(await page(path), 'allocate'), wrong as Record<string, string>)).status).toBe(400)
    expect((await now()).version).toBe(1)
    const several = { 'category.0': 'bank_fee', 'categoryAmount.0': '-15', 'category.2': 'donation' }
    const answer = await submit(lineForm(await page(path), 'allocate'), { ...several, 'categoryAmount.2': '1,500.00' })
    expect(answer.status).toBe(303)
    expect((await now()).allocations).toMatchObject([
      { to: 'category', category: 'bank_fee', amount: -1500 },
      { to: 'category', category: 'donation', amount: 150_000 },
    ])
    expect(tablesOf(await page(path))['Allocations']!.slice(1)).toEqual([
      ['Category bank_fee', '\u221215.00 ETB', 'a person'],
      ['Category donation', '1,500.00 ETB', 'a person'],
    ])
  })

  it('keeps a note once where its form is sent twice, and shows who wrote it', async () => {
    const { page, submit, path, payments, line, who } = await withLine()
    const form = lineForm(await page(path), 'notes')
    await submit(form, { text: 'Called the bank.' })
    await submit(form, { text: 'Called the bank.' })
    who.actor = 'hana'
    await submit(form, { text: 'Called the bank.' })
    await payments.lines.note(line.key, { text: 'Imported.' })
    const list = /<ol class="notes">([\s\S]*?)<\/ol>/.exec(await page(path))![1]!
    expect(textOf(list)).toBe(
      ['almaz', 'hana'].map((actor) => `Called the bank. ${actor}, 20 Nov 2026, 12:00 `).join('') +
        'Imported. a rule or a program, 20 Nov 2026, 12:00',
    )
  })

  it('takes one payment alone by its own button, ticked or not', async () => {
    const { page, submit, path, now } = await withLine()
    const answer = await submit(lineForm(await page(path), 'allocate'), { only: '0' })
    expect(answer.status).toBe(303)
    expect((await now()).allocations).toMatchObject([{ to: 'payment', amount: 148_500, by: 'hand' }])
  })

  it('finds a payment by a search that no address names, and stores nothing', async () => {
    const { page, submit, path, payments, now } = await withLine({ narration: 'nothing' })
    await payments.createPayment(request({ reference: 'WARD-7', customer: { name: 'Hana Tesfaye' } }))
    const text = await page(`${path}?q=hana`)
    expect(text).not.toContain('WARD-7')
    const form = lineForm(text, 'allocate')
    for (const button of [{}, { search: '1' }]) {
      const answer = await submit(form, { q: 'hana', ...button })
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain('WARD-7')
    }
    expect(await now()).toMatchObject({ version: 1, allocations: [] })
  })

  it('keeps what was chosen and typed by a second search, and allocates to both', async () => {
    const { page, submit, path, payments, now } = await withLine({ narration: 'nothing', amount: 10_000 })
    const billOf = (reference: string) => payments.createPayment(request({ reference, amount: 10_000 }))
    const [ward, xray] = [await billOf('WARD-7'), await billOf('XRAY-9')]
    const search = async (text: string, q: string, more: Record<string, string> = {}) =>
      (await submit(lineForm(text, 'allocate'), { q, search: '1', ...more })).text()
    const rowOf = (text: string, id: string) => new RegExp(`name="id\\.(\\d+)" value="${id}"`).exec(text)![1]!
    const first = await search(await page(path), 'ward-7')
    const at = rowOf(first, ward.id)
    const more = { [`payment.${at}`]: ward.id, [`amount.${at}`]: '60.00', reason: 'two bills' }
    const second = await search(first, 'xray-9', { ...more, 'category.0': 'bank_fee', 'categoryAmount.0': '-5' })
    const fields = lineForm(second, 'allocate').fields
    expect(fields.get(`payment.${rowOf(second, ward.id)}`)).toBe(ward.id)
    expect(fields.get('categoryAmount.0')).toBe('-5')
    // An amount that was typed means its payment, ticked or not.
    const answer = await submit(lineForm(second, 'allocate'), { [`amount.${rowOf(second, xray.id)}`]: '45.00' })
    expect(answer.status).toBe(303)
    expect((await now()).allocations).toMatchObject([
      { to: 'payment', paymentId: xray.id, amount: 4500 },
      { to: 'payment', paymentId: ward.id, amount: 6000 },
      { to: 'category', category: 'bank_fee', amount: -500 },
    ])
  })

  it('says that a search has more results than it shows, and shows more after a click', async () => {
    const { page, submit, path, payments } = await withLine({ narration: 'nothing' })
    for (let at = 0; at < 25; at++)
      await payments.createPayment(request({ reference: `W-${at}`, customer: { name: 'Hana Tesfaye' } }))
    const count = (text: string) => tablesOf(text)['Payments that this line may be for']!.length - 1
    const first = await (await submit(lineForm(await page(path), 'allocate'), { q: 'hana' })).text()
    expect(count(first)).toBe(20)
    expect(first).toContain('There are more.')
    const all = await (await submit(lineForm(first, 'allocate'), { limit: '100' })).text()
    expect(count(all)).toBe(25)
    expect(all).not.toContain('There are more.')
  })

  it('sets aside, holds, releases and assigns by one post each', async () => {
    const { page, submit, path, now } = await withLine()
    const done = async (verb: string, filled: Record<string, string>) => {
      const answer = await submit(lineForm(await page(path), verb), filled)
      expect(answer.status, verb).toBe(303)
    }
    await done('hold', { reason: 'ask the bank' })
    expect((await now()).held).toBe(true)
    await done('release', {})
    expect((await now()).held).toBe(false)
    await done('assign', { assignee: 'hana' })
    expect((await now()).assignee).toBe('hana')
    await done('assign', { assignee: '' })
    expect((await now()).assignee).toBeNull()
    await done('set-aside', { category: 'donation' })
    expect((await now()).allocations).toMatchObject([{ to: 'category', category: 'donation', amount: 148_500 }])
  })

  it('takes everything back with a reason, and asks what becomes of payments', async () => {
    const { page, submit, path, now, payments, payment } = await withLine()
    await submit(lineForm(await page(path), 'allocate'), { 'payment.0': payment.id, 'amount.0': '1485.00' })
    const silent = await submit(lineForm(await page(path), 'unallocate'), { reason: '' })
    expect(silent.status).toBe(400)
    const undone = await submit(lineForm(await page(path), 'unallocate'), { reason: 'wrong bill', payments: 'reverse' })
    expect(undone.status).toBe(303)
    expect(await now()).toMatchObject({ allocated: 0, held: true })
    expect(await payments.getPayment(payment.id)).toMatchObject({ amountReconciled: 0 })
  })

  it('keeps notes with their line breaks', async () => {
    const { page, submit, path, payments, line } = await withLine()
    const answer = await submit(lineForm(await page(path), 'notes'), { text: 'Called the bank.\r\nThey look.' })
    expect(answer.status).toBe(303)
    expect((await payments.lines.notes(line.key))[0]).toMatchObject({
      text: 'Called the bank.\nThey look.',
      actor: 'almaz',
    })
  })

  it('refuses an amount that it cannot read, and keeps what was typed', async () => {
    const { page, submit, path, now, payment } = await withLine()
    const answer = await submit(lineForm(await page(path), 'allocate'), {
      'payment.0': payment.id,
      'amount.0': '14,8500',
      'category.0': 'bank_fee',
      'categoryAmount.0': '-15',
    })
    expect(answer.status).toBe(400)
    const text = await answer.text()
    expect(text).toContain('role="alert"')
    expect(text).toContain('14,8500')
    expect(text).toContain('value="bank_fee"')
    expect((await now()).version).toBe(1)
  })

  it('refuses more than is open with the line as it is', async () => {
    const { page, submit, path, now, payment } = await withLine()
    const filled = { 'payment.0': payment.id, 'amount.0': '1500.00' }
    const answer = await submit(lineForm(await page(path), 'allocate'), filled)
    expect(answer.status).toBe(409)
    expect((await now()).allocated).toBe(0)
  })

  it('is 404 for an unknown key, also in a post', async () => {
    const { get, post } = await withLine()
    for (const key of ['nothing', 'id%3Ax', '%ff', '..%2f']) expect((await get(`/lines/${key}`)).status, key).toBe(404)
    expect((await post('/lines/nothing/hold', { expectedVersion: '1' })).status).toBe(404)
  })
})

describe('desk/line: the meaning of a line', () => {
  const alertless = (text: string) => textOf(/<div class="said"\s*>([\s\S]*?)<\/div\s*>/.exec(text)![1]!)

  it('links the payment that was paid a second time, that cannot be paid, and that is of another currency', async () => {
    for (const [words, outcome, prepare] of [
      ['Paid a second time', 'duplicate_credit', 'confirm'],
      ['Payment cannot be paid', 'status_mismatch', 'reverse'],
      ['Other currency', 'currency_mismatch', 'none'],
    ] as const) {
      const { payments, page } = deskOf()
      const currency = prepare === 'none' ? 'USD' : 'ETB'
      const bill = await payments.createPayment(request({ reference: 'INV-000777', currency }))
      const line = { row: 1, direction: 'credit', amount: 150_000, currency: 'ETB', valueDate: '2026-11-20' } as const
      if (prepare !== 'none') {
        await payments.statements.import([{ ...line, reference: 'INV-000777' }], { account: 'cbe-1000' })
        if (prepare === 'reverse') await payments.reversePayment(bill.id, { reason: 'x' })
      }
      const second = { ...line, row: 2, narration: 'again for INV-000777', amount: 150_000 } as const
      await payments.statements.import([second], { account: 'cbe-2000' })
      const [open] = (await payments.lines.list({ account: 'cbe-2000' })).items
      expect(open).toMatchObject({ status: 'open', outcome })
      const text = await page(`/lines/${encodeURIComponent(open!.key)}`)
      expect(alertless(text)).toContain(words)
      const names = /The line names:[\s\S]*?<\/ul/.exec(text)![0]
      expect(names).toContain(`href="/finance/payments/${bill.id}"`)
    }
  })

  it('is the decision of people, once they settled it or took it back', async () => {
    const { page, submit, path, payments, payment, now } = await withLine()
    expect(alertless(await page(path))).toContain('No payment found')
    await submit(lineForm(await page(path), 'allocate'), { only: '0' })
    expect(alertless(await page(path))).toBe(
      'Payment A person allocated all money of this line. The allocations are listed below.',
    )
    const row = async () => tablesOf(await page('/lines'))['Statement lines']!.at(-1)!
    expect(await row()).toContain('Payment')
    expect(payment.id).toBe(
      (await payments.lines.get((await now()).key))!.allocations.map((one) => 'paymentId' in one && one.paymentId)[0],
    )
    const { id } = await payments.createPayment(request({ reference: 'INV-000999', amount: 300 }))
    await payments.statements.import(
      [{ row: 9, direction: 'credit', amount: 300, currency: 'ETB', valueDate: '2026-11-20', reference: 'INV-000999' }],
      { account: 'cbe-3000' },
    )
    const [ruled] = (await payments.lines.list({ account: 'cbe-3000' })).items
    const ruledPath = `/lines/${encodeURIComponent(ruled!.key)}`
    expect(alertless(await page(ruledPath))).toContain('Paid by this line')
    await submit(lineForm(await page(ruledPath), 'unallocate'), { reason: 'wrong', payments: 'reverse' })
    expect(alertless(await page(ruledPath))).toContain('Taken back')
    expect(await page(ruledPath)).toContain(`/finance/payments/${id}`)
  })

  it('may be a refund that it names: paid out by a debit, and come back by a credit', async () => {
    const { page, submit, payments } = deskOf()
    const { id } = await payments.createPayment(request({ reference: 'INV-1', amount: 5000 }))
    await payments.confirmPayment(id)
    const refund = await payments.refunds.create({
      paymentId: id,
      amount: 5000,
      reason: 'duplicate',
      reference: 'RF-123456',
    })
    // The rules leave a debit of another amount to people.
    const line = { row: 1, currency: 'ETB', valueDate: '2026-11-20', narration: 'payout of RF-123456 and fee' } as const
    await payments.statements.import([{ ...line, direction: 'debit', amount: 5100 }], { account: 'cbe-1000' })
    const [debit] = (await payments.lines.list({ direction: 'debit' })).items
    const path = `/lines/${encodeURIComponent(debit!.key)}`
    const text = await page(path)
    expect(alertless(text)).toContain('The line names: Refund RF-123456 50.00 ETB To be paid out')
    expect(text).toContain(`href="/finance/refunds/${refund.id}"`)
    const fee = { 'category.0': 'bank_fee', 'categoryAmount.0': '1.00' }
    expect((await submit(lineForm(text, 'allocate'), { 'refund.0': refund.id, ...fee })).status).toBe(303)
    expect(await payments.refunds.get(refund.id)).toMatchObject({ status: 'succeeded', amountReconciled: 5000 })
    await payments.statements.import([{ ...line, row: 2, direction: 'credit', amount: 5000 }], { account: 'cbe-1000' })
    const [credit] = (await payments.lines.list({ direction: 'credit' })).items
    expect(credit).toMatchObject({ outcome: 'refund_returned' })
    const back = `/lines/${encodeURIComponent(credit!.key)}`
    const answer = await submit(lineForm(await page(back), 'allocate'), { 'refund.0': refund.id })
    expect(answer.status).toBe(303)
    expect(await payments.refunds.get(refund.id)).toMatchObject({ status: 'failed', returnedBy: credit!.key })
    expect(alertless(await page(back))).toContain('Refund')
    const ofRefund = await page(`/refunds/${refund.id}`)
    expect(ofRefund).toMatch(new RegExp(`Came back by</dt>\\s*<dd><a href="/finance${back}"`))
  })

  it('is not offered to be given back while it is the money of a refund which failed, but to that refund', async () => {
    const { page, submit, payments } = deskOf()
    const { id } = await payments.createPayment(request({ reference: 'INV-1', amount: 5000 }))
    await payments.confirmPayment(id)
    const refundRequest = { paymentId: id, amount: 5000, reason: 'duplicate', reference: 'RF-123456' } as const
    const refund = await payments.refunds.create(refundRequest)
    const line = { row: 1, currency: 'ETB', valueDate: '2026-11-20', narration: 'back: RF-123456' } as const
    const credits = ['A', 'B'].map((lineId) => ({ ...line, lineId, direction: 'credit', amount: 5000 }) as const)
    await payments.statements.import(credits, { account: 'cbe-1000' })
    const paths = (await payments.lines.list()).items.map(({ key }) => `/lines/${encodeURIComponent(key)}`)
    const givesBack = async () =>
      Promise.all(
        paths.map(async (path) => formsOf(await page(path)).some(({ action }) => action === '/finance/refunds')),
      )
    expect(await givesBack()).toEqual([true, true])
    await payments.refunds.fail(refund.id, { reason: 'account closed' })
    expect(await givesBack()).toEqual([false, false])
    expect(await page(paths[0]!)).toContain(`name="refund.0"`)
    await submit(lineForm(await page(paths[0]!), 'allocate'), { 'refund.0': refund.id })
    expect(await givesBack()).toEqual([false, true])
    expect(await page(paths[1]!)).not.toContain(`name="refund.0"`)
  })
})

/** Makes a paid bill, and a line with its receipt on another day. */
async function doubledLine() {
  const desk = deskOf()
  const { payments } = desk
  const payment = await payments.createPayment(request({ amount: 1000 }))
  const record = {
    ...({ row: 1, direction: 'credit', amount: 1000, currency: 'ETB', reference: 'INV-1' } as const),
    ...{ valueDate: '2026-11-19', providerTransactionId: 'FT-0001' },
  }
  await payments.statements.import([record], { account: 'cbe-1000' })
  await payments.statements.import([{ ...record, valueDate: '2026-11-20' }], { account: 'cbe-1000' })
  const line = (await payments.lines.list({ outcome: 'possible_duplicate' })).items[0]!
  const path = `/lines/${encodeURIComponent(line.key)}`
  return { ...desk, payment, line, path, now: async () => (await payments.lines.get(line.key))! }
}

describe('desk/line: a line that may be stored twice', () => {
  it('shows why, links the lines that it may repeat, and offers to release it or to set it aside, nothing else', async () => {
    const { page, path, get } = await doubledLine()
    const text = await page(path)
    expect(textOf(text)).toContain(
      'May be stored twice The same money may be stored already. It does not count until a person releases the line. ' +
        'Why it may be stored twice: Its receipt is stored with this amount already.',
    )
    expect(tablesOf(text)['History']!.at(-1)).toEqual([
      ...['20 Nov 2026, 12:00', 'a rule or a program', 'Imported', 'Its receipt is stored with this amount already.'],
    ])
    expect(formsOf(text).map(({ action }) => action.split('/').at(-1))).toEqual([
      ...['release', 'set-aside', 'assign', 'notes'],
    ])
    const alike = linksOf(text)['Show lines of the same amount, at most 7 days apart']!
    const listPage = await (await get(alike.slice('/finance'.length))).text()
    expect(
      tablesOf(listPage)
        ['Statement lines']!.slice(1)
        .map(([, day]) => day),
    ).toEqual(['19 Nov 2026', '20 Nov 2026'])
  })

  it('releases it, and the rules decide it at once', async () => {
    const { page, path, submit, follow, now } = await doubledLine()
    const answer = await submit(lineForm(await page(path), 'release'), { reason: 'paid twice' })
    expect(await follow(answer)).toContain('The line was released.')
    expect(await now()).toMatchObject({ outcome: 'duplicate_credit', held: false, status: 'open' })
    expect(lineForm(await page(path), 'allocate')).toBeDefined()
  })

  it('sets it aside whole as duplicate, by one button, once', async () => {
    const { page, path, submit, now } = await doubledLine()
    const form = lineForm(await page(path), 'set-aside')
    for (const time of ['once', 'again']) expect((await submit(form)).status, time).toBe(303)
    expect(await now()).toMatchObject({ status: 'settled', version: 2 })
    expect(tablesOf(await page(path))['Allocations']!.slice(1)).toEqual([
      ['Category duplicate', '10.00 ETB', 'a person'],
    ])
  })

  it('is refused by the list where it is set aside as anything else, and the list says what to do', async () => {
    const { line, post, now } = await doubledLine()
    const fields = { key: line.key, [`version.${line.key}`]: '1', [`open.${line.key}`]: '1000', category: 'bank_fee' }
    const answer = await post('/lines/set-aside', fields)
    expect(answer.status).toBe(400)
    expect(textOf(await answer.text())).toContain('This line may be stored twice. Open it to release it')
    expect((await now()).version).toBe(1)
  })

  it('is made of an open line by a person, with a reason', async () => {
    const { page, path, submit, now, follow } = await withLine()
    const form = lineForm(await page(path), 'mark-duplicate')
    const silent = await submit(form)
    expect(silent.status).toBe(400)
    expect(textOf(/role="alert"[^>]*>([\s\S]*?)<\/div/.exec(await silent.text())![1]!)).toContain('Reason')
    for (const time of ['once', 'again']) {
      const answer = await submit(form, { reason: 'the bank sent it twice' })
      expect(await follow(answer), time).toContain(
        'The line is on hold. Its money does not count until a person releases it.',
      )
    }
    expect(await now()).toMatchObject({ outcome: 'possible_duplicate', held: true, version: 2 })
    const text = await page(path)
    expect(textOf(text)).toContain('Why it may be stored twice: the bank sent it twice')
    expect(formsOf(text).some(({ action }) => action.endsWith('/mark-duplicate'))).toBe(false)
  })
})

describe('desk/line: the form that undoes a line', () => {
  type Desk = Awaited<ReturnType<typeof withLine>>
  const choices = (text: string) =>
    [...text.matchAll(/type="radio"\s+name="payments"\s+value="([^"]*)"[^>]*>([\s\S]*?)<\/label/g)].map(
      ([, value, words]) => [value, textOf(words!)],
    )
  const paid = async ({ payments, payment, line }: Desk, amount = 148_500) => {
    const allocations = [{ to: 'payment', paymentId: payment.id, amount }] as const
    await payments.lines.allocate(line.key, { expectedVersion: 1, allocations })
  }
  const whole = () => withLine({ amount: 150_000 })

  it('asks nothing where the payments still wait for money', async () => {
    const desk = await withLine()
    await paid(desk, 1000)
    expect(choices(await desk.page(desk.path))).toEqual([])
    expect((await desk.submit(lineForm(await desk.page(desk.path), 'unallocate'), { reason: 'x' })).status).toBe(303)
  })

  it('asks if they are still paid where statements paid them, and by what', async () => {
    const desk = await whole()
    await paid(desk, 150_000)
    const text = await desk.page(desk.path)
    expect(textOf(text)).toContain('Are the payments that this line paid still paid?')
    expect(choices(text)).toEqual([
      ['reverse', 'No. The payments are reversed, and the bills can be asked for again.'],
      ['keep', 'Yes, by this money. They stay paid, but this line no longer proves them.'],
      ['otherwise', 'Yes, by other money, which no statement shows yet. All money of this line is free again.'],
    ])
    const form = lineForm(text, 'unallocate')
    const answer = await desk.submit(form, { payments: 'otherwise', reason: 'cash at the window' })
    expect(answer.status).toBe(303)
    const now = await desk.payments.getPayment(desk.payment.id)
    expect(now).toMatchObject({ status: 'succeeded', amountReconciled: 0 })
    expect(now).not.toHaveProperty('undoneAllocations')
  })

  it('asks whose money was given back where a payment was refunded, and stays open without an answer', async () => {
    const desk = await whole()
    await paid(desk, 150_000)
    const form = lineForm(await desk.page(desk.path), 'unallocate')
    await desk.payments.refunds.create({ paymentId: desk.payment.id, amount: 150_000, reason: 'duplicate' })
    // The page is older than the refund.
    const refused = await desk.submit(form, { payments: 'reverse', reason: 'wrong bill' })
    expect(refused.status).toBe(409)
    const text = await refused.text()
    expect(text).toMatch(/<details class="card"\s+open/)
    expect(choices(text)).toEqual([
      ['keep', 'The money of this line. The same amount of the line cannot be given back again.'],
      ['otherwise', 'Other money, which no statement shows yet. All money of this line is free again.'],
    ])
    const silent = await desk.submit(lineForm(text, 'unallocate'))
    expect(silent.status).toBe(400)
    expect(textOf(await silent.text())).toContain(
      'Answer this question first: Money of a payment of this line was given back, or the payment was reversed. Which money',
    )
    expect((await desk.submit(lineForm(text, 'unallocate'), { payments: 'keep' })).status).toBe(303)
    expect(await desk.now()).toMatchObject({ allocated: 0, givenBack: 150_000 })
  })

  it('asks nothing but whose money was given back where the bill expired or failed', async () => {
    const desk = await withLine()
    await paid(desk, 1000)
    await desk.payments.failPayment(desk.payment.id, { reason: 'went home' })
    expect(choices(await desk.page(desk.path))).toEqual([])
    await desk.payments.refunds.create({ paymentId: desk.payment.id, amount: 1000, reason: 'other', note: 'x' })
    expect(choices(await desk.page(desk.path)).map(([value]) => value)).toEqual(['keep'])
  })
})

describe('desk/line: a page that another person has overtaken', () => {
  it('is 409 with the line as it is now, the change and its person', async () => {
    const { page, submit, path, now, payments, line } = await withLine()
    const form = lineForm(await page(path), 'set-aside')
    await payments.lines.assign(line.key, { expectedVersion: 1, assignee: 'hana', actor: 'tigist' })
    const answer = await submit(form, { category: 'donation' })
    expect(answer.status).toBe(409)
    const text = await answer.text()
    expect(text).toContain('tigist')
    expect(text).toContain('Assigned')
    expect(lineForm(text, 'set-aside').fields.get('expectedVersion')).toBe('2')
    expect((await now()).allocated).toBe(0)
  })

  it('is 409 without a version, and for one that never was', async () => {
    const { post, path } = await withLine()
    expect((await post(`${path}/hold`, { expectedVersion: '7' })).status).toBe(409)
    expect((await post(`${path}/hold`, {})).status).toBe(400)
  })

  it('changes nothing when a form comes twice', async () => {
    const { page, submit, path, now } = await withLine()
    const form = lineForm(await page(path), 'set-aside')
    const answers = await Promise.all([1, 2].map(() => submit(form, { category: 'donation' })))
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect((await now()).version).toBe(2)
  })
})

describe('desk: forms', () => {
  it('send the version that the page shows, wherever they change something', async () => {
    const { page, path } = await withLine()
    for (const url of [path, '/lines']) {
      const posts = formsOf(await page(url)).filter(
        // The search of the work list changes nothing, and filters have one person each.
        ({ method, action }) => method === 'post' && !/\/lines(\/filters)?$/.test(action),
      )
      expect(posts.length).toBeGreaterThan(0)
      for (const { action, fields } of posts)
        expect(
          [...fields.keys()].some((name) => name.includes('ersion')),
          action,
        ).toBe(true)
    }
  })

  /** Stores a line that pays two bills and a donation, and the form that undoes it. */
  async function ofThree() {
    const desk = await withLine({ amount: 150_000 })
    const other = await desk.payments.createPayment(request({ reference: 'INV-2', amount: 1000 }))
    const allocations = [
      { to: 'payment', paymentId: desk.payment.id, amount: 1000 },
      { to: 'payment', paymentId: other.id, amount: 1000 },
      { to: 'category', category: 'donation', amount: 500 },
    ] as const
    await desk.payments.lines.allocate(desk.line.key, { expectedVersion: 1, allocations })
    const text = await desk.page(desk.path)
    const form = lineForm(text, 'unallocate')
    const untick = (...positions: number[]) => {
      const fields = new URLSearchParams(form.fields)
      for (const position of positions) fields.delete(`allocation.${position}`)
      return { ...form, fields }
    }
    return { ...desk, other, text, form, untick }
  }

  it('undoes the allocations that stay ticked, once, however often it is sent', async () => {
    const { payments, path, other, text, untick, submit, now, page } = await ofThree()
    expect(textOf(text)).toContain('Which allocations are undone?')
    const answers = { payments: 'reverse', reason: 'other patient' }
    for (let sent = 0; sent < 2; sent++) expect((await submit(untick(0, 2), answers)).status).toBe(303)
    expect(await now()).toMatchObject({ allocated: 1500, held: true, version: 3 })
    expect(await payments.getPayment(other.id)).toMatchObject({ status: 'reversed', amountReconciled: 0 })
    expect((await submit(untick(1, 2), answers)).status).toBe(409)
    expect(lineForm(await page(path), 'unallocate').fields.has('allocation.1')).toBe(true)
  })

  it('undoes all allocations where all stay ticked, and none without a tick', async () => {
    const { form, untick, submit, now } = await ofThree()
    const none = await submit(untick(0, 1, 2), { payments: 'reverse', reason: 'x' })
    expect(none.status).toBe(400)
    const text = await none.text()
    expect(textOf(text)).toContain('Nothing was stored. Tick at least one allocation.')
    expect(lineForm(text, 'unallocate').fields.has('allocation.0')).toBe(false)
    expect((await submit(form, { payments: 'reverse', reason: 'x' })).status).toBe(303)
    expect(await now()).toMatchObject({ allocated: 0, allocations: [] })
  })

  it('ticks all allocations again where another person has changed the line', async () => {
    const { payments, line, untick, submit } = await ofThree()
    const undo = { expectedVersion: 2, reason: 'x', payments: 'keep', allocations: [0] } as const
    await payments.lines.unallocate(line.key, undo)
    const late = await submit(untick(1), { payments: 'reverse', reason: 'x' })
    expect(late.status).toBe(409)
    const { fields } = lineForm(await late.text(), 'unallocate')
    expect([...fields.keys()].filter((name) => name.startsWith('allocation.'))).toEqual([
      'allocation.0',
      'allocation.1',
    ])
  })
})

describe('desk/line: the form that settles a line', () => {
  const mainOf = (text: string) => {
    const [, facts, words] = /<button class="main" ([^>]*)>([\s\S]*?)<\/button>/.exec(text)!
    return { words: textOf(words!), name: /name="(\w+)"/.exec(facts!)![1]!, value: /value="([^"]*)"/.exec(facts!)![1]! }
  }
  const typed = (fields: URLSearchParams, shape: RegExp) =>
    [...fields].filter(([name, value]) => shape.test(name) && value !== '')

  it('has one main button that says what it does, and does this, whatever is typed beside it', async () => {
    const { page, submit, path, now, payment } = await withLine({ amount: 150_000 })
    const text = await page(path)
    const main = mainOf(text)
    expect(main).toEqual({
      ...{ words: 'Match 1,500.00 ETB to INV-1', name: 'best', value: `payment ${payment.id} 150000` },
    })
    const answer = await submit(lineForm(text, 'allocate'), { best: main.value, 'amount.0': '3.00', channel: 'card' })
    expect(answer.status).toBe(303)
    expect((await now()).allocations).toMatchObject([{ to: 'payment', paymentId: payment.id, amount: 150_000 }])
  })

  it('allocates nothing by Enter where nothing is chosen, and searches beside a channel or a day', async () => {
    const { page, submit, path, now } = await withLine({ amount: 150_000 })
    const form = lineForm(await page(path), 'allocate')
    expect((await submit(form)).status).toBe(400)
    const search = await submit(form, { channel: 'mobile-banking' })
    expect([search.status, (await search.text()).includes('with open money: 1')]).toEqual([200, true])
    for (const best of ['payment', 'payment x y', 'payment pay_x 0', 'line ', 'x'])
      expect((await submit(form, { best })).status, best).toBe(400)
    expect((await now()).version).toBe(1)
  })

  it('puts the rest into the form as a fee by one press: below 0 where the line is short, and nothing is stored', async () => {
    const { page, submit, path, now } = await withLine()
    const rest = await submit(lineForm(await page(path), 'allocate'), { rest: '1' })
    expect(rest.status).toBe(200)
    const form = lineForm(await rest.text(), 'allocate')
    expect(typed(form.fields, /^(payment|amount|category)/)).toEqual([
      ['payment.0', form.fields.get('id.0')],
      ['amount.0', '1500.00'],
      ['category.0', 'bank_fee'],
      ['categoryAmount.0', '-15.00'],
    ])
    expect((await now()).version).toBe(1)
    // The same press again changes nothing.
    const again = lineForm(await (await submit(form, { rest: '1' })).text(), 'allocate')
    expect(typed(again.fields, /^(amount|category)/)).toEqual(typed(form.fields, /^(amount|category)/))
    expect((await submit(form, { allocation: '1' })).status).toBe(303)
    expect(await now()).toMatchObject({ status: 'settled', allocations: [{ amount: 150_000 }, { amount: -1500 }] })
  })

  it('puts what a line has more into the form, and no fee for a bill that is much larger', async () => {
    const more = await withLine({ amount: 150_700 })
    const rest = await more.submit(lineForm(await more.page(more.path), 'allocate'), { rest: '1' })
    expect(typed(lineForm(await rest.text(), 'allocate').fields, /^categ/)).toEqual([
      ['category.0', 'bank_fee'],
      ['categoryAmount.0', '7.00'],
    ])
    const part = await withLine({ amount: 50_000 })
    const none = await part.submit(lineForm(await part.page(part.path), 'allocate'), { rest: '1' })
    const { fields } = lineForm(await none.text(), 'allocate')
    expect([fields.get('amount.0'), typed(fields, /^categ/)]).toEqual(['500.00', []])
  })

  it('finds bills by channel and days, keeps ticks over searches, chooses all, and shows the sum', async () => {
    const { page, submit, path, payments, now } = await withLine({ narration: 'nothing', amount: 58_500 })
    const bills = []
    for (let at = 1; at <= 3; at++)
      bills.push(
        await payments.createPayment(request({ reference: `CARD-${at}`, channel: 'cash', amount: at * 10_000 })),
      )
    await payments.createPayment(request({ reference: 'BANK-1' }))
    const search = { channel: 'cash', from: '2026-11-20', to: '2026-11-20', search: '1' }
    const results = await (await submit(lineForm(await page(path), 'allocate'), search)).text()
    expect(
      tablesOf(results)
        ['Payments that this line may be for']!.slice(1)
        .map(([, name]) => name!.split(' ')[0]),
    ).toEqual(expect.arrayContaining(['CARD-1', 'CARD-2', 'CARD-3']))
    const all = await (await submit(lineForm(results, 'allocate'), { tick: '1' })).text()
    expect(textOf(all)).toContain('chosen: 600.00 · left over: −15.00')
    const other = await (await submit(lineForm(all, 'allocate'), { q: 'BANK-1', channel: '', from: '', to: '' })).text()
    expect(textOf(other)).toContain('chosen: 600.00')
    const rest = await (await submit(lineForm(other, 'allocate'), { rest: '1' })).text()
    expect((await submit(lineForm(rest, 'allocate'), { allocation: '1' })).status).toBe(303)
    expect((await now()).allocations.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([
      -1500,
      ...bills.map(({ amount }) => amount),
    ])
  })

  it('refuses days that are none, and keeps the rest of the form', async () => {
    const { page, submit, path } = await withLine()
    const answer = await submit(lineForm(await page(path), 'allocate'), {
      from: '2026-13-01',
      search: '1',
      reason: 'x',
    })
    expect(answer.status).toBe(400)
    expect(lineForm(await answer.text(), 'allocate').fields.get('reason')).toBe('x')
  })

  it('folds suggestions with a single reason, and has the lines of own accounts among the suggestions', async () => {
    const { page, submit, path, payments, now } = await withLine()
    await payments.createPayment(request({ reference: 'WARD-8', amount: 148_500 }))
    const text = await page(path)
    expect(textOf(text)).toContain('Weak suggestions: 1')
    expect(tablesOf(text)['Payments with a single reason']!.at(-1)![1]).toContain('WARD-8')
    const record = { row: 1, direction: 'debit', amount: 148_500, currency: 'ETB', valueDate: '2026-11-20' } as const
    await payments.statements.import([{ ...record, narration: 'sweep' }], { account: 'till-2' })
    const both = await page(path)
    expect(textOf(both)).toContain('Lines of own accounts: this money may be moved between two of them')
    const [, counter] = /name="counter"\s+value="([^"]*)"/.exec(both)!
    expect((await submit(lineForm(both, 'allocate'), { counter: counter! })).status).toBe(303)
    expect((await now()).allocations).toMatchObject([{ to: 'line', lineKey: counter }])
  })

  it('says that a category is new, and links rules only where the service has them', async () => {
    const { page, submit, path, follow } = await withLine()
    const text = await page(path)
    const form = lineForm(text, 'allocate')
    const fee = { 'category.0': 'parking', 'categoryAmount.0': '5' }
    expect(await follow(await submit(form, fee))).toContain('No line had this category in the last 31 days.')
    const again = lineForm(await page(path), 'set-aside')
    expect((await submit(again, { category: '' })).status).toBe(400)
    expect(await follow(await submit(again, { newCategory: 'tips' }))).toContain(
      'The line was set aside. No line had this category in the last 31 days.',
    )
  })
})
