import { databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'
import { UsageError } from '../failures.js'
import { counted } from '../output.js'

export const eraseCommand: Command = {
  name: 'erase',
  summary: 'erase what is said of a person: name, phone, description, metadata, notes, narrations',
  about: [
    'Amounts, references, ids and history stay. Each payment is erased in a write of its own; of a command that was cut',
    'short, the next one erases the rest. docs/privacy.md says what it cannot reach, and what to do about it.',
  ],
  options: {
    customer: { value: 'ID', help: 'your own id of the person: of all payments and lines with it' },
    payment: { value: 'ID', help: 'in its place: the payer of this payment alone' },
    reason: { value: 'TEXT', help: 'why, without a name: it stays in the history' },
    actor: { value: 'NAME', help: 'who erases' },
    ...databaseOptions,
  },
  examples: ['erase --customer MRN-1042 --reason letter-2026-118 --actor amina'],
  async run({ args, output, payments }) {
    const [customerId, paymentId] = [args.text('customer'), args.text('payment')]
    if ((customerId === undefined) === (paymentId === undefined))
      throw new UsageError('Give --customer, such as --customer MRN-1042, or --payment; one of the two.')
    const target = customerId === undefined ? { paymentId: paymentId! } : { customerId }
    const options = { reason: args.required('reason', 'letter-2026-118'), actor: args.text('actor') }
    const result = await (await payments()).eraseCustomer(target, options)
    if (output.isJson) return output.json(result)
    return output.lines([`${counted(result.erased, 'payment was erased', 'payments were erased')}.`])
  },
}
