import { isOwnAccount } from '../../domain/accounts/account-kind.js'
import { takesReference } from '../../domain/attempts/start.js'
import { minorUnitExponent } from '../../domain/currencies.js'
import { isAmount } from '../../domain/money.js'
import { isChannelName, referenceProblem } from '../../domain/text.js'
import { equal, holds } from '../assert.js'
import { proveProvider } from '../provider-proof.js'
import { newAttempt } from '../provider-steps.js'

function isRising(times: readonly unknown[]): boolean {
  return times.every((time, place) => Number.isFinite(time) && (time as number) > Number(times[place - 1] ?? 0))
}

export const propertyProofs = [
  proveProvider('A provider has a name and an account of its own', [], async ({ provider: { name, account } }) => {
    holds(typeof name === 'string' && isChannelName(name), 'the name is 1 to 64 letters, digits, _, . or -')
    holds(typeof account === 'string' && referenceProblem(account) === null, 'the account is a text that is not empty')
    holds(!isOwnAccount(account), 'the account is none that the library keeps itself, such as cash.')
  }),

  proveProvider('A provider says whether its start is idempotent', [], async ({ provider }) => {
    equal(typeof provider.startIsIdempotent, 'boolean', 'the type of startIsIdempotent')
  }),

  proveProvider('Polls are seconds that rise, and the time of a prompt is not negative', [], async ({ provider }) => {
    const { polls, promptSeconds } = provider
    holds(polls === undefined || (polls.length > 0 && isRising(polls)), 'polls rise from above 0, and there is one')
    holds(
      promptSeconds === undefined || (Number.isFinite(promptSeconds) && promptSeconds >= 0),
      'promptSeconds is 0 or more',
    )
  }),

  proveProvider('Limits can be kept: an attempt with a code as its reference is within them', [], async (underTest) => {
    const { provider } = underTest
    const { currencies, wholeUnits, min, max, reference, callingCode } = provider.limits ?? {}
    const areKnown = currencies?.every((code) => minorUnitExponent(code) !== undefined) ?? true
    holds(areKnown && currencies?.length !== 0, 'currencies are codes of ISO 4217 with minor units, and there is one')
    holds(wholeUnits === undefined || typeof wholeUnits === 'boolean', 'wholeUnits is true or false')
    for (const amount of [min, max])
      holds(amount === undefined || isAmount(amount), 'min and max are minor units from 1')
    holds((min ?? 1) <= (max ?? Infinity), 'min is not above max')
    holds(reference === undefined || reference instanceof RegExp, 'reference is a regular expression')
    holds(takesReference(provider, newAttempt(underTest).code), 'a code of ten letters and digits is a reference')
    holds(callingCode === undefined || /^[1-9]\d{0,3}$/.test(callingCode), 'callingCode is digits, such as 254')
  }),
]
