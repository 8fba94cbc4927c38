import type { LineOutcome, MatchRule } from 'hospital-payments'

/** Row of the file, outcome, how the payments were found, and the bills with what each was given, in minor units. */
export type ExpectedRow = readonly [row: number, outcome: LineOutcome, rule: MatchRule | null, bills: string]

/** Worked out by hand from the file and the bills; rows 6, 43 and 45 moved no money. */
export const mpesaRows: readonly ExpectedRow[] = [
  [5, 'unmatched_line', null, ''], // BTH-26-1O17: a letter in the number
  [7, 'reversal_candidate', null, ''], // to the bank
  [8, 'unmatched_line', null, ''], // bth-26-1038: another case
  [9, 'reversal_candidate', 'reference', '1033'],
  [10, 'confirmed', 'narration', '1036=40000 1037=65000'],
  [11, 'ambiguous', 'narration', '1034 1035'], // 1,400 for 700 and 800
  [12, 'matched', 'transaction_id', '1033=165000'],
  [13, 'matched', 'reference', '1030=90000'], // paid twice: the newer one stands above the other
  [14, 'duplicate_credit', 'transaction_id', '1030'],
  [15, 'over_paid', 'reference', '1029'],
  [16, 'under_paid', 'reference', '1027=300000'],
  [17, 'rejected_line', null, ''], // 1,5O0.00
  [18, 'confirmed', 'reference', '1026=200000'], // asked for again after the first time expired
  [19, 'matched', 'narration', '1019=83000'],
  [20, 'matched', 'reference', '1018=560000'],
  [21, 'matched', 'transaction_id', '1016=48000'], // receipt in small letters
  [22, 'matched', 'reference', '1017=190000'],
  [23, 'matched', 'transaction_id', '1015=275000'],
  [24, 'unmatched_line', null, ''], // PHARMACY
  [25, 'matched', 'transaction_id', '1014=110000'], // BTH261014, but the receipt is known
  [26, 'confirmed', 'narration', '1023=175000'],
  [27, 'confirmed', 'reference', '1022=2200000'],
  [28, 'reversal_candidate', null, ''],
  [29, 'reversal_candidate', 'transaction_id', '1013'], // the charge has the payment's receipt
  [30, 'matched', 'transaction_id', '1013=1825000'],
  [31, 'under_paid', 'reference', '1028=400000'], // the second instalment stands above the first
  [32, 'confirmed', 'reference', '1025=130000'], // had failed
  [33, 'reversal_candidate', null, ''],
  [34, 'status_mismatch', 'reference', '1032'],
  [35, 'matched', 'transaction_id', '1012=70000'],
  [36, 'currency_mismatch', 'reference', '2031'],
  [37, 'reversal_candidate', 'transaction_id', '1011'],
  [38, 'matched', 'transaction_id', '1011=320000'],
  [39, 'matched', 'transaction_id', '1010=95000'],
  [40, 'confirmed', 'reference', '1024=90000'], // had expired
  [41, 'confirmed', 'reference', '1021=64000'],
  [42, 'reversal_candidate', null, ''],
  [44, 'matched', 'transaction_id', '1009=150000'],
  [46, 'reversal_candidate', 'transaction_id', '1008'],
  [47, 'matched', 'transaction_id', '1008=4500000'],
  [48, 'confirmed', 'reference', '1028=200000'],
  [49, 'confirmed', 'reference', '1043=98000'], // a date as a spreadsheet wrote it
  [50, 'matched', 'transaction_id', '1007=60000'],
  [51, 'matched', 'transaction_id', '1006=150000'],
  [52, 'matched', 'transaction_id', '1005=240000'],
  [53, 'confirmed', 'reference', '1020=150000'],
  [54, 'matched', 'transaction_id', '1004=35000'],
  [55, 'reversal_candidate', 'transaction_id', '1003'],
  [56, 'matched', 'transaction_id', '1003=1250000'],
  [57, 'matched', 'transaction_id', '1001=150000'],
  [58, 'matched', 'transaction_id', '1002=80000'],
]

/** Worked out by hand from the file and the bills. */
export const bankRows: readonly ExpectedRow[] = [
  [2, 'matched', 'transaction_id', '2002=150000'], // "hospital", but the transfer is known
  [3, 'matched', 'transaction_id', '2001=80000'],
  [4, 'matched', 'transaction_id', '2003=20000'],
  [5, 'matched', 'transaction_id', '2004=430000'],
  [6, 'confirmed', 'narration', '2015=50000'],
  [7, 'rejected_line', null, ''], // a date of the Ethiopian calendar
  [8, 'matched', 'transaction_id', '2005=1250000'],
  [9, 'under_paid', 'narration', '2020=100000'],
  [10, 'matched', 'transaction_id', '2006=35000'],
  [11, 'matched', 'transaction_id', '2007=275000'],
  [12, 'matched', 'transaction_id', '2008=180000'],
  [13, 'matched', 'transaction_id', '2009=64050'],
  [14, 'confirmed', 'narration', '2016=720000'],
  [15, 'confirmed', 'narration', '2018=360000'], // had expired
  [16, 'matched', 'transaction_id', '2010=42500'],
  [17, 'currency_mismatch', 'narration', '1031'],
  [18, 'matched', 'transaction_id', '2011=1800000'],
  [19, 'matched', 'transaction_id', '2012=960000'],
  [20, 'matched', 'narration', '2014=98000'],
  [21, 'matched', 'narration', '2013=150000'],
  [22, 'status_mismatch', 'narration', '2037'],
  [23, 'reversal_candidate', null, ''],
  [24, 'confirmed', 'narration', '2017=150000'],
  [25, 'confirmed', 'narration', '2019=26000'], // had failed
  [26, 'matched', 'transaction_id', '2039=230000'],
  [27, 'under_paid', 'narration', '2021=1000000'],
  [28, 'confirmed', 'narration', '2020=200000'], // the rest
  [29, 'confirmed', 'narration', '2022=120000 2023=35000'],
  [30, 'confirmed', 'narration', '2024=90000 2025=210000'], // one of the two was confirmed already
  [31, 'matched', 'narration', '2026=65000 2027=45000'],
  [32, 'over_paid', 'narration', '2030'], // 15,000 for 1,500
  [33, 'ambiguous', 'narration', '2028 2029'], // 2,900 for 1,000 and 2,000
  [34, 'reversal_candidate', 'narration', '2039'],
  [35, 'unmatched_line', null, ''], // BTH-26-2O33: a letter in the number
  [36, 'matched', 'transaction_id', '2032=72000'],
  [37, 'duplicate_credit', 'narration', '2032'],
  [38, 'unmatched_line', null, ''], // BTH 26 2034
  [39, 'unmatched_line', null, ''], // BTH-26-2035/lab
  [40, 'unmatched_line', null, ''], // no reason at all
  [41, 'unmatched_line', null, ''], // bth-26-2036
  [42, 'rejected_line', null, ''], // 120.00 USD
  [43, 'rejected_line', null, ''], // the 32nd of October
  [44, 'rejected_line', null, ''], // 800.005 ETB
  [45, 'rejected_line', null, ''], // 0.00 ETB
  [46, 'reversal_candidate', null, ''],
  [47, 'reversal_candidate', null, ''],
  [48, 'possible_duplicate', null, ''], // row 8 once more: two downloads in one file
]
