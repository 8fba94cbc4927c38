export { repositoryContract } from './contract.js'
export type { ContractCase, RepositoryContract, RepositoryUnderTest } from './contract.js'
export { providerContract } from './provider-contract.js'
export type { ProviderCase, ProviderContract } from './provider-contract.js'
export type { ProviderFault, ProviderNeed, ProviderUnderTest } from './provider-proof.js'
export { manualClock } from './clock.js'
export type { ManualClock } from './clock.js'
export { seededRandom } from './random.js'
export { changeFixture, eventFixture, insertFixture, paymentFixture, type PaymentChange } from './fixtures.js'
export { fakeProvider } from './fake-provider.js'
export type {
  FakeCall,
  FakeCallbackOptions,
  FakeFault,
  FakeMoney,
  FakePayment,
  FakePrompt,
  FakeProvider,
  FakeScript,
} from './fake-provider.js'
