import { describe, expect, it } from 'vitest'
import { isPlaceholder, lineNames } from '../../../src/statements/camt/line-id.js'

describe('the names of lines', () => {
  it('go on where the same entry comes again, and tell its lines apart', () => {
    const names = lineNames()
    expect(names.of(['B', '10'], [[]])).toEqual(['B/10/1'])
    expect(names.of(['B', '10'], [['4'], ['6']])).toEqual(['B/10/4/2', 'B/10/6/3'])
    expect(names.of(['B', '11', ''], [['']])).toEqual(['B/11/1'])
  })

  it('are remembered for the last ten thousand entries, in constant memory', () => {
    const names = lineNames()
    const name = (entry: string) => names.of([entry], [[]])[0]
    expect([name('first'), name('second')]).toEqual(['first/1', 'second/1'])
    for (let other = 0; other < 9_998; other++) name(`other ${other}`)
    expect(name('first')).toBe('first/2')
    name('one more')
    expect([name('first'), name('second')]).toEqual(['first/3', 'second/1'])
  })

  it.for([
    ['FT26324ABCDE', false],
    ['0001', false],
    ['A', false],
    ['NONREFUND-1', false],
    ['NONE', true],
    ['n/a', true],
    ['0000', true],
    ['', true],
  ] as const)('need a reference of the bank: "%s"', ([text, placeholder]) => {
    expect(isPlaceholder(text)).toBe(placeholder)
  })
})
