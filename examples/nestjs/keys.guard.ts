import { type CanActivate, type ExecutionContext, Inject, Injectable, UnauthorizedException } from '@nestjs/common'
import { createHash } from 'node:crypto'
import type { AuthenticatedRequest } from './principal.js'

export interface Staff {
  readonly name: string
  readonly role: 'cashier' | 'manager'
}

/** People by the SHA-256 of their keys. */
export const STAFF = Symbol('staff')

export const digestOf = (key: string) => createHash('sha256').update(key).digest('hex')

/** The host's own login; here a key of each person, as `Authorization: Bearer KEY`. */
@Injectable()
export class KeysGuard implements CanActivate {
  constructor(@Inject(STAFF) private readonly staff: ReadonlyMap<string, Staff>) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>()
    const [, key = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
    const user = this.staff.get(digestOf(key))
    if (!user) throw new UnauthorizedException()
    request.user = user
    return true
  }
}
