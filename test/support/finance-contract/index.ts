/** The conformance kit of finance, beside that of payments in `src/testing/`: the shipped storages alone keep its promises. */
export { financeContract } from './contract.js'
export { closingFixture, issueReceipt, receiptFixture } from './day-fixtures.js'
export { importFixture, lineChangeFixture, lineEntryFixture, lineFixture } from './line-fixtures.js'
export {
  refundChangeFixture,
  refundEntryFixture,
  type RefundEntry,
  refundFixture,
  refundsOfGroup,
  type RefundWrite,
} from './refund-fixtures.js'
