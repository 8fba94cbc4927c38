import { databaseOptions } from '../arguments.js'
import { checkDatabase } from '../check/check-database.js'
import type { Finding } from '../check/finding.js'
import type { Command } from '../command.js'
import { exitCodes, failureOf, UsageError } from '../failures.js'
import { counted, table } from '../output.js'
import { settingsOf } from '../service.js'

const { tenant: _, ...options } = databaseOptions

function findingRows(findings: readonly Finding[]): string[] {
  const rows = findings.flatMap(({ name, status, found, todo }) => [
    [status, name, found],
    ...(todo === undefined ? [] : [['', '', `to do: ${todo}`]]),
  ])
  return table('lll', rows)
}

export const checkCommand: Command = {
  name: 'check',
  summary: 'connect, look at versions, tables, rights, settings and clocks, and say what to do',
  about: ['It changes nothing. Its status is 1 when there is a problem; warnings alone leave it 0.'],
  options,
  examples: ['check', 'check --json', 'check --database hospital.db --time-zone Africa/Nairobi'],
  async run({ args, io, output, connect }) {
    const { tablePrefix, timeZone } = settingsOf(args)
    const look = async () => checkDatabase(await connect(), { tablePrefix, timeZone, now: io.now })
    const findings = await look().catch(async (error: unknown) => {
      const [firstLine = ''] = failureOf(error).lines
      if (output.isJson && !(error instanceof UsageError)) {
        await output.json({ ok: false, checks: [{ name: 'connection', status: 'problem', found: firstLine }] })
      }
      throw error
    })
    const problems = findings.filter(({ status }) => status === 'problem')
    const isWell = problems.length === 0
    if (output.isJson) await output.json({ ok: isWell, checks: findings })
    else await output.lines(findingRows(findings))
    if (isWell) return exitCodes.done
    const todo = problems.map(({ name, todo }) => `${name}: ${todo}`)
    io.stderr.write(`hospital-payments: ${[counted(problems.length, 'problem'), ...todo].slice(0, 8).join('\n')}\n`)
    return exitCodes.failed
  },
}
