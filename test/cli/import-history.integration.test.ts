import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importHistoryCommand } from '../../src/cli/commands/import-history.js'
import { testService } from '../support/service.js'
import { callCommand } from './support/call.js'
import { jsonLines } from './support/io.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hospital-payments-history-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function written(content: string): string {
  const file = join(folder, 'old.csv')
  writeFileSync(file, content)
  return file
}

const header = 'id,reference,amountDecimal,currency,channel,createdAt,paidAt,status,reversedAt,customerId,customerName'
const good = '1,OLD-1,900.00,ETB,cash,2019-05-02 08:00,2019-05-02 08:20,,,MRN-7,Abebe'
const by = ['--actor', 'migration']

describe('hospital-payments import-history', () => {
  it('stores each row once, with times in the zone of the hospital, and prints what came of it', async () => {
    const { payments } = testService()
    const back = '2,OLD-2,500.00,ETB,cash,2019-05-02T09:00:00+03:00,2019-05-02 09:10:30,,2019-05-03,,'
    const file = written(`${header}\n${good}\n${back}\n`)
    const zone = ['--time-zone', 'Africa/Addis_Ababa']
    const first = await callCommand(importHistoryCommand, payments, [file, ...by, ...zone])
    const sum = 'All rows that could be read: 1,400.00 ETB.'
    expect(first.stdout).toBe(`2 payments were stored; 0 rows were stored before.\n${sum}\n`)
    const again = await callCommand(importHistoryCommand, payments, [file, ...by, ...zone])
    expect(again.stdout).toBe(`0 payments were stored; 2 rows were stored before.\n${sum}\n`)
    const [paid] = (await payments.findByReference('OLD-1')).items
    expect(paid).toMatchObject({
      ...{ amount: 90000, channel: 'cash', status: 'succeeded', imported: true },
      ...{ createdAt: '2019-05-02T05:00:00.000Z', paidAt: '2019-05-02T05:20:00.000Z' },
      customer: { id: 'MRN-7', name: 'Abebe' },
    })
    const [reversed] = (await payments.findByReference('OLD-2')).items
    expect(reversed).toMatchObject({
      ...{ createdAt: '2019-05-02T06:00:00.000Z', paidAt: '2019-05-02T06:10:30.000Z' },
      ...{ status: 'reversed', reversedAt: '2019-05-02T21:00:00.000Z' },
    })
    expect((await payments.history(paid!.id)).map(({ type, actor }) => [type, actor])).toEqual([
      ['payment.imported', 'migration'],
    ])
  })

  it('lists rows that cannot be read or stored by their line, with the reason, and stores the others', async () => {
    const { payments } = testService()
    const rows = [
      '"3\n",OLD-3,7.00,ETB,cash,2019-05-02,2019-05-02,,,,',
      '4,OLD-4,1500.005,ETB,cash,2019-05-02,2019-05-02,,,,',
      '5,OLD-5,1,500.00,ETB,cash,2019-05-02,2019-05-02,,,,',
      '6,OLD-6,5.00,ETB,cash,02/05/2019,2019-05-02,,,,',
      '7,OLD-7,5.00,ETB,cash,2019-05-02,2019-05-02,pending,,,',
      '8,,5.00,ETB,cash,2019-05-02,2019-05-02,,,,',
      '9,OLD-9,5.00,ETB,cash,2019-05-02,2019-05-02,,,,,too many',
      '',
      good,
    ]
    const file = written(`${header}\n${rows.join('\n')}\n`)
    const { stdout } = await callCommand(importHistoryCommand, payments, [file, ...by, '--json'])
    const refused = (row: number, problem: string | null) => ({ row, reason: 'invalid_request', problem })
    expect(jsonLines(stdout)).toEqual([
      {
        ...{ imported: 2, already: 0, sums: [{ currency: 'ETB', amount: '91200' }] },
        rejected: [
          refused(4, 'amountDecimal is no amount of the currency, such as 1500.00'),
          refused(5, 'currency is not an active ISO 4217 code'),
          refused(6, 'createdAt is no time of the given patterns'),
          refused(7, null),
          refused(8, 'reference is missing'),
          refused(9, 'the row has more cells than the header, or a quote without counterpart'),
        ],
      },
    ])
    const text = await callCommand(importHistoryCommand, payments, [file, ...by])
    expect(text.stdout).toContain('0 payments were stored; 2 rows were stored before.\n')
    expect(text.stdout).toContain('6 rows are no payments:\n  line 4: invalid_request, amountDecimal is no amount')
    expect(text.stdout).toContain('\n  line 7: invalid_request\n')
  })

  it('reads amounts in minor units, other dates, and a channel and currency of its options', async () => {
    const { payments } = testService()
    const file = written(
      'Reference;Amount;Created at;Paid at\nOLD-1;90000;02/05/2019;02/05/2019\nOLD-2;900.00;02/05/2019;02/05/2019\n',
    )
    const options = ['--dates', 'dd/MM/yyyy', '--currency', 'etb', '--channel', 'cash']
    const { stdout } = await callCommand(importHistoryCommand, payments, [file, ...by, ...options])
    expect(stdout).toContain('1 payment was stored; 0 rows were stored before.')
    expect(stdout).toContain('line 3: invalid_request, amount is no number of minor units')
    expect((await payments.findByReference('OLD-1')).items).toMatchObject([{ amount: 90000, currency: 'ETB' }])
  })

  it('refuses a file without the columns, a wrong pattern, and a call without FILE or actor, and stores nothing', async () => {
    const { payments } = testService()
    const call = (...args: string[]) => callCommand(importHistoryCommand, payments, args)
    await expect(call(...by)).rejects.toThrow('A FILE is required')
    const file = written('reference,createdAt\nOLD-1,2019-05-02\n')
    await expect(call(file)).rejects.toThrow('--actor is required')
    await expect(call(file, ...by)).rejects.toThrow('columns: paidAt, amount or amountDecimal.')
    await expect(call(file, ...by, '--dates', 'dd/QQ')).rejects.toThrow(/^--dates: "dd\/QQ" /)
    await expect(call(join(folder, 'none.csv'), ...by)).rejects.toThrow('There is no file')
    expect((await payments.search({ text: 'OLD-1' })).items).toEqual([])
  })

  it('from standard input, thousands of rows are stored as they come', async () => {
    const { payments } = testService()
    async function* stdin(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode('reference,amount,currency,channel,createdAt,paidAt\n')
      for (let i = 0; i < 12_000; i++) yield new TextEncoder().encode(`OLD-${i},100,ETB,cash,2019-05-02,2019-05-02\n`)
    }
    const { stdout, stderr } = await callCommand(importHistoryCommand, payments, ['-', ...by], { stdin: stdin() })
    expect(stdout).toContain('12,000 payments were stored')
    expect(stderr).toBe('10,000 lines read\n')
  })
})
