import { type DateTexts, dateShape } from './dates.js'
import { holding, money, type Shape, text } from './element.js'
import { type Transaction, transactionShape } from './transaction.js'

/** An entry (`Ntry`) as written; '' for what is not there. */
export interface BankEntry {
  kind: 'entry'
  amount: string
  currency: string
  direction: string
  status: Status
  booked: DateTexts
  value: DateTexts
  bankReference: string
  transactions: Transaction[]
  narration: string[]
}

/** `Sts/Cd` since version 8, `Sts` before; or `Sts/Prtry`, a status of the bank's own. */
interface Status {
  code: string
  text: string
  proprietary: string
}

function emptyEntry(): BankEntry {
  return {
    kind: 'entry',
    amount: '',
    currency: '',
    direction: '',
    status: { code: '', text: '', proprietary: '' },
    booked: { day: '', time: '' },
    value: { day: '', time: '' },
    bankReference: '',
    transactions: [],
    narration: [],
  }
}

export function entryShape(take: (entry: BankEntry) => void): Shape {
  let entry = emptyEntry()
  return holding(
    {
      Amt: money((digits, currency) => {
        entry.amount ||= digits
        entry.currency ||= currency
      }),
      CdtDbtInd: text((code) => void (entry.direction ||= code)),
      Sts: holding(
        {
          Cd: text((code) => void (entry.status.code ||= code)),
          Prtry: text((status) => void (entry.status.proprietary ||= status)),
        },
        { text: (code) => void (entry.status.text ||= code) },
      ),
      BookgDt: dateShape(() => entry.booked),
      ValDt: dateShape(() => entry.value),
      AcctSvcrRef: text((reference) => void (entry.bankReference ||= reference)),
      NtryDtls: holding({ TxDtls: transactionShape((transaction) => void entry.transactions.push(transaction)) }),
      AddtlNtryInf: text((written) => void entry.narration.push(written)),
    },
    {
      ended() {
        take(entry)
        entry = emptyEntry()
      },
    },
  )
}
