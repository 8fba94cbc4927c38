import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { examples } from '../../support/rounds.js'
import { line, wordsOf } from './support.js'

const narration = async (fields: string) => (await line(`:61:261120C5,NTRFNONREF\n${fields}`)).narration

/** Returns words that no reference looks like, up to this width. */
const filler = (width: number) => 'PAYMENT OF THE BILL '.repeat(10).slice(0, width)

describe('readMt940: the narration of a line', () => {
  it('is the supplementary details and every field 86', async () => {
    expect(await narration('MOBILE MONEY\n:86:INV-2026-000042\nJANE WANJIKU\n:86:OPD VISIT')).toBe(
      'MOBILE MONEY INV-2026-000042 JANE WANJIKU OPD VISIT',
    )
    expect(await narration('MOBILE MONEY')).toBe('MOBILE MONEY')
    expect(wordsOf(await narration('/EREF/INV-2026-000042/NAME/JANE'))).toEqual(['INV-2026-000042'])
    expect(await narration(':86:\n\n:86:  \n:86: OPD')).toBe('OPD')
  })

  it('is absent where the fields are empty', async () => {
    expect(await line(':61:261120C5,NTRFX\n:86:')).not.toHaveProperty('narration')
  })

  it('leaves out the texts of banks between and behind the movements', async () => {
    const record = await line(':86:BEFORE\n:61:261120C5,NTRFX\n:86:ITS OWN\n:64:C261120KES5,\n:86:BEHIND')
    expect(record.narration).toBe('ITS OWN')
  })

  it('keeps lines that begin with a hyphen, and a lone hyphen, before the closing balance', async () => {
    expect(await narration(':86:INV\n-2026-000042\n-\nJANE\n:86:-OPD')).toBe('INV -2026-000042 - JANE -OPD')
  })

  it.each([64, 65])('finds a reference cut anywhere by the end of a line of %i characters', async (width) => {
    const reference = 'INV-2026-000042'
    for (let cut = 1; cut < reference.length; cut++) {
      const first = `${filler(width - cut - 1)} ${reference.slice(0, cut)}`
      const words = wordsOf(await narration(`:86:${first}\n${reference.slice(cut)} JANE WANJIKU`))
      expect([first.length, words]).toEqual([width, expect.arrayContaining([reference]) as unknown])
    }
  })

  it('finds a reference that ends or begins just where a full line does', async () => {
    const reference = 'INV-2026-000042'
    expect(wordsOf(await narration(`:86:${filler(49)} ${reference}\nJANE WANJIKU`))).toContain(reference)
    expect(wordsOf(await narration(`:86:${filler(60)}ABCDE\n${reference} JANE`))).toContain(reference)
    expect(wordsOf(await narration(`:86:${filler(65)}\n ${reference} JANE`))).toEqual([reference])
    expect(wordsOf(await narration(`:86:${filler(63)} \n${reference} JANE`))).toEqual([reference])
  })

  it('does not take the first half of a number for the number of another bill', async () => {
    expect(wordsOf(await narration(`:86:${filler(58)} 100234\n5 JANE`))).toEqual(['1002345'])
    expect(wordsOf(await narration(`:86:${filler(55)} INV-10023\n45 JANE`))).toEqual(['INV-1002345'])
  })

  it('has a reference of six characters that ends a full line beside the whole, and no shorter word', async () => {
    expect(wordsOf(await narration(`:86:${filler(58)} INV042\nJANE WANJIKU`))).toContain('INV042')
    expect(await narration(`:86:${filler(62)} A1\nBC`)).toBe(`${filler(62)} A1BC`)
  })

  it('keeps text within a line that looks like a field', async () => {
    expect(await narration(':86:INV-42\nSEE :20: AND :62F: BELOW')).toBe('INV-42 SEE :20: AND :62F: BELOW')
  })

  it('begins a new word behind a line that is not full', async () => {
    expect(await narration(':86:PAYMENT OF INV-2026-000042\nJANE')).toBe('PAYMENT OF INV-2026-000042 JANE')
    expect(await narration(`:86:${filler(63)}\nINV-2026-000042`)).toBe(`${filler(63)} INV-2026-000042`)
  })

  it('joins the halves of a name that was cut into one word', async () => {
    const start = '/EREF/01-01-2026 12:00 0030000987654321/BENM//NAME/CONTRA ACCOUN'
    expect(await narration(`:86:${start}\nT HOLDER/REMI//ISDT/2026-07-11`)).toContain(' CONTRA ACCOUNT HOLDER ')
  })

  it.each([
    ['/REMI/INV-2026-0042/ISDT/2026-11-20', 'INV-2026-0042'],
    ['/EREF/INV-2026-0042/BENM//NAME/JANE/REMI//ISDT/2026-11-20', 'INV-2026-0042'],
    ['/EREF/INV-2026-0042//CNTP/KE00123/BANKKENA/JANE///REMI/USTD//OPD/', 'INV-2026-0042'],
    ['/TRTP/SEPA/REMI/USTD//INV-2026-0042/', 'INV-2026-0042'],
    ['/REMI/STRD/CUR/INV-2026-0042/', 'INV-2026-0042'],
    ['/ROC/INV-2026-0042///INV/OTHER', 'INV-2026-0042'],
    ['/RFB/INV-2026-0042', 'INV-2026-0042'],
    ['/INV/INV-2026-0042 JANE', 'INV-2026-0042'],
    ['OPD /INV/INV-2026-0042 JANE', 'INV-2026-0042'],
    ['/INV/2026/000042', 'INV/2026/000042'],
    ['PAID HOSP/OPD/2026/0042 TODAY', 'HOSP/OPD/2026/0042'],
    ['/REMI/HOSP/INV/2026/0042/EREF/X', 'HOSP/INV/2026/0042'],
    ['EREF+INV-2026-0042SVWZ+VISIT', 'INV-2026-0042'],
    ['SVWZ+INV-2026-0042', 'INV-2026-0042'],
    ['SVWZ+INV-2026-0042ABWA+JANE', 'INV-2026-0042'],
    ['SVWZ+INV-2026-0042ABWE+JANE', 'INV-2026-0042'],
    ['166?00CREDIT?20EREF+INV-2026-0042?21SVWZ+VISIT?32JANE', 'INV-2026-0042'],
    ['166?00CREDIT?20INV-2026-0042?32JANE?33WANJIKU', 'INV-2026-0042'],
    ['?00CREDIT?20INV-2026-0042?32JANE', 'INV-2026-0042'],
    ['000>100987654321>20INV-2026-0042>310390123456', 'INV-2026-0042'],
    ['166?00CREDIT?20WHO?WHAT?21INV-2026-0042', 'INV-2026-0042'],
  ])('divides the code words of %s from their values', async (text, reference) => {
    expect(wordsOf(await narration(`:86:${text}`))).toContain(reference)
  })

  it('finds a reference cut anywhere between two subfields of 27 characters', async () => {
    const reference = 'INV-2026-000042'
    for (let cut = 1; cut < reference.length; cut++) {
      const first = `${filler(27 - cut - 1)} ${reference.slice(0, cut)}`
      const text = `166?00CREDIT?20${first}?21${reference.slice(cut)} JANE?32JANE`
      expect(wordsOf(await narration(`:86:${text.slice(0, 65)}\n${text.slice(65)}`))).toContain(reference)
    }
  })

  it('joins subfields of text and of a name, and no others', async () => {
    const text = '166?00CREDIT?109310?20ALGEMENE TUSSENREKENING KOS?21TEN?30BANKKENA?32JANE?33WANJIKU?34000'
    expect(await narration(`:86:${text}`)).toBe(
      '166 CREDIT 9310 ALGEMENE TUSSENREKENING KOSTEN BANKKENA JANE WANJIKU 000',
    )
  })

  // Each first subfield here has all its 27 characters.
  it.each([
    ['?20PAYMENT FOR INV-2026-000042?21OAMT+150,00', 'PAYMENT FOR INV-2026-000042 OAMT+150,00'],
    ['?20ALGEMENE TUSSENREKENING KOS?21TEN OAMT+5', 'ALGEMENE TUSSENREKENING KOSTEN OAMT+5'],
    ['?20ALGEMENE TUSSEN?EKENING KOS?21TEN', 'ALGEMENE TUSSEN?EKENING KOSTEN'],
    ['?29ALGEMENE TUSSENREKENING KOS?60TEN', 'ALGEMENE TUSSENREKENING KOSTEN'],
    ['?29ALGEMENE TUSSENREKENING KOS?30KENA', 'ALGEMENE TUSSENREKENING KOS KENA'],
    ['?30BANK OF ABYSSINIA BRANCH AA?31KE00123', 'BANK OF ABYSSINIA BRANCH AA KE00123'],
    ['?32WANJIKU HOSPITAL SUPPLIES L?33TD', 'WANJIKU HOSPITAL SUPPLIES LTD'],
    ['?32WANJIKU HOSPITAL SUPPLIES L?34000', 'WANJIKU HOSPITAL SUPPLIES L 000'],
    ['?31WANJIKU HOSPITAL SUPPLIES L?33TD', 'WANJIKU HOSPITAL SUPPLIES L TD'],
    ['?20WHO?WHAT?21INV-2026-0042', 'WHO?WHAT INV-2026-0042'],
  ])('joins a full subfield to the next where both are one text: %s', async (subfields, words) => {
    expect(await narration(`:86:166?00CREDIT${subfields}`)).toBe(`166 CREDIT ${words}`)
  })

  it('finds any reference in any text that a bank cuts at 65 characters', async () => {
    const word = fc.stringMatching(/^[A-Z]{1,9}$/)
    const reference = fc.stringMatching(/^[A-Z]{3}-20[0-9]{2}-[0-9]{6}$/)
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { maxLength: 20 }),
        reference,
        fc.array(word, { maxLength: 20 }),
        async (a, one, b) => {
          const text = [...a, one, ...b].join(' ')
          const lines = text.match(/.{1,65}/g)?.join('\n') ?? ''
          expect(wordsOf(await narration(`:86:${lines}`))).toContain(one)
        },
      ),
      { numRuns: examples(300) },
    )
  })
})
