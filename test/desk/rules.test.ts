/** Rules in the desk: made from a line, tried before they are kept, listed and deleted. */
import type { AccountLine } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { alertOf } from './support/counter.js'
import { base, deskOf, formsOf, lineForm, openLine, reader } from './support/desk.js'
import { factsOf, linksOf, tablesOf, wordsOf } from './support/outline.js'

const narrations = ['LEDGER FEE NOV 2026 77', 'ledger  fee dec', 'CHEQUE 12']

/** Makes a desk with two open fees and another debit; `almaz` is signed in. */
async function withFees() {
  const desk = deskOf()
  const { payments, page, post } = desk
  const lines: AccountLine[] = []
  for (const [at, narration] of narrations.entries())
    lines.push(await openLine(payments, { row: at + 2, amount: 1000 + at, direction: 'debit', narration }))
  const newFrom = (line: AccountLine) => page(`/rules/new?line=${encodeURIComponent(line.key)}`)
  /** Tries the rule of the first fee, with its category and more. */
  const tried = async (more: Record<string, string> = {}) => {
    const { action, fields } = lineForm(await newFrom(lines[0]!), 'new')
    for (const [name, value] of Object.entries({ category: 'bank_fee', ...more })) fields.set(name, value)
    return (await post(action, fields)).text()
  }
  const remember = async (more: Record<string, string> = {}) => lineForm(await tried(more), 'rules')
  const open = async () => (await payments.lines.list({ status: 'open' })).items.map(({ narration }) => narration)
  const pathOf = (answer: Response) => answer.headers.get('location')!.slice(base.length)
  return { ...desk, lines, newFrom, tried, remember, open, pathOf }
}

describe('desk/rules: a new rule', () => {
  it('is suggested from a line, without its numbers, dates and months', async () => {
    const { newFrom, lines, page } = await withFees()
    const text = await newFrom(lines[0]!)
    expect(String(lineForm(text, 'new').fields)).toBe(
      'text=LEDGER+FEE&category=&direction=debit&account=cbe-1000&amount=&currency=',
    )
    expect(wordsOf(text)).toContain('Lines that no payment explains: 2, together 20.01 ETB.')
    // Without a category there is nothing to do yet.
    expect(formsOf(text).map(({ action }) => action)).toEqual([`${base}/rules/new`])
    expect(String(lineForm(await page('/rules/new'), 'new').fields)).toContain('text=&category=&direction=debit')
  })

  it('shows the number, the sum and the first of the lines that are alike', async () => {
    const { tried } = await withFees()
    const text = await tried()
    expect(
      tablesOf(text)
        ['Open lines that are alike']!.slice(1)
        .map((row) => row[1]),
    ).toEqual(
      expect.arrayContaining([expect.stringContaining('LEDGER FEE NOV'), expect.stringContaining('ledger fee dec')]),
    )
    expect(formsOf(text).map(({ action }) => action)).toEqual(
      ['new', 'once', ''].map((verb) => `${base}/rules${verb && `/${verb}`}`),
    )
    expect(wordsOf(await tried({ text: 'nothing has it' }))).toContain('No open line is alike now.')
    const one = await tried({ text: 'fee', amount: '10.00', currency: 'etb' })
    expect(alertOf(one)).toMatch(/Text of the lines/)
    expect(wordsOf(await tried({ amount: '10.00', currency: 'etb' }))).toContain('explains: 1, together 10.00 ETB.')
    expect(alertOf(await tried({ amount: '10.00' }))).toMatch(/currency/i)
  })

  it('settles the lines once, by hand, and keeps no rule', async () => {
    const { tried, submit, follow, payments, open } = await withFees()
    const form = lineForm(await tried(), 'once')
    const answer = await submit(form)
    expect(wordsOf(await follow(answer))).toContain('Lines set aside: 2.')
    expect(await open()).toEqual(['CHEQUE 12'])
    const { items } = await payments.lines.list({ status: 'settled' })
    expect(items.map(({ allocations }) => allocations)).toEqual(
      items.map(({ amount }) => [{ to: 'category', category: 'bank_fee', amount, by: 'hand' }]),
    )
    expect((await payments.rules.list()).items).toEqual([])
    expect((await submit(form)).status).toBe(409)
  })

  it('is remembered and settles the lines, once, however often its form is sent', async () => {
    const { remember, submit, follow, payments, open, pathOf, page } = await withFees()
    const form = await remember()
    const answers = [await submit(form), await submit(form)]
    const { items } = await payments.rules.list()
    expect(items).toMatchObject([{ text: 'LEDGER FEE', category: 'bank_fee', account: 'cbe-1000', createdBy: 'almaz' }])
    expect(wordsOf(await follow(answers[0]!))).toContain('The rule was remembered. Lines set aside: 2.')
    expect(answers.map(pathOf)).toEqual([`/rules/${items[0]!.id}`, `/rules/${items[0]!.id}`])
    expect(await open()).toEqual(['CHEQUE 12'])
    await openLine(payments, { row: 9, amount: 5, direction: 'debit', narration: 'LEDGER FEE JAN' })
    expect(await open()).toEqual(['CHEQUE 12'])
    const [line] = (await payments.lines.list({ status: 'settled' })).items
    expect(linksOf(await page(`/lines/${encodeURIComponent(line!.key)}`))['by a rule']).toBe(
      `${base}/rules/${items[0]!.id}`,
    )
  })

  it('is refused whole where other lines are alike by then', async () => {
    const { remember, tried, submit, payments } = await withFees()
    const [kept, once] = [await remember(), lineForm(await tried(), 'once')]
    await openLine(payments, { row: 9, amount: 5, direction: 'debit', narration: 'LEDGER FEE JAN' })
    for (const form of [kept, once]) {
      const answer = await submit(form)
      const text = await answer.text()
      expect([answer.status, alertOf(text)]).toEqual([409, expect.stringMatching(/^Other lines are alike now/)])
      expect(wordsOf(text)).toContain('explains: 3')
    }
    expect((await payments.rules.list()).items).toEqual([])
    expect((await payments.lines.list({ status: 'open' })).items).toHaveLength(4)
  })

  it('settles at most 500 lines in one action: of more it is remembered alone', async () => {
    const { payments, remember, submit, follow, page, pathOf } = await withFees()
    const fee = { direction: 'debit', amount: 700, currency: 'ETB', valueDate: '2026-11-20' } as const
    const many = Array.from({ length: 499 }, (_, n) => ({ ...fee, row: n, lineId: `F-${n}`, narration: 'LEDGER FEE' }))
    await payments.statements.import(many, { account: 'cbe-1000' })
    const form = await remember()
    expect(form.fields.has('seen')).toBe(false)
    const forced = await submit(form, { seen: 'x' })
    expect([forced.status, (await payments.rules.list()).items]).toEqual([400, []])
    const answer = await submit(form)
    expect(wordsOf(await follow(answer))).toContain('Lines set aside: 0.')
    const path = pathOf(answer)
    expect(wordsOf(await follow(await submit(lineForm(await page(path), 'apply'))))).toContain('Lines set aside: 500.')
    expect((await payments.rules.try({ text: 'ledger fee', category: 'x' })).lines).toBe(0)
    expect((await payments.lines.list({ status: 'open', text: 'ledger' })).items).toHaveLength(1)
  })
})

describe('desk/rules: a list', () => {
  it('shows each rule, who made it, and the way to its end', async () => {
    const { payments, page, who } = await withFees()
    expect(wordsOf(await page('/rules'))).toContain('No rule yet.')
    const money = { amount: 2500, currency: 'ETB' }
    const { id } = await payments.rules.create({ text: 'Rent', category: 'rent', ...money }, { actor: 'hana' })
    await payments.rules.create({ text: 'Interest', category: 'interest', direction: 'credit' }, { actor: 'hana' })
    const text = await page('/rules')
    expect(tablesOf(text)['Rules']!.slice(1)).toEqual([
      ['Rent', 'rent', 'Money out', 'Any', '25.00 ETB', 'hana 20 Nov 2026, 12:00', 'Delete Rent'],
      ['Interest', 'interest', 'Money in', 'Any', 'Any', 'hana 20 Nov 2026, 12:00', 'Delete Interest'],
    ])
    expect(linksOf(text)['Rent']).toBe(`${base}/rules/${id}`)
    expect(linksOf(text)['New rule']).toBe(`${base}/rules/new`)
    who.scopes = [...reader]
    expect(Object.keys(linksOf(await page('/rules')))).not.toContain('New rule')
    expect(formsOf(await page(`/rules/${id}`))).toEqual([])
  })
})

describe('desk/rules: a deletion', () => {
  it('wants a tick, is done once, and leaves the rule to read', async () => {
    const { payments, page, submit, follow, get } = await withFees()
    const { id } = await payments.rules.create({ text: 'Rent', category: 'rent' }, { actor: 'hana' })
    const form = lineForm(await page(`/rules/${id}`), 'delete')
    const refused = await submit(form)
    expect([refused.status, alertOf(await refused.text())]).toEqual([
      400,
      expect.stringMatching(/^Nothing was deleted/),
    ])
    for (const answer of [await submit(form, { sure: '1' }), await submit(form, { sure: '1' })])
      expect(wordsOf(await follow(answer))).toContain('The rule was deleted.')
    expect((await payments.rules.list()).items).toEqual([])
    const text = await page(`/rules/${id}`)
    expect(wordsOf(text)).toContain('This rule was deleted')
    expect(formsOf(text)).toEqual([])
    expect(factsOf(text)).toEqual([
      ['Text of the lines', 'Rent'],
      ['Category', 'rent'],
      ['Direction', 'Money out'],
      ['Account', 'Any'],
      ['Amount', 'Any'],
      ['Made by', 'hana'],
      ['Made on', '20 Nov 2026, 12:00'],
      ['Deleted on', '20 Nov 2026, 12:00'],
    ])
    expect((await get('/rules/rul_00000000000000000000000000')).status).toBe(404)
    expect((await get('/rules/new?line=none')).status).toBe(404)
  })
})

describe('desk/rules: a person without a name', () => {
  it('makes no rule and deletes none', async () => {
    const { remember, submit, payments, who } = await withFees()
    const form = await remember()
    Object.assign(who, { actor: null })
    expect((await submit(form)).status).toBe(403)
    expect((await payments.rules.list()).items).toEqual([])
  })
})
