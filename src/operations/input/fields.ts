/** The rules of single fields; every message is this library's, and none repeats what the caller sent. */
import * as z from 'zod'
import { isOwnAccount } from '../../domain/accounts/account-kind.js'
import { actorProblem } from '../../domain/actor.js'
import { parseInstant } from '../../domain/instant.js'
import { maxLength, maxAmount, maxMetadataPairs, shapes } from '../../domain/limits.js'
import { isAmount } from '../../domain/money.js'
import { freeTextProblem, referenceProblem } from '../../domain/text.js'

/** The option of a single field without which its refusal would keep rules over several fields from being checked. */
export const goOn = { abort: false } as const

/** Returns messages for a field that must be `rule`; a missing field is reported as missing. */
function expected(rule: string) {
  const error = ({ input }: { input?: unknown }) => (input === undefined ? 'is required' : `must be ${rule}`)
  return { error, ...goOn }
}

/** The JSON Schema of rules that zod cannot translate, and the words about them, for the OpenAPI document alone. */
export const jsonSchemas = z.registry<Readonly<Record<string, unknown>>>()

/** Returns the same rule with more of its JSON Schema. */
export function described<Rule extends z.ZodType>(rule: Rule, jsonSchema: Readonly<Record<string, unknown>>): Rule {
  const copy = rule.clone(undefined, { parent: true })
  jsonSchemas.add(copy, jsonSchema)
  return copy
}

export function object<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.strictObject(shape, 'must be an object')
}

/** Makes a rule for text from a function that returns the problem of a text, or `null`. */
function textWith(problemOf: (text: string) => string | null, jsonSchema: Readonly<Record<string, unknown>>) {
  const rule = z.string(expected('text')).check(({ value, issues }) => {
    const problem = problemOf(value)
    if (problem !== null) issues.push({ code: 'custom', input: value, message: problem })
  })
  return described(rule, jsonSchema)
}

export const text = z.string(expected('text'))

/** The text of a calendar day; the day itself is checked with the range that it begins or ends. */
export const dayText = described(text, { format: 'date' })

export const truth = z.boolean(expected('true or false'))

export function freeText(max: number) {
  return textWith((value) => freeTextProblem(value, max), { maxLength: max })
}

export function someText(max: number) {
  const problemOf = (value: string) => (value.trim() === '' ? 'is empty' : freeTextProblem(value, max))
  return textWith(problemOf, { minLength: 1, maxLength: max })
}

const receivedText = { minLength: 1, maxLength: maxLength.reference }

export const reference = textWith(referenceProblem, {
  ...receivedText,
  description: "The caller's own text for what is paid, such as an invoice number; compared byte for byte.",
  examples: ['INV-0042'],
})

export const providerTransactionId = described(reference, {
  description: "The provider's number of the movement (receipt); unique in a channel.",
  examples: ['FT26325XK1'],
})

export const account = described(reference, {
  description: 'The name of the account, as in the imports of its statements.',
  examples: ['cbe-1000'],
})

/** The account of statements: the accounts that the library keeps itself take no imports. */
export const statementAccount = account.check(({ value, issues }) => {
  if (isOwnAccount(value))
    issues.push({
      code: 'custom',
      input: value,
      message: 'is one that the library keeps itself, so that nothing is imported to it',
    })
})

export const amountRule = `an integer of minor units from 1 to ${maxAmount}`

/** Returns true for money as people write it: `1500.5`, or the text `1500.50`. */
function isDecimal(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Number.isInteger(value)
  return typeof value === 'string' && value.length <= 32 && /^\d+[.,]\d+$/.test(value)
}

export const amount = described(
  z.custom<number>(isAmount, {
    ...goOn,
    error: ({ input }) => {
      if (input === undefined) return 'is required'
      return isDecimal(input)
        ? `must be ${amountRule}; parseAmount('1500.50', 'ETB') converts decimal text`
        : `must be ${amountRule}`
    },
  }),
  {
    type: 'integer',
    minimum: 1,
    maximum: maxAmount,
    description: "In the currency's minor units (ISO 4217): 150000 is 1,500.00 ETB.",
    examples: [150_000],
  },
)

/** Makes a rule for cash that was counted, 0 included. */
export function countedAmount(rule: string) {
  return z.custom<number>(
    (value) => Number.isSafeInteger(value) && (value as number) >= 0,
    expected(rule.replace(/^must be /, '')),
  )
}

/** Makes a rule for counts of 0 or more by names of one shape, at most a hundred of them. */
export function countsByName(shape: RegExp) {
  const isCounts = (value: unknown) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length <= 100 &&
    Object.entries(value).every(
      ([name, count]) => shape.test(name) && Number.isSafeInteger(count) && (count as number) >= 0,
    )
  return z
    .custom<Record<string, number>>(isCounts, expected('an object of counts, by face values in minor units'))
    .transform((value) => ({ ...value }))
}

export const currency = described(text.regex(shapes.currency, 'must be three capital letters (ISO 4217)'), {
  description: 'ISO 4217.',
  examples: ['ETB'],
})

export const customerId = described(
  text.regex(
    shapes.customerId,
    'must be 1 to 64 characters of A-Z, a-z, 0-9, _, ., : and -, with a letter or digit among them',
  ),
  { description: "The host's own id of the patient or payer.", examples: ['MRN-1042'] },
)

export const phone = described(text.regex(shapes.phone, 'must be in E.164 form: + and at most 15 digits'), {
  description: 'E.164.',
  examples: ['+251911000000'],
})

const instantText = described(text, {
  description: 'ISO 8601 date and time with Z or an offset.',
  examples: ['2026-11-20T12:00:00+03:00'],
})

export const instant = instantText.transform((value, context) => {
  const read = parseInstant(value)
  if (read !== null) return read
  context.issues.push({
    code: 'custom',
    input: value,
    message: 'must be an ISO 8601 date and time with Z or an offset',
  })
  return z.NEVER
})

const yearRule = 'must be an integer from 1970 to 9999'

export const year = z.int(yearRule).min(1970, yearRule).max(9999, yearRule)

export const actor = textWith(actorProblem, { minLength: 1, maxLength: maxLength.actor, examples: ['amina'] })
export const reason = described(someText(maxLength.reason), { examples: ['charged twice'] })

export const idempotencyKey = described(
  text.regex(shapes.idempotencyKey, 'must be 1 to 255 visible ASCII characters'),
  {
    description: 'A repeated key with the same request returns the payment of the first call, as it is now.',
    examples: ['INV-0042/1'],
  },
)

function isAbortSignal(value: unknown): value is AbortSignal {
  // By shape: signals of polyfills and of other realms are no instances of this realm's class.
  return typeof value === 'object' && value !== null && 'aborted' in value && 'throwIfAborted' in value
}

export const signal = z.custom<AbortSignal>(isAbortSignal, expected('an AbortSignal'))

export function count(max: number) {
  const rule = `must be an integer from 1 to ${max}`
  return z.int(rule).min(1, rule).max(max, rule)
}

export function limit(max: number, fallback: number) {
  return count(max).default(fallback)
}

export function oneOf<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, expected(`one of ${values.join(', ')}`))
}

/** Makes a rule for a list whose length is checked first: a schema would report an issue for each of a million elements. */
export function list<Schema extends z.ZodType>(
  of: Schema,
  { min = 0, max }: { min?: number; max: number },
  rule: string,
) {
  const checkLength = (value: unknown, { issues }: z.core.$RefinementCtx) => {
    if (Array.isArray(value) && value.length >= min && value.length <= max) return value
    issues.push({ code: 'custom', input: value, message: rule })
    return z.NEVER
  }
  const elements = described(z.array(of, rule), { ...(min > 0 && { minItems: min }), maxItems: max })
  return z.preprocess(checkLength, elements)
}

/** Makes a rule for one value or several of them, which are read as a sorted list without repetition. */
export function oneOrMore<Schema extends z.ZodType<string>>(element: Schema, max: number) {
  const several = list(element, { min: 1, max }, `must be one value, or a list of 1 to ${max}`)
  return z
    .preprocess((value) => (typeof value === 'string' ? [value] : value), several)
    .transform((values) => [...new Set(values)].sort())
}

const reservedNames = ['__proto__', 'constructor', 'prototype']

/** The rule for metadata, checked by hand: a record of zod drops `__proto__` without an issue. */
export const metadata = described(
  z.custom<Record<string, string>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be an object of text',
  ),
  {
    type: 'object',
    propertyNames: { pattern: shapes.metadataName.source },
    additionalProperties: { type: 'string', maxLength: maxLength.metadataValue },
    maxProperties: maxMetadataPairs,
  },
)
  .check(({ value, issues }) => {
    const pairs = Object.entries(value)
    const refuse = (path: string[], message: string) => issues.push({ code: 'custom', input: value, path, message })
    if (pairs.length > maxMetadataPairs) refuse([], `has more than ${maxMetadataPairs} pairs`)
    for (const [name, content] of pairs.slice(0, maxMetadataPairs)) {
      if (!shapes.metadataName.test(name)) refuse([name], 'has a name outside [A-Za-z0-9_.-]{1,40}')
      else if (reservedNames.includes(name)) refuse([name], 'has a reserved name')
      const problem = typeof content === 'string' ? freeTextProblem(content, maxLength.metadataValue) : 'must be text'
      if (problem !== null) refuse([name], problem)
    }
  })
  .transform((value) => ({ ...value }))
