import { createHospitalPayments, memoryRepository, textChannel } from 'hospital-payments'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hospitalApp } from '../../examples/hospital-desk/app.js'
import { Users } from '../../examples/hospital-desk/users.js'
import { listening } from '../http/mounts/support/mounts.js'
import { closed, portOf } from '../http/mounts/support/raw.js'

const payments = createHospitalPayments({
  repository: memoryRepository(),
  channels: { cash: textChannel('Pay {amount} {currency} for {reference}.') },
  referencePolicy: 'one-live',
})
let server: Server
let origin: string

beforeAll(async () => {
  const users = new Users()
  users.add('chala', 'cashier', 'c-secret')
  users.add('selam', 'supervisor', 's-secret')
  users.add('almaz', 'finance', 'a-secret')
  users.add('hana', 'manager', 'h-secret')
  server = await listening(createServer(hospitalApp(payments, users)))
  origin = `http://127.0.0.1:${portOf(server)}`
})
afterAll(() => closed(server))

const send = (path: string, cookie: string, fields?: Record<string, string>) =>
  fetch(origin + path, {
    redirect: 'manual',
    headers: { cookie, ...(fields && { origin }) },
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
  })

async function signIn(name: string, password: string) {
  const answer = await send('/login', '', { name, password })
  const header = answer.headers.get('set-cookie') ?? ''
  return { answer, header, cookie: header.split(';')[0]! }
}

describe('examples/hospital-desk', () => {
  it('lets a cashier make an invoice, which finance finds in the desk', async () => {
    const cashier = await signIn('chala', 'c-secret')
    expect([cashier.answer.status, cashier.answer.headers.get('location')]).toEqual([303, '/'])
    expect(cashier.header).toMatch(/; HttpOnly; SameSite=Strict; Path=\/;/)
    for (let time = 0; time < 2; time++) {
      const made = await send('/invoices', cashier.cookie, { number: 'INV-77', amount: '1500.50' })
      expect([made.status, made.headers.get('location')]).toEqual([303, '/'])
    }
    const cashierPage = await (await send('/', cashier.cookie)).text()
    expect(cashierPage.match(/<td>INV-77<td>1500\.50 ETB<td>pending/g)).toHaveLength(1)

    const { cookie, answer } = await signIn('almaz', 'a-secret')
    expect(answer.headers.get('location')).toBe('/finance/')
    expect(await (await send('/finance/', cookie)).text()).toContain('<bdi>almaz</bdi>')
    const searchPage = await send('/finance/payments?text=INV-77', cookie)
    expect(searchPage.status).toBe(200)
    expect(await searchPage.text()).toContain('INV-77')
    const { items } = await payments.findByReference('INV-77')
    expect(items).toMatchObject([{ amount: 150_050, currency: 'ETB' }])
    expect(await payments.history(items[0]!.id)).toMatchObject([{ actor: 'chala' }])
  })

  it('refuses a person with the wrong role', async () => {
    const { cookie: cashier } = await signIn('chala', 'c-secret')
    for (const path of ['/finance/lines', '/finance/payments', '/finance/cash'])
      expect([path, (await send(path, cashier)).status]).toEqual([path, 403])
    const { cookie: finance } = await signIn('almaz', 'a-secret')
    expect((await send('/invoices', finance, { number: 'INV-78', amount: '1' })).status).toBe(403)
    expect((await payments.findByReference('INV-78')).items).toEqual([])
    const day = { account: 'cbe-1000', day: '2026-01-02', expectedVersion: '0' }
    expect((await send('/finance/days/close', finance, day)).status).toBe(403)
    const { cookie: manager } = await signIn('hana', 'h-secret')
    expect((await send('/finance/days/close', manager, day)).status).not.toBe(403)
  })

  it('leads a cashier to the counter, where cash is taken, and a supervisor to its point', async () => {
    const { cookie } = await signIn('chala', 'c-secret')
    await send('/invoices', cookie, { number: 'INV-90', amount: '100' })
    expect((await send('/finance/', cookie)).headers.get('location')).toBe('/finance/counter')
    const opened = { point: 'window-1', currency: 'ETB', float: '0' }
    expect((await send('/finance/counter/session/open', cookie, opened)).status).toBe(303)
    const bill = (await send('/finance/counter', cookie, { text: 'INV-90' })).headers.get('location')!
    const form = await (await send(bill, cookie)).text()
    const session = /name="session" value="([^"]*)"/.exec(form)![1]!
    const take = { session, expectedVersion: '1', amount: '100', tendered: '200' }
    const receipt = (await send(bill, cookie, take)).headers.get('location')!
    const page = await (await send(receipt, cookie)).text()
    expect(page).toContain('One hundred birr and 00/100')
    expect(page).toContain('General Hospital')
    const { cookie: supervisor } = await signIn('selam', 's-secret')
    expect(await (await send('/finance/cash', supervisor)).text()).toContain('window-1')
  })

  it('redirects a person who is not signed in to its login, and refuses a wrong password', async () => {
    for (const path of ['/', '/finance/', '/finance/lines']) {
      const answer = await send(path, 'hospital_session=guessed')
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login'])
    }
    for (const [name, password] of [
      ['almaz', 'c-secret'],
      ['nemo', 'a-secret'],
    ] as const) {
      const { answer, header } = await signIn(name, password)
      expect([answer.status, header]).toEqual([401, ''])
    }
  })

  it('ends a session when a person signs out', async () => {
    const { cookie } = await signIn('almaz', 'a-secret')
    expect((await send('/logout', cookie, {})).status).toBe(303)
    expect((await send('/finance/', cookie)).headers.get('location')).toBe('/login')
  })

  it('refuses an amount that is none, and shows nothing of it as markup', async () => {
    const { cookie } = await signIn('chala', 'c-secret')
    expect((await send('/invoices', cookie, { number: 'INV-79', amount: '1,5' })).status).toBe(400)
    await send('/invoices', cookie, { number: '<b>INV-80', amount: '2' })
    expect(await (await send('/', cookie)).text()).not.toContain('<b>INV')
  })
})
