import { describe, expect, it } from 'vitest'
import { publicTypes } from './support/public-types.js'

const subpaths = ['desk', 'http', 'repository', 'sql', 'statements', 'testing', 'webhooks']
const entries = ['index.ts', ...subpaths.map((entry) => `${entry}/index.ts`)]
const types = publicTypes(entries)

describe('a type in a public signature', () => {
  it('is exported by the same entry, by the root, or with the port', () => {
    expect(types.notExported(entries, ['index.ts', 'repository/index.ts'])).toEqual([])
  })

  it('is missed where only another subpath exports it', () => {
    expect(types.notExported(['webhooks/index.ts'], [])).toContainEqual(
      expect.stringMatching(/^webhooks\/index\.ts: \w+ in webhookSender$/),
    )
  })
})
