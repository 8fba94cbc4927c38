/** The arguments of the calls about one rule, checked. */
import type { Rule, RuleConditions } from '../../domain/rules/rule.js'
import type { Context } from '../context.js'
import * as field from '../input/fields.js'
import { parse } from '../input/parse.js'
import { ruleRequest, type RuleRequest } from '../input/rule-calls.js'
import { checkCurrency } from '../payments/check-currency.js'

const idArgument = field.object({ id: field.text })

/** Checks that the id of a rule is text. @throws PaymentError `invalid_request` */
export function checkRuleId(id: string): void {
  parse(idArgument, { id })
}

/** Completes a rule that is not stored. @throws PaymentError `invalid_request` */
export function newRule(input: RuleRequest): RuleConditions & Pick<Rule, 'category'> {
  const { account = null, direction, text, amount = null, currency = null, category } = parse(ruleRequest, input)
  return { account, direction, text, amount, currency, category }
}

/** Checks that the service takes the currency of a rule. @throws PaymentError `unsupported_currency` */
export function checkCurrencyOfRule(context: Context, { currency }: Pick<Rule, 'currency'>): void {
  if (currency !== null) checkCurrency(context, currency)
}
