import type { FailureContext } from 'hospital-payments/http'
import { describe, expect, it } from 'vitest'
import { testService } from '../support/service.js'
import { createDesk } from 'hospital-payments/desk'
import { deskOf, host, everyScope } from './support/desk.js'

const hospitals = {
  black_lion: {
    title: 'Black Lion',
    logo: '/logos/lion.svg',
    messages: { 'nav.today': 'ዛሬ', locale: 'am' },
    layouts: {
      lion: {
        columns: { valueDate: 'Day', amount: 'Sum' },
        dates: ['yyyy-MM-dd'],
        timeZone: 'Africa/Addis_Ababa',
        currency: 'ETB',
      },
    },
  },
  aga_khan: {
    title: 'Aga Khan',
    logo: 'data:image/png;base64,AAAA',
    messages: {},
    layouts: {
      khan: {
        columns: { valueDate: 'Date', amount: 'Amount' },
        dates: ['yyyy-MM-dd'],
        timeZone: 'Africa/Addis_Ababa',
        currency: 'KES',
      },
    },
  },
}

function deskOfTwo() {
  const { payments } = testService()
  return createDesk({
    payments,
    authenticate: (request) => {
      const hospital = request.headers.get('x-hospital')
      if (hospital === null) return null
      return { actor: 'almaz', scopes: everyScope, hospital: hospital as keyof typeof hospitals }
    },
    title: ({ hospital }) => hospitals[hospital].title,
    logo: ({ hospital }) => Promise.resolve(hospitals[hospital].logo),
    messages: ({ hospital }) => hospitals[hospital].messages,
    layouts: ({ hospital }) => hospitals[hospital].layouts,
  })
}

describe('createDesk: options that are functions of the principal', () => {
  const desk = deskOfTwo()
  const page = async (path: string, hospital?: string) => {
    const answer = await desk(new Request(host + path, hospital ? { headers: { 'x-hospital': hospital } } : {}))
    return { status: answer.status, text: await answer.text() }
  }

  it('title, logo and messages: each principal has the page of its own hospital', async () => {
    const lion = await page('/', 'black_lion')
    expect(lion.text).toContain('<title>ዛሬ · Black Lion</title>')
    expect(lion.text).toContain('<html lang="am"')
    expect(lion.text).toContain('<img class="logo" src="/logos/lion.svg" alt="" />')
    const khan = await page('/', 'aga_khan')
    expect(khan.text).toContain('<title>Today · Aga Khan</title>')
    expect(khan.text).toContain('src="data:image/png;base64,AAAA"')
    expect(khan.text).not.toContain('Lion')
  })

  it('layouts: a person chooses among those of their hospital', async () => {
    expect((await page('/imports', 'black_lion')).text).toContain('CSV: lion')
    const khan = (await page('/imports', 'aga_khan')).text
    expect(khan).toContain('CSV: khan')
    expect(khan).not.toContain('CSV: lion')
  })

  it('a page before a principal is known: it has the words of the library', async () => {
    const { status, text } = await page('/')
    expect(status).toBe(401)
    expect(text).toContain('Finance desk')
    expect(text).not.toMatch(/class="logo"|Black Lion|Aga Khan/)
  })

  it('a function that returns a wrong option: the page fails, and onError receives the reason', async () => {
    const problems: unknown[] = []
    const { get } = deskOf({
      logo: () => 'https://elsewhere.example/logo.svg',
      onError: (error) => problems.push(error),
    })
    expect((await get('/')).status).toBe(500)
    expect(problems).toEqual([expect.objectContaining({ message: expect.stringContaining('logo must be') as string })])
  })
})

describe('createDesk: links of the host', () => {
  it('signOut and home: they stand on every page of a person who is signed in', async () => {
    const { page, get } = deskOf({ signOut: '/logout', home: 'https://hospital.example/' })
    for (const path of ['/', '/lines', '/nothing-here'])
      expect(await page(path), path).toContain('<a href="https://hospital.example/">Leave the desk</a>')
    expect(await page('/')).toContain('<a href="/logout">Sign out</a>')
    const strangers = deskOf({ signOut: '/logout', home: '/start', authenticate: () => null })
    const text = await strangers.page('/')
    expect(text).toContain('<a href="/start">Leave the desk</a>')
    expect(text).not.toContain('/logout')
    expect((await get('/')).status).toBe(200)
  })

  it.each(['javascript:alert(1)', '//elsewhere.example', 'logout', 1, ''])(
    'a link such as %j: it is refused',
    (link) => {
      expect(() => deskOf({ signOut: link as never })).toThrow(/signOut must be/)
      expect(() => deskOf({ home: link as never })).toThrow(/home must be/)
      expect(() => deskOf({ logo: link as never })).toThrow(/logo must be/)
    },
  )
})

describe('createDesk: scopes that no route knows', () => {
  it('are reported through onError, each once, and change nothing for the page', async () => {
    const reported: [unknown, FailureContext][] = []
    const { get, who } = deskOf({ onError: (error, context) => reported.push([error, context]) })
    who.scopes.push('line:read', 'wards:read')
    expect((await get('/')).status).toBe(200)
    expect((await get('/')).status).toBe(200)
    expect(reported.map(([error]) => (error as Error).message.split(',')[0])).toEqual([
      '`authenticate` returned the scope "line:read"',
      '`authenticate` returned the scope "wards:read"',
    ])
    expect(reported[0]![1]).toMatchObject({ method: 'GET', route: '/' })
  })
})
