import { describe, expect, it } from 'vitest'
import { standingForAll, type Needed } from './on-each.js'

const needed = (name: string, standsForAll?: boolean): Needed => ({
  name,
  ...(standsForAll && { standsForAll }),
  lack: async () => undefined,
})

describe('test/support/databases/on-each.ts: standingForAll', () => {
  it('takes the one that says so, wherever it is, else the first', () => {
    const [server, other, file] = [needed('server'), needed('other'), needed('file', true)]
    expect(standingForAll([server, other, file])).toBe(file)
    expect(standingForAll([file, server])).toBe(file)
    expect(standingForAll([server, other])).toBe(server)
  })
})
