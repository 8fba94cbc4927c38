import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { formsOf, lineForm, type PageForm } from '../desk/support/desk.js'
import { linksOf, tablesOf, wordsOf } from '../desk/support/outline.js'
import { root } from './program.js'

const folder = mkdtempSync(join(tmpdir(), 'finance-desk-'))
const begun: ChildProcess[] = []
afterAll(() => {
  for (const child of begun) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

/** Runs `npm start` up to the link that it prints. */
async function start() {
  const env = { ...process.env, HP_DESK_PORT: '0', HP_DESK_FILE: join(folder, 'new', 'hospital.sqlite') }
  const child = spawn(process.execPath, ['--import', 'tsx', 'examples/start.ts'], { cwd: root, env })
  begun.push(child)
  let text = ''
  let errors = ''
  child.stderr.on('data', (piece: Buffer) => (errors += piece.toString()))
  for await (const piece of child.stdout.iterator({ destroyOnReturn: false })) {
    text += String(piece)
    if (text.includes('Ctrl+C')) break
  }
  const [link = ''] = /http:\S+/.exec(text) ?? []
  expect([errors, link]).toEqual(['', expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/sign-in\/.{32}$/)])
  const { origin } = new URL(link)
  return {
    link,
    origin,
    async signedIn(): Promise<(place: string | PageForm, body?: FormData | Record<string, string>) => Promise<string>> {
      const answer = await fetch(link, { redirect: 'manual' })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
      const [cookie = ''] = answer.headers.get('set-cookie')!.split(';')
      return async (place, body) => {
        const headers = { cookie, 'sec-fetch-site': 'same-origin' }
        const isForm = typeof place !== 'string'
        const path = isForm ? place.action : place
        const filled = isForm
          ? new URLSearchParams({ ...Object.fromEntries(place.fields), ...(body as Record<string, string>) })
          : (body as FormData | undefined)
        const page = await fetch(origin + path, filled ? { method: 'POST', headers, body: filled } : { headers })
        expect([path, page.status]).toEqual([path, 200])
        return page.text()
      }
    },
    async end(signal: NodeJS.Signals) {
      process.kill(child.pid!, signal)
      const [code] = (await once(child, 'exit')) as [number | null]
      return [code, errors]
    },
  }
}

/** Counts the imported lines of November. */
async function linesOf(page: (path: string) => Promise<string>): Promise<number> {
  let count = 0
  for (const account of ['bank-1100', 'mpesa-600123']) {
    const rows = tablesOf(await page(`/lines?from=2026-11-01&account=${account}`))['Statement lines'] ?? ['']
    count += rows.length - 1
  }
  return count
}

describe('npm start', () => {
  it('serves the desk over the sample to the first browser with its link, and ends when it is asked to', async () => {
    const desk = await start()
    expect((await fetch(desk.origin)).status).toBe(401)
    expect((await fetch(desk.link, { method: 'HEAD' })).status).toBe(410)
    const page = await desk.signedIn()
    expect((await fetch(desk.link, { redirect: 'manual' })).status).toBe(410)
    for (const path of [
      '/',
      '/payments',
      '/imports',
      '/refunds',
      '/approvals',
      '/days',
      '/receipts',
      '/reports',
      '/audit',
      '/counter',
      '/counter/session',
      '/cash',
    ])
      expect(await page(path)).toContain('Signed in as')
    const today = await page('/')
    expect(today).toContain('1 Dec 2026')
    // The cashier's money comes on no statement.
    const unproved = linksOf(today)['Paid, but on no statement']
    const [, ...listed] = tablesOf(await page(unproved!))['Payments']!
    expect(new Set(listed.map(([, , channel]) => channel))).toEqual(new Set(['card', 'mpesa']))
    expect(await linesOf(page)).toBe(41)
    const [, ...points] = tablesOf(await page('/cash'))['Open sessions']!
    expect(points.map(([point, cashier]) => [point, cashier])).toEqual([
      ['window-2', 'chala'],
      ['window-1', 'almaz'],
    ])
    for (const [name, layout, account] of [
      ['bank-november.csv', 'bank', 'bank-1100'],
      ['mpesa-november.csv', 'mpesaOrganisation', 'mpesa-600123'],
    ] as const) {
      const form = new FormData()
      form.append('account', account)
      form.append('layout', '')
      form.append('file', new Blob([readFileSync(`${root}/examples/settle-statement/data/${name}`)]), name)
      const preview = await page('/imports/preview', form)
      expect(preview).toContain(`<code>${layout}</code>`)
      // The desk has this file already, in this layout.
      expect(preview).not.toContain('May be stored twice')
    }
    expect(await desk.end('SIGINT')).toEqual([0, ''])
  })

  it('takes a bill by the fake provider: the payer accepts on the phone, and the line is on its account', async () => {
    for (const run of [1, 2]) {
      const desk = await start()
      expect((await fetch(`${desk.origin}/phone`)).status).toBe(404)
      const page = await desk.signedIn()
      expect(linksOf(await page('/'))["The payer's phone"]).toBe('/phone')
      expect(await page('/phone')).toContain('No prompt came yet.')
      const waiting = Object.entries(linksOf(await page('/payments?status=pending&currency=KES')))
      const [reference, bill] = waiting.find(([name]) => name.startsWith('OPD-0112-'))!
      await page(lineForm(await page(bill), 'attempts'), { phone: '0712 345 678' })
      expect(wordsOf(await page(bill))).toContain('A provider is taking this payment')
      const phone = await page('/phone')
      expect(wordsOf(phone)).toContain(`${reference} `)
      await page(formsOf(phone)[0]!)
      expect([run, wordsOf(await page(bill))]).toEqual([run, expect.stringContaining('Paid')])
      expect(wordsOf(await page('/phone'))).toContain('You paid.')
      const [, ...lines] = tablesOf(await page('/lines?account=fake&direction=credit'))['Statement lines']!
      expect(lines).toHaveLength(run)
      expect(await desk.end('SIGINT')).toEqual([0, ''])
    }
  })

  it('opens its file again, which is complete and was not filled twice', async () => {
    expect(readdirSync(join(folder, 'new')).filter((name) => !/-(wal|shm)$/.test(name))).toEqual(['hospital.sqlite'])
    const desk = await start()
    const page = await desk.signedIn()
    expect(await linesOf(page)).toBe(41)
    expect(await desk.end('SIGTERM')).toEqual([0, ''])
  })
})
