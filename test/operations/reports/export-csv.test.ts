import { describe, expect, it } from 'vitest'
import type { ExtraColumn } from '../../../src/domain/report.js'
import { altered, rowByRow } from '../../support/repositories.js'
import { at, badFields, collect, csvOf, day, hour, request, start, testService } from '../../support/service.js'

const header = 'paymentId,reference,amount,currency,status,paidAt'
const everyExtra: ExtraColumn[] = [
  'createdAt',
  'channel',
  'amountDecimal',
  'providerTransactionId',
  'late',
  'reversedAt',
  'amountReconciled',
  'amountRefundPending',
  'amountRefunded',
  'amountWaived',
  'netAmount',
  'statusReason',
  'description',
  'customerId',
  'customerName',
  'customerPhone',
]

describe('exportCsv', () => {
  it('writes header and rows of six columns, null as an empty field', async () => {
    const { payments } = testService()
    const unpaid = await payments.createPayment(
      request({ description: 'd', customer: { name: 'Almaz', phone: '+251911' } }),
    )
    const paid = await payments.createPayment(request({ reference: 'a,"b"' }))
    await payments.confirmPayment(paid.id)
    expect(await csvOf(payments.exportCsv())).toBe(
      `${header}\r\n${unpaid.id},INV-1,150000,ETB,pending,\r\n${paid.id},"a,""b""",150000,ETB,succeeded,${start}\r\n`,
    )
  })

  it('is the header only where nothing matches', async () => {
    const { payments } = testService()
    expect(await collect(payments.exportCsv())).toEqual([`${header}\r\n`])
    expect(await collect(payments.exportCsv({ bom: true, columns: ['late'] }))).toEqual([`\ufeff${header},late\r\n`])
    expect(await collect(payments.exportCsv({ bom: true, reference: '' }))).toEqual([`\ufeff${header}\r\n`])
  })

  it('shows the money of a payment that is pending to be given back, was given back, and is left', async () => {
    const { payments } = testService()
    const { id } = await payments.createPayment(request())
    await payments.confirmPayment(id)
    const refund = { paymentId: id, reason: 'service_not_given' } as const
    await payments.refunds.create({ ...refund, amount: 20_000 })
    const paid = await payments.refunds.create({ ...refund, amount: 50_000 })
    await payments.refunds.confirm(paid.id)
    const columns = ['netAmount', 'amountRefunded', 'amountRefundPending', 'amountDecimal'] as const
    const csv = await csvOf(payments.exportCsv({ columns }))
    expect(csv.split('\r\n')[1]).toBe(`${id},INV-1,150000,ETB,succeeded,${start},100000,50000,20000,1500.00`)
  })

  it('appends extra columns in the order of the query, names and phones only by name', async () => {
    const { payments, clock } = testService()
    const { id } = await payments.createPayment(
      request({ expiresAt: at(hour), description: 'Bed 7', customer: { id: 'MRN-1', name: 'Almaz', phone: '+251911234567' } }),
    )
    clock.set(at(day))
    await payments.confirmPayment(id, { providerTransactionId: 'TX-1' })
    const receipts = await csvOf(payments.exportCsv({ columns: ['providerTransactionId'] }))
    expect(receipts.endsWith(',TX-1\r\n')).toBe(true)
    clock.set(at(2 * day))
    await payments.reversePayment(id, { reason: 'refund' })
    const standard = `${id},INV-1,150000,ETB,reversed,${at(day)}`
    const cells: Record<ExtraColumn, string> = {
      createdAt: start,
      channel: 'mobile-banking',
      amountDecimal: '1500.00',
      // A reversed payment lets go of its receipt.
      providerTransactionId: '',
      late: 'true',
      reversedAt: at(2 * day),
      amountReconciled: '0',
      amountRefundPending: '0',
      amountRefunded: '0',
      amountWaived: '0',
      netAmount: '150000',
      statusReason: 'refund',
      description: 'Bed 7',
      customerId: 'MRN-1',
      customerName: 'Almaz',
      customerPhone: '+251911234567',
    }
    expect(await csvOf(payments.exportCsv())).toBe(`${header}\r\n${standard}\r\n`)
    for (const columns of [everyExtra, [...everyExtra].reverse(), ...everyExtra.map((column) => [column])]) {
      const values = columns.map((column) => cells[column])
      expect(await csvOf(payments.exportCsv({ columns }))).toBe(
        `${[header, ...columns].join(',')}\r\n${[standard, ...values].join(',')}\r\n`,
      )
    }
  })

  it('leaves cells of an unpaid payment without optional fields empty, and says false', async () => {
    const { payments } = testService()
    const { id } = await payments.createPayment(request())
    const csv = await csvOf(payments.exportCsv({ columns: everyExtra }))
    expect(csv.split('\r\n')[1]).toBe(`${id},INV-1,150000,ETB,pending,,${start},mobile-banking,1500.00,,false,,0,0,0,0,0,,,,,`)
  })

  it.each([
    ['JPY', '150000'],
    ['KWD', '150.000'],
    ['CLF', '15.0000'],
  ])('writes amountDecimal of %s as %s and the amount unscaled', async (currency, decimal) => {
    const { payments } = testService()
    const { id } = await payments.createPayment(request({ currency }))
    const csv = await csvOf(payments.exportCsv({ columns: ['amountDecimal'] }))
    expect(csv.split('\r\n')[1]).toBe(`${id},INV-1,150000,${currency},pending,,${decimal}`)
  })

  it('leaves amountDecimal empty for a currency that was withdrawn, not the amount', async () => {
    const { payments, repository } = testService()
    const withdrawn = altered(repository, () => ({
      async *scan() {
        yield [['pay_1', 'INV-1', 150_000, 'HRK', 'pending', null, 150_000, false]]
      },
    }))
    const csv = await csvOf(payments.using(withdrawn).exportCsv({ columns: ['amountDecimal', 'late'] }))
    expect(csv.split('\r\n')[1]).toBe('pay_1,INV-1,150000,HRK,pending,,,false')
  })

  it('neutralises formulas in caller text by default, in no other column, and in no column when exact', async () => {
    const { payments } = testService()
    const { id } = await payments.createPayment(
      request({ reference: '=1+1', description: '@a', customer: { name: '-x', phone: '+251911' } }),
    )
    await payments.confirmPayment(id, { providerTransactionId: '+TX' })
    const columns: ExtraColumn[] = ['providerTransactionId', 'description', 'customerName', 'customerPhone']
    const row = async (mode?: 'spreadsheet' | 'exact') =>
      (await csvOf(payments.exportCsv({ columns, ...(mode && { mode }) }))).split('\r\n')[1]
    const safe = `${id},'=1+1,150000,ETB,succeeded,${start},'+TX,'@a,'-x,+251911`
    expect(await row()).toBe(safe)
    expect(await row('spreadsheet')).toBe(safe)
    expect(await row('exact')).toBe(`${id},=1+1,150000,ETB,succeeded,${start},+TX,@a,-x,+251911`)
  })

  it('neutralises a channel that looks like a formula', async () => {
    const channel = '-cash'
    const { payments } = testService({
      channels: { [channel]: ({ reference }) => ({ type: 'text', message: reference }) },
    })
    await payments.createPayment(request({ channel }))
    expect(await csvOf(payments.exportCsv({ columns: ['channel'] }))).toContain(",'-cash\r\n")
    expect(await csvOf(payments.exportCsv({ columns: ['channel'], mode: 'exact' }))).toContain(',-cash\r\n')
  })

  it('begins with a byte order mark only with bom, and only once', async () => {
    const original = testService()
    for (let i = 0; i < 3; i++) await original.payments.createPayment(request())
    const payments = original.payments.using(rowByRow(original.repository).repository)
    const csv = await csvOf(payments.exportCsv({ bom: true }))
    expect(csv.startsWith(`\ufeff${header}\r\n`)).toBe(true)
    expect(csv.slice(1)).toBe(await csvOf(payments.exportCsv({ bom: false })))
    expect(csv.slice(1)).toBe(await csvOf(payments.exportCsv()))
  })

  it('queries the storage with the filters and the fields of its columns', async () => {
    const queries: unknown[] = []
    const { repository } = testService()
    const seen = altered(repository, (original) => ({
      scan: (query, signal) => (queries.push(query), original.scan(query, signal)),
    }))
    const { payments } = testService({ repository: seen })
    await csvOf(
      payments.exportCsv({
        from: '2026-11-20',
        channel: 'cash',
        basis: 'paidAt',
        columns: ['amountDecimal', 'customerName'],
      }),
    )
    expect(queries).toStrictEqual([
      {
        by: 'paidAt',
        from: '2026-11-20T00:00:00.000Z',
        channels: ['cash'],
        fields: ['id', 'reference', 'amount', 'currency', 'status', 'paidAt', 'amount', 'customerName'],
      },
    ])
  })
})

describe('exportCsv: the arguments', () => {
  const names = `one of ${everyExtra.join(', ')}, or metadata. and a key`
  it.each([
    [{ columns: ['paymentId'] }, [`columns.0 must be ${names}`]],
    [{ columns: ['late', null, 5] }, [`columns.1 must be ${names}`, `columns.2 must be ${names}`]],
    [{ columns: ['late', 'channel', 'late'] }, ['columns names a column twice']],
    [{ columns: 'late' }, ['columns must be a list of column names, each once']],
    [{ columns: null }, ['columns must be a list of column names, each once']],
    [{ mode: 'raw', bom: 'true' }, ['mode must be one of spreadsheet, exact', 'bom must be true or false']],
    [{ mode: null, bom: null }, ['mode must be one of spreadsheet, exact', 'bom must be true or false']],
    [{ bom: 1 }, ['bom must be true or false']],
    [{ limit: 5, cursor: 'x' }, ['limit is not a known field', 'cursor is not a known field']],
    [null, ['must be an object']],
  ])('%j are refused by the first next(), before the storage is read', async (query, fields) => {
    const original = testService()
    await original.payments.createPayment(request())
    const { repository, log } = rowByRow(original.repository)
    const texts = original.payments
      .using(repository)
      .exportCsv(query as never)
      [Symbol.asyncIterator]()
    expect(log).toEqual([])
    expect(await badFields(texts.next())).toEqual(fields)
    expect(log).toEqual([])
    expect(await texts.next()).toStrictEqual({ done: true, value: undefined })
  })

  it.each([[{}], [null], [5], [{ aborted: false }]])('a signal like %j is refused', async (signal) => {
    const { payments } = testService()
    expect(await badFields(collect(payments.exportCsv({}, { signal } as never)))).toEqual([
      'signal must be an AbortSignal',
    ])
  })

  it('are checked for options too', async () => {
    const { payments } = testService()
    expect(await badFields(collect(payments.exportCsv({}, { abort: 1 } as never)))).toEqual(['abort is not a known field'])
    expect(await badFields(collect(payments.exportCsv({}, null as never)))).toEqual(['must be an object'])
    expect(await collect(payments.exportCsv(undefined, { signal: undefined } as object))).toHaveLength(1)
  })

  it('never make the call itself throw, destructured or not', () => {
    const { exportCsv } = testService().payments
    expect(typeof exportCsv({ columns: 5 } as never)[Symbol.asyncIterator]).toBe('function')
  })
})
