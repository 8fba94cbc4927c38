/** Questions to a server that refuses to write, by answers that the test gives. */
import { describe, expect, it } from 'vitest'
import { checkStandby, isReadOnly, isStandby } from '../../../src/sql/postgres/standby.js'

const coded = (code: string) => Object.assign(new Error('it failed'), { code })

/**
 * Asks where the server answers one after the other of `answers`; returns the questions, and what is known of the
 * error.
 */
function asking(...answers: (Error | string)[]) {
  const error = coded('25006')
  const questions: string[] = []
  const passedOn: unknown[] = []
  checkStandby(
    (text, answered) => {
      questions.push(text)
      const answer = answers.shift()!
      if (answer instanceof Error) answered(answer)
      else answered(null, { rows: [[answer]], changed: 1 })
    },
    error,
    (failure) => passedOn.push(failure),
  )
  return { questions, isStandby: isStandby(error), isPassedOn: passedOn.length === 1 && passedOn[0] === error }
}

const question = 'SELECT pg_is_in_recovery()'

describe('checkStandby and isStandby: a server that refuses to write', () => {
  it('is one that says so by its code', () => {
    expect([isReadOnly(coded('25006')), isReadOnly(coded('25P02')), isReadOnly(undefined)]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('is asked whether it is a standby, and its error is passed on either way', () => {
    expect(asking('t')).toEqual({ questions: [question], isStandby: true, isPassedOn: true })
    expect(asking('f')).toEqual({ questions: [question], isStandby: false, isPassedOn: true })
  })

  it('is asked again behind the transaction that its error has ended', () => {
    const questions = [question, 'ROLLBACK', question]
    expect(asking(coded('25P02'), '', 't')).toEqual({ questions, isStandby: true, isPassedOn: true })
    expect(asking(coded('25P02'), '', 'f')).toEqual({ questions, isStandby: false, isPassedOn: true })
    expect(asking(coded('25P02'), coded('57P01'), coded('57P01'))).toEqual({
      questions,
      isStandby: true,
      isPassedOn: true,
    })
  })

  it('is left as a standby is where it goes away', () => {
    expect(asking(coded('57P01'))).toEqual({ questions: [question], isStandby: true, isPassedOn: true })
  })

  it('is never one by what is no error of a server', () => {
    for (const error of [undefined, null, 'a', {}]) expect(isStandby(error)).toBe(false)
  })
})
