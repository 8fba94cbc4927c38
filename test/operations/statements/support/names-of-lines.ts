/** Files in which a lineId or a receipt comes again, each with its outcomes and warnings. */
import type { StatementLine } from 'hospital-payments'
import { credit, rows } from './imported.js'

export interface ImportedFile {
  readonly lines: StatementLine[]
  /** An account other than that of most files. */
  readonly account?: string
  readonly counts: readonly string[]
  readonly noticed: readonly string[]
}

const counted = (count: number, ...noticed: string[]) => ({ counts: [`unmatched_line ${count}`], noticed })
const held = (count: number, ...noticed: string[]) => ({ counts: [`possible_duplicate ${count}`], noticed })

const first = { lineId: { lineId: '17' }, receipt: { providerTransactionId: 'FT-0017' } } as const

const ofEach = (named: (name: Partial<StatementLine>) => readonly ImportedFile[]) =>
  Object.entries(first).map(([kind, name]) => [kind, named(name)] as const)

/** The files of each test, by the end of its title. */
export const stories: readonly (readonly [name: string, files: readonly ImportedFile[]])[] = [
  ...ofEach((name) => [
    { lines: [credit(name)], ...counted(1) },
    { lines: [credit({ ...name, amount: 2000 })], ...counted(1, 'id_repeats') },
    // Each of them has been stored before.
    { lines: [credit({ ...name, narration: 'again' })], ...counted(1) },
    { lines: [credit({ ...name, amount: 2000 })], ...counted(1) },
    { lines: [credit({ ...name, amount: 3000 })], ...counted(1, 'id_repeats') },
  ]).map(([kind, files]) => [`a ${kind} of an earlier file with another amount, and that file again`, files] as const),
  ...ofEach((name) => [
    { lines: [credit(name)], ...counted(1) },
    { lines: [credit({ ...name, currency: 'USD' })], ...counted(1, 'id_repeats') },
    {
      lines: [credit({ ...name, direction: 'debit' })],
      counts: ['reversal_candidate 1'],
      noticed: ['id_repeats'],
    },
  ]).map(([kind, files]) => [`a ${kind} of an earlier file in another currency and direction`, files] as const),
  ...ofEach((name) => [
    { lines: [credit(name)], ...counted(1) },
    { lines: [credit({ ...name, amount: 2000 })], ...counted(1, 'id_repeats') },
    {
      lines: [credit({ ...name, amount: 2000, valueDate: '2026-11-19' })],
      ...held(1, 'id_repeats', 'possible_duplicates'),
    },
    { lines: [credit({ ...name, reference: 'INV-1' })], ...held(1, 'id_repeats', 'possible_duplicates') },
  ]).map(([kind, files]) => [`the money of a later line of a ${kind}, with other facts`, files] as const),
  [
    'a receipt of lines that have a lineId, in letters of either case',
    [
      { lines: [credit({ lineId: 'A', providerTransactionId: 'FT-0017' })], ...counted(1) },
      { lines: [credit({ lineId: 'B', providerTransactionId: 'ft-0017', amount: 2000 })], ...counted(1, 'id_repeats') },
    ],
  ],
  [
    'within one file: a receipt of lines that have a lineId, with another amount, and with the same facts',
    [
      {
        lines: rows(
          credit({ lineId: 'A', providerTransactionId: 'FT-0017' }),
          credit({ lineId: 'B', providerTransactionId: 'ft-0017', amount: 2000 }),
        ),
        ...counted(2, 'id_repeats'),
      },
      {
        lines: rows(
          credit({ lineId: 'C', providerTransactionId: 'FT-0018' }),
          credit({ lineId: 'D', providerTransactionId: 'FT-0018' }),
        ),
        counts: ['unmatched_line 1', 'possible_duplicate 1'],
        noticed: ['possible_duplicates'],
      },
    ],
  ],
  ...ofEach((name) => [
    {
      lines: rows(credit(name), credit(name)),
      counts: ['unmatched_line 1', 'possible_duplicate 1'],
      noticed: ['possible_duplicates'],
    },
    { lines: rows(credit(name), credit(name)), counts: ['unmatched_line 1', 'on_hold 1'], noticed: [] },
    {
      lines: rows(credit(name), credit(name), credit({ ...name, narration: 'third' })),
      counts: ['unmatched_line 1', 'on_hold 1', 'possible_duplicate 1'],
      noticed: ['possible_duplicates'],
    },
  ]).map(([kind, files]) => [`within one file: the same ${kind} with the same facts`, files] as const),
  [
    'within one file: the money of the third line of a name is that of the second',
    [
      {
        lines: rows(...[1000, 2000, 2000, 1000].map((amount) => credit({ lineId: '17', amount }))),
        counts: ['unmatched_line 2', 'possible_duplicate 2'],
        noticed: ['id_repeats', 'possible_duplicates'],
      },
    ],
  ],
  [
    'a lineId, which another account has, and one that reads as a receipt does',
    [
      { lines: [credit({ lineId: 'FT-0017' })], ...counted(1) },
      { lines: [credit({ lineId: 'FT-0017', amount: 2000 })], account: 'cbe-2000', ...counted(1) },
      { lines: [credit({ providerTransactionId: 'FT-0017', amount: 3000 })], ...counted(1) },
      { lines: [credit({ lineId: 'ft-0017', amount: 4000 })], ...counted(1) },
    ],
  ],
  [
    'a receipt of another account with another amount, and with that of a later line there',
    [
      { lines: [credit(first.receipt)], ...counted(1) },
      { lines: [credit({ ...first.receipt, amount: 2000 })], ...counted(1, 'id_repeats') },
      { lines: [credit({ ...first.receipt, amount: 3000 })], account: 'cbe-2000', ...counted(1) },
      {
        lines: [credit({ ...first.receipt, amount: 2000 })],
        account: 'cbe-2000',
        ...held(1, 'other_account', 'possible_duplicates'),
      },
      {
        lines: rows(credit({ ...first.receipt, amount: 2000 }), credit({ amount: 5 })),
        account: 'cbe-3000',
        counts: ['unmatched_line 1', 'possible_duplicate 1'],
        noticed: ['possible_duplicates'],
      },
    ],
  ],
]
