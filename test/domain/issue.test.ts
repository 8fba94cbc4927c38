import { describe, expect, it } from 'vitest'
import { invalidRequest, IssueList } from '../../src/domain/issue.js'

function listOf(count: number): IssueList {
  const issues = new IssueList()
  for (let n = 1; n <= count; n++) issues.add([`f${n}`], 'is wrong')
  return issues
}

describe('IssueList: the issues of a request', () => {
  it('are all listed up to a hundred, and nothing is said of more', () => {
    const { message, details } = listOf(100).refusal()
    expect(details.issues).toHaveLength(100)
    expect(details).not.toHaveProperty('more')
    expect(message).toMatch(/; f100 is wrong\.$/)
  })

  it('are the first hundred where there are more, and how many more', () => {
    const { message, details } = listOf(130_000).refusal()
    expect(details.issues.map(({ path }) => path)).toEqual(Array.from({ length: 100 }, (_, n) => `f${n + 1}`))
    expect(details.more).toBe(129_900)
    expect(message).toMatch(/^The request was refused: f1 is wrong; f2 is wrong; .*; f100 is wrong; and 129900 more\.$/)
  })

  it('are the first hundred of one more', () => {
    const { message, details } = listOf(101).refusal()
    expect(details.issues).toHaveLength(100)
    expect(details.more).toBe(1)
    expect(message).toMatch(/; f100 is wrong; and 1 more\.$/)
  })

  it('show a name that could be anything else than a name as ?', () => {
    const issues = new IssueList()
    issues.add(['metadata', 'Almaz Tesfaye'], 'must be text')
    issues.add(['lines', 3, 'x'.repeat(41)], 'must be text')
    expect(issues.refusal().message).toBe('The request was refused: metadata.? must be text; lines.3.? must be text.')
  })

  it('are reported in the same way by a check by hand', () => {
    const { message, details } = invalidRequest([
      { path: '', message: 'the body ended too early' },
      { path: 'lines.3', message: 'is no line' },
    ])
    expect(message).toBe('The request was refused: the body ended too early; lines.3 is no line.')
    expect(details.issues).toEqual([
      { path: '', message: 'the body ended too early' },
      { path: 'lines.3', message: 'is no line' },
    ])
  })
})
