/** Statements over a client of pg, and how its answers are taken, whatever a host has put in its place. */
import { describe, expect, it } from 'vitest'
import type { PgCallbackClient } from '../../../src/sql/postgres/handles.js'
import { pgQuery, pgResult, senderOfAllToPg, sendToPg } from '../../../src/sql/postgres/send.js'
import { type PgConnection, PgSubmission, takesSubmissions } from '../../../src/sql/postgres/submission.js'

type Answered = (error: unknown, result?: unknown) => void

/** Returns the results of a statement over a client which does with it what `query` does. */
async function answersOf(
  query: (submittable: object, answered?: Answered) => unknown,
  values?: string[],
  connection?: object,
) {
  const answers: unknown[][] = []
  const client = { query, connection } as unknown as PgCallbackClient
  sendToPg(client, { text: 'SELECT 1', ...(values && { values }) }, true, (error, value) =>
    answers.push(error ? [error] : [null, value]),
  )
  await new Promise((resolve) => setImmediate(resolve))
  return answers
}

const result = { rows: [['1']] }
const answer = [null, { rows: [['1']], changed: 1 }]
const failure = new Error('it failed')

describe('sendToPg: an answer', () => {
  it('comes by a callback, by a promise, or by both, and once', async () => {
    expect(await answersOf((_, answered) => answered!(null, result))).toEqual([answer])
    expect(await answersOf(async () => result)).toEqual([answer])
    expect(
      await answersOf(async (_, answered) => {
        answered!(null, result)
        return result
      }),
    ).toEqual([answer])
  })

  it('is an error by the same ways', async () => {
    expect(await answersOf((_, answered) => answered!(failure))).toEqual([[failure]])
    expect(await answersOf(() => Promise.reject(failure))).toEqual([[failure]])
  })

  it('is an error where it is none', async () => {
    const [[error] = []] = await answersOf(async () => ({ rowCount: 1 }))
    expect(error).toEqual(new TypeError('fromPg: query() must resolve to { rows }'))
  })

  it('is rows as arrays, of texts; of several statements there are none', () => {
    expect(pgResult({ rows: [] })).toEqual({ rows: [], changed: 0 })
    expect(pgResult({ rows: [{ a: '1', b: null }, ['2', null]] })).toEqual({
      rows: [
        ['1', null],
        ['2', null],
      ],
      changed: 2,
    })
    expect(pgResult([result, result])).toEqual({ rows: [], changed: 0 })
    expect(() => pgResult(undefined)).toThrow('{ rows }')
  })

  it('in binary is refused', () => {
    const binary = new TypeError(
      'fromPg: query() must resolve to rows of text: use a connection without `binary: true`',
    )
    expect(() => pgResult({ rows: [['1']], fields: [{ format: 'text' }, { format: 'binary' }] })).toThrow(binary)
    expect(() => pgResult({ rows: [['1', new Uint8Array(8)]] })).toThrow(binary)
    expect(pgResult({ rows: [['1']], fields: [{ format: 'text' }, null] }).changed).toBe(1)
  })
})

describe('pgQuery: a query of pg', () => {
  const types = { getTypeParser: expect.any(Function) as unknown }

  it('has a name of its text alone where it is prepared, and takes each value as the text that it is', () => {
    const one = pgQuery({ text: 'SELECT $1', values: ['a'] }, true)
    expect(one).toEqual({
      name: expect.stringMatching(/^hp_[0-9a-f]{32}$/),
      text: 'SELECT $1',
      values: ['a'],
      rowMode: 'array',
      types,
    })
    expect(pgQuery({ text: 'SELECT $1', values: ['b'] }, true).name).toBe(one.name)
    expect(pgQuery({ text: 'SELECT $2', values: ['a'] }, true).name).not.toBe(one.name)
    expect(one.types.getTypeParser()('1')).toBe('1')
  })

  it('has no name where nothing is prepared, and of our own no values', () => {
    expect(pgQuery({ text: 'SELECT $1', values: [] }, false)).toEqual({
      text: 'SELECT $1',
      values: [],
      rowMode: 'array',
      types,
    })
    expect(pgQuery({ text: 'BEGIN' }, true)).toEqual({ text: 'BEGIN', rowMode: 'array', types })
  })
})

/** Makes a connection of pg's own, and logs what was sent over it. */
function connection() {
  const sent: unknown[][] = []
  const send =
    (name: string) =>
    (...values: unknown[]) =>
      void sent.push([name, ...values])
  const stream = { cork: send('cork'), uncork: send('uncork') }
  const names = ['parse', 'bind', 'execute', 'close', 'sync'] as const
  const methods = Object.fromEntries(names.map((name) => [name, send(name)]))
  return { sent, own: { stream, ...methods } as unknown as PgConnection }
}

describe('PgSubmission: a submission', () => {
  const bind = (statement: string, values: unknown[]) => ['bind', { portal: '', statement, values }]
  const execute = ['execute', { portal: '', rows: 0 }]
  const selectOne = (name: string) => ({ name, text: 'SELECT 1', values: [] })

  it('is what a client of pg is given for values, and nothing else is', async () => {
    const { own } = connection()
    const submitted: object[] = []
    const query = (one: object) => void submitted.push(one)
    await answersOf(query, ['a'], own)
    await answersOf(query, undefined, own)
    await answersOf(query, ['a'], { ...own, sync: undefined })
    expect(submitted.map((one) => one instanceof PgSubmission)).toEqual([true, false, false])
    expect([takesSubmissions(own), takesSubmissions(undefined)]).toEqual([true, false])
  })

  it('is given several statements for a client of pg itself, and for none whose query was replaced', () => {
    const { own } = connection()
    const submitted: object[] = []
    const query = (one: object) => (submitted.push(one), Promise.reject(failure))
    const clientOver = (connection: object) =>
      Object.assign(Object.create({ query }), { connection }) as PgCallbackClient
    senderOfAllToPg(clientOver(own), true)!([{ text: 'SELECT 1', values: [] }], () => undefined)
    expect(submitted[0]).toBeInstanceOf(PgSubmission)
    expect(senderOfAllToPg({ query, connection: own } as never, true)).toBeNull()
    expect(senderOfAllToPg(clientOver({}), true)).toBeNull()
  })

  it('is not answered by the promise of itself', async () => {
    const { own } = connection()
    expect(await answersOf(async (one) => one, ['a'], own)).toEqual([])
    expect(await answersOf(async () => result, ['a'], own)).toEqual([answer])
  })

  it('is prepared on a connection once, and prepared anew where it failed', () => {
    const { own, sent } = connection()
    const answers: unknown[] = []
    const submit = () => {
      sent.length = 0
      const one = { name: 'hp_s_1', text: 'SELECT $1', values: ['a', 2, null] }
      const submission = new PgSubmission([one], (...results) => answers.push(results))
      expect(submission.submit(own)).toBeNull()
      return submission
    }
    const prepare = [
      ['close', { type: 'S', name: 'hp_s_1' }],
      ['parse', { name: 'hp_s_1', text: 'SELECT $1' }],
    ]
    const rest = [bind('hp_s_1', ['a', '2', null]), execute, ['sync'], ['uncork']]
    const first = submit()
    expect(sent).toEqual([['cork'], ...prepare, ...rest])
    first.handleError(failure)
    first.handleReadyForQuery()
    expect(answers).toEqual([[failure, []]])
    const second = submit()
    expect(sent).toEqual([['cork'], ...prepare, ...rest])
    second.handleDataRow({ fields: ['x'] })
    second.handleCommandComplete()
    second.handleReadyForQuery()
    expect(answers[1]).toEqual([null, [{ rows: [['x']], changed: 1 }]])
    const third = submit()
    expect(sent).toEqual([['cork'], ...rest])
    third.handleError(failure)
    const fourth = submit()
    expect(sent).toEqual([['cork'], ...rest])
    fourth.handleError(Object.assign(new Error('gone'), { code: '26000' }))
    submit()
    expect(sent).toEqual([['cork'], ...prepare, ...rest])
  })

  it('sends several statements at once, and answers with the results before one that failed', () => {
    const { own, sent } = connection()
    const answers: unknown[] = []
    const submit = () => {
      sent.length = 0
      const statements = ['a', 'b', 'a'].map((name) => ({ name, text: `SELECT ${name}`, values: [`of ${name}`] }))
      const submission = new PgSubmission(statements, (...results) => answers.push(results))
      submission.submit(own)
      return submission
    }
    const run = (name: string) => [bind(name, [`of ${name}`]), execute]
    const prepare = (name: string) => [
      ['close', { type: 'S', name }],
      ['parse', { name, text: `SELECT ${name}` }],
    ]
    const first = submit()
    expect(sent).toEqual([
      ['cork'],
      ...[...prepare('a'), ...run('a')],
      ...[...prepare('b'), ...run('b')],
      ...run('a'),
      ['sync'],
      ['uncork'],
    ])
    first.handleDataRow({ fields: ['x'] })
    first.handleCommandComplete()
    first.handleError(failure)
    first.handleReadyForQuery()
    expect(answers).toEqual([[failure, [{ rows: [['x']], changed: 1 }]]])
    const second = submit()
    expect(sent).toEqual([['cork'], ...run('a'), ...prepare('b'), ...run('b'), ...run('a'), ['sync'], ['uncork']])
    for (let i = 0; i < 3; i++) second.handleCommandComplete()
    second.handleReadyForQuery()
    expect(answers[1]).toEqual([null, Array.from({ length: 3 }, () => ({ rows: [], changed: 0 }))])
  })

  it('without a name is parsed each time', () => {
    const { own, sent } = connection()
    for (let i = 0; i < 2; i++) new PgSubmission([selectOne('')], () => undefined).submit(own)
    expect(sent.filter(([name]) => name === 'parse')).toHaveLength(2)
    expect(sent.filter(([name]) => name === 'close')).toEqual([])
  })

  it('is one of at most 100 on a connection; the one used longest ago is closed there', () => {
    const { own, sent } = connection()
    for (let i = 0; i <= 100; i++) new PgSubmission([selectOne(`hp_s_${i}`)], () => undefined).submit(own)
    const closed = sent
      .filter(([name]) => name === 'close')
      .map(([, statement]) => (statement as { name: string }).name)
    expect(closed.filter((name) => name === 'hp_s_0')).toHaveLength(2)
    expect(closed).toHaveLength(102)
  })

  it('lets the stream go on where it cannot be sent, and takes text, numbers and null alone', () => {
    const { own, sent } = connection()
    const broken = {
      ...own,
      bind() {
        throw failure
      },
    }
    expect(() => new PgSubmission([selectOne('')], () => undefined).submit(broken)).toThrow(failure)
    expect(sent.at(-1)).toEqual(['uncork'])
    expect(() => new PgSubmission([{ ...selectOne(''), values: [true as never] }], () => undefined)).toThrow(
      new TypeError('A parameter must be text, a number or null.'),
    )
  })
})
