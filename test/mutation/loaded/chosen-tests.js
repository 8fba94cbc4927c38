/**
 * The choice of tests that decide about a mutant: those that import its file, then those that run most of the code around it and those that
 * run least of it, of them those beside its file, and among them the quickest.
 */
import { readFileSync } from 'node:fs'
import { basename, dirname, relative } from 'node:path'
import { folders } from '../folders.js'

const { first } = folders[process.env['HP_FOLDER'] ?? 'domain'] ?? {}

// What a survivor may cost, in milliseconds of tests; and the files that are imported for one that is static: 12 by default.
const maxMs = Number(process.env['HP_MUTANT_MS'] ?? 500)
const maxFiles = Math.floor(maxMs / 40)
/** Mutants are numbered as they stand in their file. */
const around = 8

const texts = new Map()

function textOf(test) {
  if (!texts.has(test)) texts.set(test, readFileSync(test, 'utf8'))
  return texts.get(test)
}

function distance(test, source) {
  const tested = relative(process.cwd(), test).replace(/^test\//, '')
  const mutated = relative(process.cwd(), source).replace(/^src\//, '')
  if (textOf(test).includes(`src/${mutated.replace(/\.ts$/, '.js')}'`)) return 0
  if (dirname(tested) === dirname(mutated)) return basename(tested).startsWith(basename(mutated, '.ts')) ? 0 : 1
  // `operations/days/` tests `service/days.ts` and what is in `domain/days/`.
  const subject = dirname(mutated).includes('/') ? basename(dirname(mutated)) : basename(mutated, '.ts')
  if (basename(dirname(tested)) === subject) return 1
  return tested.startsWith(`${mutated.split('/')[0]}/`) ? 2 : 3
}

/** Counts the mutants around this one that each test runs; `reached`: the tests of each mutant, by their place in `all`. */
function neighboursOf(mutant, reached) {
  const counts = new Map()
  for (let id = Number(mutant) - around; id <= Number(mutant) + around; id++) {
    for (const test of reached[id] ?? []) counts.set(test, (counts.get(test) ?? 0) + 1)
  }
  return counts
}

export function chosenTests(all, { mutant, file, isStatic, candidates, reached }) {
  const neighbours = neighboursOf(mutant, reached)
  const maxNeighbours = Math.max(1, ...neighbours.values())
  const possible = candidates.map((place) => ({
    test: all[place],
    // In thirds: one more is no reason to prefer a test that takes long.
    neighbours: Math.round((3 * (neighbours.get(place) ?? 0)) / maxNeighbours),
    distance: distance(all[place].file, file),
  }))
  const quickest = possible.reduce((a, b) => (a && a.test.time <= b.test.time ? a : b), undefined)
  // Code that runs on import is run around by every test that imports it.
  const farnessOnImport = ({ test, distance: far }) => (relative(process.cwd(), test.file) === first ? -1 : far)
  const farness = (one) => (isStatic ? farnessOnImport(one) : Number(one.distance > 0))
  const allowed = possible.filter((one) => one.test.time <= maxMs || one === quickest)
  const sorted = (sign) =>
    allowed.toSorted(
      (a, b) =>
        farness(a) - farness(b) ||
        sign * (b.neighbours - a.neighbours) ||
        a.distance - b.distance ||
        a.test.time - b.test.time,
    )
  // In turns with those that run the least around it: they leave where others go on.
  const [deep, short] = [sorted(1), sorted(-1)]
  const ordered = new Set(deep.flatMap((one, i) => [one, short[i]]))
  const files = new Set()
  const chosen = []
  let spent = 0
  for (const { test } of ordered) {
    const isTooMuch = spent + test.time > maxMs && chosen.length > 0
    if (isTooMuch || (isStatic && !files.has(test.file) && files.size >= maxFiles)) continue
    files.add(test.file)
    chosen.push(test)
    spent += test.time
  }
  if (!isStatic) return chosen.sort((a, b) => a.time - b.time)
  const far = (test) => farnessOnImport({ test, distance: distance(test.file, file) })
  return chosen.sort((a, b) => far(a) - far(b))
}
