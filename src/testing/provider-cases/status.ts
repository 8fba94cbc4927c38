import { equal } from '../assert.js'
import { type ProviderFault, type ProviderProof, proveProvider } from '../provider-proof.js'
import {
  abortMs,
  callInTime,
  isPaidFor,
  isUndecided,
  newAttempt,
  shortMs,
  started,
  statusOf,
  undecidedCall,
} from '../provider-steps.js'

const faultyAnswers: readonly (readonly [ProviderFault, string])[] = [
  ['unreachable', 'A status decides nothing where the provider cannot be reached'],
  ['lost', 'A status decides nothing where its answer is lost'],
  ['busy', 'A status decides nothing where the provider is busy'],
  ['unreadable', 'A status decides nothing where its answer cannot be read'],
]

export const statusProofs: readonly ProviderProof[] = [
  proveProvider('The status of an attempt is open until its payer decides', [], async (underTest) => {
    isUndecided(await statusOf(underTest, await started(underTest)), 'the status before the payer has done anything')
  }),

  proveProvider('The status of an attempt that was never started decides nothing', [], async (underTest) => {
    const attempt = { ...newAttempt(underTest), session: null }
    await undecidedCall('the status of an unknown attempt', () => statusOf(underTest, attempt))
  }),

  proveProvider('The status of a paid attempt is its money in minor units, each time', ['pay'], async (underTest) => {
    const attempt = await started(underTest)
    await underTest.pay!(attempt)
    const outcome = await statusOf(underTest, attempt)
    isPaidFor(outcome, attempt, 'the status of a paid attempt')
    equal(await statusOf(underTest, attempt), outcome, 'the status of a paid attempt, asked for again')
  }),

  proveProvider('The status of a refused attempt has failed', ['refuse'], async (underTest) => {
    const attempt = await started(underTest)
    await underTest.refuse!(attempt)
    equal((await statusOf(underTest, attempt)).state, 'failed', 'the status of an attempt that its payer refused')
  }),

  proveProvider('The payment of one attempt pays no other', ['pay'], async (underTest) => {
    const [attempt, other] = [await started(underTest), await started(underTest)]
    await underTest.pay!(attempt)
    isUndecided(await statusOf(underTest, other), 'the status of an attempt beside one that was paid')
  }),

  proveProvider('A session that was stored as JSON asks about the same attempt', ['pay'], async (underTest) => {
    const attempt = await started(underTest)
    await underTest.pay!(attempt)
    const session = JSON.parse(JSON.stringify(attempt.session)) as typeof attempt.session
    equal((await statusOf(underTest, { ...attempt, session })).state, 'paid', 'the status by the stored session')
  }),

  ...faultyAnswers.map(([fault, name]) =>
    proveProvider(name, [`faults.${fault}`], async (underTest) => {
      const attempt = await started(underTest)
      underTest.faults![fault]!()
      await undecidedCall('the status', () => statusOf(underTest, attempt))
    }),
  ),

  proveProvider('A status with wrong credentials is refused', ['faults.refused'], async (underTest) => {
    const attempt = await started(underTest)
    underTest.faults!.refused!()
    equal((await statusOf(underTest, attempt)).state, 'refused', 'the outcome of a status with wrong credentials')
  }),

  proveProvider('A status ends soon after its signal is aborted', ['faults.silent'], async (underTest) => {
    const attempt = await started(underTest)
    underTest.faults!.silent!()
    const control = new AbortController()
    setTimeout(() => control.abort(), abortMs)
    await undecidedCall('an aborted status', () =>
      callInTime('an aborted status', () => underTest.provider.status(attempt, control.signal), shortMs),
    )
  }),
]
