import { documents, fencesOf } from './fences.js'

/** Returns the lines of the documents' shell blocks that hold `words`. */
export function commandsWith(words: string): readonly string[] {
  const lines = documents
    .flatMap((document) => fencesOf(document))
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.split('\n'))
  return lines.filter((line) => line.includes(words))
}
