import { describe, expect, it } from 'vitest'
import { groups } from '../../docs/.vitepress/sidebar.js'
import { pages } from './support/fences.js'

describe('docs/.vitepress/sidebar.ts', () => {
  it('names each page of docs/ once', () => {
    const named = Object.values(groups).flat()
    expect(named.map((name) => `docs/${name}.md`).sort()).toEqual(pages)
  })

  it('has the groups in the order in which people need them', () => {
    expect(Object.keys(groups)).toEqual(['Getting started', 'Concepts', 'Guides', 'Reference', 'Operations'])
  })
})
