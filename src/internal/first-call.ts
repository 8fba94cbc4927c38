import { PaymentError } from '../errors.js'
import { snapshot } from './snapshot.js'

/**
 * Wraps functions of a module, which the first call of one of them loads. A load that failed is tried again by the next call;
 * once the module is there, its functions are called at once.
 */
export function loadedByFirstCall<Module>(load: () => Promise<Module>) {
  let loaded: Module | undefined
  let loading: Promise<Module> | undefined

  const attempt = async (): Promise<Module> => {
    try {
      loaded = await load()
      return loaded
    } catch (cause) {
      loading = undefined
      throw new PaymentError(
        'internal_error',
        'A part of hospital-payments could not be loaded; nothing was done. If its files were replaced while the program ran, start the program again.',
        { cause },
      )
    }
  }
  const whenLoaded = () => (loading ??= attempt())

  const callLater = async <Bound, Args extends readonly unknown[], Answer>(
    functionOf: (module: Module) => (bound: Bound, ...args: Args) => Promise<Answer>,
    bound: Bound,
    args: Args,
  ): Promise<Answer> => {
    const copied = snapshot(args)
    return functionOf(await whenLoaded())(bound, ...copied)
  }

  /**
   * Returns a function that answers by a promise, bound to its first argument. Its arguments are read at the call, though its
   * code comes later.
   */
  function called<Bound, Args extends readonly unknown[], Answer>(
    bound: Bound,
    functionOf: (module: Module) => (bound: Bound, ...args: Args) => Promise<Answer>,
  ): (...args: Args) => Promise<Answer> {
    return (...args) => (loaded ? functionOf(loaded)(bound, ...args) : callLater(functionOf, bound, args))
  }

  async function* startLater<Item>(start: (module: Module) => AsyncGenerator<Item>): AsyncGenerator<Item> {
    yield* start(await whenLoaded())
  }

  /** Yields items that are made while they are read. Their arguments are read by the first `next()`, as by any generator. */
  function iterated<Item>(start: (module: Module) => AsyncGenerator<Item>): AsyncGenerator<Item> {
    return loaded ? start(loaded) : startLater(start)
  }

  return { called, iterated }
}
