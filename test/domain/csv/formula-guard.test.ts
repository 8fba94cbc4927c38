import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neutraliseFormulas } from '../../../src/domain/csv.js'
import { hostileText } from '../../support/arbitraries.js'
import { guarded, isLive } from '../../support/guarded.js'
import { examples } from '../../support/rounds.js'

describe('neutraliseFormulas', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+251911000000', "'+251911000000"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['\nx', "'\nx"],
    ['\r\nx', "'\r\nx"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
    ['  =1', "'  =1"],
    ['\u00a0\u200b\ufeff\u2060=1', "'\u00a0\u200b\ufeff\u2060=1"],
    ['\u3000\u180e\u200c\u200d-1', "'\u3000\u180e\u200c\u200d-1"],
    ['a\n=1', "a\n'=1"],
    ['a\r=1', "a\r'=1"],
    ['a\r\n=1', "a\r\n'=1"],
    ['a\n =1\n\u00a0+2', "a\n' =1\n'\u00a0+2"],
    ['=1\n=2', "'=1\n'=2"],
    ['\n=1', "'\n'=1"],
    ['\n\n=1', "'\n\n'=1"],
    [' \n=1', "' \n'=1"],
    ['a\n\tb', "a\n'\tb"],
  ])('puts an apostrophe into %j', (text, safe) => {
    expect(neutraliseFormulas(text)).toBe(safe)
  })

  it.each([
    '',
    ' ',
    'INV-1',
    '1-1',
    'a=1',
    "'=1",
    '"=1',
    'a\n\nb',
    'a\n',
    'a\r\n\r\nb',
    'a\n \nb',
    '_=1',
    ';=1',
    '\u2028=1',
    '\u000b=1',
    '٭=1',
    '⁼1',
    '−1',
  ])('leaves %j as it is', (text) => {
    expect(neutraliseFormulas(text)).toBe(text)
  })

  it('guards every character of Unicode alike at the beginning of a field and of a line', () => {
    const wrong: string[] = []
    for (let code = 0; code <= 0xffff; code++) {
      const character = String.fromCharCode(code)
      for (const text of [`${character}=1`, `${character}1`, `a\n${character}=1`, `a\n${character}1`]) {
        if (neutraliseFormulas(text) !== guarded(text)) wrong.push(`U+${code.toString(16)} in ${JSON.stringify(text)}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('follows the rule on hostile text, and leaves no live formula', () => {
    fc.assert(
      fc.property(hostileText(40), (text) => {
        const safe = neutraliseFormulas(text)
        expect(safe).toBe(guarded(text))
        expect(isLive(safe, true)).toBe(false)
        expect(safe.split(/\r\n|\r|\n/).filter((line) => isLive(line, false))).toEqual([])
        expect(neutraliseFormulas(safe)).toBe(safe)
      }),
      { numRuns: examples(3000) },
    )
  })
})
