/** `RESULTS.md`: one section a benchmark, written by the benchmark itself. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import type { Spread } from './measure.js'

export interface Figure {
  readonly what: string
  /** The measurement in plain units; the figure itself is a ratio or a difference. */
  readonly measured?: string
  readonly goal: string
  readonly figure: Spread
  readonly show: (value: number) => string
  /** `null` where no goal is set. */
  readonly met: boolean | null
}

export interface Section {
  /** The name in `npm run bench -- NAME`. */
  readonly name: string
  /** The description of the measurement. */
  readonly about: string
  readonly figures: readonly Figure[]
  readonly notes?: readonly string[]
}

const file = fileURLToPath(new URL('../RESULTS.md', import.meta.url))

const preamble = `# Results

Written by \`npm run bench -- NAME\`; do not edit. Every figure is a ratio to a limit or a peer (or a difference to a
baseline) in the same run, contenders taking turns: minimum, median and maximum of all rounds. The median decides
whether a goal is met.
`

export function times(value: number): string {
  return `${value.toFixed(2)}×`
}

export function atMost(limit: number, show: Figure['show'], figure: Omit<Figure, 'goal' | 'show' | 'met'>): Figure {
  return { ...figure, show, goal: `≤ ${show(limit)}`, met: figure.figure.median <= limit }
}

export function atLeast(limit: number, show: Figure['show'], figure: Omit<Figure, 'goal' | 'show' | 'met'>): Figure {
  return { ...figure, show, goal: `≥ ${show(limit)}`, met: figure.figure.median >= limit }
}

export function withoutGoal(show: Figure['show'], figure: Omit<Figure, 'goal' | 'show' | 'met'>): Figure {
  return { ...figure, show, goal: '–', met: null }
}

function line({ what, measured = '', goal, figure, show, met }: Figure): string {
  const spread = [figure.min, figure.median, figure.max].map(show)
  const verdict = met === null ? '–' : met ? 'met' : '**missed**'
  return `| ${[what, measured, goal, ...spread, verdict].join(' | ')} |`
}

function machine(): string {
  return `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, Node ${process.version}`
}

function sectionText({ name, about, figures, notes = [] }: Section): string {
  return [
    `## ${name}`,
    `${new Date().toISOString().slice(0, 10)}, ${machine()}. Again: \`npm run bench -- ${name}\`.`,
    about,
    [
      '| What | Measured | Goal | Min | Median | Max | Goal met |',
      '|---|---|---|--:|--:|--:|---|',
      ...figures.map(line),
    ].join('\n'),
    ...notes,
  ].join('\n\n')
}

/** Replaces the section of the same name, and prints it. */
export async function record(section: Section): Promise<void> {
  const text = sectionText(section)
  const former = existsSync(file)
    ? readFileSync(file, 'utf8')
        .split(/^(?=## )/m)
        .slice(1)
    : []
  const others = former.filter((other) => !other.startsWith(`## ${section.name}\n`))
  const sections = [...others, text].sort().map((part) => part.trim())
  const written = [preamble, ...sections].join('\n\n')
  writeFileSync(file, await format(written, { ...(await resolveConfig(file)), parser: 'markdown' }))
  console.log(await format(text, { parser: 'markdown' }))
}
