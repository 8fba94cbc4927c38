import type { Provider } from '../domain/attempts/provider.js'
import type { Arguments } from './arguments.js'
import { UsageError } from './failures.js'
import type { Io } from './io.js'
import { defaultExportOf } from './module-file.js'

/** The providers of payments by their names. */
export type Providers = Record<string, Provider>

/** The option of commands that ask providers; their keys are in a module of the user's, and on no command line. */
export const providersOption = {
  providers: {
    value: 'FILE.mjs',
    help: 'a module with the default export { name: provider }; else HP_PROVIDERS',
  },
} as const

/** Reads the providers; `undefined` where neither the option nor the variable names a module. */
export async function readProviders(args: Arguments, { folder }: Pick<Io, 'folder'>): Promise<Providers | undefined> {
  const file = args.setting('providers', 'HP_PROVIDERS')
  if (file === undefined) return undefined
  const example = '{ mpesa: mpesa({ … }) }'
  // Each of them is checked where the service is made.
  return (await defaultExportOf({ file, folder, kind: 'module of providers', example })) as Providers
}

/** @throws UsageError where there are none */
export async function requiredProviders(args: Arguments, io: Pick<Io, 'folder'>): Promise<Providers> {
  const providers = await readProviders(args, io)
  if (providers) return providers
  throw new UsageError('--providers is required, such as --providers providers.mjs, or the variable HP_PROVIDERS.')
}
