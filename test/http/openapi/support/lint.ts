import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'

/** Returns the words of every error and warning of redocly's `recommended` rules. */
export async function redocly(document: unknown): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'openapi.json',
    config,
  })
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`)
}

/** Returns the words of every finding of spectral's rules for OpenAPI. */
export async function spectralOas(document: unknown): Promise<string[]> {
  const linter = new spectral.Spectral()
  linter.setRuleset({
    extends: [[rulesets.oas as never, 'recommended']],
    rules: {
      // Whom to ask is for the hospital that runs the server to say: the document is of a library.
      'info-contact': 'off',
    },
  } as never)
  const problems = await linter.run(document as Record<string, unknown>)
  return problems.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`)
}
