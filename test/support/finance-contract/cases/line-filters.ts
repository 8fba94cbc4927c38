import { equal } from '../../../../src/testing/assert.js'
import { hostileTexts } from '../../../../src/testing/hostile.js'
import { imports, meetsFilter, lineFilters, lineMixture } from '../line-mixture.js'
import { allLines, importLines, inOrder, keysOf, saveImports, scannedLines } from '../line-steps.js'
import { proveFinance } from '../proof.js'

export const lineFilterCases = [
  proveFinance(20, 'Every condition on lines, alone and with others, gives those that match', async (repository) => {
    await saveImports(
      repository,
      imports.map((id) => ({ id })),
    )
    const lines = inOrder(await importLines(repository, lineMixture))
    for (const [place, filter] of lineFilters().entries()) {
      const expected = keysOf(lines.filter((line) => meetsFilter(line, filter)))
      const paged = await allLines(repository, filter, place % 5 === 0 ? 7 : 200)
      equal(keysOf(paged), expected, `lines of ${JSON.stringify(filter)}`)
    }
  }),

  proveFinance(20, 'A scan of lines goes by the same conditions and order as pages', async (repository) => {
    await saveImports(
      repository,
      imports.map((id) => ({ id })),
    )
    const lines = inOrder(await importLines(repository, lineMixture))
    for (const filter of lineFilters()) {
      const expected = lines.filter((line) => meetsFilter(line, filter))
      equal(await scannedLines(repository.scanLines(filter)), expected, `lines of ${JSON.stringify(filter)}`)
    }
  }),

  proveFinance(
    20,
    'A text of a line is found as a plain part, whatever its characters mean elsewhere',
    async (repository) => {
      const narrations = [
        '100% paid',
        '100 paid',
        'INV_1',
        'INV-1',
        'a\\b',
        'ab',
        'x\\%y',
        'x%y',
        "O'Brien",
        '[a-z]',
        'line.*',
      ]
      const lines = await importLines(
        repository,
        narrations.map((narration) => ({ narration })),
      )
      const texts = ['100%', '%', '_', 'inv_', '\\', '\\%', "o'b", '[a', '.*', 'x\\', '100% p', 'zzz']
      for (const text of texts) {
        const expected = lines.filter(({ narration }) => narration!.toLowerCase().includes(text))
        equal(keysOf(await allLines(repository, { text })), keysOf(expected), `lines with ${text}`)
      }
    },
  ),

  proveFinance(
    20,
    'A text is looked for in reference, receipt and narration, whatever the case of their letters',
    async (repository) => {
      const lines = await importLines(repository, [
        { reference: 'INV-Äb' },
        { providerTransactionId: 'QGH7äB' },
        { narration: 'von ÄBEBE' },
        { reference: 'INV', narration: 'AB' },
        {},
      ])
      equal(keysOf(await allLines(repository, { text: 'äb' })), keysOf(lines.slice(0, 3)), 'lines with äb')
      equal(keysOf(await allLines(repository, { text: 'inv' })), keysOf([lines[0]!, lines[3]!]), 'lines with inv')
      equal(keysOf(await allLines(repository, { text: 'invab' })), [], 'a text over two of them')
    },
  ),

  proveFinance(7, 'Sessions, payers and transfers of lines are compared byte for byte', async (repository) => {
    const ids = ['csh_a', 'CSH_A', 'csh_a ', ' csh_a', 'csh_ä', 'csh_a\u0308']
    const lines = await importLines(
      repository,
      hostileTexts.map((text, i) => ({
        transferTo: text,
        sessionId: ids[i % ids.length]!,
        payerId: ids[(i + 3) % ids.length]!,
      })),
    )
    for (const name of ['transferTo', 'sessionId', 'payerId'] as const)
      for (const value of new Set(lines.map((line) => line[name]!))) {
        const same = keysOf(lines.filter((line) => line[name] === value))
        equal(keysOf(await allLines(repository, { [name]: value })), same, `lines of ${name} ${value}`)
      }
  }),

  proveFinance(7, 'Accounts, assignees and texts of lines are compared byte for byte', async (repository) => {
    const texts = hostileTexts
    const lines = await importLines(
      repository,
      texts.map((text) => ({ account: text, assignee: text, narration: text })),
    )
    for (const [i, text] of texts.entries()) {
      const same = keysOf(lines.filter((_, j) => texts[j] === text))
      equal(keysOf(await allLines(repository, { account: text })), same, `lines of account ${i}`)
      equal(keysOf(await allLines(repository, { assignee: text })), same, `lines of assignee ${i}`)
      const folded = text.toLowerCase()
      const having = keysOf(lines.filter((_, j) => texts[j]!.toLowerCase().includes(folded)))
      equal(keysOf(await allLines(repository, { text: folded })), having, `lines with text ${i}`)
    }
  }),
]
