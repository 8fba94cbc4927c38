import { describe, expect, it } from 'vitest'
import { entry, read, statement } from './support.js'

function balance(type: string, amount: string, { direction = 'CRDT', currency = 'ETB' } = {}): string {
  const code = `<Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp>`
  return `<Bal>${code}<Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd></Bal>`
}

async function balances(inner: string) {
  const [only] = (await read(statement(inner))).summary.statements
  return only && [only.opening?.amount ?? null, only.closing?.amount ?? null, only.addsUp]
}

const page = '<StmtPgntn><PgNb>2</PgNb></StmtPgntn>'

describe('readCamt: the balances of a statement', () => {
  it.for([
    ['OPBD and CLBD', balance('OPBD', '10') + balance('CLBD', '110') + entry(), ['1000', '11000', true]],
    ['other types beside them', balance('OPAV', '1') + balance('CLBD', '0') + balance('FWAV', '2'), [null, '0', null]],
    ['OPBD before PRCD', balance('PRCD', '9') + balance('OPBD', '10') + balance('CLBD', '9'), ['1000', '900', false]],
    ['PRCD alone', balance('PRCD', '9') + balance('CLBD', '9.00000'), ['900', '900', true]],
    [
      'a debit',
      balance('OPBD', '150', { direction: 'DBIT' }) + balance('CLBD', '50', { direction: 'DBIT' }) + entry(),
      ['-15000', '-5000', true],
    ],
    [
      'what 2^53 cannot hold',
      balance('OPBD', '99999999999999999.99') + balance('CLBD', '0'),
      ['9999999999999999999', '0', false],
    ],
    ['digits that the currency lacks', balance('OPBD', '1.001') + balance('CLBD', '1'), [null, '100', null]],
    ['an unknown currency', balance('OPBD', '1', { currency: 'XXX' }) + balance('CLBD', '1'), [null, '100', null]],
    ['no direction', balance('OPBD', '1', { direction: '' }) + balance('CLBD', '1'), [null, '100', null]],
    ['none', entry(), [null, null, null]],
    [
      'interim ones of a first page',
      page + balance('OPBD', '1') + balance('ITBD', '101') + entry(),
      ['100', '10100', true],
    ],
    [
      'interim ones of a middle page',
      page + balance('ITBD', '1') + balance('ITBD', '101') + entry(),
      ['100', '10100', true],
    ],
    [
      'interim ones of a last page',
      page + balance('ITBD', '1') + balance('CLBD', '101') + entry(),
      ['100', '10100', true],
    ],
    ['a single interim one', page + balance('ITBD', '1'), ['100', null, null]],
    ['three interim ones', page + ['1', '2', '1'].map((each) => balance('ITBD', each)).join(''), ['100', '100', true]],
    ['interim ones of no page', balance('ITBD', '1') + balance('CLBD', '101'), [null, '10100', null]],
    ['a rejected entry', balance('OPBD', '1') + balance('CLBD', '101') + entry({ dates: '' }), ['100', '10100', false]],
    [
      'several currencies',
      balance('OPBD', '1') + balance('CLBD', '7', { currency: 'USD' }) + balance('CLBD', '1'),
      ['100', '100', true],
    ],
  ] as const)('are read with %s', async ([, inner, expected]) => {
    expect(await balances(inner)).toEqual(expected)
  })

  it('are listed for each statement, even one without entries', async () => {
    const one = balance('OPBD', '0') + balance('CLBD', '100')
    const { summary } = await read(statement(`${one}${entry()}</Stmt><Stmt>${one}</Stmt><Stmt/><Stmt>${one}${entry()}`))
    expect(summary.statements.map(({ addsUp }) => addsUp)).toEqual([true, false, null, true])
  })

  it('are those before the entries as well as those behind them', async () => {
    expect(await balances(balance('OPBD', '0') + entry() + balance('CLBD', '100'))).toEqual(['0', '10000', true])
  })
})
