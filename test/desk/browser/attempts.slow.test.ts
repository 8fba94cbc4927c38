/** Attempts in a browser, with scripts and without, and the phone of the payer beside them. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeListener } from 'hospital-payments/http'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fakePhone } from '../../../examples/fake-phone/phone.js'
import { deskWithProvider, furnishAttempts } from '../support/attempt-scene.js'
import { allRules, rulesOfColours, violations } from './axe.js'
import { executable, launch, open, serve } from './browser.js'

const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
]

describe.skipIf(executable === null)('createDesk: attempts', () => {
  let browser: Browser
  let made: ReturnType<typeof deskWithProvider>
  let scene: Awaited<ReturnType<typeof furnishAttempts>>
  let desk: Awaited<ReturnType<typeof serve>>

  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser?.close())

  beforeEach(async () => {
    made = deskWithProvider({ canCancel: false })
    scene = await furnishAttempts(made.payments, made.clock, made.fake)
    desk = await serve(made.payments)
    return async () => void (await desk.close())
  })

  it.each([true, false])(
    'a payer is asked, checked and given up by keyboard alone, scripts %s',
    async (javaScriptEnabled) => {
      const { page, faults } = await open(browser, desk.base, { javaScriptEnabled, viewport: sizes[0]! })
      await page.goto(`${desk.base}/payments/${scene.openId}`)
      const phone = page.getByRole('textbox', { name: 'Phone of the payer' })
      expect(await phone.inputValue()).toBe('')
      await phone.focus()
      await page.keyboard.type('+251911223344')
      await page.keyboard.press('Enter')
      await page.getByText('The provider was called.').waitFor()
      await page.getByRole('button', { name: 'Check now' }).focus()
      await page.keyboard.press('Enter')
      await page.getByText('The provider was asked.').waitFor()
      await page.getByRole('textbox', { name: 'Reason' }).focus()
      await page.keyboard.type('went home')
      await page.keyboard.press('Enter')
      await page.getByText('because the payer may still pay by it').waitFor()
      await page.getByRole('checkbox', { name: /although the payer may still pay/ }).focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('Enter')
      await page.getByText('The attempt was given up.').waitFor()
      expect((await made.payments.getPayment(scene.openId))!.attemptId).toBeNull()
      expect(faults).toEqual([])
      await page.context().close()
    },
  )

  it('the state of an attempt is read again by itself, and announced', async () => {
    const { page, faults } = await open(browser, desk.base)
    await page.goto(`${desk.base}/attempts/${scene.living.id}`)
    made.fake.accept(scene.living.id)
    await made.payments.attempts.check(scene.living.id)
    await page.locator('#attempt-state', { hasText: 'The money is on account fake.' }).waitFor()
    await page.getByRole('button', { name: 'Give up' }).waitFor({ state: 'detached' })
    expect(faults).toEqual([])
    await page.context().close()
  })

  it.each([
    ['light', allRules],
    ['dark', rulesOfColours],
  ] as const)('have no fault that axe finds, on a phone and a tablet, in %s colours', async (colorScheme, rules) => {
    const server = createServer(
      toNodeListener(fakePhone({ payments: made.payments, provider: made.fake, path: '/phone' })),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const phone = `http://127.0.0.1:${(server.address() as AddressInfo).port}/phone`
    for (const viewport of sizes) {
      const { page, faults } = await open(browser, desk.base, { viewport, colorScheme })
      const all: Record<string, string[]> = {}
      for (const path of scene.paths) {
        await page.goto(desk.base + path)
        all[path] = await violations(page, rules)
        const isWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
        expect([path, isWide]).toEqual([path, false])
      }
      expect(all).toEqual(Object.fromEntries(scene.paths.map((path) => [path, []])))
      expect(faults).toEqual([])
      await page.context().close()
      const ofPhone = await open(browser, phone, { viewport, colorScheme, javaScriptEnabled: true })
      await ofPhone.page.goto(phone)
      expect(await violations(ofPhone.page, rules)).toEqual([])
      expect(ofPhone.faults).toEqual([])
      await ofPhone.page.context().close()
    }
    server.close()
  })

  it('the payer accepts on the phone by keyboard alone, without scripts', async () => {
    const server = createServer(
      toNodeListener(fakePhone({ payments: made.payments, provider: made.fake, path: '/phone' })),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const phone = `http://127.0.0.1:${(server.address() as AddressInfo).port}/phone`
    const { page, faults } = await open(browser, phone, { javaScriptEnabled: false, viewport: sizes[0]! })
    await page.goto(phone)
    await page.getByRole('textbox', { name: 'Amount in ETB' }).first().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Pay again' }).first().waitFor()
    expect((await made.payments.attempts.get(scene.living.id))!.status).toBe('paid')
    expect(faults).toEqual([])
    await page.context().close()
    server.close()
  })
})
