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
  /** True where the entry is not booked without a status: an empty `Sts` is none. */
  needsStatus: boolean
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
    needsStatus: false,
    booked: { day: '', time: '' },
    value: { day: '', time: '' },
    bankReference: '',
    transactions: [],
    narration: [],
  }
}

export function entryShape(take: (entry: BankEntry) => void): Shape {
  let entry = emptyEntry()
  const transaction = transactionShape((one) => void entry.transactions.push(one))
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
        {
          text(code) {
            entry.status.text ||= code
            entry.needsStatus = true
          },
        },
      ),
      BookgDt: dateShape(() => entry.booked),
      ValDt: dateShape(() => entry.value),
      AcctSvcrRef: text((reference) => void (entry.bankReference ||= reference)),
      NtryDtls: holding({ TxDtls: transaction }),
      // In version 1.
      TxDtls: transaction,
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
