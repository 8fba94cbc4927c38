import type { HospitalPayments } from 'hospital-payments'
import { readArguments } from '../../../src/cli/arguments.js'
import type { Command } from '../../../src/cli/command.js'
import type { Io } from '../../../src/cli/io.js'
import type { ServiceOptions } from '../../../src/cli/service.js'
import { Output } from '../../../src/cli/output.js'
import { commandIo, testIo } from './io.js'

/** Calls a command over a service of the test's; what it throws is the test's to catch. */
export async function callCommand(
  command: Command,
  payments: HospitalPayments,
  args: readonly string[],
  overrides: Partial<Io> = {},
  /** Receives the options with which each service is made, before it is there. */
  onOptions: (options?: ServiceOptions) => unknown = () => undefined,
): Promise<{ stdout: string; stderr: string; code: number }> {
  const io = testIo(overrides)
  const read = readArguments(command, args, io.env)
  const commands = commandIo(io)
  const output = new Output(commands.stdout, read.isOn('json'))
  const connect = () => Promise.reject(new Error('no database in this test'))
  const code = await command.run({
    args: read,
    io: commands,
    output,
    connect,
    payments: async (options) => {
      await onOptions(options)
      return payments
    },
  })
  return { stdout: io.stdout.text, stderr: io.stderr.text, code: code ?? 0 }
}
