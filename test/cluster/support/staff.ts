/** Starts the processes of the hospital's staff and receives what they report. None of them outlives the test. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { programFile } from '../../support/program-file.js'
import type { Job, Order, Report, Role } from './staff-messages.js'

export interface Staff {
  /** Begins the work of all. */
  start(): void
  /** Sends an order to all of a role, or to one of them. */
  send(role: Role, order: Order, only?: number): void
  /** Throws when a process has ended by itself. */
  check(): void
  /** Lets all of them end their calls in flight, and waits for their last reports. */
  stop(): Promise<void>
  /** Ends whatever is left of them at once. */
  kill(): Promise<void>
}

/** Resolves when all of them are ready to start. */
export async function startStaff(jobs: readonly Job[], receive: (report: Report, job: Job) => void): Promise<Staff> {
  const program = await programFile(new URL('staff-process.ts', import.meta.url))
  const running = new Map<ChildProcess, Job>()
  const failures: string[] = []
  let ready = 0

  function run(job: Job): void {
    const child = fork(program, [JSON.stringify(job)])
    running.set(child, job)
    let isDone = false
    child.on('message', (report: Report) => {
      if (report.kind === 'ready') ready++
      receive(report, job)
      if (report.kind !== 'done') return
      isDone = true
      child.disconnect()
    })
    child.once('exit', (code, signal) => {
      running.delete(child)
      if (!isDone) failures.push(`${job.role} ${job.index} ended by itself with ${code ?? signal}`)
    })
  }

  function send(order: Order, isMeant: (job: Job) => boolean = () => true): void {
    for (const [child, job] of running) if (child.connected && isMeant(job)) child.send(order)
  }

  const staff: Staff = {
    start: () => send({ kind: 'start' }),
    send: (role, order, only) => send(order, (job) => job.role === role && (only ?? job.index) === job.index),
    check() {
      if (failures.length > 0) throw new Error(failures.join('; '))
    },
    async stop() {
      send({ kind: 'stop' })
      while (running.size > 0) await sleep(20)
      staff.check()
    },
    async kill() {
      const left = [...running.keys()]
      const exits = left.map((child) => once(child, 'exit'))
      for (const child of left) child.kill('SIGKILL')
      await Promise.all(exits)
    },
  }

  try {
    for (const job of jobs) run(job)
    while (ready < jobs.length) {
      staff.check()
      await sleep(20)
    }
    return staff
  } catch (error) {
    await staff.kill()
    throw error
  }
}
