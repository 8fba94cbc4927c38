import type { StatementRecord } from '../../domain/reconciliation/statement-line.js'
import { copied } from '../copied.js'
import { badStatement } from '../input.js'
import type { Tally } from '../tally.js'
import type { OfxEvents } from './elements.js'
import { balanceOf, dateOf, type OfxTransaction, recordOf } from './transaction.js'

/** The elements that hold others, as far as their names decide what a name in them means. */
const aggregates = new Set([
  ...['OFX', 'STMTRS', 'CCSTMTRS', 'INVSTMTRS', 'BANKTRANLIST', 'INVBANKTRAN', 'STMTTRN', 'STMTTRNP', 'PAYEE'],
  ...['EXTDPAYEE', 'CURRENCY', 'ORIGCURRENCY', 'LEDGERBAL', 'AVAILBAL', 'BANKACCTFROM', 'BANKACCTTO', 'CCACCTFROM'],
  ...['CCACCTTO', 'INVACCTFROM', 'IMAGEDATA', 'BALLIST', 'BAL'],
])
const statements: ReadonlySet<string> = new Set(['STMTRS', 'CCSTMTRS', 'INVSTMTRS'])
/** The elements of a transaction that are read, by the element that they stand in and their name. */
const fields: Readonly<Record<string, keyof OfxTransaction>> = {
  'STMTTRN DTPOSTED': 'DTPOSTED',
  'STMTTRN TRNAMT': 'TRNAMT',
  'STMTTRN FITID': 'FITID',
  'STMTTRN CHECKNUM': 'CHECKNUM',
  'STMTTRN REFNUM': 'REFNUM',
  'STMTTRN NAME': 'NAME',
  'STMTTRN MEMO': 'MEMO',
  'STMTTRN CORRECTFITID': 'CORRECTFITID',
  'PAYEE NAME': 'PAYEE',
  'CURRENCY CURSYM': 'CURSYM',
}
/** The most elements that may be open: the standard comes to about 8. */
const maxDepth = 64
/** The status of transactions that are announced, as their element is called. */
const pending = 'STMTTRNP'

interface OpenStatement {
  currency: string
  account: string[]
  /** The end of its period, and the day and amount of its balance, as written. */
  end: string
  balanceDate: string
  balance: string
}

function emptyStatement(): OpenStatement {
  return { currency: '', account: [], end: '', balanceDate: '', balance: '' }
}

function withoutEnd(): Error {
  return badStatement('has a transaction (STMTTRN) without an end')
}

/** Turns elements into records; balances, accounts and pending transactions go to `counted`. */
export function ofxDocument(counted: Tally) {
  let open: string[] = []
  let row = 0
  let hasStatement = false
  let hasDocument = false
  let statement = emptyStatement()
  let transaction: OfxTransaction | null = null
  let records: StatementRecord[] = []

  function endStatement(): void {
    const { currency, account, end, balanceDate, balance } = statement
    counted.account(account.join('/'))
    const [last, day] = [dateOf(end)?.day, dateOf(balanceDate)?.day]
    // Many banks give the balance of the moment, which is not that behind the last line.
    const isClosing = last !== undefined && last === day
    counted.endStatement(null, isClosing ? balanceOf(balance, currency) : null)
    hasStatement = true
    statement = emptyStatement()
  }

  function close(name: string): void {
    if (name === 'STMTTRN' && transaction) {
      records.push(recordOf(++row, transaction, statement.currency))
      transaction = null
    } else if (name === pending) {
      row++
      counted.leaveOut('PENDING')
    } else if (statements.has(name)) endStatement()
  }

  const events: OfxEvents = {
    opened(name) {
      if (name === 'OFX' && open.length > 0) throw badStatement('is not an OFX file: <OFX> begins within <OFX>')
      if (name !== 'OFX' && open.length === 0) throw badStatement('is not an OFX file: it does not begin with <OFX>')
      hasDocument = true
      if (!aggregates.has(name)) return
      if (transaction && (name === 'STMTTRN' || name === pending)) throw withoutEnd()
      if (open.push(name) > maxDepth) throw badStatement(`has elements nested more than ${maxDepth} deep`)
      if (name === 'STMTTRN') transaction = {}
      if (statements.has(name)) statement = emptyStatement()
    },
    text(name, text) {
      if (text === '' || aggregates.has(name)) return
      const place = open.at(-1)
      if (transaction) {
        const field = fields[`${place} ${name}`]
        // A currency of the payer, or a name of the other account, is in an element of its own.
        if (field && (place === 'STMTTRN' || open.at(-2) === 'STMTTRN')) transaction[field] ??= copied(text)
      } else if (name === 'CURDEF') statement.currency = text.toUpperCase()
      else if (name === 'DTEND' && place === 'BANKTRANLIST') statement.end = text
      else if (place === 'LEDGERBAL' && name === 'BALAMT') statement.balance = text
      else if (place === 'LEDGERBAL' && name === 'DTASOF') statement.balanceDate = text
      else if (/^(?:BANK|CC|INV)ACCTFROM$/.test(place ?? '') && /^(?:BANKID|BRANCHID|BROKERID|ACCTID)$/.test(name))
        statement.account.push(text)
    },
    closed(name) {
      const at = open.lastIndexOf(name)
      if (at < 0) return
      if (open.length - 1 > at && open.slice(at + 1).some((one) => one === 'STMTTRN' || one === pending))
        throw withoutEnd()
      for (const one of open.slice(at).reverse()) close(one)
      open = open.slice(0, at)
    },
  }

  return {
    events,
    /** Returns the records that have ended since the last call. */
    ended(): StatementRecord[] {
      const all = records
      records = []
      return all
    },
    /** @throws PaymentError `invalid_request` for a file that is cut off, or has no statement */
    end(): void {
      if (!hasDocument) throw badStatement('is not an OFX file: it has no <OFX>')
      if (open.length > 0) throw badStatement('is an OFX file that is cut off: <OFX> has no end')
      if (!hasStatement) throw badStatement('is an OFX file without a statement: ask the bank for it again')
    },
  }
}
