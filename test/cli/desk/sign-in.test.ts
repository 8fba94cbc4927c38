import { describe, expect, it } from 'vitest'
import { signIn } from '../../../src/cli/desk/sign-in.js'

const usedUp = { status: 410 }

describe('signIn', () => {
  it('gives a cookie to the first who opens the link, and to no one after', () => {
    const door = signIn('desk-4')
    const first = door.open('GET', door.link, undefined)
    expect(first).toEqual({
      status: 303,
      cookie: expect.stringMatching(/^desk-4=[\w-]{32}; HttpOnly; SameSite=Strict; Path=\/$/),
    })
    expect(door.open('GET', door.link, undefined)).toEqual(usedUp)
  })

  it('is not used up by another method, another secret or another path', () => {
    const door = signIn('desk-4')
    expect(door.open('HEAD', door.link, undefined)).toEqual(usedUp)
    expect(door.open('GET', `${door.link}x`, undefined)).toEqual(usedUp)
    expect(door.open('GET', `${door.link.slice(0, -1)}.`, undefined)).toEqual(usedUp)
    expect(door.open('GET', '/', undefined)).toBeNull()
    expect(door.open('GET', door.link, 'desk-4=x')).toMatchObject({ status: 303, cookie: expect.any(String) })
  })

  it('knows its cookie among others, and redirects the browser that has it', () => {
    const door = signIn('desk-4')
    const [cookie = ''] = door.open('GET', door.link, undefined)!.cookie!.split(';')
    for (const cookies of [cookie, `a=1; ${cookie}`, `a=1;${cookie};  b=2`]) {
      expect(door.isSignedIn(cookies)).toBe(true)
      expect(door.open('GET', door.link, cookies)).toEqual({ status: 303 })
    }
    const other = cookie.replace('desk-4', 'desk-5')
    for (const cookies of [undefined, null, '', other, `${cookie}x`, cookie.slice(0, -1)]) {
      expect(door.isSignedIn(cookies)).toBe(false)
    }
    expect(signIn('desk-4').isSignedIn(cookie)).toBe(false)
  })
})
