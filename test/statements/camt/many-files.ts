/**
 * A program: reads one statement after the other, as a server does that runs for weeks, and prints how many it has read and
 * of which V8 has made the parser a dictionary. Such a parser takes five times as long for each character.
 */
import { readCamt } from 'hospital-payments/statements'
import { SaxesParser } from 'saxes'
import { entry, statement } from './support.js'

declare const gc: () => void

// A word of V8's own, which only a flag of Node allows and no parser of TypeScript reads.
const hasFastProperties = new Function('object', 'return %HasFastProperties(object)') as (object: object) => boolean

let isFast = true
const { write } = SaxesParser.prototype
SaxesParser.prototype.write = function (piece) {
  isFast = hasFastProperties(this)
  return write.call(this, piece)
}

const slow: number[] = []
let files = 0
let lines = 0
while (files < 20) {
  for await (const line of readCamt(statement(entry()))) if ('amount' in line) lines++
  files++
  if (!isFast) slow.push(files)
  gc()
}
console.log(JSON.stringify({ files, lines, slow }))
