/** The routes of remembered rules. */
import { ruleNotFound } from '../../domain/not-found.js'
import type { HospitalPayments } from '../../service.js'
import { jsonReply } from '../reply.js'
import { rulesParameters } from '../request/parameters.js'
import { findRoute, readRoute } from './reads.js'
import { jsonBody, type Route } from './route.js'

type Rules = HospitalPayments['rules']
type RuleRequest = Parameters<Rules['create']>[0]
type RuleActor = Parameters<Rules['create']>[1]
type ApplyRuleOptions = Parameters<Rules['apply']>[1]

const rule = (rest: string) => `/v1/rules${rest}`

export const ruleRoutes: readonly Route[] = [
  readRoute({
    path: rule(''),
    scope: 'lines:read',
    query: rulesParameters,
    operationId: 'listRules',
    summary: 'One page of the rules that are not deleted, oldest first, which is the order in which they apply.',
    answer: 'RulePage',
    errors: ['invalid_cursor'],
    read: ({ payments, query }) => payments.rules.list(query),
  }),
  {
    method: 'POST',
    path: rule(''),
    scope: 'lines:write',
    query: [],
    body: jsonBody('RuleRequest'),
    operationId: 'createRule',
    summary: 'Remember a rule; it touches no line. Imports apply it from now on.',
    answers: [{ status: 201, schema: 'Rule' }],
    errors: ['unsupported_currency'],
    async run({ payments, body, actor, basePath }) {
      const created = await payments.rules.create(body as RuleRequest, { actor } as RuleActor)
      return jsonReply(201, created, { location: `${basePath}${rule(`/${created.id}`)}` })
    },
  },
  {
    method: 'POST',
    path: rule('/try'),
    scope: 'lines:read',
    query: [],
    body: jsonBody('RuleRequest'),
    operationId: 'tryRule',
    summary: 'Count the open lines that a rule would settle; nothing is stored.',
    answers: [{ status: 200, schema: 'RuleTrial' }],
    errors: ['unsupported_currency'],
    run: async ({ payments, body }) => jsonReply(200, await payments.rules.try(body as RuleRequest)),
  },
  findRoute({
    path: rule('/{ruleId}'),
    scope: 'lines:read',
    operationId: 'getRule',
    summary: 'One rule, a deleted one too.',
    answer: 'Rule',
    errors: ['rule_not_found'],
    find: (payments, id) => payments.rules.get(id),
    notFound: ruleNotFound,
  }),
  {
    method: 'DELETE',
    path: rule('/{ruleId}'),
    scope: 'lines:write',
    query: [],
    body: null,
    operationId: 'deleteRule',
    summary: 'Delete a rule: it settles no line any more. A deleted rule is answered unchanged.',
    answers: [{ status: 200, schema: 'Rule' }],
    errors: ['rule_not_found', 'concurrent_update'],
    run: async ({ payments, id, actor }) => jsonReply(200, await payments.rules.delete(id, { actor } as RuleActor)),
  },
  {
    method: 'POST',
    path: rule('/{ruleId}/apply'),
    scope: 'lines:write',
    query: [],
    body: jsonBody('ApplyRuleRequest', { isOptional: true, isOptions: true }),
    operationId: 'applyRule',
    summary: 'Settle the lines that are open now by a rule, oldest first.',
    answers: [{ status: 200, schema: 'AppliedRule' }],
    errors: ['rule_not_found', 'concurrent_update'],
    async run({ payments, id, body, actor }) {
      return jsonReply(200, await payments.rules.apply(id, { ...(body as object), actor } as ApplyRuleOptions))
    },
  },
]
