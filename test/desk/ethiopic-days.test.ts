import { createDesk } from 'hospital-payments/desk'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayToType, typedDay } from '../../src/desk/parts/ethiopic-days.js'
import { base, deskOf, host, lineForm, openLine } from './support/desk.js'

const dayMs = 86_400_000
const platform = new Intl.DateTimeFormat('en-u-ca-ethiopic-nu-latn', {
  ...({ day: 'numeric', month: 'numeric', year: 'numeric', timeZone: 'UTC' } as const),
})
const ethiopic = () => deskOf({ calendar: 'ethiopic' })
const refusal = 'Write a day as 16/3/2019 EC: day, month, year.'

describe('typedDay: Ethiopian days', () => {
  it('are those of the platform, and come back as they were', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 120_000 }), (days) => {
        const iso = new Date(days * dayMs).toISOString().slice(0, 10)
        const parts = platform.formatToParts(days * dayMs)
        const of = (type: string) => parts.find((part) => part.type === type)!.value
        expect(dayToType(iso)).toBe(`${of('day')}/${of('month')}/${of('year')} EC`)
        expect(typedDay(dayToType(iso))).toBe(iso)
      }),
    )
  })

  it.each([
    ['16/3/2019 EC', '2026-11-25'],
    ['16/03/2019EC', '2026-11-25'],
    ['16/3/2019 e.c.', '2026-11-25'],
    ['16/3/2019 ዓ.ም.', '2026-11-25'],
    ['16/3/2019 ዓ/ም', '2026-11-25'],
    ['5/13/2018 EC', '2026-09-10'],
    ['6/13/2019 EC', '2027-09-11'],
    ['1/1/2020 EC', '2027-09-12'],
  ])('%s is %s', (typed, day) => {
    expect(typedDay(typed)).toBe(day)
  })

  it.each([
    '6/13/2018 EC',
    '7/13/2019 EC',
    '31/1/2019 EC',
    '0/1/2019 EC',
    '1/14/2019 EC',
    '16/3/2019',
    '2026-11-25',
    'x',
    '',
  ])('%s stays as it is', (text) => {
    expect(typedDay(text)).toBe(text)
  })
})

describe('createDesk: the calendar ethiopic', () => {
  it('shows each day in both calendars, the Ethiopian first, also outside Ethiopia', async () => {
    for (const timeZone of ['Africa/Addis_Ababa', 'Africa/Nairobi']) {
      const { page, payments } = deskOf({ calendar: 'ethiopic' }, { timeZone })
      const line = await openLine(payments)
      const text = (await page('/lines')).replace(/\s+/g, ' ')
      expect(text).toMatch(
        /<time datetime="2026-11-20">11 Hedar 2019<\/time> <small class="eth" title="Gregorian calendar" ?>20 Nov 2026<\/small ?>/,
      )
      const history = (await page(`/lines/${encodeURIComponent(line.key)}`)).replace(/\s+/g, ' ')
      expect(history).toMatch(/<time datetime="2026-11-20T[^"]*">11 Hedar 2019, \d\d:\d\d<\/time> <small/)
    }
  })

  it('has fields for days that are typed as Ethiopian ones, filled as they were typed', async () => {
    const { page, payments } = ethiopic()
    const line = await openLine(payments)
    for (const path of ['/lines', '/audit', '/reports', '/imports', `/lines/${encodeURIComponent(line.key)}`]) {
      const text = await page(path)
      expect([path, text.includes('type="date"')]).toEqual([path, false])
      expect([path, text.includes('placeholder="11/3/2019 EC"')]).toEqual([path, true])
    }
    const typed = '/lines?' + new URLSearchParams({ from: '10/3/2019 EC', to: '11/3/2019 EC' }).toString()
    expect(await page(typed)).toContain('name="from" value="10/3/2019 EC"')
    expect(await page(typed)).toContain('2026-11-20')
    expect(await page('/lines?from=2026-11-19')).toContain('name="from" value="10/3/2019 EC"')
  })

  it('reads the typed days: lines of other days are left out', async () => {
    const { page, payments } = ethiopic()
    await openLine(payments)
    const linesOf = (from: string, to: string) => page(`/lines?${new URLSearchParams({ from, to }).toString()}`)
    expect(await linesOf('11/3/2019 EC', '11/3/2019 EC')).toContain('<time datetime="2026-11-20">')
    expect(await linesOf('12/3/2019 EC', '5/13/2019 EC')).not.toContain('<time datetime="2026-11-20">')
  })

  it.each(['6/13/2018 EC', '31/3/2019 EC', '16/3/2019'])('refuses %s with how a day is written', async (from) => {
    const { get } = ethiopic()
    for (const path of ['/lines', '/audit', '/reports']) {
      const answer = await get(`${path}?${new URLSearchParams({ from }).toString()}`)
      expect([path, answer.status]).toEqual([path, 400])
      const text = await answer.text()
      expect(text).toContain(refusal)
      expect(text).toContain(`value="${from}"`)
    }
  })

  it('refuses days in the words of the Gregorian calendar without the option', async () => {
    const { get } = deskOf()
    const answer = await get('/lines?from=16%2F3%2F2019+EC')
    expect(answer.status).toBe(400)
    expect(await answer.text()).not.toContain(refusal)
  })

  it('reads the days of a search in a line, and of an import', async () => {
    const { page, payments, submit, desk } = ethiopic()
    const line = await openLine(payments)
    const form = lineForm(await page(`/lines/${encodeURIComponent(line.key)}`), 'allocate')
    const searched = await submit(form, { from: '1/3/2019 EC', to: '11/3/2019 EC', search: '1' })
    expect(await searched.text()).toContain('name="from" value="1/3/2019 EC"')
    const preview = async (to: string) => {
      const body = new FormData()
      const fields = { account: 'cbe-1000', from: '11/3/2019 EC', to }
      for (const [name, value] of Object.entries(fields)) body.append(name, value)
      body.append('layout', '')
      body.append('file', new Blob(['no statement']), 'x.csv')
      const headers = { 'sec-fetch-site': 'same-origin' }
      const url = `${host}${base}/imports/preview`
      return (await desk(new Request(url, { method: 'POST', headers, body }))).text()
    }
    expect(await preview('12/3/2019 EC')).toContain('name="to" value="12/3/2019 EC"')
  })

  it('is an option with one value', () => {
    const { payments } = deskOf()
    const calendar = 'julian' as 'ethiopic'
    expect(() => createDesk({ payments, authenticate: () => null, calendar })).toThrow(
      "calendar must be 'ethiopic', or left out",
    )
  })
})
