import type { HospitalPayments } from '../service.js'
import type { Arguments, Grammar } from './arguments.js'
import type { Connection } from './connection.js'
import type { Io } from './io.js'
import type { Output } from './output.js'
import type { PlainStream } from './plain-text.js'
import type { ServiceOptions } from './service.js'

/** The program's process, whose streams print plain text alone. */
export interface CommandIo extends Omit<Io, 'stdout' | 'stderr'> {
  readonly stdout: PlainStream
  readonly stderr: PlainStream
}

/** The parts that a command works with. */
export interface Call {
  readonly args: Arguments
  readonly io: CommandIo
  readonly output: Output
  /** Connects to the database as it is, migrated or not. */
  connect(options?: { readonly create?: boolean }): Promise<Connection>
  /**
   * Makes the service over the database.
   *
   * @throws SetupError where its tables are not up to date
   */
  payments(options?: ServiceOptions): Promise<HospitalPayments>
}

/** One of the commands. */
export interface Command extends Grammar {
  readonly name: string
  /** The command's purpose, in one line. */
  readonly summary: string
  /** Further text for the command's own help; each text is a line. */
  readonly about?: readonly string[]
  /** The arguments of examples, without the name of the program. */
  readonly examples: readonly string[]
  /** @returns the status of the process; 0 where it returns nothing */
  run(call: Call): Promise<number | void>
}
