import type { CallbackRequest } from '../../domain/attempts/provider.js'
import { bytesOf } from '../../internal/encoding.js'
import { equal, holds } from '../assert.js'
import { type ProviderProof, proveProvider, type ProviderUnderTest } from '../provider-proof.js'
import { contentOf, isPaidFor, messagesOf, started, type StartedAttempt, statusOf } from '../provider-steps.js'

const kib = 1024

/** Bodies that no provider has written. */
const strangeBodies: readonly Uint8Array[] = [
  ...['', ' ', 'null', 'true', '0', '""', '[]', '{}', '[[]]', '{', '<a/>', '{"__proto__":{"x":1}}'].map(bytesOf),
  ...['{"about":1,"id":{},"data":{"object":[]},"Body":null}', '['.repeat(20 * kib), '{"a":'.repeat(8 * kib)].map(
    bytesOf,
  ),
  Uint8Array.of(0xff, 0xfe, 0x00, 0xc3, 0x28),
  new Uint8Array(64 * kib),
  bytesOf(`{"text":"${'x'.repeat(64 * kib)}"}`),
]
const strangeUrls = [
  'https://hospital.example/callbacks/x',
  'https://hospital.example/callbacks/x/att_?a=%ff#b',
  '/x',
  '',
]

/** Makes a body another one: it changes its last digit, or else its last byte. */
function changedBody(body: Uint8Array): Uint8Array {
  const changed = Uint8Array.from(body)
  const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39
  const place = Math.max(changed.findLastIndex(isDigit), 0)
  const byte = changed[place] ?? 0
  changed[place] = isDigit(byte) ? 0x30 + ((byte - 0x30 + 1) % 10) : byte ^ 1
  return changed
}

/** Starts an attempt, lets its payer pay where the test can, and makes the callback about it. */
async function callbackAfterPay(
  underTest: ProviderUnderTest,
  kind: 'signed' | 'hint',
): Promise<{ readonly attempt: StartedAttempt; readonly request: CallbackRequest }> {
  const attempt = await started(underTest)
  await underTest.pay?.(attempt)
  return { attempt, request: underTest.callbacks![kind]!(attempt) }
}

const kinds = [
  ['signed', 'signed callback'],
  ['hint', 'callback without a signature'],
] as const

/** The cases of callbacks of either kind. */
const bothKinds = kinds.flatMap(([kind, title]) => [
  proveProvider(
    `A ${title} that comes twice is the same message`,
    ['provider.receive', `callbacks.${kind}`],
    async (underTest) => {
      const { request } = await callbackAfterPay(underTest, kind)
      const content = await contentOf(underTest, { ...request, body: Uint8Array.from(request.body) })
      equal(await contentOf(underTest, request), content, 'the content of the second callback')
    },
  ),
  proveProvider(
    `A ${title} is read while the provider gives no answer`,
    ['provider.receive', `callbacks.${kind}`, 'faults.silent'],
    async (underTest) => {
      const { request } = await callbackAfterPay(underTest, kind)
      underTest.faults!.silent!()
      const { length } = messagesOf(await contentOf(underTest, request))
      holds(length > 0, 'a callback is read without a question to the provider')
    },
  ),
  proveProvider(
    `The session of a ${title} asks about the same attempt`,
    ['provider.receive', `callbacks.${kind}`, 'pay'],
    async (underTest) => {
      const { attempt, request } = await callbackAfterPay(underTest, kind)
      for (const { session } of messagesOf(await contentOf(underTest, request)))
        if (session)
          equal((await statusOf(underTest, { ...attempt, session })).state, 'paid', 'the status by that session')
    },
  ),
])

export const callbackProofs: readonly ProviderProof[] = [
  proveProvider(
    'A request of a stranger is read without an error, and proves nothing',
    ['provider.receive'],
    async (underTest) => {
      const headers = { 'content-type': 'application/json', authorization: 'Bearer x', 'x-signature': '0'.repeat(64) }
      for (const body of strangeBodies)
        for (const method of ['POST', 'GET'])
          for (const url of strangeUrls) {
            const content = await contentOf(underTest, { method, url, headers: new Headers(headers), body })
            const proofs = messagesOf(content).map(({ proof }) => proof)
            equal(
              proofs.includes('signed'),
              false,
              `whether a body of ${body.length} bytes without a signature is proof`,
            )
          }
    },
  ),

  proveProvider(
    'A signed callback is proof about its attempt',
    ['provider.receive', 'callbacks.signed', 'pay'],
    async (underTest) => {
      const { attempt, request } = await callbackAfterPay(underTest, 'signed')
      const messages = messagesOf(await contentOf(underTest, request))
      const message = messages.find(({ about }) => 'attemptId' in about && about.attemptId === attempt.id)
      equal(message?.proof, 'signed', 'the proof of the message about the attempt')
      if (message?.outcome) isPaidFor(message.outcome, attempt, 'the outcome of the signed callback')
    },
  ),

  proveProvider(
    'A signed callback whose body was changed is forged',
    ['provider.receive', 'callbacks.signed'],
    async (underTest) => {
      const { request } = await callbackAfterPay(underTest, 'signed')
      equal(
        await contentOf(underTest, { ...request, body: changedBody(request.body) }),
        null,
        'the content of a changed body',
      )
    },
  ),

  proveProvider(
    'A signed callback without its signature proves nothing',
    ['provider.receive', 'callbacks.signed'],
    async (underTest) => {
      const { request } = await callbackAfterPay(underTest, 'signed')
      const content = await contentOf(underTest, { ...request, headers: new Headers() })
      equal(
        messagesOf(content)
          .map(({ proof }) => proof)
          .includes('signed'),
        false,
        'whether it is proof',
      )
    },
  ),

  proveProvider(
    'A callback without a signature is a hint about its attempt',
    ['provider.receive', 'callbacks.hint'],
    async (underTest) => {
      const { attempt, request } = await callbackAfterPay(underTest, 'hint')
      const messages = messagesOf(await contentOf(underTest, request))
      const abouts = messages.map(({ about }) => ('attemptId' in about ? about.attemptId : null))
      holds(abouts.includes(attempt.id), 'a message is about the attempt')
      equal([...new Set(messages.map(({ proof }) => proof))], ['hint'], 'the proofs of the messages')
    },
  ),

  ...bothKinds,

  proveProvider(
    'A reply takes a message with 2xx, and refuses one with 4xx or 5xx',
    ['provider.reply'],
    async ({ provider }) => {
      for (const [isTaken, first, last] of [
        [true, 200, 299],
        [false, 400, 599],
      ] as const) {
        const { status, headers = {}, body = '' } = provider.reply!(isTaken)
        holds(
          Number.isInteger(status) && status >= first && status <= last,
          `reply(${isTaken}) has a status of ${first} to ${last}`,
        )
        holds(
          [body, ...Object.values(headers)].every((text) => typeof text === 'string'),
          'headers and body are text',
        )
      }
    },
  ),
]
