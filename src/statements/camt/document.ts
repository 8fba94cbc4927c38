import { badStatement } from '../input.js'
import { balanceShape, type BookedBalance, bookedBalanceOf } from './balances.js'
import { type Element, holding, type Shape } from './element.js'
import { type BankEntry, entryShape } from './entry.js'
import { type Transaction, transactionOf, transactionShape } from './transaction.js'
import { longestPart, type XmlEvents } from './xml.js'

/** An entry, or the end of a statement, a report or a notification, whose entries have come before. */
export type DocumentPart =
  ({ kind: 'entry' } & BankEntry) | { kind: 'statement'; balances: readonly BookedBalance[]; isPage: boolean }

const pageShape = holding({})

/** A `Stmt`, `Rpt` or `Ntfctn`. What is not named here or in the shapes of its parts is skipped: people, too. */
const statementShape = holding({
  StmtPgntn: pageShape,
  RptPgntn: pageShape,
  Bal: balanceShape,
  Ntry: entryShape,
})

/** The messages about what was booked, and the name that each has for the part of one account. */
const statementNames: ReadonlyMap<string, string> = new Map([
  ['BkToCstmrAcctRpt', 'Rpt'],
  ['BkToCstmrStmt', 'Stmt'],
  ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
])

/** Of an entry are kept: so many elements (a transaction has 5 to 10), and so many characters of text. */
const mostElements = 500_000
const mostCharacters = 8_388_608
/** An account of several currencies has some of each. */
const mostBalances = 10_000

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

/** A text of its own: of more than 12 characters, V8 would keep the whole piece of the file alive that they stand in. */
function copied(part: string): string {
  return part.length < 13 ? part : ` ${part}`.slice(1)
}

function currencyIn(attributes: Readonly<Record<string, string>>): string {
  const name = 'Ccy' in attributes ? 'Ccy' : Object.keys(attributes).find((one) => localName(one) === 'Ccy')
  return name === undefined ? '' : copied(attributes[name]!.trim())
}

/** An element whose end has not come. */
interface Open extends Element {
  readonly shape: Shape
  text: string
  children: Element[]
}

const noChildren: Element[] = []

/** Cuts camt.052, camt.053 and camt.054 messages into their parts. Memory holds one entry, and the balances. */
export function camtDocument() {
  /** From the statement on. */
  const open: Open[] = []
  let depth = 0
  /** Where the element began that is skipped; 0 for none. */
  let skippedFrom = 0
  let statementName: string | undefined
  let elements = 0
  let characters = 0
  let transactions: Transaction[] = []
  let balances: BookedBalance[] = []
  let isPage = false
  let parts: DocumentPart[] = []

  function shapeOf(local: string): Shape | undefined {
    if (depth > 3) return open[open.length - 1]?.shape.inner.get(local)
    if (depth === 3) return local === statementName ? statementShape : undefined
    if (depth === 2 && statementName === undefined && statementNames.has(local)) {
      statementName = statementNames.get(local)
      return undefined
    }
    if (depth === 2) throw badStatement('is no camt.052, camt.053 or camt.054')
    if (local !== 'Document') throw badStatement('is no ISO 20022 document')
    return undefined
  }

  function count(moreElements: number, moreCharacters: number): void {
    elements += moreElements
    characters += moreCharacters
    if (elements > mostElements || characters > mostCharacters)
      throw badStatement(
        `has an entry or a balance with more than ${mostElements} elements or ${mostCharacters} characters`,
      )
  }

  function closed(element: Open): void {
    const { shape } = element
    if (shape.hasText) element.text = copied(element.text.trim())
    if (shape === transactionShape) transactions.push(transactionOf(element))
    else if (shape === entryShape) {
      parts.push({ kind: 'entry', entry: element, transactions })
      transactions = []
    } else if (shape === balanceShape) {
      const balance = bookedBalanceOf(element)
      if (balance && balances.push(balance) > mostBalances)
        throw badStatement(`has a statement with more than ${mostBalances} balances`)
    } else if (shape === pageShape) isPage = true
    else if (shape === statementShape) {
      parts.push({ kind: 'statement', balances, isPage })
      balances = []
      isPage = false
    } else {
      const parent = open[open.length - 1]!
      if (parent.children === noChildren) parent.children = [element]
      else parent.children.push(element)
    }
  }

  const events: XmlEvents = {
    opened(name, attributes) {
      depth++
      if (skippedFrom > 0) return false
      const local = localName(name)
      const shape = shapeOf(local)
      if (shape) {
        if (shape === entryShape || shape === balanceShape) elements = characters = 0
        count(1, 0)
        const currency = shape.hasCurrency ? currencyIn(attributes) : ''
        open.push({ shape, name: local, text: '', currency, children: noChildren })
        return shape.hasText
      }
      if (depth > 2) skippedFrom = depth
      return false
    },
    text(part) {
      const element = open[open.length - 1]!
      count(0, part.length)
      element.text = element.text === '' ? part : element.text + copied(part)
      if (element.text.length > longestPart)
        throw badStatement(`has an element with more than ${longestPart} characters of text`)
    },
    closed() {
      depth--
      if (skippedFrom > 0) {
        if (depth < skippedFrom) skippedFrom = 0
        return
      }
      const element = open.pop()
      if (element) closed(element)
    },
  }

  return {
    events,
    /** What has ended since this was asked last. */
    ended(): DocumentPart[] {
      const all = parts
      parts = []
      return all
    },
    /** @throws PaymentError `invalid_request` where the text held no such message */
    end(): void {
      if (statementName === undefined) throw badStatement('is no camt.052, camt.053 or camt.054')
    },
  }
}
