/** Parts of the printed report; its looks are those of the example collect-payments. */
import type { Section } from '../collect-payments/sections.js'

export { layOut, type Section } from '../collect-payments/sections.js'
export { localTime, money, type Style, styleFor, table } from '../collect-payments/text.js'

const maxLength = 40

/**
 * Returns a payer's text for a terminal: without control characters, which could rewrite the screen, and not too long.
 */
export function printable(text: string): string {
  const plain = [...text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')]
  return plain.length > maxLength ? `${plain.slice(0, maxLength - 3).join('')}...` : plain.join('')
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

export function section(title: string, lines: readonly string[], none: string): Section {
  return { title, lines: lines.length > 0 ? lines : [none] }
}
