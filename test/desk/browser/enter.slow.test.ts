/** Enter in each field of each form, pressed in a browser: what is sent is the form's main action, and nothing else. */
import type { HospitalPayments } from 'hospital-payments'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day, request, testService } from '../../support/service.js'
import { furnishCounter } from '../support/counter-scene.js'
import { executable, launch, open, serve } from './browser.js'

/** A form as its page has it, by its place there, and the field in it that Enter is pressed in. */
interface Field {
  readonly form: number
  readonly field: number
  readonly label: string
  readonly action: string
}

const fieldsShape =
  'input:not([type=hidden],[type=checkbox],[type=radio],[type=file],[readonly]),input[type=checkbox],input[type=radio]'

function fieldsOf(page: Page): Promise<Field[]> {
  return page.evaluate<Field[]>(`[...document.forms].flatMap((form, at) =>
    [...form.querySelectorAll('${fieldsShape}')].map((field, place) => ({
      form: at, field: place, label: field.name, action: new URL(form.action).pathname })))`)
}

/** Opens all that is closed, fills what must be filled, and presses Enter; what was sent, and by which button. */
async function pressEnter(page: Page, { form, field }: Field): Promise<{ action: string; words: string }> {
  await page.evaluate(`{
    for (const details of document.querySelectorAll('details')) details.open = true
    window.sent = null
    const form = document.forms[${form}]
    form.noValidate = true
    addEventListener('submit', (event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      const { submitter } = event
      window.sent = { action: new URL(submitter.hasAttribute('formaction') ? submitter.formAction : form.action).pathname, words: submitter.textContent.trim(), name: submitter.name }
    }, true)
  }`)
  await page.locator('form').nth(form).locator(fieldsShape).nth(field).press('Enter')
  return page.evaluate('window.sent')
}

describe.skipIf(executable === null)('createDesk: Enter', () => {
  let browser: Browser
  let payments: HospitalPayments
  let desk: Awaited<ReturnType<typeof serve>>
  let paths: string[]
  let linePath: string
  let bills: readonly string[]

  beforeAll(async () => {
    const made = testService({ timeZone: 'Africa/Addis_Ababa', refundApproval: ({ amount }) => amount >= 1000 })
    payments = made.payments
    const ask = (reference: string, amount: number) => payments.createPayment(request({ reference, amount }))
    const [first, second] = [await ask('INV-0001', 310_000), await ask('INV-0002', 40_000)]
    bills = [first.id, second.id]
    const failed = await ask('INV-3', 100)
    await payments.failPayment(failed.id, { reason: 'x' })
    const paid = await ask('INV-4', 5000)
    await payments.confirmPayment(paid.id)
    const base = { direction: 'credit', currency: 'ETB', valueDate: '2026-11-20' } as const
    const record = (row: number, amount: number, narration: string) => ({ ...base, row, amount, narration })
    const records = [record(1, 320_000, 'for INV 0001 and INV 0002'), record(2, 700, 'for two')]
    await payments.statements.import(records, { account: 'cbe-1000' })
    const { items } = await payments.lines.list()
    const [line, spent] = [1, 2].map((row) => items.find((one) => one.row === row)!)
    const allocation = { to: 'payment', paymentId: second.id, amount: 500 } as const
    await payments.lines.allocate(spent!.key, { expectedVersion: 1, allocations: [allocation] })
    const refundRequest = { paymentId: paid.id, reason: 'duplicate' } as const
    const requested = await payments.refunds.create({ ...refundRequest, amount: 1000 }, { actor: 'hana' })
    const pending = await payments.refunds.create({ ...refundRequest, amount: 10 })
    made.clock.advance(day)
    const counter = await furnishCounter(payments)
    linePath = `/lines/${encodeURIComponent(line!.key)}`
    paths = [
      ...counter.paths,
      ...['/lines', '/payments', '/imports', '/refunds', '/days', '/receipts', '/reports', '/audit'],
      ...[linePath, `/lines/${encodeURIComponent(spent!.key)}`, '/days/2026-11-20?account=cbe-1000'],
      ...[failed, paid].map(({ id }) => `/payments/${id}`),
      ...[requested, pending].map(({ id }) => `/refunds/${id}`),
    ]
    ;[browser, desk] = await Promise.all([launch(), serve(payments)])
  })

  afterAll(async () => {
    await browser?.close()
    await desk?.close()
  })

  it.each(['with scripts', 'without scripts of the desk'])(
    'in each field of each form presses its main button, %s',
    async (kind) => {
      const { page } = await open(browser, desk.base)
      if (kind !== 'with scripts') await page.route('**/assets/script-*', (route) => route.abort())
      let count = 0
      for (const path of paths) {
        await page.goto(desk.base + path)
        for (const field of await fieldsOf(page)) {
          await page.goto(desk.base + path)
          const buttons = await page.evaluate<{ words: string; isMain: boolean; isBest: boolean }[]>(
            `[...document.forms[${field.form}].querySelectorAll('button:not([type=button])')].map((button) =>
              ({ words: button.textContent.trim(), isMain: button.className === 'main', isBest: button.name === 'best' }))`,
          )
          const main = buttons.find(({ isMain }) => isMain) ?? buttons.at(-1)!
          const named = [path, field.action, field.label]
          const sent = await pressEnter(page, field)
          // The best suggestion is taken by its button alone.
          const words = main.isBest ? 'Allocate what is chosen' : main.words
          expect([...named, sent]).toEqual([...named, { action: field.action, words, name: '' }])
          count++
        }
      }
      expect(count).toBeGreaterThan(70)
      await page.context().close()
    },
  )

  const allocations = async () => {
    const { items } = await payments.lines.list({ account: 'cbe-1000' })
    return items.find(({ row }) => row === 1)!.allocations.map((allocation) => ({ ...allocation, by: undefined }))
  }

  it('below a search searches, keeps what was chosen, and stores nothing', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await open(browser, desk.base, { javaScriptEnabled })
      await page.goto(desk.base + linePath)
      await page.getByRole('checkbox', { name: 'Choose INV-0001' }).check()
      const search = page.getByRole('searchbox')
      await search.fill('INV-3')
      await search.press('Enter')
      await page.getByText('Payments found for').waitFor()
      expect(await page.getByRole('checkbox', { name: 'Choose INV-0001' }).isChecked()).toBe(true)
      await page.getByRole('searchbox').fill('INV-4')
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await page.getByText('Payments found for “INV-4”').waitFor()
      expect(await page.getByRole('checkbox', { name: 'Choose INV-0001' }).isChecked()).toBe(true)
      expect(new URL(page.url()).search).toBe('')
      expect(await allocations()).toEqual([])
      await page.context().close()
    }
  })

  it('in a filter shows its list, and an earlier refusal is gone with its form', async () => {
    const { page } = await open(browser, desk.base)
    await page.goto(`${desk.base}/lines`)
    await page.getByLabel('Or a new category').evaluate('(field) => { field.form.noValidate = true }')
    await page.getByLabel('Or a new category').fill('bank_fee')
    await page.getByLabel('Or a new category').press('Enter')
    await page.getByRole('alert').getByText('Choose at least one line first.').waitFor()
    expect(await page.getByLabel('Or a new category').inputValue()).toBe('bank_fee')
    await page.getByRole('searchbox').fill('nothing')
    await page.getByRole('searchbox').press('Enter')
    await page.locator('.empty', { hasText: 'No line matches. Change the filters, or show all lines.' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.context().close()
  })

  it('in the amount of a payment allocates to this payment, and not to the first one', async () => {
    const { page } = await open(browser, desk.base, { javaScriptEnabled: false })
    await page.goto(desk.base + linePath)
    const amount = page.getByLabel('Allocation for INV-0002')
    await amount.fill('100.00')
    await amount.press('Enter')
    await page.getByText('The money was allocated.').waitFor()
    expect(await allocations()).toEqual([{ to: 'payment', paymentId: bills[1], amount: 10_000 }])
    await page.reload()
    expect(await page.getByText('The money was allocated.').count()).toBe(0)
    await page.context().close()
  })
})
