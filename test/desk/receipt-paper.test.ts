/** Receipts on paper: the head of the hospital, amounts in words, and no word of the desk. */
import { describe, expect, it } from 'vitest'
import { createDesk, type ReceiptHead } from 'hospital-payments/desk'
import { assets } from '../../src/desk/assets/assets.js'
import { deskOf } from './support/desk.js'
import { counterOf, formTo } from './support/counter.js'
import { textOf } from './support/outline.js'

const receipt: ReceiptHead = {
  name: 'Black Lion <Hospital>',
  address: 'Churchill Road\nAddis Ababa',
  taxNumber: '0001234567',
  logo: '/logo.svg',
}

const slipOf = (page: string) => /<article[\s\S]*<\/article>/.exec(page)?.[0] ?? ''

describe('createDesk: the option receipt', () => {
  it('puts name, address, tax number and logo of the hospital on each receipt', async () => {
    const desk = counterOf({ receipt })
    await desk.open()
    const slip = slipOf(await desk.takeBy(await desk.bill({ description: 'X-ray' }), {}))
    expect(textOf(slip)).toMatch(
      /^Black Lion <Hospital> Churchill Road Addis Ababa Tax number 0001234567 Receipt 1\/2026/,
    )
    expect(slip).toContain('<img src="/logo.svg" alt="" />')
    expect(textOf(slip)).toContain('INV-1 X-ray 1,500.00 ETB')
    expect(textOf(slip)).not.toMatch(/Counter|Finance desk|Print/)
  })

  it('may be a function of the principal, and names the paper', async () => {
    const desk = counterOf({ receipt: ({ actor }) => ({ name: `Hospital of ${actor}`, paper: 'A5' }) })
    await desk.open()
    const slip = slipOf(await desk.takeBy(await desk.bill(), {}))
    expect(slip).toContain('class="slip a5"')
    expect(textOf(slip)).toContain('Hospital of sara')
  })

  it.each([
    [{ name: '' }, /receipt.name/],
    [{ name: 'x', address: 7 }, /receipt.address/],
    [{ name: 'x', logo: 'https://elsewhere.example/x.png' }, /receipt.logo/],
    [{ name: 'x', paper: 'A4' }, /receipt.paper/],
    [{ name: 'x', adress: 'y' }, /adress/],
    ['x', /receipt must be/],
  ])('%j is refused at once', (wrong, message) => {
    const { payments } = deskOf()
    const options = { payments, authenticate: () => null, receipt: wrong as ReceiptHead }
    expect(() => createDesk(options)).toThrow(message)
  })
})

describe('desk/receipts: paper', () => {
  it('has the receipt alone: all else of the page is left out', async () => {
    const desk = counterOf()
    await desk.open()
    const page = await desk.takeBy(await desk.bill(), {})
    expect(page).toContain('<body class="paper-only">')
    expect(assets.style.text).toContain('.paper-only main>:not(.slip){display:none}')
  })

  it('has the channel of a payment that no window took, and its prints are counted', async () => {
    const desk = deskOf()
    const { id } = await desk.payments.createPayment({
      ...{ amount: 2050, currency: 'ETB', reference: 'INV-9', channel: 'mobile-banking' },
    })
    await desk.payments.confirmPayment(id)
    await desk.payments.receipts.issue(id, { actor: 'almaz' })
    const page = await desk.page(`/receipts/${id}`)
    expect(textOf(slipOf(page))).toContain('Twenty birr and 50/100')
    expect(textOf(slipOf(page))).toContain('Channel mobile-banking')
    const printed = await desk.follow(await desk.submit(formTo(page, '/print')))
    expect(textOf(slipOf(printed))).not.toContain('Preview')
    const copy = await desk.follow(await desk.submit(formTo(printed, '/print')))
    expect(textOf(slipOf(copy))).toContain('Copy 1')
  })

  it('has no button for a person who may only look', async () => {
    const desk = deskOf()
    const { id } = await desk.payments.createPayment({
      ...{ amount: 2050, currency: 'ETB', reference: 'INV-9', channel: 'mobile-banking' },
    })
    await desk.payments.confirmPayment(id)
    await desk.payments.receipts.issue(id)
    desk.who.scopes = ['reports:read']
    expect(await desk.page(`/receipts/${id}`)).not.toContain('/print"')
  })
})
