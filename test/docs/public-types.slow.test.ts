import { describe, expect, it } from 'vitest'
import { typesNotExported } from './support/public-types.js'

const subpaths = ['desk', 'http', 'repository', 'sql', 'statements', 'testing', 'webhooks'].map(
  (entry) => `${entry}/index.ts`,
)

describe('a type in a public signature', { timeout: 120_000 }, () => {
  it('is exported by the same entry, by the root, or with the port', () => {
    expect(typesNotExported(['index.ts', ...subpaths], ['index.ts', 'repository/index.ts'])).toEqual([])
  })

  it('is missed where only another subpath exports it', () => {
    expect(typesNotExported(['webhooks/index.ts'], [])).toContainEqual(
      expect.stringMatching(/^webhooks\/index\.ts: \w+ in webhookSender$/),
    )
  })
})
