/** A browser for the tests of a suite, and visits of desks that end with the test. */
import type { HospitalPayments } from 'hospital-payments'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { launch, open, serve, type Serving, type Watched } from './browser.js'

/** A page of a desk that is served for it. */
export interface Visit extends Watched {
  readonly desk: Awaited<ReturnType<typeof serve>>
}

export interface Visits {
  /** Serves a desk and opens a page for it; both are closed after the test. */
  open(payments: HospitalPayments, options?: BrowserContextOptions, serving?: Serving): Promise<Visit>
  /** Opens a page of a desk at a path. */
  at(payments: HospitalPayments, path: string, options?: BrowserContextOptions): Promise<Visit>
}

/** Starts a browser before the tests of a suite, ends it after them, and ends what a test opened after each. */
export function visits(): Visits {
  let browser: Browser
  const ending: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    browser = await launch()
  })
  afterEach(async () => {
    for (const end of ending.splice(0).reverse()) await end()
  })
  afterAll(() => browser?.close())

  async function openDesk(payments: HospitalPayments, options: BrowserContextOptions = {}, serving: Serving = {}) {
    const desk = await serve(payments, serving)
    const watched = await open(browser, desk.base, options)
    ending.push(desk.close, () => watched.page.context().close())
    return { ...watched, desk }
  }

  return {
    open: openDesk,
    async at(payments, path, options) {
      const visit = await openDesk(payments, options)
      await visit.page.goto(visit.desk.base + path)
      return visit
    },
  }
}
