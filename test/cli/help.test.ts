import { describe, expect, it } from 'vitest'
import type { Command } from '../../src/cli/command.js'
import { helpOf, helpOfAll } from '../../src/cli/help.js'

const run = () => Promise.resolve()
const plain: Command = { name: 'wash', summary: 'clean the desk', options: {}, examples: ['wash'], run }
const whole: Command = {
  name: 'count',
  summary: 'count the coins',
  about: ['Nothing is stored.', 'Coins of all kinds.'],
  operand: { name: 'FILE', help: 'the coins' },
  options: { kind: { value: 'NAME', help: 'of one kind' }, twice: { help: 'count again' } },
  examples: ['count coins.txt --kind birr', 'HP_ZONE=Africa/Nairobi HP_LOG=1 count -', 'count A=b c'],
  run,
}

describe('helpOf', () => {
  it('has the summary of a command, its file, its options with those of every command, and its examples', () => {
    const lines = helpOf(whole)
    const common = lines.filter((line) => /^ {2}--(json|help)/.test(line))
    expect(common).toHaveLength(2)
    expect(lines).toEqual([
      'npx hospital-payments count FILE [options]',
      '',
      'Count the coins.',
      'Nothing is stored.',
      'Coins of all kinds.',
      '',
      '  FILE  the coins',
      '',
      '  --kind NAME  of one kind',
      '  --twice      count again',
      ...common,
      '',
      'Examples',
      '  npx hospital-payments count coins.txt --kind birr',
      '  HP_ZONE=Africa/Nairobi HP_LOG=1 npx hospital-payments count -',
      '  npx hospital-payments count A=b c',
    ])
    expect(common[0]).toMatch(/^ {2}--json {7}\w/)
  })

  it('leaves out what a command does not have', () => {
    const lines = helpOf(plain)
    expect(lines.slice(0, 4)).toEqual(['npx hospital-payments wash [options]', '', 'Clean the desk.', ''])
    expect(lines[4]).toMatch(/^ {2}--json {2}\w/)
  })
})

describe('helpOfAll', () => {
  it('lists the commands, and says which database is used and what the status means', () => {
    expect(helpOfAll([plain, whole])).toEqual([
      'npx hospital-payments COMMAND [options]',
      '',
      '  wash        clean the desk',
      '  count FILE  count the coins',
      '',
      'The options of a command, with examples: npx hospital-payments COMMAND --help',
      'The version of the package: npx hospital-payments --version',
      '',
      'The database is --database URL, else the variable HP_DATABASE_URL: postgres://…, mysql://… or the path of a SQLite',
      'file. Its driver (pg, mysql2; better-sqlite3, libsql or node:sqlite) is that of the folder where the command is typed.',
      'Status: 0 done, 1 refused or failed, 2 wrong usage, 3 try again later, 130 interrupted.',
    ])
  })
})
