export { financeContract, repositoryContract } from './contract.js'
export type {
  ContractCase,
  FinanceContract,
  FinanceRepositoryUnderTest,
  RepositoryContract,
  RepositoryUnderTest,
} from './contract.js'
export { manualClock } from './clock.js'
export type { ManualClock } from './clock.js'
export { seededRandom } from './random.js'
export { changeFixture, eventFixture, insertFixture, paymentFixture, type PaymentChange } from './fixtures.js'
export { importFixture, lineChangeFixture, lineEntryFixture, lineFixture } from './line-fixtures.js'
export { closingFixture, receiptFixture } from './day-fixtures.js'
export {
  refundChangeFixture,
  type RefundEntryDetails,
  refundEntryFixture,
  refundFixture,
  type RefundWrite,
} from './refund-fixtures.js'
