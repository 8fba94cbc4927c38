import { formatAmount } from '../domain/money.js'
import { OutputClosed } from './failures.js'
import { plainJson, plainLine, type PlainStream } from './plain-text.js'

/** The writer of results to standard output, at the speed of its reader. */
export class Output {
  constructor(
    private readonly stream: PlainStream,
    /** True where a program reads it. */
    readonly isJson: boolean,
  ) {}

  /** @throws OutputClosed when the reader has ended */
  async lines(lines: readonly string[]): Promise<void> {
    await this.#written((stream) => stream.write(lines.map((line) => `${plainLine(line)}\n`).join('')))
  }

  /** Writes one document a line: the only one, or those of a list. */
  async json(...documents: readonly unknown[]): Promise<void> {
    await this.#written((stream) => stream.write(documents.map((document) => `${plainJson(document)}\n`).join('')))
  }

  /** Writes data as it is, such as a part of a CSV. */
  async data(text: string): Promise<void> {
    await this.#written((stream) => stream.writeData(text))
  }

  async #written(write: (stream: PlainStream) => boolean): Promise<void> {
    const { stream } = this
    if (stream.destroyed) throw new OutputClosed()
    if (write(stream)) return
    await stream.drained()
    if (stream.destroyed) throw new OutputClosed()
  }
}

const maxCellLength = 48

/** Returns what payers and banks wrote as a cell of a table: without what no terminal shows, and not too long. */
export function printable(text: string): string {
  const plain = [...plainLine(text)]
  return plain.length > maxCellLength ? `${plain.slice(0, maxCellLength - 1).join('')}…` : plain.join('')
}

/** Formats minor units as people read them: `12,345.60 ETB`. */
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
