/** The movements of November at three banks of a sample hospital, and what each held before; payers are invented. */

export interface Movement {
  /** The day of November. */
  readonly day: number
  /** Minor units of shillings; what left the account is below 0. */
  readonly amount: number
  readonly text: string
  readonly reference?: string
}

export interface BankMonth {
  readonly account: string
  readonly opening: number
  readonly movements: readonly Movement[]
}

/** The bank that gives a spreadsheet. */
export const spreadsheetBank: BankMonth = {
  account: 'kcb-1100',
  opening: 1_000_000,
  movements: [
    { day: 1, amount: 150_000, text: 'MOBILE APP TRANSFER', reference: 'OPD-5500' },
    { day: 20, amount: 80_000, text: 'MR OTIENO OPD 5501 CONSULTATION' },
    { day: 21, amount: 99_000, text: 'INTERBANK TRANSFER', reference: 'OPD-5502' },
    { day: 22, amount: 120_000, text: 'INTERBANK TRANSFER', reference: 'OPD-5503' },
    { day: 23, amount: 116_400, text: 'CARD SETTLEMENT 22 NOV' },
    { day: 24, amount: 60_000, text: 'MOBILE APP TRANSFER', reference: 'OPD-5506' },
    { day: 25, amount: -60_000, text: "RETURNED BY PAYER'S BANK" },
    { day: 30, amount: -3_500, text: 'LEDGER FEE NOV' },
  ],
}

/** The bank that gives OFX. */
export const ofxBank: BankMonth = {
  account: 'ncba-2200',
  opening: 250_000,
  movements: [
    { day: 26, amount: 7_500, text: 'CREDITED IN ERROR' },
    { day: 26, amount: -7_500, text: 'CORRECTION' },
    { day: 28, amount: 50_000, text: 'DONATION WARD 3' },
    { day: 30, amount: -2_000, text: 'LEDGER FEE NOV' },
  ],
}

/** The bank that gives an archive of camt.053: a statement for each half of the month. */
export const camtBank: BankMonth = {
  account: 'coop-3300',
  opening: 500_000,
  movements: [
    { day: 1, amount: 200_000, text: 'TRANSFER', reference: 'OPD-5509' },
    { day: 15, amount: -4_500, text: 'LEDGER FEE MID NOV' },
    { day: 16, amount: 70_000, text: 'TRANSFER', reference: 'OPD-5510' },
    { day: 30, amount: -4_500, text: 'LEDGER FEE NOV' },
  ],
}

export const isoDay = (day: number) => `2026-11-${String(day).padStart(2, '0')}`

/** Returns what the account holds after these movements. */
export function balanceAfter(opening: number, movements: readonly Movement[]): number {
  return movements.reduce((sum, { amount }) => sum + amount, opening)
}
