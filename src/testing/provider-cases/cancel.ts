import { equal } from '../assert.js'
import { type ProviderProof, proveProvider } from '../provider-proof.js'
import { cancelOf, isPaidFor, started, statusOf, undecidedCall } from '../provider-steps.js'

export const cancelProofs: readonly ProviderProof[] = [
  proveProvider('An attempt that was canceled has failed', ['provider.cancel'], async (underTest) => {
    const attempt = await started(underTest)
    equal((await cancelOf(underTest, attempt)).state, 'failed', 'the outcome of cancel')
    equal((await statusOf(underTest, attempt)).state, 'failed', 'the status after it')
  }),

  proveProvider('A cancel of a paid attempt answers that it is paid', ['provider.cancel', 'pay'], async (underTest) => {
    const attempt = await started(underTest)
    await underTest.pay!(attempt)
    isPaidFor(await cancelOf(underTest, attempt), attempt, 'the outcome of cancel')
  }),

  proveProvider(
    'A cancel whose provider is busy decides nothing',
    ['provider.cancel', 'faults.busy'],
    async (underTest) => {
      const attempt = await started(underTest)
      underTest.faults!.busy!()
      await undecidedCall('the outcome of cancel', () => cancelOf(underTest, attempt))
    },
  ),
]
