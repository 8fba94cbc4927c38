import { formatAmount } from '../domain/money.js'
import { OutputClosed } from './failures.js'
import type { TextStream } from './io.js'

/** Where results go: standard output, at the speed of whoever reads it. */
export class Output {
  constructor(
    private readonly stream: TextStream,
    /** Whether a program reads it. */
    readonly isJson: boolean,
  ) {}

  /** @throws OutputClosed when the reader has ended */
  async write(text: string): Promise<void> {
    if (this.stream.destroyed) throw new OutputClosed()
    if (!this.stream.write(text)) await this.#drained()
  }

  async lines(lines: readonly string[]): Promise<void> {
    await this.write(lines.map((line) => `${line}\n`).join(''))
  }

  /** One document, or one of a list. */
  async json(document: unknown): Promise<void> {
    await this.write(`${JSON.stringify(document)}\n`)
  }

  async #drained(): Promise<void> {
    const { stream } = this
    await new Promise<void>((resolve) => {
      const go = () => {
        stream.removeListener('drain', go)
        stream.removeListener('close', go)
        resolve()
      }
      stream.once('drain', go)
      stream.once('close', go)
    })
    if (stream.destroyed) throw new OutputClosed()
  }
}

const longestCell = 48

/** What payers and banks wrote, for a terminal: without control characters, which could rewrite the screen, and not too long. */
export function printable(text: string): string {
  const plain = [...text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')]
  return plain.length > longestCell ? `${plain.slice(0, longestCell - 1).join('')}…` : plain.join('')
}

/** Minor units as people read them: `12,345.60 ETB`. */
export function money(amount: number | string, currency: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(.*)$/.exec(formatAmount(amount, currency)) ?? []
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction} ${currency}`
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

/** @param align one letter a column, `l` or `r` */
export function table(align: string, rows: readonly (readonly string[])[]): string[] {
  const widths = [...align].map((_, i) => Math.max(0, ...rows.map((row) => [...(row[i] ?? '')].length)))
  return rows.map((row) =>
    row
      .map((cell, i) => (align[i] === 'r' ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join('  ')
      .trimEnd(),
  )
}
