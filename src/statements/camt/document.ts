import { copied } from '../copied.js'
import { badStatement } from '../input.js'
import { balanceShape, type BookedBalance } from './balances.js'
import { holding, type Shape, text } from './element.js'
import { type BankEntry, entryShape } from './entry.js'
import { localName, maxPartLength, type XmlEvents } from '../xml.js'

/** The end of a statement, a report or a notification, whose entries have come before. */
interface StatementEnd {
  kind: 'statement'
  /** The account as written; '' for none. */
  account: string
  balances: readonly BookedBalance[]
  isPage: boolean
}

export type DocumentPart = BankEntry | StatementEnd

/** The messages about what was booked, without their version, and the name that each has for the part of one account. */
const statementNames: ReadonlyMap<string, string> = new Map([
  ['BkToCstmrAcctRpt', 'Rpt'],
  ['BkToCstmrStmt', 'Stmt'],
  ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
])

/** The most that is kept of an entry: elements (a transaction has 5 to 10), and characters of text. */
const maxElements = 500_000
const maxCharacters = 8_388_608
/** The most balances of a statement: an account of several currencies has some of each. */
const maxBalances = 10_000

/** The version that version 1 has in the name of the message. */
const version = /V\d\d$/

function currencyIn(attributes: Readonly<Record<string, string>>): string {
  const name = 'Ccy' in attributes ? 'Ccy' : Object.keys(attributes).find((one) => localName(one) === 'Ccy')
  return name === undefined ? '' : copied(attributes[name]!.trim())
}

/**
 * Returns the shape of an element in another one, by its name as written, else without its prefix: most files have no
 * prefixes.
 */
function innerOf({ inner }: Shape, name: string): Shape | undefined {
  const shape = inner.find(name)
  if (shape) return shape
  const local = localName(name)
  return local === name ? undefined : inner.find(local)
}

/** Cuts camt.052, camt.053 and camt.054 messages into their parts. Memory holds one entry, and the balances. */
export function camtDocument() {
  /** The elements that have not ended, from the statement on. */
  const open: Shape[] = []
  let depth = 0
  /** The depth at which the element began that is skipped; 0 for none. */
  let skippedFrom = 0
  let statementName: string | undefined
  let elements = 0
  let characters = 0
  let balances: BookedBalance[] = []
  let account = ''
  let isPage = false
  let parts: DocumentPart[] = []
  /** The innermost element, while its text is read. */
  let reading: Shape | undefined
  let written = ''
  let currency = ''

  const page = holding({}, { ended: () => void (isPage = true) })
  const name = text((written) => void (account ||= written))
  const otherName = holding({ Id: name })

  /** A `Stmt`, `Rpt` or `Ntfctn`. What is not named here or in the shapes of its parts is skipped: people, too. */
  const statement = holding(
    {
      Acct: holding({ Id: holding({ IBAN: name, BBAN: name, UPIC: name, Othr: otherName, PrtryAcct: otherName }) }),
      StmtPgntn: page,
      RptPgntn: page,
      Bal: balanceShape((balance) => {
        if (balances.push(balance) > maxBalances)
          throw badStatement(`has a statement with more than ${maxBalances} balances`)
      }),
      Ntry: entryShape((entry) => {
        // Statements and notifications are about what was booked; a report of the day says it of each entry.
        entry.needsStatus ||= statementName === 'Rpt'
        parts.push(entry)
      }),
    },
    {
      ended() {
        parts.push({ kind: 'statement', account, balances, isPage })
        account = ''
        balances = []
        isPage = false
      },
    },
  )

  function shapeOf(name: string): Shape | undefined {
    if (depth > 3) return innerOf(open[open.length - 1]!, name)
    const local = localName(name)
    if (depth === 3) return local === statementName ? statement : undefined
    if (depth === 2 && statementName === undefined) {
      statementName = statementNames.get(local.replace(version, ''))
      if (statementName !== undefined) return undefined
    }
    if (depth === 2) throw badStatement('is not camt.052, camt.053 or camt.054')
    if (local !== 'Document') throw badStatement('is not an ISO 20022 document')
    return undefined
  }

  function count(moreElements: number, moreCharacters: number): void {
    elements += moreElements
    characters += moreCharacters
    if (elements > maxElements || characters > maxCharacters)
      throw badStatement(
        `has an entry or a balance with more than ${maxElements} elements or ${maxCharacters} characters`,
      )
  }

  /** Ends the text that is read. */
  function endText(): void {
    if (!reading) return
    reading.text?.(copied(written.trim()), currency)
    reading = undefined
    written = ''
  }

  const events: XmlEvents = {
    opened(name, attributes) {
      depth++
      if (skippedFrom > 0) return false
      endText()
      const shape = shapeOf(name)
      if (!shape) {
        if (depth > 2) skippedFrom = depth
        return false
      }
      // The limits are those of one entry or balance.
      if (depth === 4) elements = characters = 0
      count(1, 0)
      open.push(shape)
      if (!shape.text) return false
      reading = shape
      currency = shape.hasCurrency ? currencyIn(attributes) : ''
      return true
    },
    text(part) {
      count(0, part.length)
      written = written === '' ? part : written + copied(part)
      if (written.length > maxPartLength)
        throw badStatement(`has an element with more than ${maxPartLength} characters of text`)
    },
    closed() {
      depth--
      if (skippedFrom > 0) {
        if (depth < skippedFrom) skippedFrom = 0
        return
      }
      endText()
      open.pop()?.ended?.()
    },
  }

  return {
    events,
    /** Returns the parts that have ended since the last call. */
    ended(): DocumentPart[] {
      const all = parts
      parts = []
      return all
    },
    /** @throws PaymentError `invalid_request` where the text held no such message */
    end(): void {
      if (statementName === undefined) throw badStatement('is not camt.052, camt.053 or camt.054')
    },
  }
}
