import type { FinanceGroup } from 'hospital-payments/repository'
import { broken, type BrokenFinance, taking } from './broken.js'

const ofPayment =
  'A change erases search terms, the fingerprint of a key and the notes of refunds, and no version of a refund'

/** Takes an entry as if it erased nothing beside the line. */
const withoutErasure = ({ erases: _, ...entry }: FinanceGroup['lines'][number]) => entry

export const brokenErasures: readonly BrokenFinance[] = [
  broken('keeps the search terms of a payer who is erased', ofPayment, (sound) => ({
    replaceWithLines: (group) =>
      sound.replaceWithLines({
        ...group,
        changes: group.changes.map((change) => (change.erases ? { ...change, erases: { terms: [] } } : change)),
      }),
  })),
  broken('keeps the fingerprint of a key whose payer is erased', ofPayment, (sound) => {
    const fingerprints = new Map<string, string>()
    return {
      async insert(entries) {
        const answers = await sound.insert(entries)
        return answers.map((answer, i) => {
          const { idempotency } = entries[i]!
          if (!idempotency) return answer
          if (answer.outcome === 'inserted') fingerprints.set(idempotency.key, idempotency.fingerprint)
          const fingerprint = fingerprints.get(idempotency.key)
          return answer.outcome === 'key_taken' && fingerprint ? { ...answer, fingerprint } : answer
        })
      },
    }
  }),
  taking(
    'keeps what is beside a line whose words are erased',
    'A line erases its notes and the notes of its refunds',
    withoutErasure,
  ),
  broken('erases before it looks whether the write is stale', 'What a refused write erases stays', (sound) => ({
    async replaceWithLines(group) {
      const answer = await sound.replaceWithLines(group)
      const erased = group.lines.filter(({ erases }) => erases).map(({ key }) => key)
      if (answer.outcome === 'stale' && erased.length > 0)
        await sound.replaceWithLines({ changes: [], lines: group.lines })
      return answer
    },
  })),
]
