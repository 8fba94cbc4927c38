import { secret } from './sound.js'
import { broken, type BrokenProvider } from './broken.js'

const properties = 'Credentials are in no property of a provider'
const answers = 'Credentials and phones are in no answer and no error, whatever fails'

export const brokenProperties: readonly BrokenProvider[] = [
  broken('books its money on a cash drawer', 'A provider has a name and an account of its own', () => ({
    account: 'cash.window-1',
  })),
  broken('has an empty name', 'A provider has a name and an account of its own', () => ({ name: '' })),
  broken('leaves out startIsIdempotent', 'A provider says whether its start is idempotent', () => ({
    startIsIdempotent: undefined as unknown as boolean,
  })),
  broken('polls backwards', 'Polls are seconds that rise, and the time of a prompt is not negative', () => ({
    polls: [60, 10],
  })),
  broken('takes no code', 'Limits can be kept: an attempt with a code as its reference is within them', () => ({
    limits: { reference: /^INV-\d+$/ },
  })),
  broken(
    'takes at least more than at most',
    'Limits can be kept: an attempt with a code as its reference is within them',
    () => ({
      limits: { min: 200, max: 100 },
    }),
  ),
  broken('keeps its credentials where they can be read', properties, () =>
    Object.assign({ polls: [10] }, { config: { key: secret } }),
  ),
  broken('keeps its credentials in a hidden property', properties, ({ provider }) => ({
    reply: Object.defineProperty((isTaken: boolean) => provider.reply!(isTaken), 'auth', {
      value: `Basic ${btoa(secret)}`,
    }),
  })),
  broken('shows the phone in the error of a lost start', answers, ({ provider, faultNow }) => ({
    start: async (attempt, signal) => {
      try {
        return await provider.start(attempt, signal)
      } catch (error) {
        if (faultNow() !== 'lost') throw error
        throw new Error('no answer', { cause: { sent: { msisdn: attempt.phone } } })
      }
    },
  })),
  broken('shows the phone to whoever reads the attempt', answers, ({ provider }) => ({
    start: async (attempt, signal) => ({
      ...(await provider.start(attempt, signal)),
      instructions: { type: 'text', message: `Look at your phone ${attempt.phone}.` },
    }),
  })),
]
