import { ruleNotFound } from '../../domain/not-found.js'
import type { Rule } from '../../domain/rules/rule.js'
import type { RuleRequest } from '../../operations/input/rule-calls.js'
import type { HospitalPayments } from '../../service.js'
import { type Arguments, databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'
import { UsageError } from '../failures.js'
import { counted, money, printable, table } from '../output.js'
import { pagesOf } from '../pages.js'
import { printPages } from '../print-pages.js'

const header = ['created', 'by', 'side', 'account', 'amount', 'text', 'category', 'deleted', 'rule']
const align = 'llllrllll'

function rowOf({ amount, currency, account, ...rule }: Rule): string[] {
  return [
    ...[rule.createdAt, printable(rule.createdBy), rule.direction, printable(account ?? 'all')],
    amount === null ? (currency ?? 'any') : money(amount, currency!),
    ...[printable(rule.text), rule.category, rule.deletedAt ?? '', rule.id],
  ]
}

/** The switches, of which a call has at most one, with the options that each takes. */
const conditions = ['text', 'category', 'account', 'side', 'amount', 'currency']
const switches: Readonly<Record<string, readonly string[]>> = {
  create: [...conditions, 'actor'],
  try: conditions,
  apply: ['actor', 'limit'],
  delete: ['actor'],
}

/** Returns the switch of a call, after the check that its other options are for it. */
function switchOf(args: Arguments): string | undefined {
  const [chosen, other] = Object.keys(switches).filter((name) => args.isOn(name))
  if (chosen !== undefined && other !== undefined) throw new UsageError(`--${chosen} or --${other}, not both.`)
  const allowed = chosen === undefined ? ['limit'] : switches[chosen]!
  const misplaced = [...conditions, 'actor', 'limit'].find((name) => args.has(name) && !allowed.includes(name))
  if (misplaced !== undefined) throw new UsageError(`--${misplaced} is not for this call; see the help.`)
  const isOfOne = chosen === 'apply' || chosen === 'delete'
  if (isOfOne && args.operand === undefined) throw new UsageError(`--${chosen} is for one rule: give its ID too.`)
  if (chosen !== undefined && !isOfOne && args.operand !== undefined)
    throw new UsageError(`--${chosen} is for a new rule: leave the ID out.`)
  return chosen
}

function requestOf(args: Arguments): RuleRequest {
  return {
    text: args.required('text', '"ledger fee"'),
    category: args.required('category', 'bank_fee'),
    ...(args.defined({
      account: args.text('account'),
      direction: args.text('side'),
      amount: args.count('amount'),
      currency: args.text('currency'),
    }) as Partial<RuleRequest>),
  }
}

async function ruleOf({ rules }: HospitalPayments, id: string): Promise<Rule> {
  const rule = await rules.get(id)
  if (!rule) throw ruleNotFound(id)
  return rule
}

export const rulesCommand: Command = {
  name: 'rules',
  summary: 'list remembered rules, try, create, apply and delete them',
  about: [
    'Every import applies them: a debit that names no payment, and has the text of a rule, is set aside under its category.',
    'With --create and --try: a rule by --text and --category. With an ID: that rule, applied or deleted by its switch.',
    'With --json: what the function of rules returns; the list has one rule a line.',
  ],
  operand: { name: 'ID', help: 'one rule (rul_…)' },
  options: {
    create: { help: 'remember a rule; it touches no line. --actor is required' },
    try: { help: 'count the open lines that a rule would settle; nothing is stored' },
    apply: { help: 'with an ID: settle the lines that are open now. --actor is required' },
    delete: { help: 'with an ID: the rule settles no line any more. --actor is required' },
    text: { value: 'TEXT', help: 'a part of the reference or the narration, at least 4 letters or digits' },
    category: { value: 'NAME', help: 'the category of the lines, such as bank_fee' },
    account: { value: 'NAME', help: 'only lines of this account' },
    side: { value: 'SIDE', help: 'debit or credit; default debit' },
    amount: { value: 'N', help: 'only lines of this amount, in minor units, with --currency' },
    currency: { value: 'CODE', help: 'only lines of this currency' },
    actor: { value: 'NAME', help: 'who creates, applies or deletes' },
    limit: { value: 'N', help: 'at most so many rules, or lines that --apply settles; default all' },
    ...databaseOptions,
  },
  examples: [
    'rules --try --text "ledger fee" --category bank_fee',
    'rules --create --text "ledger fee" --category bank_fee --actor amina',
    'rules rul_01KAF5Z8Q3M4N5P6R7S8T9V0WX --apply --actor amina',
  ],
  async run({ args, output, payments }) {
    const id = args.operand
    const limit = args.count('limit')
    const print = async (rule: Rule) =>
      output.isJson ? output.json(rule) : output.lines(table(align, [header, rowOf(rule)]))
    switch (switchOf(args)) {
      case 'create': {
        const [request, actor] = [requestOf(args), args.required('actor', 'amina')]
        return print(await (await payments()).rules.create(request, { actor }))
      }
      case 'try': {
        const trial = await (await payments()).rules.try(requestOf(args))
        return output.isJson
          ? output.json(trial)
          : output.lines([`The rule would settle ${counted(trial.lines, 'open line')} now.`])
      }
      case 'apply': {
        const options = { actor: args.required('actor', 'amina'), ...(limit !== undefined && { limit }) }
        const applied = await (await payments()).rules.apply(id!, options)
        return output.isJson ? output.json(applied) : output.lines([`Settled ${counted(applied.settled, 'line')}.`])
      }
      case 'delete': {
        const actor = args.required('actor', 'amina')
        return print(await (await payments()).rules.delete(id!, { actor }))
      }
      case undefined:
        break
    }
    const service = await payments()
    if (id !== undefined) return print(await ruleOf(service, id))
    const pages = pagesOf((page) => service.rules.list(page), limit)
    return printPages(output, pages, { align, header, rowsOf: (rule) => [rowOf(rule)], none: 'No rules.' })
  },
}
