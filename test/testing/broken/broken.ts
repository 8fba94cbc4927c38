import { memoryRepository, type Payment, PaymentError, type PaymentRepository } from 'hospital-payments'
import { altered } from '../../support/repositories.js'

/** A repository with one fault, and the one case of the kit that has to find it. */
export interface Broken {
  readonly name: string
  readonly breaks: string
  make(): PaymentRepository
}

export type Fault = (sound: PaymentRepository) => Partial<PaymentRepository>

export function broken(name: string, breaks: string, fault: Fault): Broken {
  return { name, breaks, make: () => altered(memoryRepository(), fault) }
}

/** Makes a fault in how payments are read, by whichever of the calls are named. */
export function misread(
  name: string,
  breaks: string,
  calls: readonly ('get' | 'page' | 'lookup')[],
  change: (payment: Payment) => Payment,
): Broken {
  return broken(name, breaks, (sound) => {
    const faulty: Pick<PaymentRepository, 'get' | 'page' | 'lookup'> = {
      get: async (id) => {
        const payment = await sound.get(id)
        return payment && change(payment)
      },
      page: async (query) => (await sound.page(query)).map(change),
      lookup: async (keys) => {
        const answer = await sound.lookup(keys)
        return { ...answer, payments: answer.payments.map(change) }
      },
    }
    return Object.fromEntries(calls.map((call) => [call, faulty[call]]))
  })
}

/** Notes whether another call on the same key is under way: where a check and the write after it would fall apart. */
export function crossing() {
  const underWay = new Set<string>()
  return async <T>(key: string | null | undefined, write: (crossed: boolean) => Promise<T>): Promise<T> => {
    if (key === null || key === undefined) return write(false)
    const crossed = underWay.has(key)
    underWay.add(key)
    await Promise.resolve()
    try {
      return await write(crossed)
    } finally {
      if (!crossed) underWay.delete(key)
    }
  }
}

/** Keeps who holds each live reference, as far as a wrapper can see. */
export function holders() {
  const byReference = new Map<string, string>()
  return {
    of: (reference: string | null): string | undefined => (reference === null ? undefined : byReference.get(reference)),
    hold: (id: string, reference: string | null): void => {
      for (const [held, holder] of byReference) if (holder === id) byReference.delete(held)
      if (reference !== null) byReference.set(reference, id)
    },
  }
}

/** Cuts an instant to seconds, as a storage without milliseconds would keep it. */
export function toSecond(instant: string): string {
  return instant.replace(/\.\d{3}Z$/, '.000Z')
}

/** Makes the error of a storage whose connections are all taken. */
export const unavailable = () => new PaymentError('storage_unavailable', 'No connection is free.')
