import { describe, expect, it } from 'vitest'
import { entry, read } from './support.js'

describe('readCamt: a long file', () => {
  it('keeps only what lines need in memory', async () => {
    const filler = 'x'.repeat(60_000)
    function* source() {
      yield '<Document><BkToCstmrStmt><GrpHdr>'
      for (let time = 0; time < 10_000; time++) yield `<AddtlInf>${filler}</AddtlInf><!--${filler}-->\n`
      yield `</GrpHdr><Stmt><Ntry>${entry().slice('<Ntry>'.length)}<RltdPties>`
    }
    // Held in one string, it would pass the longest that V8 has (2^29 characters) and throw a RangeError.
    await expect(read(source())).rejects.toThrow('The request was refused: input is cut off.')
  })
})
