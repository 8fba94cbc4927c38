import type { SendEvent } from '../domain/payments/delivery-schedule.js'
import { isPaymentError } from '../errors.js'
import { unknownNames } from '../internal/option-checks.js'
import { sleep } from '../internal/sleep.js'
import { millisecondsOf } from '../domain/instant.js'
import { type Demand, demandOf } from '../internal/demand.js'
import { type HospitalPayments, settingsOf } from '../service.js'
import { longerWait, paceNames, readPace, timesOfUploads, type Wait, type WorkerPace } from './worker-options.js'

const demand: Demand = demandOf('runWorker')

/** The work of `runWorker`, and the signal that ends it. */
export interface WorkerOptions extends WorkerPace {
  /** A function that delivers one event, as for `deliverEvents`; without it no events are delivered. */
  send?: SendEvent | undefined
}

const names = ['send', ...paceNames] as const satisfies readonly (keyof WorkerOptions)[]

/** The most events, payments or attempts of one look; the next look follows at once where there were so many. */
const atOnce = 500

function readOptions(options: WorkerOptions, hasProviders: boolean) {
  demand(typeof options === 'object' && options !== null, 'options with a signal are required')
  const unknown = unknownNames(options, names)
  demand(unknown.length === 0, `unknown option ${unknown.join(', ')}`)
  const settings = readPace(demand, options)
  const hasWork = settings.send !== undefined || settings.expire || hasProviders
  demand(hasWork, 'there is nothing to do without send and with expire: false')
  return settings
}

/** One kind of work; `look` returns how many it did. */
interface Work {
  readonly name: string
  look(): Promise<number>
}

/** Runs a worker with a wait of the caller's. */
export async function runWorkerWith(wait: Wait, payments: HospitalPayments, options: WorkerOptions): Promise<void> {
  demand(
    typeof payments?.deliverEvents === 'function',
    'the first argument must be a service of createHospitalPayments',
  )
  const settings = settingsOf(payments)
  const { logger, providers } = settings ?? {}
  const hasProviders = providers !== undefined && providers.size > 0
  const { send, everyMs, expire, signal } = readOptions(options, hasProviders)

  async function repeat({ name, look }: Work): Promise<void> {
    let waitMs = everyMs
    while (!signal.aborted) {
      try {
        if ((await look()) >= atOnce) continue
        waitMs = everyMs
      } catch (error) {
        waitMs = longerWait(waitMs, everyMs)
        const code = isPaymentError(error) ? error.code : 'internal_error'
        logger?.warn('The worker failed, and tries again later.', { work: name, code, waitMs })
      }
      await wait(waitMs, signal)
    }
  }

  const isTimeOfUploads = timesOfUploads()
  /** Removes files that the desk kept for a day, every ten minutes. */
  async function removeOldUploads(): Promise<void> {
    if (settings?.removeUploads && isTimeOfUploads(millisecondsOf(settings.now()))) await settings.removeUploads()
  }

  const works: Work[] = []
  if (send) {
    works.push({
      name: 'deliverEvents',
      async look() {
        const { delivered, retrying, dead } = await payments.deliverEvents(send, { limit: atOnce, signal })
        return delivered + retrying + dead
      },
    })
  }
  if (expire) {
    works.push({
      name: 'expireDue',
      async look() {
        const { expired } = await payments.expireDue({ limit: atOnce })
        await removeOldUploads()
        return expired
      },
    })
  }
  if (hasProviders) {
    works.push({
      name: 'checkDue',
      look: async () => (await payments.attempts.checkDue({ limit: atOnce })).checked,
    })
  }
  // Side by side: a receiver that is slow keeps no payment from expiring.
  await Promise.all(works.map(repeat))
}

/**
 * Delivers events, expires due payments and asks providers about due attempts until `signal` is aborted. Then it begins no send, and resolves when those in flight
 * have ended. It looks for work every `everyMs`. While the storage fails it does not reject: it waits twice as long each time,
 * up to a minute, and writes a warning to the service's logger. Any number of workers may run at once, in any number of
 * processes, all with the same `send`.
 *
 * @throws TypeError for a wrong option
 * @example
 * const types: string[] = []
 * const stop = new AbortController()
 * const send = async ({ type }: { type: string }) => {
 *   types.push(type)
 *   stop.abort()
 * }
 * await runWorker(payments, { send, signal: stop.signal })
 * types // => ['payment.created']
 */
export async function runWorker(payments: HospitalPayments, options: WorkerOptions): Promise<void> {
  return runWorkerWith(sleep, payments, options)
}
