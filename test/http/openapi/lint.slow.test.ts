import { describe, expect, test } from 'vitest'
import { testService } from '../../support/service.js'
import { documentOf, handlerOf, variants } from './support/handlers.js'
import { redocly, spectralOas } from './support/lint.js'

describe.each(variants)(
  'openApiDocument: manage $manage, basePath "$basePath", open $isOpen, finance $finance',
  (variant) => {
    const document = () => documentOf(handlerOf(testService().payments, variant), variant)

    test('passes redocly without a warning', async () => {
      expect(await redocly(await document())).toEqual([])
    })

    test('passes spectral without a warning', async () => {
      expect(await spectralOas(await document())).toEqual([])
    })
  },
)

test('openApiDocument: a broken document fails redocly and spectral', async () => {
  const variant = variants[0]!
  const document = (await documentOf(handlerOf(testService().payments, variant), variant)) as unknown as {
    paths: Record<string, Record<string, Record<string, unknown>>>
  }
  delete document.paths['/v1/payments']!['post']!['responses']
  expect(await redocly(document)).not.toEqual([])
  expect(await spectralOas(document)).not.toEqual([])
})
