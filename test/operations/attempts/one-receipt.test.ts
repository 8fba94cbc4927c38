import { memoryRepository } from 'hospital-payments'
import { describe, it } from 'vitest'
import { oneReceiptCases } from './support/one-receipt.js'

describe('payments.attempts: two attempts with one receipt at one moment', () => {
  it.each(Object.entries(oneReceiptCases))('%s', (_, run) => run(memoryRepository))
})
