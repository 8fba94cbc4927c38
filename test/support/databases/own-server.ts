/** Database servers that a test starts for itself. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A server that a test may stop, crash and fill up. Nothing of it outlives the process that started it. */
export interface OwnServer {
  /** With the name and password of its superuser; the same after a restart. */
  readonly url: string
  /** Everything that it stores. */
  readonly directory: string
  /** `undefined` while it is down. */
  readonly pid: number | undefined
  /** Resolves when it answers; with further flags for this once. */
  start(flags?: readonly string[]): Promise<void>
  /** Ends in good order: open transactions fail, everything is written. */
  stop(): Promise<void>
  /** Ends as by a crash: it recovers at the next start. */
  stopImmediate(): Promise<void>
  /** Ends it as `kill -9` of all of its processes, which are sent the signal before this returns. */
  kill(): Promise<void>
  restart(): Promise<void>
  /** Stops its clock, as on a machine that hangs: it answers nothing, and no connection is closed. */
  freeze(): void
  thaw(): void
  destroy(): Promise<void>
}

export interface OwnServerOptions {
  /** Further flags for the server. */
  readonly flags?: readonly string[]
  /** The folder in which its directory is made, for instance on a small file system. */
  readonly under?: string
}

export interface Program {
  readonly url: string
  readonly command: string
  readonly flags: readonly string[]
  /** For its first start alone. */
  readonly flagsAtFirst?: readonly string[]
  /** The text that it prints when it answers. */
  readonly ready: string
  readonly stop: NodeJS.Signals
  readonly stopImmediate: NodeJS.Signals
}

/** Database servers refuse to run as root, who therefore starts them as a user without rights. */
const unprivileged = process.getuid?.() === 0 ? { uid: idOfUnprivileged('-u'), gid: idOfUnprivileged('-g') } : undefined

function idOfUnprivileged(kind: '-u' | '-g'): number {
  return Number(spawnSync('id', [kind, 'nobody'], { encoding: 'utf8' }).stdout)
}

/** Returns how the server's programs run: as its user, at home in its directory, with messages in English. */
export function within(directory: string) {
  return { ...unprivileged, cwd: directory, env: { ...process.env, LC_ALL: 'C', TMPDIR: directory } }
}

/** Starts a server in a directory of its own, which `prepare` fills. */
export async function ownServer(
  under: string | undefined,
  prepare: (directory: string) => Promise<Program>,
): Promise<OwnServer> {
  const directory = mkdtempSync(join(under ?? tmpdir(), 'hospital-payments-'))
  if (unprivileged !== undefined) chownSync(directory, unprivileged.uid, unprivileged.gid)
  const caretaker = caretakerOf(directory)
  try {
    const program = await prepare(directory)
    const server = controls(directory, program, caretaker)
    await server.start(program.flagsAtFirst)
    return server
  } catch (error) {
    await caretaker.dismiss()
    throw error
  }
}

interface Caretaker {
  /** Names the process that runs in the directory. */
  guard(pid: number | undefined): void
  /** Ends that process and removes the directory. */
  dismiss(): Promise<void>
}

/**
 * Starts a shell that does its last work as soon as its input ends: when it is dismissed, or however else we have
 * ended.
 */
function caretakerOf(directory: string): Caretaker {
  const script = `
    while read -r line; do server=$line; done
    if [ -n "$server" ]; then
      kill -QUIT "$server"
      kill -CONT "$server"
      for _ in $(seq 100); do kill -0 "$server" || break; sleep 0.1; done
      kill -KILL "$server"
    fi
    rm -rf "$1"`
  // Detached from the terminal, whose Ctrl-C would end it too early.
  const shell = spawn('sh', ['-c', script, 'sh', directory], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  const done = once(shell, 'exit')
  return {
    guard: (pid) => void shell.stdin.write(`${pid ?? ''}\n`),
    async dismiss() {
      shell.stdin.end()
      await done
    },
  }
}

function controls(directory: string, program: Program, caretaker: Caretaker): OwnServer {
  let running: ChildProcess | undefined

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (running === undefined) return
    const gone = once(running, 'close')
    running.kill(signal)
    await gone
  }

  const server: OwnServer = {
    url: program.url,
    directory,
    get pid() {
      return running?.pid
    },
    async start(flags = []) {
      const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']
      const started = spawn(program.command, [...program.flags, ...flags], {
        ...within(directory),
        detached: true,
        stdio,
      })
      running = started
      caretaker.guard(started.pid)
      // Closed, not merely exited: then the processes that a killed PostgreSQL leaves behind are gone as well.
      started.once('close', () => {
        running = undefined
        caretaker.guard(undefined)
      })
      await says(started, program.ready)
    },
    stop: () => end(program.stop),
    stopImmediate: () => end(program.stopImmediate),
    async kill() {
      if (running?.pid === undefined) return
      const gone = once(running, 'close')
      // Each session of PostgreSQL is a process, and would end what it is doing.
      const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(running.pid)], { encoding: 'utf8' })
      for (const pid of [running.pid, ...stdout.split(/\s+/).filter(Boolean).map(Number)]) killNow(pid)
      await gone
    },
    async restart() {
      await server.stop()
      await server.start()
    },
    freeze: () => void running?.kill('SIGSTOP'),
    thaw: () => void running?.kill('SIGCONT'),
    async destroy() {
      server.thaw()
      await server.stop()
      await caretaker.dismiss()
    },
  }
  return server
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself since it was listed.
  }
}

function says(server: ChildProcess, expected: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const listen = (chunk: Buffer) => {
      // Its last words explain why it failed, and more is not worth the memory.
      output = (output + chunk.toString()).slice(-4000)
      if (output.includes(expected)) resolve()
    }
    server.stdout?.on('data', listen)
    server.stderr?.on('data', listen)
    server.once('error', reject)
    server.once('close', () => reject(new Error(`${server.spawnfile} ended before it answered:\n${output}`)))
  })
}
