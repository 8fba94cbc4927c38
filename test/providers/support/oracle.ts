/** Packages of others, whose requests and signatures are compared with ours. */
import { createRequire } from 'node:module'

/** Loads a package by its name, without its types: each test names the little that it uses. */
export function oracle<Exports>(name: string): Exports {
  return createRequire(import.meta.url)(name) as Exports
}
