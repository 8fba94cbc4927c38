/** Remembered rules: their list, a new one that is made from a line and tried before it is kept, and one with its end. */
import { lineNotFound, ruleNotFound } from '../../domain/not-found.js'
import { areSameRules, type Rule } from '../../domain/rules/rule.js'
import { isPaymentError } from '../../errors.js'
import type { Reply } from '../../http/reply.js'
import { hex, bytesOf } from '../../internal/encoding.js'
import { sha256 } from '../../internal/sha256.js'
import { RefusedFilter } from '../parts/filters.js'
import { actionCard, hiddenField } from '../parts/forms.js'
import { bdi, type Content, type Html, markup } from '../parts/html.js'
import { type ListPage, listRoutes } from '../parts/list-page.js'
import { pageReply, refusalAlone, seeOther } from '../parts/page.js'
import { problem, refusalOf } from '../parts/problem.js'
import {
  fittingColumns,
  formOfLine,
  hiddenRule,
  ruleColumns,
  ruleForm,
  ruleMoney,
  type RuleRequest,
  ruleRequestOf,
  ruleUrl,
} from '../parts/rules.js'
import { maxSetAside, setAsideLines } from '../parts/set-aside.js'
import { facts, section, table } from '../parts/tables.js'
import { linePages, personOf, type View } from '../parts/view.js'
import { Form } from '../request/form.js'
import type { DeskRequest, DeskRoute } from '../route.js'

/** The open lines that are alike: their number, their sums and the first of them. */
type RulePreview = Awaited<ReturnType<View['previewRule']>>

/** The lines that a trial shows. */
const maxShown = 10

/** The scopes of an action on rules. */
const ruleActions = ['lines:write'] as const

const ruleList: ListPage<Rule, object> = {
  path: '/rules',
  section: 'rules',
  scopes: linePages,
  hint: 'rules.hint',
  filters: [],
  empty: 'rules.empty',
  read: ({ view }, query) => view.payments.rules.list(query),
  columns: ({ view }) => ruleColumns(view),
  top: ({ view }) =>
    view.may('lines:write') &&
    markup`<div class="actions"><a href="${view.url('/rules/new')}">${view.t('rule.new')}</a></div>`,
}

/** Returns a digest of the lines of a trial, in their versions: an action on it is refused where they are others by then. */
function digestOf({ lines, first }: RulePreview): string {
  return hex(sha256(bytesOf(JSON.stringify([lines, first.map(({ key, version }) => [key, version])]))))
}

/** Writes the cards of what a person may do with the lines of a trial. */
function trialCards(view: View, form: Form, trial: RulePreview): Html | null {
  if (!view.may('lines:write') || form.get('category') === '') return null
  const { lines: count } = trial
  const seen = [hiddenRule(form), hiddenField('seen', digestOf(trial))]
  const isSmall = count > 0 && count <= maxSetAside
  return markup`<div class="cards">
    ${
      isSmall &&
      markup`<form class="card" method="post" action="${view.url('/rules/once')}">
        <h2>${view.t('rule.once', { count })}</h2>
        <p class="muted">${view.t('rule.onceHint', { category: form.get('category') })}</p>
        ${seen}
        <div class="actions"><button>${view.t('rule.once', { count })}</button></div>
      </form>`
    }
    <form class="card" method="post" action="${view.url('/rules')}">
      <h2>${view.t(isSmall ? 'rule.rememberAndSettle' : 'rule.remember')}</h2>
      <p class="muted">
        ${view.t('rule.rememberHint')} ${count > maxSetAside && view.t('rule.manyHint', { max: maxSetAside })}
      </p>
      ${isSmall ? seen : hiddenRule(form)}
      <div class="actions">
        <button class="main">${view.t(isSmall ? 'rule.rememberAndSettle' : 'rule.remember')}</button>
      </div>
    </form>
  </div>`
}

/** Writes the result of a trial: number, sum and first lines, and what may be done with them. */
function trialSection(view: View, form: Form, trial: RulePreview): Html {
  const { lines: count, amounts, first } = trial
  const sums = amounts.map(({ amount, currency }, at) => [at > 0 && ', ', view.money(amount, currency)])
  const firstLines = first.slice(0, maxShown)
  return section(view, 'trial', 'rule.trial', [
    markup`<p>${count === 0 ? view.t('rule.fitsNone') : view.t('rule.fits', { count, sums: markup`${sums}` })}</p>`,
    count > 0 && table(view.t('rule.trial'), firstLines, fittingColumns(view)),
    count > firstLines.length &&
      firstLines.length > 0 &&
      markup`<p class="muted">${view.t('list.shown', { count: firstLines.length })}</p>`,
    trialCards(view, form, trial),
  ])
}

interface NewRulePage {
  readonly status?: number
  readonly alert?: Content
  /** False where the form was refused, so that there is nothing to try. */
  readonly isTried?: boolean
}

const newRulePages = [...linePages, ...ruleActions] as const

/** Makes the page of a new rule, with the trial of its form. */
async function newRulePage(view: View, form: Form, { isTried = true, ...more }: NewRulePage = {}): Promise<Reply> {
  const alone = refusalAlone(view, newRulePages, more)
  if (alone) return pageReply(view, alone)
  let answer: Pick<NewRulePage, 'status' | 'alert'> = more
  let trial: RulePreview | null = null
  try {
    if (isTried && form.get('text') !== '') trial = await tried(view, form)
  } catch (error) {
    answer = refusalOfRule(view, error)
  }
  return pageReply(view, {
    ...answer,
    title: view.word('rule.new'),
    section: 'rules',
    body: [ruleForm(view, form), trial && trialSection(view, form, trial)],
  })
}

/** Tries the form of a rule; while it has no category, it is tried all the same. */
function tried(view: View, form: Form): Promise<RulePreview> {
  const request = ruleRequestOf(view, form)
  return view.previewRule(
    { ...request, category: form.get('category') === '' ? 'none' : request.category },
    maxSetAside,
  )
}

/** Returns the refusal of a form of a rule, of the desk or of the library. */
function refusalOfRule(view: View, error: unknown): { readonly status: number; readonly alert: Content } {
  if (error instanceof RefusedFilter) return { status: 400, alert: error.alert }
  if (isPaymentError(error, 'invalid_request'))
    return { status: 400, alert: problem(view, error, undefined, { text: 'rule.text' }) }
  return refusalOf(view, error)
}

async function newRule({ view, query }: DeskRequest): Promise<Reply> {
  const key = query.get('line')
  if (key === '') return newRulePage(view, new Form())
  const line = await view.payments.lines.get(key)
  if (!line) throw lineNotFound(key)
  return newRulePage(view, formOfLine(line))
}

/**
 * Makes an action on what was tried. It is refused whole where other lines fit by now than those that the person saw, or more than
 * one action may settle.
 */
async function onTrial({ view, form }: DeskRequest, act: (trial: RulePreview) => Promise<Reply>): Promise<Reply> {
  try {
    const trial = await tried(view, form)
    const { lines: count } = trial
    if (count > maxSetAside)
      return await newRulePage(view, form, { status: 400, alert: view.t('lines.tooMany', { count, max: maxSetAside }) })
    if (form.get('seen') !== digestOf(trial))
      return await newRulePage(view, form, { status: 409, alert: view.t('rule.othersFit') })
    return await act(trial)
  } catch (error) {
    return newRulePage(view, form, { ...refusalOfRule(view, error), isTried: false })
  }
}

/** Sets all lines that a rule fits aside once, in the name of the reader; no rule is kept. */
async function settleOnce(deskRequest: DeskRequest): Promise<Reply> {
  const { view, form } = deskRequest
  return onTrial(deskRequest, async ({ first }) => {
    const { category } = ruleRequestOf(view, form)
    const picks = first.map(({ key, version, amount }) => ({ key, expectedVersion: version, amount }))
    const { count, refused } = await setAsideLines(view, picks, { category })
    if (refused) return newRulePage(view, form, { ...refused, status: 409 })
    return seeOther(view, { key: 'done.set_aside', count }, view.url('/lines', { status: 'open' }), linePages)
  })
}

/** Finds a rule that says the same: the same form was sent before. */
async function sameRule({ payments }: View, request: RuleRequest): Promise<Rule | null> {
  const { direction = 'debit', account = null, amount = null, currency = null, ...others } = request
  const sought = { ...others, direction, account, amount, currency }
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await payments.rules.list({ limit: 500, ...(cursor !== undefined && { cursor }) })
    const same = page.items.find((rule) => areSameRules(rule, sought))
    if (same) return same
    cursor = page.nextCursor
  }
  return null
}

/** Remembers a rule, and settles the lines of its trial where it has them; a form that is sent again makes no second rule. */
async function remember(deskRequest: DeskRequest): Promise<Reply> {
  const { view, form } = deskRequest
  const actor = personOf(view)
  const done = (rule: Rule, count: number) =>
    seeOther(view, { key: 'done.rule.create', count }, ruleUrl(view, rule.id), linePages)
  try {
    const request = ruleRequestOf(view, form)
    const same = await sameRule(view, request)
    if (same) return done(same, 0)
    if (!form.has('seen')) return done(await view.payments.rules.create(request, { actor }), 0)
    return await onTrial(deskRequest, async () => {
      const rule = await view.payments.rules.create(request, { actor })
      const { settled } = await view.payments.rules.apply(rule.id, { actor, limit: maxSetAside })
      return done(rule, settled)
    })
  } catch (error) {
    return newRulePage(view, form, { ...refusalOfRule(view, error), isTried: false })
  }
}

/** Writes what a person may do with a rule that applies. */
function ruleCards(view: View, { id, deletedAt }: Rule): Html | null {
  if (deletedAt !== null || !view.may('lines:write')) return null
  return markup`<div class="cards">
    ${actionCard(view, {
      ...{ url: ruleUrl(view, id, '/apply'), title: 'rule.apply', button: 'main' },
      hint: view.t('rule.applyHint', { max: maxSetAside }),
    })}
    <div id="delete">
      ${actionCard(view, {
        ...{ url: ruleUrl(view, id, '/delete'), title: 'rule.delete', button: 'stop' },
        fields: markup`<label class="check"
          ><input type="checkbox" name="sure" value="1" required /> ${view.t('rule.deleteSure')}</label
        >`,
      })}
    </div>
  </div>`
}

async function rulePage(view: View, id: string, more: { status?: number; alert?: Content } = {}): Promise<Reply> {
  const alone = refusalAlone(view, linePages, more)
  if (alone) return pageReply(view, alone)
  const rule = await view.payments.rules.get(id)
  if (!rule) throw ruleNotFound(id)
  const { text, category, direction, account, createdBy, createdAt, deletedAt } = rule
  return pageReply(view, {
    ...more,
    title: `${view.word('rule.title')} ${category}`,
    heading: markup`${view.t('rule.title')} ${bdi(text)}`,
    section: 'rules',
    body: [
      deletedAt !== null && markup`<p>${view.t('rule.isDeleted')}</p>`,
      facts([
        [view.t('rule.text'), bdi(text)],
        [view.t('form.category'), markup`<code>${category}</code>`],
        [view.t('filter.direction'), view.t(`direction.${direction}`)],
        [view.t('line.account'), account === null ? view.t('filter.any') : bdi(account)],
        [view.t('form.amount'), ruleMoney(view, rule)],
        [view.t('rule.createdBy'), bdi(createdBy)],
        [view.t('rule.createdAt'), view.instant(createdAt)],
        [view.t('rule.deletedAt'), deletedAt !== null && view.instant(deletedAt)],
      ]),
      ruleCards(view, rule),
    ],
  })
}

/** Does an action on one rule; its refusal is shown on the page of the rule. */
async function onRule(
  { view, id }: DeskRequest,
  act: (actor: string) => Promise<Parameters<typeof seeOther>[1]>,
): Promise<Reply> {
  try {
    return seeOther(view, await act(personOf(view)), ruleUrl(view, id), linePages)
  } catch (error) {
    const isHere = (await view.payments.rules.get(id)) !== null
    if (!isHere) throw error
    return rulePage(view, id, refusalOf(view, error))
  }
}

export const ruleRoutes: readonly DeskRoute[] = [
  ...listRoutes(ruleList),
  { method: 'POST', path: '/rules', scopes: ruleActions, run: remember },
  // Before the path of one rule, of which their last part could be the id.
  { method: 'GET', path: '/rules/new', scopes: newRulePages, run: newRule },
  {
    method: 'POST',
    path: '/rules/new',
    scopes: newRulePages,
    isSearch: true,
    run: ({ view, form }) => newRulePage(view, form),
  },
  { method: 'POST', path: '/rules/once', scopes: ruleActions, run: settleOnce },
  { method: 'GET', path: '/rules/{ruleId}', scopes: linePages, run: ({ view, id }) => rulePage(view, id) },
  {
    method: 'POST',
    path: '/rules/{ruleId}/apply',
    scopes: ruleActions,
    run: (deskRequest) =>
      onRule(deskRequest, async (actor) => {
        const { view, id } = deskRequest
        const { settled: count } = await view.payments.rules.apply(id, { actor, limit: maxSetAside })
        return { key: 'done.set_aside', count }
      }),
  },
  {
    method: 'POST',
    path: '/rules/{ruleId}/delete',
    scopes: ruleActions,
    run: async (deskRequest) => {
      const { view, id, form } = deskRequest
      if (form.get('sure') === '') return rulePage(view, id, { status: 400, alert: view.t('rule.notSure') })
      return onRule(deskRequest, async (actor) => {
        await view.payments.rules.delete(id, { actor })
        return { key: 'done.rule.delete' }
      })
    },
  },
]
