import { expect, it } from 'vitest'
import { runProgram } from './program.js'

it('examples/host-transaction: shows what is committed, and what is rolled back', async () => {
  const { stdout, stderr } = await runProgram('examples/host-transaction/main.ts')
  expect(stdout.trimEnd().split('\n')).toEqual([
    'INV-1 is billed, and the transaction is committed:',
    '  invoices: INV-1 (reminders: 0)',
    '  payments: INV-1 pending 1500.00',
    'INV-2 is billed; before the transaction ends, it sees both:',
    '  invoices: INV-1 (reminders: 0), INV-2 (reminders: 0)',
    '  payments: INV-1 pending 1500.00, INV-2 pending 750.00',
    'Then it fails, because the patient is insured, and both are gone:',
    '  invoices: INV-1 (reminders: 0)',
    '  payments: INV-1 pending 1500.00',
    'INV-1 is asked for again; that is refused, and the transaction goes on:',
    '  reference_conflict: A live payment has this reference already; nothing was stored. Show that payment to the payer.',
    '  invoices: INV-1 (reminders: 1)',
    '  payments: INV-1 pending 1500.00',
  ])
  expect(stderr).toBe('')
})
