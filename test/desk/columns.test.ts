import { describe, expect, it } from 'vitest'
import { base, deskOf, formsOf, host } from './support/desk.js'
import { textOf } from './support/outline.js'
import { numberCell, row, textCell, workbook } from '../statements/support/workbooks.js'

const account = 'awash-1'
const rows = ['Txn Date,Details,Money In,Money Out', '03/04/2026,INV-1,"1,500.00",', '05/04/2026,Charge,,10.00', '']
const file = rows.join('\n')

function withUpload(options: Parameters<typeof deskOf>[0] = {}) {
  const made = deskOf(options)
  const headers = { 'sec-fetch-site': 'same-origin' }
  const upload = (content: string | Uint8Array<ArrayBuffer>, fields: Readonly<Record<string, string>> = {}) => {
    const body = new FormData()
    for (const [name, value] of Object.entries({ account, ...fields })) body.append(name, value)
    body.append('file', new Blob([content]), 'november.csv')
    return made.desk(new Request(`${host}${base}/imports/preview`, { method: 'POST', headers, body }))
  }
  const send = (path: string, fields: URLSearchParams) =>
    made.desk(new Request(`${host}${path}`, { method: 'POST', headers, body: fields }))
  /** Sends a file that no layout knows, and returns the path of the page on which its columns are chosen. */
  const unknown = async (content: Parameters<typeof upload>[0]) => {
    const answer = await upload(content)
    expect(answer.status).toBe(303)
    return answer.headers.get('location')!
  }
  const page = async (path: string, status = 200) => {
    const answer = await made.get(path)
    expect(answer.status).toBe(status)
    return answer.text()
  }
  return { ...made, upload, send, unknown, page }
}

const formTo = (page: string, action: string) => formsOf(page).filter((form) => form.action === action)

describe('desk/imports: a file that is kept between preview and import', () => {
  it('is imported from its preview, and then gone', async () => {
    const { upload, send, payments } = withUpload()
    await payments.layouts.create(
      {
        name: 'awash',
        mapping: {
          columns: { valueDate: 'Txn Date', narration: 'Details', credit: 'Money In', debit: 'Money Out' },
          dates: ['dd/MM/yyyy'],
          timeZone: 'Africa/Addis_Ababa',
          currency: 'ETB',
        },
      },
      { actor: 'almaz' },
    )
    const page = await (await upload(file)).text()
    expect(textOf(page)).toContain('awash')
    expect((await payments.lines.list()).items).toEqual([])
    const form = formsOf(page).find(({ action }) => /\/imports\/uploads\/upl_\w+$/.test(action))!
    const answer = await send(form.action, form.fields)
    expect(answer.status).toBe(303)
    expect((await payments.lines.list()).items.map(({ amount }) => amount)).toEqual([150_000, 1000])
    expect((await send(form.action, form.fields)).status).toBe(404)
  })

  it('is theirs alone, and forgotten when they say so', async () => {
    const { unknown, send, page, who } = withUpload()
    const path = await unknown(file)
    who.actor = 'dawit'
    const others = await page(path.slice(base.length), 404)
    expect(textOf(others)).toContain('This file is not kept any more.')
    who.actor = 'almaz'
    expect((await send(path.replace(/columns$/, 'forget'), new URLSearchParams())).status).toBe(303)
    await page(path.slice(base.length), 404)
  })
})

describe('desk/columns', () => {
  it('finds the columns, asks what can be read in two ways, and imports by the layout that it saves', async () => {
    const { unknown, send, page, payments } = withUpload()
    const path = await unknown(file)
    const first = await page(path.slice(base.length))
    expect(textOf(first)).toContain('03/04/2026 is 3 Apr 2026')
    expect(textOf(first)).toContain('03/04/2026 is 4 Mar 2026')
    const { fields } = formTo(first, path)[0]!
    expect(Object.fromEntries(fields)).toMatchObject({
      account,
      header: '1',
      c0: 'bookedAt',
      c2: 'credit',
      c3: 'debit',
    })
    const questions = await (await send(path, fields)).text()
    expect(textOf(questions)).toContain('Choose how the dates are read. Give the currency of the amounts.')
    fields.set('order', 'dmy')
    fields.set('currency', 'etb')
    const previewed = await (await send(path, fields)).text()
    expect(textOf(previewed)).toContain('What the import would do')
    expect((await payments.lines.list()).items).toEqual([])
    const saving = formTo(previewed, path).find((form) => form.fields.has('name'))!
    saving.fields.set('step', 'save')
    expect(saving.fields.get('name')).toBe(account)
    saving.fields.set('name', 'no good name')
    expect((await send(path, saving.fields)).status).toBe(400)
    saving.fields.set('name', 'awash')
    const saved = await send(path, saving.fields)
    expect(saved.status).toBe(303)
    expect(saved.headers.get('location')).toMatch(/\/imports\/imp_/)
    expect(await payments.layouts.get('awash')).toMatchObject({
      version: 1,
      createdBy: 'almaz',
      mapping: { dates: ['dd/MM/yyyy'], currency: 'ETB' },
    })
    const lines = (await payments.lines.list()).items
    expect(lines.map(({ valueDate, direction, amount }) => [valueDate, direction, amount])).toEqual([
      ['2026-04-03', 'credit', 150_000],
      ['2026-04-05', 'debit', 1000],
    ])
  })

  it('reads a spreadsheet in the same way, and finds its layout in the next month', async () => {
    const { unknown, send, page, payments, upload } = withUpload()
    const sheetOf = (...rows: (readonly string[])[]) =>
      new Uint8Array(workbook({ sheets: [{ name: 'Nov', rows: rows.map((cells) => row(...cells)).join('') }] }))
    const names = ['Txn Date', 'Details', 'Money In', 'Money Out'].map(textCell)
    const file = sheetOf(
      names,
      [textCell('03/04/2026'), textCell('INV-1'), numberCell('1500')],
      [textCell('25/04/2026'), textCell('Charge'), '<c/>', numberCell('10.5')],
    )
    const path = await unknown(file)
    const first = await page(path.slice(base.length))
    expect(textOf(first)).toContain('03/04/2026 is 3 Apr 2026')
    const { fields } = formTo(first, path)[0]!
    expect(Object.fromEntries(fields)).toMatchObject({ c0: 'bookedAt', c1: 'narration', c2: 'credit', c3: 'debit' })
    fields.set('currency', 'ETB')
    const saving = formTo(await (await send(path, fields)).text(), path).find((form) => form.fields.has('name'))!
    saving.fields.set('step', 'save')
    saving.fields.set('name', 'awash')
    expect((await send(path, saving.fields)).status).toBe(303)
    const lines = (await payments.lines.list()).items
    expect(lines.map(({ valueDate, direction, amount }) => [valueDate, direction, amount])).toEqual([
      ['2026-04-03', 'credit', 150_000],
      ['2026-04-25', 'debit', 1050],
    ])
    const { layout } = (await payments.statements.list()).items[0]!
    expect((await payments.layouts.byDigest(layout!))?.name).toBe('awash')
    const next = sheetOf(names, [textCell('02/05/2026'), textCell('INV-2'), numberCell('7')])
    expect(textOf(await (await upload(next)).text())).toContain('awash')
  })

  it('says of a spreadsheet without a row what is missing', async () => {
    const { upload } = withUpload()
    const answer = await upload(new Uint8Array(workbook({ sheets: [{ rows: '' }] })))
    expect(answer.status).toBe(400)
    expect(textOf(await answer.text())).toContain('spreadsheet')
  })

  it('takes the period of the first form, typed in the Ethiopian calendar too', async () => {
    const { upload, send } = withUpload({ calendar: 'ethiopic' })
    const answer = await upload(file, { from: '25/7/2018 EC', to: '30/7/2018 EC' })
    const path = answer.headers.get('location')!
    const names = { header: '1', c0: 'bookedAt', c1: 'narration', c2: 'credit', c3: 'debit', currency: 'ETB', account }
    const previewed = await send(path, new URLSearchParams({ ...names, order: 'dmy' }))
    expect([previewed.status, textOf(await previewed.text())]).toEqual([
      200,
      expect.stringContaining('What the import would do'),
    ])
  })

  it('replaces a layout only where the person says so', async () => {
    const { unknown, send, page, payments } = withUpload()
    const names = { header: '1', c0: 'bookedAt', c1: 'narration', c2: 'credit', c3: 'debit', currency: 'ETB', account }
    const columns = {
      columns: { valueDate: 'Other', amount: 'Sum' },
      dates: ['dd/MM/yyyy'],
      timeZone: 'UTC',
      currency: 'ETB',
    }
    await payments.layouts.create({ name: 'awash', mapping: columns }, { actor: 'dawit' })
    const path = await unknown(file)
    await page(path.slice(base.length))
    const fields = new URLSearchParams({ ...names, order: 'dmy', name: 'awash', step: 'save' })
    expect((await send(path, fields)).status).toBe(409)
    fields.set('replace', '1')
    expect((await send(path, fields)).status).toBe(303)
    expect((await payments.layouts.history('awash')).map(({ createdBy }) => createdBy)).toEqual(['dawit', 'almaz'])
  })

  it('writes hostile cells as text, and shows sixty of five hundred columns', async () => {
    const { unknown, page } = withUpload()
    const cells = [
      '=cmd|x',
      '<img src=x onerror=alert(1)>',
      '"&quot;',
      ...Array.from({ length: 500 }, (_, at) => `n${at}`),
    ]
    const line = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
    const path = await unknown(`${line}\n${line}\n${line}\n`)
    const text = await page(path.slice(base.length))
    expect(text).not.toContain('<img')
    expect(text).toContain('=cmd|x')
    expect(text.match(/<select name="c\d+"/g)).toHaveLength(60)
    expect(textOf(text)).toContain('Columns that are not shown: 443')
  })

  it('needs the scopes of lines', async () => {
    const { unknown, page, who } = withUpload()
    const path = await unknown(file)
    who.scopes = ['reports:read', 'lines:read']
    await page(path.slice(base.length), 403)
  })
})
