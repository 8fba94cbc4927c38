import { describe, expect, it } from 'vitest'
import { textChannel } from '../../../src/domain/payments/text-channel.js'

const request = {
  amount: 150_000,
  amountDecimal: '1500.00',
  currency: 'ETB',
  reference: 'INV-1',
  channel: 'mobile-banking',
}

describe('textChannel', () => {
  it.each([
    [
      'Complete payment in Wegagen Bank mobile banking using reference {reference}.',
      'Complete payment in Wegagen Bank mobile banking using reference INV-1.',
    ],
    ['Pay {amount} {currency} with {reference}.', 'Pay 1500.00 ETB with INV-1.'],
    ['{reference}{reference}', 'INV-1INV-1'],
    ['{description}: {reference}', ': INV-1'],
    ['{reference} {} {1} { amount } {{reference}} $& $1', 'INV-1 {} {1} { amount } {INV-1} $& $1'],
    ['{reference}\nማስታወሻ', 'INV-1\nማስታወሻ'],
  ])('fills %j', (template, message) => {
    expect(textChannel(template)(request)).toEqual({ type: 'text', message })
  })

  it('writes decimal text for the amount, never minor units', async () => {
    const { message } = await textChannel('{reference} {amount}')({ ...request, amount: 5, amountDecimal: '0.005' })
    expect(message).toBe('INV-1 0.005')
  })

  it('leaves braces and dollar signs in values as they are', async () => {
    const channel = textChannel('{description}|{reference}|{currency}')
    const { message } = await channel({ ...request, reference: "$& $1 $$ $' {amount}", description: '{reference} $`' })
    expect(message).toBe("{reference} $`|$& $1 $$ $' {amount}|ETB")
  })

  it.each([
    '',
    'Pay now',
    'Pay {Reference}',
    'Pay {reference',
    'Pay { reference }',
    undefined,
    null,
    7,
    ['{reference}'],
  ])('refuses %j, which has no place for the reference', (template) => {
    expect(() => textChannel(template as string)).toThrow(
      new TypeError('textChannel: the template must contain {reference}, because the payer must give it'),
    )
  })

  it.each([
    ['{reference} {amuont}', 'amuont'],
    ['{reference} {name}', 'name'],
    ['{AMOUNT} {reference}', 'AMOUNT'],
    ['{constructor} {reference}', 'constructor'],
    ['{reference} {x}', 'x'],
  ])('refuses the placeholder in %j', (template, name) => {
    expect(() => textChannel(template)).toThrow(
      new TypeError(`textChannel: {${name}} is not one of {reference} {amount} {currency} {description}`),
    )
  })
})
