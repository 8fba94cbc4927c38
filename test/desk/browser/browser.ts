/** Chromium of the machine, and a desk for it on a socket. */
import { existsSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import type { HospitalPayments } from 'hospital-payments'
import { createDesk, type DeskOptions } from 'hospital-payments/desk'
import { toNodeListener } from 'hospital-payments/http'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { everyScope } from '../support/desk.js'

function pathOfBrowser(): string | null {
  // The shell without windows is the same browser for a page, and takes half of the processor time.
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const paths = [
    process.env['HP_TEST_CHROMIUM'] ?? '',
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
  ]
  return paths.find((path) => path !== '' && existsSync(path)) ?? null
}

export const executable = pathOfBrowser()
if (executable === null) {
  const problem =
    'no Chromium on the path: the desk is NOT tested in a browser (apt-get install chromium, or HP_TEST_CHROMIUM)'
  if (process.env['CI'] === 'true') throw new Error(problem)
  console.warn(problem)
}

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: executable!, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}

/** A page with the faults of a desk in a browser: requests to elsewhere, and all that its policy forbids. */
export interface Watched {
  readonly page: Page
  readonly faults: readonly string[]
}

export async function open(browser: Browser, base: string, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  // A page of a busy machine may take longer than the usual half minute.
  context.setDefaultTimeout(90_000)
  const page = await context.newPage()
  const faults: string[] = []
  const { origin } = new URL(base)
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol !== 'data:' && url.origin !== origin) faults.push(`foreign request: ${request.url()}`)
  })
  page.on('console', (message) => {
    // Refused posts are answers as well, and Chromium reports each of them.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  return { page, faults }
}

export interface Serving {
  /** The person who is signed in; may be another one later. */
  readonly who?: { actor: string; scopes?: readonly string[] }
  /** Wraps the listener of the desk, such as by a network that is slow. */
  readonly around?: (desk: RequestListener) => RequestListener
  /** That of a server that was there before. */
  readonly port?: number
  readonly layouts?: DeskOptions['layouts']
  readonly messages?: DeskOptions['messages']
  readonly calendar?: DeskOptions['calendar']
  readonly receipt?: DeskOptions['receipt']
}

export async function serve(payments: HospitalPayments, serving: Serving = {}) {
  const { who = { actor: 'almaz' }, around = (desk) => desk, layouts, messages, calendar, receipt } = serving
  const authenticate = () => ({ scopes: everyScope, ...who })
  const desk = createDesk({ payments, basePath: '/finance', authenticate, layouts, messages, calendar, receipt })
  const server = createServer(around(toNodeListener(desk) as RequestListener))
  await new Promise<void>((resolve) => server.listen(serving.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    base: `http://127.0.0.1:${port}/finance`,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}
