/** A whole month: each open line settled or set aside, refunds asked for, approved and paid out, and every day closed. */
import type { HospitalPayments } from 'hospital-payments'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executable, launch, open, serve } from './browser.js'
import { hospitalOfTwo } from './hospital.js'

/** The actions of a person: each waits for its element, and none for a time. */
interface Hands {
  readonly name: string
  readonly javaScriptEnabled: boolean
  /** False for ten days alone: each further day is closed by the same two presses. */
  readonly closesEveryDay: boolean
  press(target: Locator): Promise<unknown>
  tick(target: Locator): Promise<unknown>
  write(target: Locator, text: string): Promise<unknown>
  choose(target: Locator, label: string): Promise<unknown>
}

const mouse: Omit<Hands, 'name' | 'javaScriptEnabled' | 'closesEveryDay'> = {
  press: (target) => target.click(),
  tick: (target) => target.check(),
  write: (target, text) => target.fill(text),
  choose: (target, label) => target.selectOption({ label }),
}

const keys = async (target: Locator, key: string) => {
  await target.focus()
  await target.page().keyboard.press(key)
}

const hands: readonly Hands[] = [
  { name: 'by mouse', javaScriptEnabled: true, closesEveryDay: true, ...mouse },
  {
    ...{ name: 'by keyboard', javaScriptEnabled: true, closesEveryDay: false },
    press: (target) => keys(target, 'Enter'),
    tick: (target) => keys(target, 'Space'),
    write: async (target, text) => {
      await keys(target, 'Control+a')
      await target.page().keyboard.type(text)
    },
    choose: async (target, label) => {
      await target.focus()
      await target.page().keyboard.type(label)
    },
  },
  { name: 'with scripts off', javaScriptEnabled: false, closesEveryDay: false, ...mouse },
]

type Payment = Awaited<ReturnType<HospitalPayments['search']>>['items'][number]

class Person {
  constructor(
    readonly page: Page,
    readonly base: string,
    readonly hands: Hands,
    readonly payments: HospitalPayments,
  ) {}

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  goto(path: string) {
    return this.page.goto(this.base + path)
  }

  waitForStatus(words: string) {
    return this.page.locator('#status').getByText(words).waitFor()
  }

  /** Opens each line from the list, and takes what is offered first where it is for all that is open. */
  async takeWhatFits(): Promise<void> {
    const { items } = await this.payments.lines.list({ status: 'open', limit: 500 })
    for (const line of items) {
      const [first] = await this.payments.lines.suggest(line.key)
      const { payment } = first ?? {}
      const isWhole = payment && payment.amount - payment.amountReconciled === line.amount
      if (line.direction === 'debit' || !isWhole || !first?.payment || !first.reasons.includes('same_open_amount'))
        continue
      await this.goto('/lines?status=open')
      await this.hands.press(this.page.locator(`a.open[href$="${encodeURIComponent(line.key)}"]`))
      await this.hands.press(this.page.getByRole('button', { name: 'Choose only this' }).first())
      await this.waitForStatus('The money was allocated.')
    }
  }

  /** Gives the money of a line back to the payer. */
  async giveLineBack(): Promise<void> {
    const { items } = await this.payments.lines.list({
      status: 'open',
      direction: 'credit',
      currency: 'KES',
      limit: 500,
    })
    const line = items.find(({ amount, allocations }) => amount >= 100_000 && allocations.length === 0)!
    await this.goto(`/lines/${encodeURIComponent(line.key)}`)
    await this.askBack('paid twice')
  }

  async askBack(reason: string, amount?: string): Promise<void> {
    const form = this.page.locator('form[action$="/refunds"]')
    if (amount !== undefined) await this.hands.write(form.locator('[name=amount]'), amount)
    await this.hands.choose(form.locator('[name=reason]'), reason)
    await this.hands.press(form.getByRole('button'))
    await this.waitForStatus('The refund was asked for.')
  }

  async approveAll(): Promise<void> {
    for (;;) {
      await this.goto('/approvals')
      const waiting = this.page.locator('a.open').first()
      if ((await waiting.count()) === 0) return
      await this.hands.press(waiting)
      await this.hands.press(this.button('Approve'))
      await this.waitForStatus('The refund was approved.')
    }
  }

  async payOutAll(): Promise<void> {
    for (;;) {
      await this.goto('/refunds?status=pending')
      const waiting = this.page.locator('a.open').first()
      if ((await waiting.count()) === 0) return
      await this.hands.press(waiting)
      await this.hands.press(this.button('Was paid out'))
      await this.waitForStatus('The payout was recorded.')
    }
  }

  /** Sets the other lines aside: their money is no patient's. */
  async setTheRestAside(): Promise<void> {
    await this.goto('/lines?status=open')
    for (const box of await this.page.locator('input[name=key]').all()) await this.hands.tick(box)
    await this.hands.write(this.page.locator('.bulk [name=newCategory]'), 'to_look_into')
    await this.hands.press(this.page.locator('.bulk button.main'))
    await this.waitForStatus('Lines set aside:')
  }

  /** Closes days from the list: all of them, or the first ten; the service closes the others. */
  async closeTheDays(): Promise<void> {
    const max = this.hands.closesEveryDay ? Infinity : 10
    for (let closed = 0; closed < max; closed++) {
      await this.goto('/days')
      const day = this.page.locator('section[aria-labelledby=open] a.open').first()
      if ((await day.count()) === 0) return
      await this.hands.press(day)
      await this.hands.press(this.button('Close the day'))
      await this.waitForStatus('The day was closed.')
    }
    for (;;) {
      const [first] = await this.payments.days.unclosed()
      if (!first) return
      await this.payments.days.close({ account: first.account, day: first.oldest, actor: 'hana' })
    }
  }
}

/** Returns the result of a month, without what differs by chance. */
async function outcomeOf(payments: HospitalPayments) {
  const { items: lines } = await payments.lines.list({ limit: 500 })
  const { items: refunds } = await payments.refunds.list({ limit: 500 })
  const { items: closings } = await payments.days.list({ limit: 500 })
  const paid = await payments.search({ status: ['succeeded'], limit: 500 })
  return {
    lines: lines.map(({ account, row, status, allocations }) => [
      ...[account, row, status],
      allocations.map(({ to, amount, by, ...more }) => [to, amount, by, 'category' in more ? more.category : null]),
    ]),
    refunds: refunds.map(({ amount, reason, status }) => `${amount} ${reason} ${status}`).sort(),
    closed: closings.map(({ account, day, kind }) => `${account} ${day} ${kind}`).sort(),
    paid: paid.items.map(({ reference, amountReconciled }: Payment) => `${reference} ${amountReconciled}`).sort(),
  }
}

describe.skipIf(executable === null)('createDesk: a month of work', () => {
  let browser: Browser
  const outcomes: unknown[] = []
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser?.close())

  it.each(hands)('is finished $name', { timeout: 240_000 }, async (way) => {
    const payments = await hospitalOfTwo()
    const who = { actor: 'almaz' }
    const desk = await serve(payments, { who })
    const { page, faults } = await open(browser, desk.base, { javaScriptEnabled: way.javaScriptEnabled })
    const person = new Person(page, desk.base, way, payments)
    await person.takeWhatFits()
    await person.giveLineBack()
    const { items } = await payments.search({ status: ['succeeded'], text: 'OPD-5594-028', limit: 1 })
    await person.goto(`/payments/${items[0]!.id}`)
    await person.askBack('price corrected', '25.00')
    who.actor = 'hana'
    await person.approveAll()
    await person.payOutAll()
    await person.setTheRestAside()
    await person.closeTheDays()

    const left = await payments.attention()
    expect(left).toMatchObject({ openLines: [], refundsToApprove: [], refundsToPay: [], unclosedDays: [] })
    for (const account of ['bank-1100', 'mpesa-600123'])
      expect(await payments.days.verify({ account })).toMatchObject({ ok: true })
    await person.goto('/')
    expect(await page.locator('.tile').first().textContent()).toContain('0')
    expect(faults).toEqual([])
    outcomes.push(await outcomeOf(payments))
    await page.context().close()
    await desk.close()
  })

  it('comes to the same, however it was worked on', () => {
    expect(outcomes).toHaveLength(hands.length)
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0])
  })
})
