/** Which tests decide about a mutant, and in which order: those beside its file first, and among them the quickest. */
import { basename, dirname, relative } from 'node:path'

// What a survivor may cost, in milliseconds of tests, and the files that are imported for one that is static.
const most = Number(process.env['HP_MUTANT_MS'] ?? 500)
const mostFiles = 12

function distance(test, source) {
  const tested = relative(process.cwd(), test).replace(/^test\//, '')
  const mutated = relative(process.cwd(), source).replace(/^src\//, '')
  if (dirname(tested) !== dirname(mutated)) return tested.startsWith(`${mutated.split('/')[0]}/`) ? 2 : 3
  return basename(tested).startsWith(basename(mutated, '.ts')) ? 0 : 1
}

export function chosenTests(all, { file, isStatic, testFilter }) {
  const wanted = testFilter && new Set(testFilter)
  const candidates = all.filter(({ id }) => !wanted || wanted.has(id))
  const quickest = candidates.reduce((a, b) => (a && a.time <= b.time ? a : b), undefined)
  const ordered = candidates
    .filter((test) => test.time <= most || test === quickest)
    .map((test) => ({ test, distance: distance(test.file, file) }))
    .sort((a, b) => a.distance - b.distance || a.test.time - b.test.time)
    .map(({ test }) => test)
  const files = new Set()
  const chosen = []
  let spent = 0
  for (const test of ordered) {
    const isTooMuch = spent + test.time > most && chosen.length > 0
    if (isTooMuch || (isStatic && !files.has(test.file) && files.size >= mostFiles)) continue
    files.add(test.file)
    chosen.push(test)
    spent += test.time
  }
  return isStatic ? chosen.sort((a, b) => distance(a.file, file) - distance(b.file, file)) : chosen
}
