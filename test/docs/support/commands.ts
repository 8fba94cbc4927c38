import { fencesOf } from './fences.js'

/** The lines of the README's shell blocks that hold `words`. */
export function commandsWith(words: string): readonly string[] {
  const lines = fencesOf('README.md')
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.split('\n'))
  return lines.filter((line) => line.includes(words))
}
