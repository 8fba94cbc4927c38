import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isPlainObject } from '../internal/option-checks.js'
import { SetupError, UsageError } from './failures.js'

/** A file of the user's with a module, and its default export. */
interface ModuleFile {
  /** The path as it was given. */
  readonly file: string
  /** The folder where the command is typed. */
  readonly folder: string
  /** The kind of the file, for messages, such as `configuration`. */
  readonly kind: string
  /** An example of a default export, for messages. */
  readonly example: string
}

/**
 * Loads the default export of a module, which must be an object.
 *
 * @throws SetupError where it cannot be loaded, UsageError where it has none
 */
export async function defaultExportOf({ file, folder, kind, example }: ModuleFile): Promise<Record<string, unknown>> {
  const path = resolve(folder, file)
  if (!existsSync(path)) throw new SetupError(`There is no file ${path}\nTo do: correct the path.`)
  const module: unknown = await import(pathToFileURL(path).href).catch((cause: unknown) => {
    // The text may be of any package that the module loads; the first line says which.
    const [reason = ''] = String((cause as { message?: unknown }).message).split('\n')
    throw new SetupError(`The ${kind} ${path} cannot be loaded: ${reason}`, { cause })
  })
  const { default: value } = module as { default?: unknown }
  if (isPlainObject(value)) return value
  throw new UsageError(`${path} has no default export: export default ${example}`)
}
