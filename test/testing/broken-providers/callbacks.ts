import { broken, type BrokenProvider, changedMessages, misread } from './broken.js'

const stranger = 'A request of a stranger is read without an error, and proves nothing'
const decoder = new TextDecoder('utf-8', { fatal: true })

/** The faults that a provider may have with callbacks of either kind. */
const bothKinds = ([true, false] as const).flatMap((isOfSigned) => {
  const title = isOfSigned ? 'signed callback' : 'callback without a signature'
  return [
    broken(`numbers each ${title} anew`, `A ${title} that comes twice is the same message`, (sound) => {
      let count = 0
      return {
        receive: changedMessages(sound, (message, isSigned) =>
          isSigned === isOfSigned ? { ...message, messageId: `m${++count}` } : message,
        ),
      }
    }),
    broken(
      `puts another session into a ${title}`,
      `The session of a ${title} asks about the same attempt`,
      (sound) => ({
        receive: changedMessages(sound, (message, isSigned) =>
          isSigned === isOfSigned ? { ...message, session: { push: 'another' } } : message,
        ),
        status: (attempt, signal) =>
          sound.provider.status({ ...attempt, id: String(attempt.session?.['push'] ?? attempt.id) }, signal),
      }),
    ),
    broken(
      `asks its provider before it reads a ${title}`,
      `A ${title} is read while the provider gives no answer`,
      ({ provider, faultNow }) => ({
        receive: async (request) => {
          const isSigned = request.headers.has('x-fake-signature')
          if (faultNow() === 'silent' && isSigned === isOfSigned) await new Promise(() => undefined)
          return provider.receive(request)
        },
      }),
    ),
  ]
})

export const brokenCallbacks: readonly BrokenProvider[] = [
  broken('throws at a body that is no UTF-8', stranger, ({ provider }) => ({
    receive: (request) => {
      decoder.decode(request.body)
      return provider.receive(request)
    },
  })),
  broken('believes a header of any provider', stranger, ({ provider }) => ({
    receive: (request) => {
      if (!request.headers.has('x-signature')) return provider.receive(request)
      return [{ proof: 'signed', about: { attemptId: 'att_1' } }]
    },
  })),
  misread('takes a signed callback for a hint', 'A signed callback is proof about its attempt', (message) => ({
    ...message,
    proof: 'hint',
  })),
  broken(
    'looks whether there is a signature, not whether it is right',
    'A signed callback whose body was changed is forged',
    ({ provider }) => ({
      receive: (request) => {
        if (!request.headers.has('x-fake-signature')) return provider.receive(request)
        const content = provider.receive({ ...request, headers: new Headers() })
        if (content === null || 'reply' in content) return content
        return content.map((message) => ({ ...message, proof: 'signed' as const }))
      },
    }),
  ),
  misread(
    'believes a callback by the form of its id',
    'A signed callback without its signature proves nothing',
    (message) => ({
      ...message,
      ...(/^att_\w+ \w+$/.test(message.messageId ?? '') && { proof: 'signed' as const }),
    }),
  ),
  misread(
    'finds another attempt in a hint',
    'A callback without a signature is a hint about its attempt',
    (message, isSigned) => (isSigned ? message : { ...message, about: { attemptId: 'att_another' } }),
  ),
  ...bothKinds,
  broken(
    'answers what it did not take as what it took',
    'A reply takes a message with 2xx, and refuses one with 4xx or 5xx',
    () => ({
      reply: () => ({ status: 200 }),
    }),
  ),
]
