import { type CanActivate, UnauthorizedException } from '@nestjs/common'
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js'
import type { IncomingMessage } from 'node:http'

/** A request to which a guard has added who asks. */
export type AuthenticatedRequest = IncomingMessage & { user?: { name: string; role: string } }

/**
 * Makes `authenticate` of a guard of Nest: what is mounted lies outside Nest's routes, so the guard is called here,
 * with the same request that it gets elsewhere.
 */
export function principalBy<Person>(guard: CanActivate, personOf: (request: AuthenticatedRequest) => Person) {
  return async (_request: Request, { node }: { node?: unknown }): Promise<Person | null> => {
    const request = node as AuthenticatedRequest
    const context = new ExecutionContextHost([request])
    context.setType('http')
    try {
      return (await guard.canActivate(context)) === true ? personOf(request) : null
    } catch (error) {
      if (error instanceof UnauthorizedException) return null
      throw error
    }
  }
}
