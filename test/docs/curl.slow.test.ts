import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routesOf } from '../../src/http/routes/table.js'
import { programFile } from '../support/program-file.js'
import { isInstalled } from '../support/tools.js'
import { commandsWith } from './support/commands.js'
import { root } from './support/paths.js'

const curls = commandsWith('curl ')
const [tryIt, newKey, withKeys] = ['npm run server', '--new-key', 'HP_KEYS='].map((words) =>
  commandsWith('npm run server').find((command) => command.includes(words))!,
) as [string, string, string]
const program = await programFile(new URL('../../examples/server/main.ts', import.meta.url))
const example = [process.execPath, program].map((path) => JSON.stringify(path)).join(' ')
/** Returns the command without npm in between, which would not pass on the signal that ends the server. */
const asProcess = (command: string) =>
  command.replace('npm run server --', example).replace('npm run server', `exec ${example}`)

const folder = mkdtempSync(join(tmpdir(), 'server-'))
const env: Record<string, string> = { ...(process.env as Record<string, string>) }
let server: ChildProcess | undefined

async function start(): Promise<void> {
  for (const command of commandsWith('> november.sta')) execFileSync('bash', ['-c', command], { cwd: folder })
  const output = execFileSync('bash', ['-c', asProcess(newKey)], { cwd: root, encoding: 'utf8' })
  const [key = '', sha256 = ''] = output
    .trim()
    .split('\n')
    .map((line) => line.split(': ')[1])
  Object.assign(env, { HP_KEY: key, HP_SHA256: sha256, PORT: '0', HP_DATABASE: join(folder, 'payments.db') })
  env['HP_FAKE_PROVIDER'] = 'true'
  server = spawn('bash', ['-c', asProcess(withKeys)], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface(server.stdout!), 'line')) as [string]
  env['HP_URL'] = /http:\S+/.exec(line)?.[0] ?? ''
}

/** Runs a command as it stands; behind the body stands what curl knows of the answer. */
async function call(command: string): Promise<{ status: number; type: string; text: string }> {
  const output = 'curl() { command curl -sS --max-time 20 -w "\\n%{http_code} %{content_type}" "$@"; }'
  const { stdout } = await promisify(execFile)('bash', ['-c', `${output}\n${command}`], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  const [, text = '', status, type = ''] = /^([^]*)\n(\d+) (.*)$/.exec(stdout) ?? []
  return { status: Number(status), type, text }
}

/** Returns the route that a command calls, such as `POST /v1/payments/{paymentId}/confirm`. */
function routeOf(command: string): string {
  const path = /\$HP_URL([^"?]*)/
    .exec(command)?.[1]
    ?.replace('$ID', '{paymentId}')
    .replace('$LINE', '{lineKey}')
    .replace('$IMPORT', '{importId}')
    .replace('$REFUND', '{refundId}')
    .replace('$SESSION', '{sessionId}')
    .replace('$WAIVER', '{waiverId}')
    .replace('$RULE', '{ruleId}')
    .replace(/layouts\/.+/, 'layouts/{layout}')
    .replace('$ATTEMPT', '{attemptId}')
    .replace('$(date +%Y)/1', '{year}/{number}')
    .replace(/accounts\/[^/]+/, 'accounts/{account}')
    .replace(/payers\/[^/]+/, 'payers/{payerId}')
    .replace(/days\/[\d-]+/, 'days/{day}')
    .replace(/months\/[\d-]+/, 'months/{month}')
  const method = / -X (DELETE|PUT) /.exec(command)?.[1]
  if (method) return `${method} ${path}`
  return `${/ (-d|-X POST|--data-binary) /.test(command) ? 'POST' : 'GET'} ${path}`
}

const report = { items: [{ reference: 'INV-0042', amount: 150_000, status: 'pending' }], nextCursor: null }
const imported = { account: 'cbe-1000', fileName: 'november.sta', lines: [{ outcome: 'unmatched_line', count: 1 }] }
const line = { account: 'cbe-1000', amount: 90_000, status: 'open', reference: 'WARD-3', version: 1 }
const refund = { status: 'pending', amount: 1000, reason: 'overpayment', requestedBy: 'cashier' }
const closing = { account: 'cbe-1000', day: '2026-11-20', kind: 'closing', sequence: 1, actor: 'cashier' }
const receipt = { number: 1, reference: 'INV-0042', received: 150_000, status: 'valid' }
const session = { point: 'window-1', account: 'cash.window-1', openedBy: 'cashier', float: 50_000 }
const waiver = { scheme: 'poor_patients', reason: 'no_income', amount: 50_000, requestedBy: 'cashier' }
const rule = { text: 'ledger fee', category: 'bank_fee', direction: 'debit', createdBy: 'cashier', deletedAt: null }
const attempt = { provider: 'fake', status: 'pending', amount: 150_000 }
const answers: Readonly<Record<string, object>> = {
  'POST /v1/payments': { reference: 'INV-0042', status: 'pending', amount: 150_000 },
  'GET /v1/payments/{paymentId}': { reference: 'INV-0042', status: 'pending' },
  'GET /v1/payments': { items: [{ reference: 'INV-0042', instructions: { type: 'text' } }], nextCursor: null },
  'GET /v1/reports/payments': report,
  'GET /v1/reports/totals': { items: [{ currency: 'ETB', status: 'pending', count: 1 }] },
  'GET /v1/reports/actors': { items: expect.arrayContaining([expect.objectContaining({ action: 'created' })]) },
  'GET /v1/reports/audit': { items: expect.arrayContaining([expect.objectContaining({ type: 'payment.created' })]) },
  'GET /v1/openapi.json': { openapi: expect.stringMatching(/^3\.1/) },
  'POST /v1/payments/{paymentId}/confirm': { status: 'succeeded', providerTransactionId: 'FT26325XK1' },
  'POST /v1/payments/{paymentId}/reverse': { status: 'reversed' },
  'POST /v1/payments/batch': {
    results: [
      { status: 201, payment: { reference: 'INV-0043' } },
      { status: 400, error: { code: 'invalid_request' } },
    ],
  },
  'POST /v1/payments/{paymentId}/fail': { status: 'failed' },
  'POST /v1/payments/{paymentId}/expire': { status: 'expired' },
  'POST /v1/payments/{paymentId}/cancel': { status: 'expired', statusReason: 'asked for twice' },
  'POST /v1/payments/{paymentId}/receipt': receipt,
  'GET /v1/payments/{paymentId}/receipt': receipt,
  'GET /v1/receipts': { items: [receipt], nextCursor: null },
  'POST /v1/receipts/{year}/{number}/print': { ...receipt, copy: 0 },
  'GET /v1/payments/search': { items: [{ reference: 'INV-0042', status: 'reversed' }] },
  'GET /v1/payments/{paymentId}/history': [
    { type: 'payment.created' },
    { type: 'payment.succeeded' },
    { type: 'payment.reversed' },
  ],
  'POST /v1/payments/{paymentId}/attempts': attempt,
  'GET /v1/attempts/{attemptId}': attempt,
  'GET /v1/attempts': { items: [attempt], nextCursor: null },
  'POST /v1/attempts/{attemptId}/check': { ...attempt, checks: 1 },
  'POST /v1/attempts/{attemptId}/abandon': { status: 'failed', failure: { code: 'abandoned', retry: true } },
  'GET /v1/attempts/{attemptId}/history': ['started', 'pending', 'abandoned'].map((what) => ({
    type: `attempt.${what}`,
  })),
  'POST /v1/imports': imported,
  'GET /v1/imports': { items: [imported] },
  'GET /v1/imports/{importId}': imported,
  'GET /v1/lines': { items: [line] },
  'GET /v1/lines/totals': [{ currency: 'ETB', direction: 'credit', count: 1, amount: '90000', open: '90000' }],
  'GET /v1/lines/{lineKey}': line,
  'GET /v1/lines/{lineKey}/suggestions': [{ payment: { amount: 90_000, status: 'pending' } }],
  'POST /v1/lines/{lineKey}/assign': { assignee: 'amina', version: 2 },
  'POST /v1/lines/{lineKey}/notes': { text: 'The bank will call back.', actor: 'cashier' },
  'GET /v1/lines/{lineKey}/notes': [{ text: 'The bank will call back.' }],
  'POST /v1/lines/{lineKey}/hold': { held: true },
  'POST /v1/lines/{lineKey}/release': { held: false },
  'POST /v1/lines/{lineKey}/allocate': { status: 'settled', allocated: 90_000 },
  'POST /v1/lines/{lineKey}/accept': { status: 'settled', allocated: 90_000 },
  'POST /v1/lines/{lineKey}/unallocate': { status: 'open', allocated: 0, held: true },
  'POST /v1/lines/{lineKey}/mark-duplicate': { outcome: 'possible_duplicate', held: true },
  'GET /v1/lines/{lineKey}/history': [
    ...['imported', 'assigned', 'held', 'released', 'allocated', 'unallocated', 'marked_duplicate', 'released'],
  ].map((what) => ({ type: `line.${what}`, actor: 'cashier' })),
  'POST /v1/lines/{lineKey}/payer': { payerId: 'NYALA', version: 9 },
  'POST /v1/lines/{lineKey}/propose': { allocations: [{ amount: 90_000 }], problems: [], difference: 0 },
  'POST /v1/refunds': refund,
  'GET /v1/refunds/{refundId}': refund,
  'GET /v1/refunds': { items: [refund] },
  'GET /v1/reports/refunds': { items: [{ reason: 'overpayment', status: 'pending', count: 1, amount: '1000' }] },
  'POST /v1/refunds/{refundId}/confirm': { status: 'succeeded', providerTransactionId: 'RV1' },
  'POST /v1/refunds/{refundId}/fail': { status: 'failed' },
  'POST /v1/refunds/{refundId}/cancel': { status: 'canceled' },
  'POST /v1/cash/sessions': { ...session, status: 'open' },
  'GET /v1/cash/sessions': { items: [session], nextCursor: null },
  'GET /v1/cash/sessions/{sessionId}': { ...session, status: 'open' },
  'POST /v1/cash/sessions/{sessionId}/take': { change: 20_000, payments: [], receipt: { payerId: 'MRN-1042' } },
  'POST /v1/cash/sessions/{sessionId}/pay-out': { line: { direction: 'debit', amount: 500 }, refund: null },
  'POST /v1/cash/sessions/{sessionId}/send': { line: { outcome: 'in_transit', transferTo: 'cash.safe' } },
  'GET /v1/cash/transits': [{ account: 'cash.window-1', reference: 'BAG-12', sender: 'cashier' }],
  'POST /v1/cash/sessions/{sessionId}/close': { status: 'closed', expected: 59_500, difference: -100 },
  'GET /v1/cash/sessions/{sessionId}/report': { kind: 'Z', session },
  'GET /v1/cash/sessions/{sessionId}/history': ['opened', 'took', 'paid_out', 'sent', 'closed'].map((what) => ({
    type: `session.${what}`,
  })),
  'GET /v1/payers/{payerId}': { payerId: 'MRN-1042', currencies: [{ currency: 'ETB', deposit: '80000' }] },
  'POST /v1/payers/{payerId}/apply': { payment: { amountReconciled: 50_000 }, lines: [{ allocated: 50_000 }] },
  'GET /v1/payers/{payerId}/statement': { items: [{ kind: 'line', amount: 80_000 }], nextCursor: null },
  'POST /v1/waivers': { ...waiver, status: 'requested' },
  'GET /v1/waivers': { items: [waiver], nextCursor: null },
  'GET /v1/waivers/{waiverId}': waiver,
  'POST /v1/waivers/{waiverId}/cancel': { ...waiver, status: 'canceled' },
  'POST /v1/layouts': { name: 'kcb', version: 1, createdBy: 'cashier' },
  'GET /v1/layouts': { items: [{ name: 'kcb', version: 1 }], nextCursor: null },
  'GET /v1/layouts/{layout}': { name: 'kcb', version: 1 },
  'PUT /v1/layouts/{layout}': { name: 'kcb', version: 2 },
  'POST /v1/rules/try': { lines: 0 },
  'POST /v1/rules': rule,
  'GET /v1/rules': { items: [rule], nextCursor: null },
  'GET /v1/rules/{ruleId}': rule,
  'POST /v1/rules/{ruleId}/apply': { settled: 0 },
  'DELETE /v1/rules/{ruleId}': { createdBy: 'cashier' },
  'POST /v1/erasures': { erased: 1 },
  'GET /v1/attention': { differences: [{ point: 'window-1', difference: -100 }] },
  'GET /v1/days/{day}/report': { day: '2026-11-20' },
  'POST /v1/closings': closing,
  'GET /v1/closings': { items: [closing] },
  'POST /v1/closings/through': { closed: [], stopped: null },
  'GET /v1/months/{month}': { month: '2026-11', items: [{ account: 'cbe-1000', credits: '90000', difference: '0' }] },
  'POST /v1/closings/reopen': { kind: 'reopening', sequence: 2, reason: 'a line was for another bill' },
}
const created = [
  ...['payments', 'imports', 'lines/{lineKey}/notes', 'refunds', 'waivers', 'rules', 'layouts', 'closings'],
  'cash/sessions',
  'payments/{paymentId}/attempts',
  ...['take', 'pay-out', 'send'].map((verb) => `cash/sessions/{sessionId}/${verb}`),
].map((path) => `POST /v1/${path}`)
/** Their answers take a second person: `test/http/routes` calls them. */
const ofTwoPeople = [
  ...['refunds/{refundId}/approve', 'refunds/{refundId}/reject', 'cash/sessions/{sessionId}/explain'],
  ...['approve', 'reject', 'revoke'].map((verb) => `waivers/{waiverId}/${verb}`),
  ...['cash/transfers/{lineKey}/receive', 'cash/transfers/{lineKey}/recall', 'lines/{lineKey}/void'],
].map((path) => `POST /v1/${path}`)

async function newRefund(): Promise<void> {
  const { text } = await call(curls.find((command) => routeOf(command) === 'POST /v1/refunds')!)
  env['REFUND'] = (JSON.parse(text) as { id: string }).id
}

/** Repeats the first command for a bill of its own. */
async function newPayment(reference: string): Promise<void> {
  const { text } = await call(curls[0]!.replaceAll('INV-0042', reference))
  env['ID'] = (JSON.parse(text) as { id: string }).id
}

describe.skipIf(!isInstalled('curl'))('docs/: the curl commands', () => {
  beforeAll(start, 60_000)
  afterAll(() => {
    server?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  it('call every route', () => {
    const routes = routesOf({ manage: true, finance: {} }).map(({ method, path }) => `${method} ${path}`)
    expect([...new Set([...curls.map(routeOf), ...ofTwoPeople])].sort()).toEqual(routes.sort())
  })

  it.for(curls)('are answered as the documents say: %s', async (command) => {
    const route = routeOf(command)
    if (/(fail|expire|payments.*cancel|payers.*apply|paymentId}.attempts)$/.test(route))
      await newPayment(`INV-${route.slice(-6)}`)
    if (/refunds.*cancel$/.test(route)) await newRefund()
    const { status, type, text } = await call(command)
    expect(status, text).toBe(created.includes(route) ? 201 : 200)
    if (route.endsWith('.csv')) {
      expect(type).toBe('text/csv; charset=utf-8; header=present')
      if (route.includes('refunds')) expect(text).toMatch(/^[^]*\r\n[^\r]*ref_\w+[^\r]*overpayment[^]*\r\n$/)
      else if (route === 'GET /v1/lines.csv')
        expect(text).toMatch(/^key,.*\r\n[^\r]*,90000,900\.00,ETB,WARD-3,[^]*\r\n$/)
      else if (route === 'GET /v1/waivers.csv')
        expect(text).toMatch(/^id,[^]*,poor_patients,no_income,requested,50000,/)
      else if (route === 'GET /v1/closings.csv')
        expect(text).toMatch(/^account,day,sequence,kind,[^]*\r\ncbe-1000,2026-11-20,1,closing,/)
      else if (route === 'GET /v1/reports/journal.csv') expect(text).toMatch(/^date,valueDate,.*,memo,entry\r\n/)
      else if (route === 'GET /v1/reports/audit.csv')
        expect(text).toMatch(/^at,actor,[^]*,payment\.created,1500\.00,ETB,/)
      else if (route === 'GET /v1/receipts.csv') expect(text).toMatch(/^year,number,[^]*,INV-0042,/)
      else expect(text).toMatch(/^paymentId,.*,amountDecimal\r\npay_\w+,INV-0042,150000,ETB,pending,,1500\.00\r\n$/)
      return
    }
    expect(type).toBe('application/json')
    if (route.endsWith('/balance')) return void expect(text).toBe('"59400"')
    if (route === 'GET /v1/accounts') expect(text).toContain('"account":"cash.window-1","kind":"cash"')
    else expect(JSON.parse(text)).toMatchObject(answers[route]!)
    if (route === 'POST /v1/cash/sessions') env['SESSION'] = (JSON.parse(text) as { id: string }).id
    if (route === 'POST /v1/payments') env['ID'] = (JSON.parse(text) as { id: string }).id
    if (route === 'POST /v1/refunds') env['REFUND'] = (JSON.parse(text) as { id: string }).id
    if (route.endsWith('{paymentId}/attempts')) env['ATTEMPT'] = (JSON.parse(text) as { id: string }).id
    if (route === 'POST /v1/waivers') env['WAIVER'] = (JSON.parse(text) as { id: string }).id
    if (route === 'POST /v1/rules') env['RULE'] = (JSON.parse(text) as { id: string }).id
    if (route === 'POST /v1/imports') env['IMPORT'] = (JSON.parse(text) as { id: string }).id
    if (route === 'GET /v1/lines') env['LINE'] = (JSON.parse(text) as { items: [{ key: string }] }).items[0].key
  })

  it('call a server that ends when it is asked to', async () => {
    const ended = once(server!, 'exit')
    server!.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })

  it('are answered with the key that a server without keys prints for a try, and so is its own curl line', async () => {
    const forATry = { ...env, HP_DATABASE: join(folder, 'try.db') }
    const trial = spawn('bash', ['-c', asProcess(tryIt)], {
      cwd: root,
      env: forATry,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const lines: string[] = []
    for await (const line of createInterface(trial.stdout)) if (lines.push(line) && line.startsWith('curl ')) break
    const exports = lines.find((line) => line.startsWith('export '))!
    expect(JSON.parse((await call(`${exports}\n${lines.at(-1)!}`)).text)).toMatchObject(answers['POST /v1/payments']!)
    for (const command of curls.filter((line) => /v1\/(lines|refunds|closings)\?/.test(line)))
      expect((await call(`${exports}\n${command}`)).status).toBe(200)
    const ended = once(trial, 'exit')
    trial.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })

  it.each([
    ['in production', { NODE_ENV: 'production' }],
    ['where other machines could reach it', { HOST: '0.0.0.0' }],
  ])('have no server without keys %s; the server says why it does not start', async (_, settings) => {
    const started = promisify(execFile)('bash', ['-c', `exec ${example}`], {
      cwd: root,
      env: { PATH: env['PATH'], ...settings },
    })
    await expect(started).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('HP_KEYS is required') })
  })
})
