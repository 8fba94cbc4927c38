/** Records of calls of a service, which can be made again. */
import type { HospitalPayments } from 'hospital-payments'

export interface Call {
  readonly path: readonly string[]
  readonly values: readonly unknown[]
  /** The number of calls that were answered when it was made: those with the same number were made at once. */
  readonly answered: number
}

type Functions = Readonly<Record<string, unknown>>

/** Wraps a service; `seen` gets each call when it is made. */
export function recording(payments: HospitalPayments, seen: (call: Call) => void): HospitalPayments {
  let answered = 0
  const wrapped = (group: Functions, path: readonly string[]): Functions => {
    const entries = Object.entries(group).map(([name, value]) => {
      const here = [...path, name]
      if (typeof value === 'object' && value !== null) return [name, wrapped(value as Functions, here)]
      if (typeof value !== 'function') return [name, value]
      return [
        name,
        (...values: unknown[]) => {
          seen({ path: here, values, answered })
          const answer: unknown = (value as (...values: unknown[]) => unknown)(...values)
          return answer instanceof Promise ? answer.finally(() => answered++) : answer
        },
      ]
    })
    // What is kept under symbols stays.
    return { ...group, ...(Object.fromEntries(entries) as Functions) }
  }
  return wrapped(payments as unknown as Functions, []) as unknown as HospitalPayments
}

/** Makes the calls again: at once those that were. */
export async function replay(payments: HospitalPayments, calls: readonly Call[]): Promise<void> {
  for (const number of new Set(calls.map(({ answered }) => answered)))
    await Promise.all(
      calls
        .filter(({ answered }) => answered === number)
        .map(({ path, values }) => {
          const find = (group: unknown, name: string) => (group as Functions)[name]
          return (path.reduce<unknown>(find, payments) as (...values: readonly unknown[]) => Promise<unknown>)(
            ...values,
          )
        }),
    )
}
