import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readSettings } from '../../examples/server/settings.js'
import { formsOf } from '../desk/support/desk.js'
import { wordsOf } from '../desk/support/outline.js'
import { root } from './program.js'

const folder = mkdtempSync(join(tmpdir(), 'example-server-'))
const children: ReturnType<typeof spawn>[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Runs `npm run server` for a try, up to the key and the phone that it prints. */
async function start() {
  const { HP_KEYS: _, ...inherited } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', 'examples/server/main.ts'], {
    cwd: root,
    env: { ...inherited, PORT: '0', HP_DATABASE: join(folder, 'payments.db') },
  })
  children.push(child)
  let text = ''
  for await (const piece of child.stdout.iterator({ destroyOnReturn: false })) {
    text += String(piece)
    if (text.includes('Control and C')) break
  }
  const part = (shape: RegExp) => shape.exec(text)?.[1] ?? ''
  const [url, key, phone] = [part(/HP_URL='([^']+)'/), part(/HP_KEY='([^']+)'/), part(/phone you play: (\S+)/)]
  const call = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    const answer = await fetch(url + path, init)
    return { status: answer.status, json: (await answer.json()) as Record<string, any> }
  }
  const end = async () => {
    child.kill('SIGTERM')
    return (await once(child, 'exit')) as [number | null]
  }
  return { url, key, phone, call, end }
}

describe('examples/server: a fake provider for a try', () => {
  it('takes a bill whose payer accepts on the phone, in each run, and ends when it is asked to', async () => {
    for (const reference of ['INV-1', 'INV-2']) {
      const { phone, call, end } = await start()
      expect(phone).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/phone\/[0-9a-f]{32}$/)
      const bill = await call('/v1/payments', { amount: 150_000, currency: 'ETB', reference, channel: 'cash' })
      const attempt = await call(`/v1/payments/${bill.json['id']}/attempts`, {
        provider: 'fake',
        phone: '+251911223344',
      })
      expect([attempt.status, attempt.json['status']]).toEqual([201, 'pending'])
      const page = await (await fetch(phone)).text()
      expect(wordsOf(page)).toContain(`${reference} 1500.00 ETB Waiting for your answer.`)
      const { action, fields } = formsOf(page)[0]!
      const accept = (headers: Record<string, string>) =>
        fetch(new URL(action, phone), { method: 'POST', headers, body: fields, redirect: 'manual' })
      expect((await accept({ origin: 'http://evil.test' })).status).toBe(403)
      expect((await accept({ origin: new URL(phone).origin })).status).toBe(303)
      const paid = await call(`/v1/payments/${bill.json['id']}`)
      expect(paid.json).toMatchObject({ status: 'succeeded', amountReconciled: 150_000 })
      const { json } = await call(`/v1/attempts/${attempt.json['id']}`)
      expect(json).toMatchObject({ status: 'paid', account: 'fake', lineKey: expect.any(String) as string })
      expect(await end()).toEqual([0, null])
    }
  })

  it('is not there where the server has keys of its own, unless it is asked for', () => {
    const env = { HP_KEYS: `client:payments:read:${'0'.repeat(64)}` }
    expect(readSettings(env).hasFakeProvider).toBe(false)
    expect(readSettings({ ...env, HP_FAKE_PROVIDER: 'true' }).hasFakeProvider).toBe(true)
  })
})
