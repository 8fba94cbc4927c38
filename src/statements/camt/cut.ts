import { badStatement } from '../input.js'
import { xmlTokens } from './xml-tokens.js'

/** An entry (`Ntry`), or a statement or notification without its entries (`Stmt`, `Ntfctn`), as XML text of its own. */
interface Cut {
  kind: 'entry' | 'statement'
  xml: string
}

/** The messages that tell what was booked, and what they call the part for one account. */
const statementNames: ReadonlyMap<string, string> = new Map([
  ['BkToCstmrStmt', 'Stmt'],
  ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
])

/** No line needs these; some name people, most are long, and the supplementary data of a bank may be anything. */
const leftOut: ReadonlySet<string> = new Set(['BkTxCd', 'CardTx', 'Chrgs', 'RltdAgts', 'RltdPties', 'SplmtryData'])

const rootDepth = 1
const messageDepth = 2
const statementDepth = 3
const entryDepth = 4
/** The schemas come to about 15; the parser of the entries refuses more than 100. */
const deepest = 64

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/**
 * Cuts a camt.053 or camt.054 text, which comes in pieces, into its entries and statements, each as soon as it ends;
 * a statement comes after its entries. Parties, agents and bank transaction codes are left out. It holds one entry and
 * one statement without entries.
 */
export function camtCutter() {
  const tokens = xmlTokens()
  const open: string[] = []
  let hasMessage = false
  let hasRoot = false
  let statementName: string | undefined
  let entry: string[] | null = null
  let statement: string[] | null = null
  /** How deep the element is that is being left out; 0 for none. */
  let leftOutDepth = 0

  function started(name: string): void {
    open.push(name)
    const local = localName(name)
    if (open.length > deepest) throw badStatement('has elements nested too deeply')
    if (open.length === rootDepth) {
      if (hasRoot || local !== 'Document') throw badStatement('is no ISO 20022 document')
      hasRoot = true
    } else if (open.length === messageDepth) {
      statementName = statementNames.get(local)
      if (hasMessage || statementName === undefined) throw badStatement('is neither a camt.053 nor a camt.054')
      hasMessage = true
    } else if (open.length === statementDepth && local === statementName) statement = []
    else if (open.length === entryDepth && statement && local === 'Ntry') entry = []
    else if (statement && leftOutDepth === 0 && leftOut.has(local)) leftOutDepth = open.length
  }

  function append(xml: string): void {
    if (leftOutDepth > 0) return
    if (entry) entry.push(xml)
    else if (statement) statement.push(xml)
    else if (open.length === 0 && xml.trim() !== '') throw badStatement('has text outside of its document')
  }

  /** What is complete with this end tag. */
  function ended(name: string): Cut | null {
    if (open.pop() !== name) throw badStatement('has a tag that closes another one than it opened')
    if (open.length < leftOutDepth) leftOutDepth = 0
    if (entry && open.length < entryDepth) {
      const xml = entry.join('')
      entry = null
      return { kind: 'entry', xml }
    }
    if (statement && open.length < statementDepth) {
      const xml = statement.join('')
      statement = null
      return { kind: 'statement', xml }
    }
    return null
  }

  return {
    *push(piece: string): Generator<Cut> {
      for (const token of tokens.push(piece)) {
        if (token.kind === 'text') append(token.xml)
        else {
          if (token.kind === 'start') started(token.name)
          append(token.kind === 'start' ? token.xml : `</${token.name}>`)
          const cut = token.kind === 'end' || token.isEmpty ? ended(token.name) : null
          if (cut) yield cut
        }
      }
    },
    /** @throws PaymentError `invalid_request` where the text is cut off, or was none */
    end(): void {
      tokens.end()
      if (!hasRoot) throw badStatement('is no ISO 20022 document')
      if (open.length > 0) throw badStatement('is cut off')
      if (!hasMessage) throw badStatement('is neither a camt.053 nor a camt.054')
    },
  }
}
