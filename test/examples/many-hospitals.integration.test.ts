import Database from 'libsql'
import { createServer, type Server } from 'node:http'
import { fromSqlite, migrate } from 'hospital-payments/sql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Users } from '../../examples/hospital-desk/users.js'
import { manyHospitalsApp } from '../../examples/many-hospitals/app.js'
import { type Hospital, Hospitals } from '../../examples/many-hospitals/hospitals.js'
import { listening } from '../http/mounts/support/mounts.js'
import { closed, portOf } from '../http/mounts/support/raw.js'

const list: readonly Hospital[] = [
  { tenant: 'black-lion', name: 'Black Lion <Addis>', timeZone: 'Africa/Addis_Ababa' },
  { tenant: 'kenyatta', name: 'Kenyatta', timeZone: 'Africa/Nairobi' },
]
let server: Server
let origin: string
let hospitals: Hospitals
const lookUps: string[] = []

beforeAll(async () => {
  const database = fromSqlite(new Database(':memory:'))
  await migrate(database)
  hospitals = new Hospitals(database, async (tenant) => {
    lookUps.push(tenant)
    return list.find((hospital) => hospital.tenant === tenant)
  })
  const people = new Map(
    list.map(({ tenant }) => {
      const users = new Users()
      users.add('almaz', 'finance', `${tenant}-secret`)
      return [tenant, users]
    }),
  )
  server = await listening(createServer(manyHospitalsApp({ hospitals, list, usersOf: (tenant) => people.get(tenant) })))
  origin = `http://127.0.0.1:${portOf(server)}`
})
afterAll(() => closed(server))

const send = (path: string, cookie: string, fields?: Record<string, string>) =>
  fetch(origin + path, {
    redirect: 'manual',
    headers: { cookie, ...(fields && { origin }) },
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
  })

async function signIn(hospital: string, password: string) {
  const answer = await send('/login', '', { hospital, name: 'almaz', password })
  return { status: answer.status, cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0]! }
}

describe('examples/many-hospitals', () => {
  it('shows a person the payments of the hospital that was chosen at the login, and of no other', async () => {
    for (const [i, { tenant }] of list.entries()) {
      const payments = await hospitals.serviceOf(tenant)
      await payments.createPayment({ amount: 5_000, currency: 'ETB', reference: `BILL-${i}`, channel: 'cash' })
    }
    for (const [i, { tenant }] of list.entries()) {
      const { status, cookie } = await signIn(tenant, `${tenant}-secret`)
      expect(status).toBe(303)
      const page = await (await send(`/finance/payments?text=BILL-${i}`, cookie)).text()
      expect(page).toContain(`/finance/payments/pay_`)
      const other = await (await send(`/finance/payments?text=BILL-${1 - i}`, cookie)).text()
      expect(other).not.toContain(`/finance/payments/pay_`)
    }
  })

  it('refuses the password of another hospital, a hospital that is not there, and who is not signed in', async () => {
    expect((await signIn('kenyatta', 'black-lion-secret')).status).toBe(401)
    expect((await signIn('nemo', 'black-lion-secret')).status).toBe(401)
    const answer = await send('/finance/', '')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login'])
    expect(await (await send('/login', '')).text()).toContain('Black Lion &lt;Addis&gt;')
  })

  it('makes each service once, and tries again for a hospital that could not be read', async () => {
    const [one, two] = await Promise.all([hospitals.serviceOf('kenyatta'), hospitals.serviceOf('kenyatta')])
    expect(one).toBe(two)
    expect(lookUps.filter((tenant) => tenant === 'kenyatta')).toHaveLength(1)
    for (let i = 0; i < 2; i++) await expect(hospitals.serviceOf('nemo')).rejects.toThrow('No hospital is nemo')
    expect(lookUps.filter((tenant) => tenant === 'nemo')).toHaveLength(2)
  })
})
