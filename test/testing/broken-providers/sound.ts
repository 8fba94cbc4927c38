import {
  fakeProvider,
  type FakeFault,
  type FakeProvider,
  type FakeScript,
  manualClock,
  type ProviderFault,
  type ProviderUnderTest,
} from 'hospital-payments/testing'

/** The credential of the fake provider, which stands nowhere else. */
export const secret = 'CANARY-secret'

/** A fake provider whose payers and faults the kit plays. */
export interface FakeUnderTest extends ProviderUnderTest {
  readonly provider: FakeProvider
  /** Returns the fault of the calls from now on. */
  readonly faultNow: () => ProviderFault | undefined
}

/** The faults of the kit as those of the fake provider. */
const fakeFaults: Readonly<Record<ProviderFault, FakeFault>> = {
  unreachable: 'unavailable',
  lost: 'lost',
  silent: 'silent',
  busy: 'broken',
  unreadable: 'broken',
  refused: 'refused',
}

export function fakeUnderTest(script: FakeScript = {}): FakeUnderTest {
  let fault: ProviderFault | undefined
  const clock = manualClock('2026-11-20T09:00:00.000Z')
  const fake = fakeProvider({
    clock,
    secret,
    startIsIdempotent: true,
    faultOf: () => fault && fakeFaults[fault],
    ...script,
  })
  const makers = Object.keys(fakeFaults).map((name) => [name, () => void (fault = name as ProviderFault)])
  return {
    provider: fake,
    faultNow: () => fault,
    clock,
    secrets: [secret],
    pushCount: (attemptId) => fake.pushes.filter((id) => id === attemptId).length,
    pay: ({ id }) => void fake.accept(id),
    refuse: ({ id }) => fake.refuse(id),
    callbacks: {
      signed: ({ id }) => fake.callback(id),
      hint: ({ id }) => fake.callback(id, { proof: 'hint', messageId: `hint about ${id}` }),
    },
    faults: Object.fromEntries(makers) as Record<ProviderFault, () => void>,
  }
}
