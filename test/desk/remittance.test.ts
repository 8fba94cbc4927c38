import { describe, expect, it } from 'vitest'
import { request } from '../support/service.js'
import { alertOf } from './support/counter.js'
import { base, deskOf, formsOf, host } from './support/desk.js'
import { factsOf, linksOf, tablesOf, wordsOf } from './support/outline.js'

/** Makes a desk with a line of an insurer, and bills of 1,500.00 each, CLAIM-1 and so on. */
async function withTransfer(amount: number, bills = 3) {
  const desk = deskOf()
  const { payments } = desk
  for (let at = 1; at <= bills; at++)
    await payments.createPayment(request({ reference: `CLAIM-${at}`, channel: 'cash', customer: { id: `MRN-${at}` } }))
  const transfer = { row: 2, direction: 'credit', amount, currency: 'ETB', valueDate: '2026-11-20' } as const
  const { id: importId } = await payments.statements.import([{ ...transfer, narration: 'NYALA' }], { account: 'cbe' })
  const line = (await payments.lines.list({ importId })).items[0]!
  const path = `/lines/${encodeURIComponent(line.key)}/remittance`
  const send = async (content: string | null, fields: Record<string, string> = {}) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    if (content !== null) body.append('file', new Blob([content]), 'nyala.csv')
    const headers = { 'sec-fetch-site': 'same-origin' }
    const answer = await desk.desk(new Request(`${host}${base}${path}`, { method: 'POST', headers, body }))
    return { status: answer.status, page: await answer.text() }
  }
  const billOf = async (reference: string) => (await payments.findByReference(reference)).items[0]!
  return { ...desk, line, path, send, billOf }
}

const takeFormOf = (page: string) => formsOf(page).find(({ action }) => action.endsWith('/take'))

describe('desk/remittance: the proposal', () => {
  it('shows 200 bills, nine cut, one unknown and one already paid, with its difference, and is taken whole', async () => {
    // 198 bills are paid, nine of them 100.00 less.
    const desk = await withTransfer(198 * 150_000 - 9 * 10_000, 199)
    const { payments, send, billOf, submit, follow, line } = desk
    const paid = await billOf('CLAIM-50')
    await payments.lines.allocate(
      await (async () => {
        const other = {
          row: 3,
          direction: 'credit',
          amount: 150_000,
          currency: 'ETB',
          valueDate: '2026-11-19',
        } as const
        const { id } = await payments.statements.import([other], { account: 'cbe' })
        return (await payments.lines.list({ importId: id })).items[0]!.key
      })(),
      { expectedVersion: 1, allocations: [{ to: 'payment', paymentId: paid.id, amount: 150_000 }] },
    )
    const rows = Array.from({ length: 200 }, (_, at) => `CLAIM-${at + 1};${at < 9 ? '1.400,00' : '1.500,00'}`)
    const { status, page } = await send(`NYALA INSURANCE\n\nClaim No;Amount paid\n${rows.join('\n')}\n`, {
      decimal: ',',
    })
    expect(status).toBe(200)
    expect(Object.fromEntries(factsOf(page))).toMatchObject({
      'Rows of the file': '200',
      Bills: '198',
      'Paid by the rows': '296,100.00 ETB',
      Open: '296,100.00 ETB',
      Difference: 'None: the rows are for all open money of the line.',
    })
    expect(wordsOf(page)).toContain(
      'nyala.csv was read, and nothing is stored yet. Its columns: Column of the reference: Claim No, Column of the amount: Amount paid.',
    )
    expect(tablesOf(page)['Rows that propose nothing']!.slice(1)).toEqual([
      ['53', 'Nothing is open of the payment: it was paid before.'],
      ['203', 'No payment has this reference.'],
    ])
    const bills = tablesOf(page)['Bills']!
    expect(bills).toHaveLength(199)
    expect(bills[1]).toEqual(['4', 'CLAIM-1', '1,500.00 ETB', '1,400.00 ETB', '100.00 ETB'])
    expect(bills[10]).toEqual(['13', 'CLAIM-10', '1,500.00 ETB', '1,500.00 ETB', ''])
    expect((await payments.lines.get(line.key))!.version).toBe(1)

    const form = takeFormOf(page)!
    const answers = [await submit(form), await submit(form)]
    for (const answer of answers) expect(answer.status).toBe(303)
    expect(wordsOf(await follow(answers[0]!))).toContain('The money was allocated.')
    const settled = (await payments.lines.get(line.key))!
    expect([settled.status, settled.version, settled.allocations.length]).toEqual(['settled', 2, 198])
    expect(await billOf('CLAIM-9')).toMatchObject({ status: 'pending', amountReconciled: 140_000 })
    expect(await billOf('CLAIM-199')).toMatchObject({ status: 'succeeded', amountReconciled: 150_000 })
    expect((await billOf('CLAIM-50')).version).toBe(paid.version + 1)
    expect((await payments.lines.history(line.key)).at(-1)).toMatchObject({ type: 'line.allocated', actor: 'almaz' })
  })

  it('with a category for what was cut, pays the bill whole and writes the cut off', async () => {
    const { send, submit, billOf, line, payments } = await withTransfer(290_000)
    const { page } = await send('Reference,Amount\nCLAIM-1,1400.00\nCLAIM-2,1500.00\n', { cut: 'insurer_cut' })
    expect(tablesOf(page)['Bills']).toEqual([
      ['Row', 'Reference', 'Open', 'Paid by the rows', 'Cut, to a category', 'Stays open on the bill'],
      ['2', 'CLAIM-1', '1,500.00 ETB', '1,400.00 ETB', '100.00 ETB insurer_cut', ''],
      ['3', 'CLAIM-2', '1,500.00 ETB', '1,500.00 ETB', '', ''],
    ])
    expect(Object.fromEntries(factsOf(page))).toMatchObject({ 'Cut, to a category': '100.00 ETB' })
    await submit(takeFormOf(page)!, { reason: 'advice of November' })
    expect(await billOf('CLAIM-1')).toMatchObject({ status: 'succeeded', amountWrittenOff: 10_000 })
    expect((await payments.lines.history(line.key)).at(-1)!.reason).toBe('advice of November')
  })

  it('takes the category of a row before that of the form, and leaves open what is for no row', async () => {
    const { send, submit, line, payments } = await withTransfer(400_000)
    const { page } = await send('Reference,Amount,Category\nCLAIM-1,1400.00,tariff\nCLAIM-2,1450.00,\n', {
      cut: 'insurer_cut',
    })
    expect(
      tablesOf(page)
        ['Bills']!.slice(1)
        .map((row) => row[4]),
    ).toEqual(['100.00 ETB tariff', '50.00 ETB insurer_cut'])
    expect(Object.fromEntries(factsOf(page))['Difference']).toBe(
      '1,150.00 ETB of the line is for no row, and stays open.',
    )
    await submit(takeFormOf(page)!)
    expect(await payments.lines.get(line.key)).toMatchObject({ status: 'open', allocated: 285_000 })
  })

  it('for more than the line has open, has no form to take it', async () => {
    const { send } = await withTransfer(150_000)
    const { page } = await send('Reference,Amount\nCLAIM-1,1500.00\nCLAIM-2,1500.00\n')
    expect(Object.fromEntries(factsOf(page))['Difference']).toContain('1,500.00 ETB more than the line has open')
    expect(takeFormOf(page)).toBeUndefined()
  })

  it('names each row that it cannot use, by the line of the file', async () => {
    const { send, payments } = await withTransfer(900_000, 4)
    await payments.createPayment(request({ reference: 'USD-1', currency: 'USD', channel: 'cash' }))
    const rows = [
      ...['CLAIM-1,1.500,extra,', 'CLAIM-2,', 'CLAIM-2,1.500', 'CLAIM-2,KES 5.00', 'CLAIM-2,-5.00', 'CLAIM-2,0.00'],
      ...[',5.00', 'USD-1,5.00', 'CLAIM-3,1600.00', 'CLAIM-4,1500.00', 'CLAIM-4,1.00', '"CLAIM\n-5"x,1'],
    ]
    const { page } = await send(`Reference,Amount\n${rows.join('\n')}\n`)
    expect(tablesOf(page)['Rows that propose nothing']!.slice(1)).toEqual([
      ['2', 'The row has more cells than the header, or a quote without counterpart.'],
      ['3', 'The amount is missing, or cannot be read.'],
      ['4', 'The amount can be read in two ways: its only mark has three digits behind it.'],
      ['5', 'The amount names another currency than the line.'],
      ['6', 'The amount is below 0.'],
      ['7', expect.stringMatching(/^The row is not complete\. amount must be/)],
      ['8', expect.stringMatching(/^The row is not complete\. reference must be there/)],
      ['9', 'The payment is in another currency than the line.'],
      ['10', 'The amount is more than is open of the payment.'],
      ['12', 'An earlier row is for the same payment, and that row stands.'],
      ['13', 'The row has more cells than the header, or a quote without counterpart.'],
    ])
    expect(tablesOf(page)['Bills']!.slice(1)).toEqual([['11', 'CLAIM-4', '1,500.00 ETB', '1,500.00 ETB', '']])
  })
})

describe('desk/remittance: the columns', () => {
  it('are those that a person names, by the header or by number', async () => {
    const { send } = await withTransfer(150_000)
    const file = 'Patient,Folio,Settled\nAbebe,CLAIM-1,1500.00\n'
    const first = await send(file)
    expect([first.status, alertOf(first.page)]).toEqual([
      ...[
        400,
        expect.stringMatching(/^The file has no header with these columns: Column of the reference ?, Column of/),
      ],
    ])
    for (const names of [
      { reference: 'folio', amount: 'settled' },
      { reference: 'Folio', amount: '3' },
    ]) {
      const { page } = await send(file, names)
      expect(tablesOf(page)['Bills']!.slice(1)).toEqual([['2', 'CLAIM-1', '1,500.00 ETB', '1,500.00 ETB', '']])
      const form = formsOf(page).find(({ action }) => action.endsWith('/remittance'))!
      expect(Object.fromEntries(form.fields)).toMatchObject(names)
    }
    const { page } = await send('CLAIM-1,1500.00\n', { reference: '1', amount: '2' })
    expect(tablesOf(page)['Bills']!.slice(1)).toHaveLength(1)
  })
})

describe('desk/remittance: a file', () => {
  it.each([
    ['none', null, 'Choose a file that is not empty.'],
    ['an empty one', '', 'Choose a file that is not empty.'],
    ['a PDF', '%PDF-1.7 ...', 'The file cannot be read as CSV in UTF-8. Nothing was stored.'],
    [
      'one that is cut off',
      'Reference,Amount\n"CLAIM-1,5\n',
      'The file cannot be read as CSV in UTF-8. Nothing was stored.',
    ],
    [
      'one with 5,001 rows',
      `Reference,Amount\n${'CLAIM-1,1\n'.repeat(5001)}`,
      'The file has more than 5000 rows. Divide it. Nothing was stored.',
    ],
  ])('%s is refused in words, and stores nothing', async (_, content, words) => {
    const { send, line, payments } = await withTransfer(150_000)
    const { status, page } = await send(content, { cut: 'x' })
    expect([status, alertOf(page)]).toEqual([400, words])
    expect(formsOf(page)[0]!.fields.get('cut')).toBe('x')
    expect((await payments.lines.get(line.key))!.version).toBe(1)
  })

  it('is for open money that came: other lines say so, and have no form', async () => {
    const { payments, page, path, line, send } = await withTransfer(150_000)
    expect(linksOf(await page(`/lines/${encodeURIComponent(line.key)}`))['Settle by a remittance']).toBe(
      `/finance${path}`,
    )
    await payments.lines.allocate(line.key, {
      expectedVersion: 1,
      allocations: [{ to: 'category', category: 'donation', amount: 150_000 }],
    })
    const settled = await page(path)
    expect(wordsOf(settled)).toContain('A remittance is for open money that came. This line has none.')
    expect(formsOf(settled)).toEqual([])
    expect(linksOf(await page(`/lines/${encodeURIComponent(line.key)}`))['Settle by a remittance']).toBeUndefined()
    const { page: late } = await send('Reference,Amount\nCLAIM-1,5.00\n')
    expect(takeFormOf(late)).toBeUndefined()
  })
})

describe('desk/remittance: taking a proposal', () => {
  it('is refused where the line or a bill changed since, and stores nothing then', async () => {
    const { send, submit, payments, line, billOf } = await withTransfer(300_000)
    const { page } = await send('Reference,Amount\nCLAIM-1,1500.00\n')
    const form = takeFormOf(page)!
    await payments.confirmPayment((await billOf('CLAIM-1')).id)
    await payments.lines.assign(line.key, { expectedVersion: 1, assignee: 'hana' })
    const changed = await submit(form)
    expect([changed.status, alertOf(await changed.text())]).toEqual([
      ...[409, 'Another person changed this line in the meantime.'],
    ])
    const broken = await submit(form, { allocations: 'pay_1 x *', expectedVersion: '2' })
    expect(broken.status).toBe(400)
    const none = await submit(form, { allocations: '', expectedVersion: '2' })
    expect(none.status).toBe(400)
    expect(await payments.lines.get(line.key)).toMatchObject({ version: 2, allocated: 0 })
  })
})

describe('desk/line: the payer of a line', () => {
  it('is named and removed by a form, for those who may', async () => {
    const { page, submit, payments, line, who } = await withTransfer(150_000)
    const path = `/lines/${encodeURIComponent(line.key)}`
    const form = async () => formsOf(await page(path)).find(({ action }) => action.endsWith('/payer'))
    const answer = await submit((await form())!, { payerId: 'NYALA' })
    expect(answer.headers.get('location')).toBe(`/finance${path}`)
    expect(await payments.lines.get(line.key)).toMatchObject({ payerId: 'NYALA', version: 2 })
    expect(tablesOf(await page('/payers/NYALA'))['Deposits']![1]).toEqual([
      ...['20 Nov 2026', 'cbe', '1,500.00 ETB', '1,500.00 ETB', 'Settle by a remittance'],
    ])
    const refused = await submit((await form())!, { payerId: 'no id' })
    expect([refused.status, (await payments.lines.get(line.key))!.payerId]).toEqual([400, 'NYALA'])
    await submit((await form())!, { payerId: '' })
    expect(await payments.lines.get(line.key)).toMatchObject({ payerId: null, version: 3 })
    who.scopes = ['reports:read', 'lines:read', 'lines:write']
    expect(await form()).toBeUndefined()
  })
})
