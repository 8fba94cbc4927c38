import { describe, expect, it } from 'vitest'
import { choiceOf, plainFormats, readChoice } from '../../src/statements/choice.js'
import { mpesaCustomer, mpesaOrganisation } from '../../src/statements/index.js'
import { statementFormats } from '../../src/statements/format.js'

const layouts = new Map([
  ['till', mpesaCustomer],
  ['bank', mpesaOrganisation],
])
const all = Object.fromEntries(layouts)

describe('readChoice', () => {
  it.each([
    [{}, { layouts: all }],
    [{ format: 'camt' }, { format: 'camt' }],
    [{ format: 'mt940' }, { format: 'mt940' }],
    [{ format: 'csv' }, { format: 'csv', layouts: all }],
    [{ layout: 'till' }, { layout: 'till', layouts: all }],
    [
      { format: 'csv', layout: 'bank' },
      { format: 'csv', layout: 'bank', layouts: all },
    ],
  ])('gives the options of %o', async (choice, options) => {
    expect(await readChoice(choice, () => layouts)).toEqual(options)
  })

  it.each([
    [{ format: 'pdf' }, { refused: 'format', known: statementFormats }],
    [
      { format: 'camt', layout: 'till' },
      { refused: 'layout', known: [] },
    ],
    [{ layout: 'other' }, { refused: 'layout', known: ['till', 'bank'] }],
    [{ layout: '' }, { refused: 'layout', known: ['till', 'bank'] }],
  ])('refuses %o, with the names that are known', async (choice, refusal) => {
    expect(await readChoice(choice, () => Promise.resolve(layouts))).toEqual(refusal)
  })

  it('reads the layouts only for a file that may be CSV', async () => {
    const layoutsOf = () => {
      throw new Error('the layouts were read')
    }
    expect(await readChoice({ format: 'mt940' }, layoutsOf)).toEqual({ format: 'mt940' })
    await expect(readChoice({}, layoutsOf)).rejects.toThrow('the layouts were read')
  })
})

describe('choiceOf', () => {
  it('makes a format of the name of one without layouts, a layout of any other name, and no choice of none', () => {
    expect([...plainFormats.keys()].map(choiceOf)).toEqual([{ format: 'camt' }, { format: 'mt940' }, { format: 'ofx' }])
    expect([choiceOf('till'), choiceOf('csv'), choiceOf('')]).toEqual([{ layout: 'till' }, { layout: 'csv' }, {}])
  })
})
