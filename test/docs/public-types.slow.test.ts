import { describe, expect, it } from 'vitest'
import { publicTypes } from './support/public-types.js'

const subpaths = ['desk', 'http', 'providers', 'repository', 'sql', 'statements', 'testing', 'webhooks']
const entries = ['index.ts', ...subpaths.map((entry) => `${entry}/index.ts`)]
const types = publicTypes(entries)

/** Types that a host reaches by index where it needs one, such as `HospitalPayments['lines']`. */
const reachedByIndex = [
  ...[
    'AccountFunctions',
    'AccountOfDay',
    'AnyPaymentError',
    'AttemptFunctions',
    'CashFunctions',
    'ChannelOfDay',
    'DayFunctions',
    'DayOfAccount',
    'DetailsOf',
    'ExtraColumn',
  ],
  ...['FieldOfRow'],
  ...[
    'KeyedRequest',
    'LayoutFunctions',
    'LineFunctions',
    'PaidOnDay',
    'PayerFunctions',
    'ReceiptFunctions',
    'RefundFunctions',
    'ReportFunctions',
    'RuleFunctions',
    'RunStatement',
    'Snapshot',
  ],
  ...['StatementFunctions', 'TransactionResult', 'WaiverFunctions', 'WriteStatement'],
]

describe('src/index.ts: a type in a public signature', () => {
  it('is exported by the same entry, by the root, or with the port, except those that are reached by index', () => {
    const missing = types.notExported(entries, ['index.ts', 'repository/index.ts'])
    const names = missing.map((text) => /: (\w+) in /.exec(text)?.[1])
    expect([...new Set(names)].sort()).toEqual([...reachedByIndex].sort())
  })

  it('is reported where only another subpath exports it', () => {
    expect(types.notExported(['webhooks/index.ts'], [])).toContainEqual(
      expect.stringMatching(/^webhooks\/index\.ts: \w+ in SendWebhook$/),
    )
  })
})
