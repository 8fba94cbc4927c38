/** The pictures of the desk in the documents: taken by `UPDATE_SCREENSHOTS=1`, and otherwise only known to be there. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { executable, launch, open, serve } from './browser.js'
import { cashierScopes } from '../support/counter.js'
import { everyScope } from '../support/desk.js'
import { pictured, pictureNames } from './pictures.js'
import { sizeOf, smallPng } from './small-png.js'

const here = (path: string) => fileURLToPath(new URL(`../../../docs/${path}`, import.meta.url))
const isAsked = process.env['UPDATE_SCREENSHOTS'] === '1'
/** The head of the receipt in its picture. */
const head = { name: 'Sample Hospital', address: 'Hospital Road\nNairobi', taxNumber: 'P051234567X' }
const size = { width: 1200, height: 760 }

describe('docs/images: the pictures of the desk', () => {
  it.runIf(isAsked && executable !== null)('are taken of its pages', async () => {
    const { payments, pictures } = await pictured()
    const who = { actor: 'almaz', scopes: everyScope }
    const [browser, desk] = await Promise.all([launch(), serve(payments, { who, receipt: head })])
    const { page, faults } = await open(browser, desk.base, { viewport: size, colorScheme: 'light', locale: 'en-GB' })
    for (const { name, path, act, isOfCashier = false } of pictures) {
      who.scopes = isOfCashier ? cashierScopes : everyScope
      const answer = await page.goto(desk.base + path)
      expect([name, answer!.status()]).toEqual([name, 200])
      await act?.(page)
      writeFileSync(here(`images/${name}.png`), smallPng(await page.screenshot()))
    }
    expect(faults).toEqual([])
    await browser.close()
    await desk.close()
  })

  it('are all there, each of one size and small, and stand in the documents', () => {
    const names = pictureNames.map((name) => `${name}.png`)
    expect(readdirSync(here('images')).filter((name) => name.startsWith('desk'))).toEqual([...names].sort())
    const text = readFileSync(here('desk.md'), 'utf8') + readFileSync(here('counter.md'), 'utf8')
    for (const name of names) {
      const png = readFileSync(here(`images/${name}`))
      expect([name, sizeOf(png)]).toEqual([name, size])
      expect(png.length, name).toBeGreaterThan(4096)
      expect(png.length, name).toBeLessThan(61_440)
      expect(text, name).toMatch(new RegExp(`!\\[[^\\]]+\\]\\(images/${name}\\)`))
    }
  })
})
