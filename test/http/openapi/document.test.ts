/**
 * The whole document of a handler that has every route, a line for each of its parts. Clients are generated from it, so that a
 * change of it is a change of their interface: it is to be read in `document.golden.txt`.
 *
 *     UPDATE_GOLDEN=1 npx vitest run test/http/openapi
 *
 * writes the file anew.
 */
import { test } from 'vitest'
import { expectGolden } from '../../support/golden.js'
import { testService } from '../../support/service.js'
import { documentOf, handlerOf } from './support/handlers.js'

const file = new URL('document.golden.txt', import.meta.url)
const variant = { manage: true, basePath: '', isOpen: false, finance: true } as const

const linesOf = (prefix: string, parts: object) =>
  Object.entries(parts).map(([name, part]) => `${prefix} ${name} ${JSON.stringify(part)}`)

test('openApiDocument: the document of all routes is the one of which clients were generated', async () => {
  const { paths, components, ...head } = await documentOf(handlerOf(testService().payments, variant), variant)
  // Most answers are those of many operations: each stands there once, and the operations have its number.
  const answers: string[] = []
  const numberOf = (answer: unknown) => {
    const text = JSON.stringify(answer)
    return (answers.includes(text) ? answers.indexOf(text) : answers.push(text) - 1) + 1
  }
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { responses, ...operation }]) => {
      const numbers = Object.entries(responses).map(([status, answer]) => `${status}: answer ${numberOf(answer)}`)
      return linesOf('operation', { [`${method} ${path}`]: { ...operation, responses: numbers.join(', ') } })
    }),
  )
  const lines = [
    ...linesOf('document', head),
    ...operations,
    ...answers.map((answer, index) => `answer ${index + 1} ${answer}`),
    ...Object.entries(components).flatMap(([kind, parts]) => linesOf(kind, parts)),
  ]
  expectGolden(file, `${lines.join('\n')}\n`)
})
