/** Texts in files beside their tests, so that a change of them is read as a change of a file. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { afterAll, expect } from 'vitest'

/** `UPDATE_GOLDEN=1` writes the files anew; never in CI. */
const isUpdating = process.env['UPDATE_GOLDEN'] === '1' && process.env['CI'] === undefined

const heldIn = (file: URL) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** Compares a text with its file, or writes the file. */
export function expectGolden(file: URL, text: string): void {
  if (isUpdating) writeFileSync(file, text)
  expect(text).toBe(heldIn(file))
}

/** Reads or writes a file with a line for each of many tests, under their names. */
export function goldenLines(file: URL) {
  const held = new Map(
    heldIn(file)
      .split('\n')
      .map((line) => line.split('\t') as [string, string]),
  )
  const writtenLines: string[] = []
  if (isUpdating) afterAll(() => writeFileSync(file, writtenLines.map((line) => `${line}\n`).join('')))

  return {
    /** Compares the line of a test with that of the file. */
    expect(name: string, text: string): void {
      if (isUpdating) writtenLines.push(`${name}\t${text}`)
      else expect(text).toBe(held.get(name))
    },
  }
}
