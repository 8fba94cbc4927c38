import type { CashSession } from '../../../../src/domain/cash/session.js'
import type { AccountLine } from '../../../../src/domain/reconciliation/account-line.js'
import { movedAccount } from '../../../../src/domain/accounts/account.js'
import { findRefunds } from '../../../../src/operations/refunds/stored-refunds.js'
import { accounts } from '../../../../src/repository/aggregates/accounts.js'
import type { RowEntry } from '../../../../src/repository/aggregates/port.js'
import { receipts } from '../../../../src/repository/aggregates/receipts.js'
import { newRow } from '../../../../src/repository/aggregates/rows.js'
import { sessions } from '../../../../src/repository/aggregates/sessions.js'
import type { FinanceGroup, FinanceRepository } from '../../../../src/repository/finance-port.js'
import { equal } from '../../../../src/testing/assert.js'
import { changeFixture, insertFixture, paymentFixture } from '../../../../src/testing/fixtures.js'
import { each } from '../../../../src/testing/steps.js'
import { numberedReceipt, pageReceipts, receiptFixture } from '../day-fixtures.js'
import { lineChangeFixture, lineEntryFixture, lineFixture } from '../line-fixtures.js'
import { answerOf, paymentAllocation, storedLine } from '../line-steps.js'
import { proveFinance } from '../proof.js'
import { refundChangeFixture, refundEntryFixture, refundFixture, refundsOfGroup } from '../refund-fixtures.js'
import { closedSession, nextSession, sessionEntryFixture, sessionFixture } from '../session-fixtures.js'

async function store(repository: FinanceRepository, group: Partial<FinanceGroup>): Promise<string> {
  return answerOf(await repository.replace({ changes: [], lines: [], ...group }))
}

const open = (session: CashSession) => ({ rows: [sessionEntryFixture(session, 'session.opened')] })

async function sessionNow(repository: FinanceRepository, { id }: CashSession): Promise<CashSession | undefined> {
  return (await repository.findRows(sessions, 'id', [id]))[0]?.row
}

const ofAccount = { account: 'cash.window-1', currency: 'ETB' } as const

/** Makes the first version of the row of the window's account, or the one behind it. */
function accountEntry(version: 1 | 2): RowEntry {
  const first = movedAccount(null, ofAccount, 1000n)
  if (version === 1) return newRow(accounts, first)
  return { of: accounts, row: movedAccount(first, ofAccount, 100n), beside: null, expected: 1, events: [] }
}

const receiptEntry = (lineKey: string) => newRow(receipts, numberedReceipt(receiptFixture({ lineKey }), 0))

/** Makes a new line of a session's account. */
function movedLine({ account, id }: CashSession, more: Partial<AccountLine> = {}): AccountLine {
  return lineFixture({ account, importId: null, sessionId: id, ...more })
}

export const sessionCases = [
  proveFinance(
    27,
    'A point has one open session in a currency, and the next one after its close',
    async (repository) => {
      const first = sessionFixture()
      equal(await store(repository, open(first)), 'replaced', 'the first session')
      const rival = sessionFixture({ openedBy: 'bekele' })
      equal(
        await store(repository, open(rival)),
        `cash_sessions open taken ${first.id} v1`,
        'a second one at the point',
      )
      for (const place of [{ currency: 'USD' }, { point: 'window-2' }])
        equal(await store(repository, open(sessionFixture(place))), 'replaced', 'a session at another place')
      const end = { rows: [sessionEntryFixture(closedSession(first), 'session.closed')] }
      equal(await store(repository, end), 'replaced', 'the close')
      equal(await store(repository, open(rival)), 'replaced', 'the next session of the point')
      const openSessions = await repository.pageRows(sessions, {
        ...{ list: 'status', where: { status: 'open', point: 'window-1' }, direction: 'asc', limit: 9 },
      })
      equal(
        openSessions.map(({ id, currency }) => `${id} ${currency}`).filter((text) => text.endsWith('ETB')),
        [`${rival.id} ETB`],
        'open sessions of the point',
      )
    },
  ),

  proveFinance(
    27,
    'A movement on another version of its session stores nothing, and shows the session of now',
    async (repository) => {
      const session = sessionFixture()
      await store(repository, open(session))
      const move = () => {
        const line = movedLine(session)
        const entry = sessionEntryFixture(nextSession(session, { sent: line.amount }), 'session.sent')
        return { line, group: { lines: [lineEntryFixture(line)], rows: [entry] } }
      }
      const [first, second] = [move(), move()]
      equal(await store(repository, first.group), 'replaced', 'the first movement')
      equal(await store(repository, second.group), `cash_sessions stale ${session.id} v2`, 'one on the same version')
      equal(await storedLine(repository, second.line), 'nothing', 'its line')
      equal((await sessionNow(repository, session))?.sent, first.line.amount, 'the cash that was sent')
      const events = await repository.rowHistories([session.id])
      equal(
        events.map(({ type, version }) => `${type} ${version}`),
        ['session.opened 1', 'session.sent 2'],
        'the history',
      )
    },
  ),

  proveFinance(
    25,
    'A take has the next receipt of the year in its own write, also behind refused ones',
    async (repository) => {
      const session = sessionFixture()
      await store(repository, open(session))
      const take = (on: CashSession) => {
        const line = movedLine(on)
        const entry = sessionEntryFixture(nextSession(on, { received: on.received + line.amount }), 'session.took')
        return store(repository, { lines: [lineEntryFixture(line)], rows: [entry, receiptEntry(line.key)] })
      }
      equal(await take(session), 'replaced', 'the first take')
      for (let refused = 0; refused < 3; refused++)
        equal(await take(session), `cash_sessions stale ${session.id} v2`, 'a take on the same version')
      equal(await take((await sessionNow(repository, session))!), 'replaced', 'the second take')
      const numbers = (await pageReceipts(repository, { limit: 9 })).map(({ number }) => number)
      equal(
        numbers,
        each(2, (i) => i + 1),
        'numbers of receipts',
      )
    },
  ),

  proveFinance(
    27,
    'A line, its payment, refund, receipt, session and account change in one write, or none of them',
    async (repository) => {
      const session = sessionFixture()
      const [bill, paid] = [paymentFixture(), paymentFixture({ status: 'succeeded' })]
      await repository.insert([insertFixture(bill), insertFixture(paid)])
      const request = refundEntryFixture(refundFixture({ paymentId: paid.id, amount: 100 }), { payment: paid })
      const { rows } = refundsOfGroup([request.entry])
      const begin = { changes: request.changes, rows: [...open(session).rows, accountEntry(1), ...rows] }
      equal(await store(repository, begin), 'replaced', 'the session, the account and the refund')

      const allocations = [paymentAllocation(bill.id, bill.amount)]
      const line = movedLine(session, { amount: bill.amount, allocations })
      const paying = changeFixture(bill, { status: 'succeeded', paidAt: line.createdAt })
      const payout = refundChangeFixture(request, { status: 'succeeded', paidAt: line.createdAt })
      const took = sessionEntryFixture(nextSession(session, { received: line.amount }), 'session.took')
      const ofRefund = refundsOfGroup([payout.entry]).rows
      const whole: FinanceGroup = {
        changes: [paying, ...payout.changes],
        lines: [lineEntryFixture(line)],
        rows: [took, accountEntry(2), ...ofRefund, receiptEntry(line.key)],
      }
      const stateNow = async () => {
        const now = await Promise.all([bill, paid].map(({ id }) => repository.get(id)))
        const [account] = await repository.findRows(accounts, 'account', [ofAccount.account])
        const [refund] = await findRefunds(repository, { ids: [payout.entry.refund.id] })
        const numbers = (await pageReceipts(repository, { limit: 9 })).map(({ number }) => number)
        return [
          await storedLine(repository, line),
          ...now.map((payment) => `${payment?.status} v${payment?.version}`),
          `${refund?.status} v${refund?.version}`,
          `session ${(await sessionNow(repository, session))?.received}`,
          `account ${account?.row.balance}`,
          `receipts ${numbers.join()}`,
        ]
      }
      const before = ['nothing', 'pending v1', 'succeeded v2', 'pending v1', 'session 0', 'account 1000', 'receipts ']
      equal(await stateNow(), before, 'what is stored before')

      const instead = (place: number, entry: RowEntry) => ({ ...whole, rows: whole.rows!.with(place, entry) })
      const otherBill = { ...bill, version: 2 }
      const other = { ...request, entry: { ...request.entry, refund: { ...request.entry.refund, version: 2 } } }
      const late = refundChangeFixture(other, { status: 'succeeded', paidAt: line.createdAt })
      const unknownLine = lineChangeFixture(lineFixture(), { held: true })
      const behind: Record<string, FinanceGroup> = {
        payment: {
          ...whole,
          changes: [changeFixture(otherBill, { status: 'succeeded', paidAt: line.createdAt }), ...payout.changes],
        },
        line: { ...whole, lines: [...whole.lines, unknownLine] },
        session: instead(0, sessionEntryFixture(nextSession({ ...session, version: 2 }), 'session.took')),
        account: instead(1, { ...accountEntry(2), expected: 2, row: { ...accountEntry(2).row, version: 3 } }),
        refund: { ...instead(2, refundsOfGroup([late.entry]).rows[0]!), changes: [paying, ...late.changes] },
      }
      for (const [name, group] of Object.entries(behind)) {
        const { outcome } = await repository.replace(group)
        equal(outcome.endsWith('stale'), true, `a refusal of another version of its ${name}`)
        equal(await stateNow(), before, `what is stored behind a refused ${name}`)
      }
      equal(await store(repository, whole), 'replaced', 'the whole write')
      const after = [`${line.key} v1`, 'succeeded v2', 'succeeded v3', 'succeeded v2']
      const money = [`session ${line.amount}`, 'account 1100', 'receipts 1']
      equal(await stateNow(), [...after, ...money], 'what is stored after it')
    },
  ),
]
