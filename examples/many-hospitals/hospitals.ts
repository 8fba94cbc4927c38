/** The hospitals of one server: what the host knows of each, and its service, which is made once. */
import { createHospitalPayments, type HospitalPayments, textChannel } from 'hospital-payments'
import { type SqlDatabase, sqlRepository } from 'hospital-payments/sql'

/** A hospital as the host's own table has it. */
export interface Hospital {
  /** The tenant of its rows; it never changes. */
  readonly tenant: string
  readonly name: string
  readonly timeZone: string
}

export class Hospitals {
  readonly #database: SqlDatabase
  readonly #find: (tenant: string) => Promise<Hospital | undefined>
  readonly #services = new Map<string, Promise<HospitalPayments>>()

  /** `find` reads a hospital from the host's own table. */
  constructor(database: SqlDatabase, find: (tenant: string) => Promise<Hospital | undefined>) {
    this.#database = database
    this.#find = find
  }

  /**
   * Returns the service of a hospital, for pages, requests and the worker alike. What is kept is the promise, so that two
   * requests at once make one service; where the hospital cannot be read, the next request tries again.
   */
  serviceOf(tenant: string): Promise<HospitalPayments> {
    const known = this.#services.get(tenant)
    if (known) return known
    const service = this.#make(tenant)
    this.#services.set(tenant, service)
    service.catch(() => this.#services.delete(tenant))
    return service
  }

  async #make(tenant: string): Promise<HospitalPayments> {
    const hospital = await this.#find(tenant)
    if (!hospital) throw new Error(`No hospital is ${tenant}`)
    return createHospitalPayments({
      repository: sqlRepository(this.#database, { tenant }),
      channels: { cash: textChannel(`Pay {amount} {currency} at ${hospital.name} with reference {reference}.`) },
      timeZone: hospital.timeZone,
    })
  }
}
