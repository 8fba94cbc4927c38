import type { Attempt } from '../../domain/attempts/attempt.js'
import { attemptNotFound } from '../../domain/not-found.js'
import type { AttemptsQuery } from '../../operations/input/attempt-calls.js'
import { databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'
import { UsageError } from '../failures.js'
import { money, printable, table } from '../output.js'
import { pagesOf } from '../pages.js'
import { printPages } from '../print-pages.js'
import { providersOption, readProviders, requiredProviders } from '../providers.js'

const header = ['started', 'provider', 'amount', 'status', 'asked', 'next', 'failure', 'payment', 'attempt']
const align = 'llrlrllll'

function rowOf({ id, createdAt, provider, amount, currency, status, checks, ...others }: Attempt): string[] {
  const { nextCheckAt, failure, paymentId } = others
  return [
    ...[createdAt, provider, money(amount, currency), status, String(checks)],
    ...[nextCheckAt ?? '', printable(failure?.code ?? ''), paymentId, id],
  ]
}

/** Returns true for an attempt that waits for a person: its outcome is not known, and its provider is asked no more. */
function waitsForPerson({ status, nextCheckAt }: Attempt): boolean {
  return status === 'unknown' && nextCheckAt === null
}

const filters = ['status', 'provider', 'payment', 'limit']

export const attemptsCommand: Command = {
  name: 'attempts',
  summary: 'list attempts that wait for a person: not decided, and the provider is asked no more',
  about: [
    'With --status, every attempt of that status. With an ID, that attempt; with --check, after its provider was asked.',
    'With --json: each line of output is one attempt, as attempts.list returns it.',
  ],
  operand: { name: 'ID', help: 'one attempt (att_…)' },
  options: {
    status: { value: 'STATUS', help: 'starting, pending, unknown, paid or failed' },
    provider: { value: 'NAME', help: 'by this provider' },
    payment: { value: 'ID', help: 'for this payment (pay_…), of whatever status' },
    limit: { value: 'N', help: 'at most so many; default all' },
    check: { help: 'with an ID: ask the provider now; --providers is required' },
    ...providersOption,
    ...databaseOptions,
  },
  examples: ['attempts', 'attempts --status failed --provider mpesa --json'],
  async run({ args, io, output, payments }) {
    const id = args.operand
    const isCheck = args.isOn('check')
    if (id !== undefined) {
      const misplaced = filters.find((name) => args.has(name))
      if (misplaced !== undefined) throw new UsageError(`An ID or --${misplaced}, not both.`)
      const providers = isCheck ? await requiredProviders(args, io) : await readProviders(args, io)
      const { attempts } = await payments({ providers })
      const attempt = isCheck ? await attempts.check(id) : await attempts.get(id)
      if (!attempt) throw attemptNotFound(id)
      return output.isJson ? output.json(attempt) : output.lines(table(align, [header, rowOf(attempt)]))
    }
    if (isCheck) throw new UsageError('--check is for one attempt: give its ID too.')
    const query = args.defined({
      paymentId: args.text('payment'),
      status: args.text('status'),
      provider: args.text('provider'),
    }) as AttemptsQuery
    const isOfPeople = query.status === undefined && query.paymentId === undefined
    const limit = args.count('limit')
    const { attempts } = await payments()
    const filter: AttemptsQuery = isOfPeople ? { ...query, status: 'unknown' } : query
    async function* pages(): AsyncGenerator<readonly Attempt[]> {
      let left = limit ?? Infinity
      const read = pagesOf((page) => attempts.list({ ...filter, ...page }), isOfPeople ? undefined : limit)
      for await (const page of read) {
        const part = (isOfPeople ? page.filter(waitsForPerson) : page).slice(0, left)
        left -= part.length
        if (part.length > 0) yield part
        if (left <= 0) return
      }
    }
    const none = isOfPeople ? 'No attempts wait for a person.' : 'No attempts.'
    await printPages(output, pages(), { align, header, rowsOf: (attempt) => [rowOf(attempt)], none })
  },
}
