import type { CallbackMessage, Outcome, Provider } from 'hospital-payments/providers'
import type { FakeScript, ProviderUnderTest } from 'hospital-payments/testing'
import { type FakeUnderTest, fakeUnderTest } from './sound.js'

/** A provider with one fault, and the one case of the kit that has to find it. */
export interface BrokenProvider {
  readonly name: string
  readonly breaks: string
  make(): ProviderUnderTest
}

export function broken(
  name: string,
  breaks: string,
  change: (sound: FakeUnderTest) => Partial<Provider>,
  script: FakeScript = {},
): BrokenProvider {
  return {
    name,
    breaks,
    make: () => {
      const sound = fakeUnderTest(script)
      return { ...sound, provider: { ...sound.provider, ...change(sound) } }
    },
  }
}

type StatusQuestion = Parameters<Provider['status']>[0]

/** Changes each outcome of `status`. */
export function misreported(
  name: string,
  breaks: string,
  change: (outcome: Outcome, attempt: StatusQuestion, sound: FakeUnderTest) => Outcome,
): BrokenProvider {
  return broken(name, breaks, (sound) => ({
    status: async (attempt, signal) => change(await sound.provider.status(attempt, signal), attempt, sound),
  }))
}

type MessageChange = (message: CallbackMessage, isSigned: boolean) => CallbackMessage

/** Makes a `receive` that changes each message; `isSigned` says whether it has a right signature. */
export function changedMessages(
  { provider }: FakeUnderTest,
  change: MessageChange,
): FakeUnderTest['provider']['receive'] {
  return (request) => {
    const content = provider.receive(request)
    if (content === null || 'reply' in content) return content
    return content.map((message) => change(message, message.proof === 'signed'))
  }
}

export function misread(name: string, breaks: string, change: MessageChange): BrokenProvider {
  return broken(name, breaks, (sound) => ({ receive: changedMessages(sound, change) }))
}

/** Waits for ever. */
export const never = <Answer>(): Promise<Answer> => new Promise(() => undefined)
