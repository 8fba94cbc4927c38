/** Statements as they are written for MySQL and MariaDB, where no answer of a server shows it. */
import { describe, expect, it } from 'vitest'
import type { DriverStatement } from '../../../src/sql/connections/driver.js'
import { deadlineIn } from '../../../src/sql/core/deadline.js'
import { fromMysqlBridge } from '../../../src/sql/mysql/bridge.js'
import { mysql } from '../../../src/sql/mysql/dialect.js'

describe('mysql: a SELECT', () => {
  const all = 'LIMIT 18446744073709551615'
  it.each([
    ['SELECT 1 FROM x', `SELECT 1 FROM x ${all}`],
    ['SELECT 1 FROM x LOCK IN SHARE MODE', `SELECT 1 FROM x ${all} LOCK IN SHARE MODE`],
    ['SELECT 1 FROM x LIMIT ?', 'SELECT 1 FROM x LIMIT ?'],
    ['INSERT INTO x SELECT 1', 'INSERT INTO x SELECT 1'],
    ['UPDATE x SET a = 1', 'UPDATE x SET a = 1'],
  ])('has all its rows, whatever the session is set to: %s', (text, expected) => {
    expect(mysql.placeholders(text)).toBe(expected)
  })
})

describe('mysql: a list of values', () => {
  const list = (count: number) => Array.from({ length: count }, (_, n) => `v${n}`)

  it.each([
    [1, 1],
    [2, 2],
    [3, 4],
    [5, 8],
    [8, 8],
  ])('is written as %i placeholders where it has %i, the last value again', (count, length) => {
    const { text, values } = mysql.oneOf('id', list(count))
    expect(text).toBe(`id IN (${Array(length).fill('?').join(', ')})`)
    expect(values).toEqual([...list(count), ...Array(length - count).fill(`v${count - 1}`)])
  })

  it('is one text where it fits into no statement', () => {
    expect(mysql.oneOf('id', list(1_024)).text).toMatch(/^id IN /)
    const many = [...list(1_024), 'v0', 'ü']
    const { text, values } = mysql.oneOf('id', many)
    expect(text).toBe("LOCATE(CONCAT(',', LOWER(HEX(id)), ','), ?) > 0")
    const hex = [...new Set(many)].map((value) => Buffer.from(value).toString('hex'))
    expect(values).toEqual([`,${hex.join(',')},`])
    expect(hex).toHaveLength(1_025)
  })

  it('is cut where it is longer than a statement may be', () => {
    expect(mysql.batches(list(1_025)).map(({ length }) => length)).toEqual([1_024, 1])
    expect(mysql.batches(['x'.repeat(60_000), 'x'.repeat(30_000)]).map(({ length }) => length)).toEqual([1, 1])
    expect(mysql.batches(['x'.repeat(60_000), 'x'.repeat(27_000)]).map(({ length }) => length)).toEqual([2])
    expect(mysql.batches([])).toEqual([])
  })
})

describe('mysql: the rows behind one', () => {
  const place = { columns: ['created_at', 'id'], values: [5, 'a'] }
  it.each([
    [{ direction: 'asc' }, 'created_at >= ? AND (created_at > ? OR id > ?)', [5, 5, 'a']],
    [{ direction: 'desc' }, 'created_at <= ? AND (created_at < ? OR id < ?)', [5, 5, 'a']],
    [
      { direction: 'desc', columns: ['at', 'n', 'id'], values: [5, 6, 'a'] },
      'at <= ? AND (at < ? OR (n <= ? AND (n < ? OR id < ?)))',
      [5, 5, 6, 6, 'a'],
    ],
    [{ direction: 'asc', hasManyTies: true }, '((created_at = ? AND id > ?) OR created_at > ?)', [5, 'a', 5]],
  ] as const)('are asked for so that the index finds them: %j', (how, text, values) => {
    expect(mysql.rowsAfter({ ...place, ...how })).toEqual({ text, values })
  })
})

it('mysql: a part of a text behind its start is looked for by bytes', () => {
  const { containsBehind } = mysql.finance
  expect(containsBehind('note', 'ü:', 'x')).toEqual({ text: 'LOCATE(?, SUBSTRING(note, ?)) > 0', values: ['x', 4] })
})

describe('mysql: a statement through a library that keeps its connection to itself', () => {
  const sentFor = async (text: string, values: string[]) => {
    const sent: DriverStatement[] = []
    const database = fromMysqlBridge({}, async (statement) => {
      sent.push(statement)
      return { rows: [] }
    })
    await database.read({ text, values }, deadlineIn(1_000))
    return sent.find((statement) => statement.text.startsWith('SELECT x'))
  }

  it.each([
    ['SELECT x FROM y WHERE a = ? LIMIT ?', ['b', '5'], 'SELECT x FROM y WHERE a = ? LIMIT 5', ['b']],
    [
      'SELECT x FROM (SELECT x FROM y LIMIT ?) z WHERE a = ?',
      ['5', 'b'],
      'SELECT x FROM (SELECT x FROM y LIMIT 5) z WHERE a = ?',
      ['b'],
    ],
    ['SELECT x FROM y WHERE a = ?', ['b'], 'SELECT x FROM y WHERE a = ?', ['b']],
  ])('has its limit as a number in the text: %s', async (text, values, expected, left) => {
    expect(await sentFor(text, values)).toEqual({ text: expected, values: left })
  })
})
