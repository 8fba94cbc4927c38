import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common'
import { type HospitalPayments, runWorker } from 'hospital-payments'
import type { PaymentsModuleOptions } from './hospital-payments.module.js'
import { PAYMENTS, PAYMENTS_OPTIONS } from './tokens.js'

/** Delivers events and expires due payments while the application runs; what is in flight is done before it ends. */
@Injectable()
export class PaymentsWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #stop = new AbortController()
  #running: Promise<void> = Promise.resolve()

  constructor(
    @Inject(PAYMENTS) private readonly payments: HospitalPayments,
    @Inject(PAYMENTS_OPTIONS) private readonly options: PaymentsModuleOptions,
  ) {}

  onApplicationBootstrap(): void {
    this.#running = runWorker(this.payments, { send: this.options.send, signal: this.#stop.signal })
  }

  /** Ends the worker before the providers of the database are shut down. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#stop.abort()
    await this.#running
  }
}
