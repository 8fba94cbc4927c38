import { isUnavailable } from '../../domain/attempts/start.js'
import { ContractViolation, equal, holds, rejectionOf } from '../assert.js'
import { type ProviderFault, type ProviderProof, proveProvider, type ProviderUnderTest } from '../provider-proof.js'
import { abortMs, callInTime, isUndecided, newAttempt, shortMs, startOf } from '../provider-steps.js'

/** Demands that a start leaves its attempt open: it may have reached the payer. */
async function leavesOpen(
  start: () => Promise<{ readonly outcome: Parameters<typeof isUndecided>[0] }>,
): Promise<void> {
  try {
    const { outcome } = await start()
    isUndecided(outcome, 'the outcome of a start that may have reached the payer')
  } catch (error) {
    if (error instanceof ContractViolation) throw error
    holds(!isUnavailable(error), 'a start that may have reached the payer is not provider_unavailable')
  }
}

const faultyStarts: readonly (readonly [ProviderFault, string])[] = [
  ['lost', 'A start whose answer was lost has neither failed nor been paid'],
  ['busy', 'A start that a busy provider answers has neither failed nor been paid'],
  ['unreadable', 'A start whose answer cannot be read has neither failed nor been paid'],
]

/** Starts an attempt twice under its id; errors of the first are not looked at. */
async function startTwice(underTest: ProviderUnderTest): Promise<string> {
  const attempt = newAttempt(underTest)
  await startOf(underTest, attempt).catch(() => undefined)
  await startOf(underTest, attempt).catch(() => undefined)
  return attempt.id
}

export const startProofs: readonly ProviderProof[] = [
  proveProvider('A start answers with a session that can be stored as JSON', [], async (underTest) => {
    const attempt = newAttempt(underTest)
    const answer = await callInTime('start', (signal) => underTest.provider.start(attempt, signal))
    const { session } = answer
    if (session !== null)
      equal(session, JSON.parse(JSON.stringify(session)), 'the session, before and after it is stored')
    isUndecided(
      (await startOf(underTest, newAttempt(underTest))).outcome,
      'the outcome before the payer has done anything',
    )
  }),

  proveProvider('A start asks the payer once', ['pushCount'], async (underTest) => {
    const attempt = newAttempt(underTest)
    await startOf(underTest, attempt)
    equal(underTest.pushCount!(attempt.id), 1, 'how often the payer was asked')
  }),

  proveProvider(
    'An idempotent start that is sent again asks the payer once',
    ['provider.startIsIdempotent', 'pushCount'],
    async (underTest) => {
      equal(underTest.pushCount!(await startTwice(underTest)), 1, 'how often the payer was asked')
    },
  ),

  proveProvider(
    'An idempotent start whose answer was lost, and that is sent again, asks the payer once',
    ['provider.startIsIdempotent', 'pushCount', 'faults.lost'],
    async (underTest) => {
      underTest.faults!.lost!()
      equal(underTest.pushCount!(await startTwice(underTest)), 1, 'how often the payer was asked')
    },
  ),

  proveProvider(
    'A start that cannot be sent throws provider_unavailable',
    ['faults.unreachable'],
    async (underTest) => {
      underTest.faults!.unreachable!()
      const attempt = newAttempt(underTest)
      const [error] = await rejectionOf(() => startOf(underTest, attempt))
      holds(isUnavailable(error), 'a start that was not sent rejects with the code provider_unavailable')
      equal(underTest.pushCount?.(attempt.id) ?? 0, 0, 'how often the payer was asked')
    },
  ),

  ...faultyStarts.map(([fault, name]) =>
    proveProvider(name, [`faults.${fault}`], async (underTest) => {
      underTest.faults![fault]!()
      await leavesOpen(() => startOf(underTest, newAttempt(underTest)))
    }),
  ),

  proveProvider('A start with wrong credentials is refused', ['faults.refused'], async (underTest) => {
    underTest.faults!.refused!()
    const { outcome } = await startOf(underTest, newAttempt(underTest))
    equal(outcome.state, 'refused', 'the outcome of a start with wrong credentials')
  }),

  proveProvider('A start ends soon after its signal is aborted', ['faults.silent'], async (underTest) => {
    underTest.faults!.silent!()
    const attempt = newAttempt(underTest)
    const control = new AbortController()
    setTimeout(() => control.abort(), abortMs)
    await leavesOpen(async () => {
      const answer = await callInTime(
        'an aborted start',
        () => underTest.provider.start(attempt, control.signal),
        shortMs,
      )
      return { outcome: answer.outcome ?? { state: 'pending' } }
    })
  }),
]
